#include "faultline/methods/ijdi/probability_recipe.hpp"

#include <utility>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"
#include "faultline/model/design/log_odds.hpp"

namespace faultline::methods {
namespace {

void check(const data::Profiles& profiles, const std::vector<std::string>& covariates) {
  if (profiles.outcome.empty()) throw InternalError("fitting a probability needs the outcome");
  if (covariates.empty()) {
    throw ConfigError("`fit_probability` needs covariates: add `covariates = A,B,C`");
  }
  std::int64_t positive = 0;
  for (std::int64_t k = 0; k < profiles.size(); ++k) {
    if (profiles.outcome[k] != 0) positive += profiles.count[k];
  }
  // Two people for each of the five folds: with fewer, a fold could be a single person.
  constexpr std::int64_t kFewest = 10;
  const std::int64_t all = profiles.people();
  if (all < kFewest) {
    throw InputError(
        fmt::format("`fit_probability`: {} are too few to learn from; at least {} are "
                    "needed, or a column with `true_probability`",
                    people(all), kFewest));
  }
  if (positive == 0 || positive == all) {
    throw InputError(
        fmt::format("`fit_probability`: {} has the outcome, so there is nothing to learn",
                    positive == 0 ? "nobody" : "everybody"));
  }
}

/// Distinct tuples of covariates.
struct CovariateTuples {
  Grouping grouping{};
  model::Design design{0};
};

CovariateTuples tuples_of(const data::Profiles& profiles,
                          const std::vector<std::string>& covariates) {
  std::vector<int> attributes;
  std::vector<int> numbers;
  std::vector<std::vector<std::uint64_t>> columns;
  for (const std::string& name : covariates) {
    if (const auto a = position_of(profiles.attributes, name)) {
      attributes.push_back(*a);
      columns.push_back(words_of(profiles.codes[*a]));
    } else if (const auto v = position_of(profiles.number_names, name)) {
      numbers.push_back(*v);
      columns.push_back(words_of(profiles.numbers[*v]));
    } else {
      throw InternalError(fmt::format("covariate '{}' is neither attribute nor number", name));
    }
  }
  CovariateTuples tuples;
  tuples.grouping = group_rows(profiles.size(), columns);
  tuples.design = model::Design(tuples.grouping.groups());
  for (const int a : attributes) {
    tuples.design.add(profiles.attributes[a],
                      values_at(profiles.codes[a], tuples.grouping.example));
  }
  for (const int v : numbers) {
    tuples.design.add(profiles.number_names[v],
                      values_at(profiles.numbers[v], tuples.grouping.example));
  }
  return tuples;
}

Grouping kinds_of(const data::Profiles& profiles) {
  std::vector<std::vector<std::uint64_t>> columns;
  columns.reserve(profiles.codes.size() + profiles.numbers.size());
  for (const std::vector<data::Code>& codes : profiles.codes) columns.push_back(words_of(codes));
  for (const std::vector<double>& numbers : profiles.numbers) columns.push_back(words_of(numbers));
  return group_rows(profiles.size(), columns);
}

}  // namespace

FoldCounts deal(std::int64_t first, std::int64_t n) {
  FoldCounts counts{};
  for (int fold = 0; fold < kProbabilityFolds; ++fold) {
    // People before `end` that are in this fold.
    const auto before = [fold](std::int64_t end) {
      return (end + kProbabilityFolds - 1 - fold) / kProbabilityFolds;
    };
    counts[fold] = before(first + n) - before(first);
  }
  return counts;
}

ProbabilityRecipe::ProbabilityRecipe(const data::Profiles& profiles,
                                     const std::vector<std::string>& covariates,
                                     const model::LearnerOptions& options)
    : options_(options), attributes_(profiles.attributes) {
  check(profiles, covariates);
  CovariateTuples covered = tuples_of(profiles, covariates);
  design_ = std::move(covered.design);
  Grouping kinds = kinds_of(profiles);
  kind_of_ = std::move(kinds.group_of);
  for (const std::int64_t example : kinds.example)
    kinds_.push_back({.tuple = covered.grouping.group_of[example]});
  for (const std::vector<data::Code>& codes : profiles.codes)
    codes_.push_back(values_at(codes, kinds.example));
  for (std::size_t k = 0; k < kind_of_.size(); ++k) {
    PeopleKind& kind = kinds_[kind_of_[k]];
    kind.n += profiles.count[k];
    if (profiles.outcome[k] != 0) kind.positive += profiles.count[k];
  }
  std::vector<std::int64_t> own;
  std::vector<double> weight(static_cast<std::size_t>(tuples()), 0.0);
  std::vector<double> positive(weight.size(), 0.0);
  std::int64_t first = 0;
  for (PeopleKind& kind : kinds_) {
    kind.first = std::exchange(first, first + kind.n);
    own.push_back(kind.positive);
    weight[kind.tuple] += static_cast<double>(kind.n);
    positive[kind.tuple] += static_cast<double>(kind.positive);
  }
  everybody_ = model::make_learner(options_, design_);
  fit_folds(own, {}, *everybody_, fitted_);
  everybody_->fit({.weight = weight, .positive = positive, .people = weight});
  on_everybody_.resize(weight.size());
  everybody_->predict_log_odds(on_everybody_);
  for (double& p : on_everybody_) p = model::expit(p);
  if (everybody_->converged()) {
    for (const auto& [column, coefficient] : everybody_->report().coefficients)
      start_.push_back(coefficient);
  }
}

void ProbabilityRecipe::fit_folds(std::span<const std::int64_t> positive,
                                  std::span<const double> start, model::Learner& learner,
                                  std::vector<double>& log_odds) const {
  const auto rows = static_cast<std::size_t>(design_.rows());
  // What each fold holds out, and everybody.
  std::vector<double> weight(rows * (kProbabilityFolds + 1), 0.0);
  std::vector<double> labels(weight.size(), 0.0);
  for (std::size_t k = 0; k < kinds_.size(); ++k) {
    const PeopleKind& kind = kinds_[k];
    const FoldCounts people = deal(kind.first, kind.n);
    const FoldCounts with = deal(kind.first + kind.n - positive[k], positive[k]);
    const auto at = static_cast<std::size_t>(kind.tuple);
    for (std::size_t fold = 0; fold < people.size(); ++fold) {
      weight[fold * rows + at] += static_cast<double>(people[fold]);
      labels[fold * rows + at] += static_cast<double>(with[fold]);
    }
    weight[people.size() * rows + at] += static_cast<double>(kind.n);
    labels[people.size() * rows + at] += static_cast<double>(positive[k]);
  }
  log_odds.resize(rows * kProbabilityFolds);
  std::vector<double> kept(rows);
  std::vector<double> kept_positive(rows);
  for (std::size_t fold = 0; fold < kProbabilityFolds; ++fold) {
    for (std::size_t i = 0; i < rows; ++i) {
      kept[i] = weight[kProbabilityFolds * rows + i] - weight[fold * rows + i];
      kept_positive[i] = labels[kProbabilityFolds * rows + i] - labels[fold * rows + i];
    }
    learner.fit({.weight = kept, .positive = kept_positive, .people = kept, .start = start});
    learner.predict_log_odds(std::span(log_odds).subspan(fold * rows, rows));
  }
}

std::vector<double> ProbabilityRecipe::refit(std::span<const std::int64_t> positive) const {
  std::unique_ptr<model::Learner> learner;
  {
    const std::scoped_lock lock(mutex_);
    if (!idle_.empty()) {
      learner = std::move(idle_.back());
      idle_.pop_back();
    }
  }
  if (!learner) learner = model::make_learner(options_, design_);
  std::vector<double> log_odds;
  fit_folds(positive, start_, *learner, log_odds);
  const std::scoped_lock lock(mutex_);
  idle_.push_back(std::move(learner));
  return log_odds;
}

}  // namespace faultline::methods
