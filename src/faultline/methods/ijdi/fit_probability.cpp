#include "faultline/methods/ijdi/fit_probability.hpp"

#include <array>
#include <utility>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"
#include "faultline/methods/group_rows.hpp"
#include "faultline/methods/model_report.hpp"
#include "faultline/model/design/diagnostics.hpp"
#include "faultline/model/design/log_odds.hpp"

namespace faultline::methods {
namespace {

// Tenths, as calibration curves are usually drawn.
constexpr int kCalibrationBins = 10;

using FoldCounts = std::array<std::int64_t, kProbabilityFolds>;

/// How many of the people number first .. first + n - 1 each fold gets.
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
    std::vector<std::string> names;
    names.reserve(profiles.attributes.size());
    for (const data::Attribute& attribute : profiles.attributes) names.push_back(attribute.name);
    if (const auto a = position_of(names, name)) {
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

ModelReport describe(const model::Learner& learner, const model::Design& design,
                     const data::Profiles& fitted) {
  ModelReport report;
  report.name = ModelName::probability;
  report.n = fitted.people();
  report_fit(learner, design, report);
  std::vector<double> count;
  std::vector<double> positive;
  for (std::int64_t k = 0; k < fitted.size(); ++k) {
    count.push_back(static_cast<double>(fitted.count[k]));
    positive.push_back(fitted.outcome[k] != 0 ? count.back() : 0);
  }
  const auto curve =
      model::calibration_curve(fitted.numbers.back(), count, positive, count, kCalibrationBins);
  report_calibration(curve, report);
  if (report.calibration_error > kBadCalibration) {
    report.notices.push_back(Notice::warning(fmt::format(
        "its probabilities are off by {:.3f} on average over {} bins, and base rates with them: "
        "consider another `fit_probability`, or other covariates",
        report.calibration_error, curve.size())));
  }
  return report;
}

}  // namespace

FittedProbability fit_probability(const data::Profiles& profiles,
                                  const std::vector<std::string>& covariates,
                                  const model::LearnerOptions& options) {
  check(profiles, covariates);
  const CovariateTuples tuples = tuples_of(profiles, covariates);
  const auto rows = static_cast<std::size_t>(tuples.design.rows());
  const auto size = static_cast<std::size_t>(profiles.size());
  std::vector<FoldCounts> dealt(size);
  std::int64_t first = 0;
  for (std::size_t k = 0; k < size; ++k) {
    dealt[k] = deal(first, profiles.count[k]);
    first += profiles.count[k];
  }
  const std::unique_ptr<model::Learner> learner = model::make_learner(options, tuples.design);
  /// Learns from everybody but one fold; from everybody when there is no such fold.
  const auto fit_without = [&](int fold) {
    std::vector<double> weight(rows, 0.0);
    std::vector<double> positive(rows, 0.0);
    for (std::size_t k = 0; k < size; ++k) {
      const std::int64_t held_out = fold < kProbabilityFolds ? dealt[k][fold] : 0;
      const auto learnt = static_cast<double>(profiles.count[k] - held_out);
      weight[tuples.grouping.group_of[k]] += learnt;
      if (profiles.outcome[k] != 0) positive[tuples.grouping.group_of[k]] += learnt;
    }
    learner->fit({.weight = weight, .positive = positive, .people = weight});
  };

  data::Profiles split;
  split.attributes = profiles.attributes;
  split.codes.resize(profiles.codes.size());
  split.number_names = profiles.number_names;
  split.number_names.emplace_back(kFittedProbability);
  split.numbers.resize(split.number_names.size());
  std::vector<double> log_odds(rows);
  for (int fold = 0; fold < kProbabilityFolds; ++fold) {
    fit_without(fold);
    learner->predict_log_odds(log_odds);
    for (std::size_t k = 0; k < size; ++k) {
      if (dealt[k][fold] == 0) continue;
      for (std::size_t a = 0; a < split.codes.size(); ++a) {
        split.codes[a].push_back(profiles.codes[a][k]);
      }
      for (std::size_t v = 0; v < profiles.numbers.size(); ++v) {
        split.numbers[v].push_back(profiles.numbers[v][k]);
      }
      split.numbers.back().push_back(model::expit(log_odds[tuples.grouping.group_of[k]]));
      if (!profiles.prediction.empty()) split.prediction.push_back(profiles.prediction[k]);
      split.outcome.push_back(profiles.outcome[k]);
      if (!profiles.decision.empty()) split.decision.push_back(profiles.decision[k]);
      split.count.push_back(dealt[k][fold]);
    }
  }
  FittedProbability fitted;
  data::ProfilesBuilder builder(split.attributes, split.number_names);
  data::send(split, builder);
  fitted.profiles = std::move(builder).finish();
  fit_without(kProbabilityFolds);
  fitted.report = describe(*learner, tuples.design, fitted.profiles);
  return fitted;
}

}  // namespace faultline::methods
