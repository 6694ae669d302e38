#include "faultline/model/ensemble/ensemble.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/math/sum.hpp"
#include "faultline/model/design/at.hpp"
#include "faultline/model/design/log_odds.hpp"
#include "faultline/model/ensemble/simplex_weights.hpp"
#include "faultline/model/linear/logistic.hpp"
#include "faultline/model/linear/platt.hpp"
#include "faultline/model/registry.hpp"
#include "faultline/parallel/for_each.hpp"

namespace faultline::model {
namespace {

constexpr std::array kKinds{LearnerKind::logistic, LearnerKind::forest, LearnerKind::boosted};
constexpr int kLearners = static_cast<int>(kKinds.size());

double inside(double p) { return std::clamp(p, kEnsembleInside, 1 - kEnsembleInside); }

// Folds held out together; the same fold twice for one.
struct Held {
  int first = 0;
  int second = 0;
};

class Fitter {
 public:
  Fitter(const Design& design, FoldedPeople people, const EnsembleOptions& options);
  void train(std::stop_token stop);
  CrossFit combine();

 private:
  void train(std::int64_t task);
  void log_odds_without(const Held& held, LearnerKind kind, std::int64_t task,
                        std::span<double> out);
  void combine(int fold);
  // Held-out log-odds of the people of fold `of` by a learner trained without it and without
  // `outer`, one per row of rows_in_[of].
  std::vector<double>& margins(int learner, int outer, int of) {
    return margins_[at((learner * folds_ + outer) * folds_ + of)];
  }

  const Design& design_;
  EnsembleOptions options_;
  int folds_;
  std::vector<std::vector<std::int64_t>> rows_in_{};  // [fold]: rows with people there
  std::vector<Held> held_{};
  std::vector<std::vector<double>> margins_{};
  std::vector<std::uint8_t> failed_{};  // [task]: a logistic fit that did not converge
  std::vector<math::CompensatedSum> losses_ = std::vector<math::CompensatedSum>(kLearners + 1);
  CrossFit result_{};
};

Fitter::Fitter(const Design& design, FoldedPeople people, const EnsembleOptions& options)
    : design_(design), options_(options), folds_(people.folds) {
  rows_in_.resize(at(folds_));
  for (std::int64_t row = 0; row < people.rows; ++row) {
    for (int f = 0; f < folds_; ++f) {
      if (people.ones_in(row, f) + people.zeros_in(row, f) > 0) rows_in_[at(f)].push_back(row);
    }
  }
  for (int j = 0; j < folds_; ++j) {
    for (int k = j; k < folds_; ++k) held_.push_back({j, k});
  }
  margins_.resize(at(std::int64_t{kLearners} * folds_ * folds_));
  failed_.assign(held_.size() * kLearners, 0);
  result_.people = std::move(people);
}

void Fitter::log_odds_without(const Held& held, LearnerKind kind, std::int64_t task,
                              std::span<double> out) {
  const FoldedPeople& people = result_.people;
  std::vector<double> weight(at(people.rows), 0.0);
  std::vector<double> positive(at(people.rows), 0.0);
  for (std::int64_t row = 0; row < people.rows; ++row) {
    std::int64_t ones = 0;
    std::int64_t zeros = 0;
    for (int f = 0; f < folds_; ++f) {
      if (f == held.first || f == held.second) continue;
      ones += people.ones_in(row, f);
      zeros += people.zeros_in(row, f);
    }
    weight[at(row)] = static_cast<double>(ones + zeros);
    positive[at(row)] = static_cast<double>(ones);
  }
  const auto learner = bare_learner({.kind = kind,
                                     .strength = options_.ridge,
                                     .trees = options_.trees,
                                     .leaf = kEnsembleLeaf,
                                     .seed = options_.seed},
                                    design_);
  learner->fit(TrainingRows{
      .weight = weight,
      .positive = positive,
      .people = weight,
      .substream = static_cast<std::uint32_t>(options_.replicate * std::ssize(failed_) + task)});
  learner->predict_log_odds(out);
  if (!learner->converged()) failed_[at(task)] = 1;
}

void Fitter::train(std::int64_t task) {
  const int learner = static_cast<int>(task % kLearners);
  const Held held = held_[at(task / kLearners)];
  std::vector<double> all(at(design_.rows()));
  log_odds_without(held, kKinds[at(learner)], task, all);
  const auto keep = [&](int outer, int of) {
    for (const std::int64_t row : rows_in_[at(of)]) {
      margins(learner, outer, of).push_back(all[at(row)]);
    }
  };
  keep(held.first, held.second);
  if (held.first != held.second) keep(held.second, held.first);
}

void Fitter::train(std::stop_token stop) {
  const auto tasks = std::ssize(failed_);
  const auto done = parallel::for_each(
      tasks, parallel::resolve_threads(options_.threads), [&](std::int64_t task) { train(task); },
      std::move(stop));
  if (done < tasks) throw Cancelled("Stopped while the ensemble was being fitted.");
}

// Scales and weights from the people outside the fold, probabilities for those inside.
void Fitter::combine(int fold) {
  const FoldedPeople& people = result_.people;
  std::vector<double> ones;
  std::vector<double> zeros;
  std::vector<double> weight;
  for (int f = 0; f < folds_; ++f) {
    if (f == fold) continue;
    for (const std::int64_t row : rows_in_[at(f)]) {
      ones.push_back(static_cast<double>(people.ones_in(row, f)));
      zeros.push_back(static_cast<double>(people.zeros_in(row, f)));
      weight.push_back(ones.back() + zeros.back());
    }
  }
  std::vector<double> learned(ones.size() * kLearners);
  std::array<PlattScale, kLearners> scale{};
  for (int l = 0; l < kLearners; ++l) {
    std::vector<double> margin;
    for (int f = 0; f < folds_; ++f) {
      if (f == fold) continue;
      const auto& of = margins(l, fold, f);
      margin.insert(margin.end(), of.begin(), of.end());
    }
    if (kKinds[at(l)] != LearnerKind::logistic) scale[at(l)] = fit_platt(margin, weight, ones);
    for (const data::Notice& warning : scale[at(l)].warnings) {
      result_.report.warnings.push_back(data::Notice::warning(
          fmt::format("Fold {}, {}: {}", fold + 1, name_of(kKinds[at(l)]), warning.text)));
    }
    for (std::size_t i = 0; i < margin.size(); ++i) {
      learned[i * kLearners + at(l)] =
          inside(expit(scale[at(l)].intercept + scale[at(l)].slope * margin[i]));
    }
  }
  const SimplexWeights mixture = simplex_weights(learned, ones, zeros, kLearners);
  if (!mixture.converged) {
    result_.report.converged = false;
    result_.report.warnings.push_back(data::Notice::warning(
        fmt::format("Fold {}: the weights of the ensemble did not converge; their log loss may be "
                    "{:.2g} per person above the least.",
                    fold + 1, mixture.gap / math::compensated_sum(weight))));
  }
  result_.report.weights.push_back(mixture.weight);

  const auto& rows = rows_in_[at(fold)];
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto y1 = static_cast<double>(people.ones_in(rows[i], fold));
    const auto y0 = static_cast<double>(people.zeros_in(rows[i], fold));
    const auto loss = [&](double p) { return -(y1 * std::log(p) + y0 * std::log1p(-p)); };
    double mixed = 0;
    for (int l = 0; l < kLearners; ++l) {
      const double m = margins(l, fold, fold)[i];
      const double p = inside(expit(scale[at(l)].intercept + scale[at(l)].slope * m));
      mixed += mixture.weight[at(l)] * p;
      losses_[at(l)].add(loss(p));
    }
    losses_[kLearners].add(loss(mixed));
    result_.probability[at(rows[i] * folds_ + fold)] = mixed;
  }
}

CrossFit Fitter::combine() {
  EnsembleReport& report = result_.report;
  report.folds = folds_;
  report.warnings = result_.people.warnings;
  result_.probability.assign(at(design_.rows() * folds_), std::numeric_limits<double>::quiet_NaN());
  const auto failed = std::ranges::count(failed_, 1);
  if (failed > 0) {
    report.converged = false;
    report.warnings.push_back(data::Notice::warning(
        fmt::format("{} of the {} logistic regressions behind the ensemble did not converge.",
                    failed, held_.size())));
  }
  for (int fold = 0; fold < folds_; ++fold) combine(fold);

  double people = 0;
  for (std::size_t i = 0; i < result_.people.ones.size(); ++i) {
    people += static_cast<double>(result_.people.ones[i] + result_.people.zeros[i]);
  }
  for (int l = 0; l < kLearners; ++l) {
    EnsembleMember member{.learner = std::string(name_of(kKinds[at(l)])),
                          .weight_low = 1,
                          .loss = losses_[at(l)].value() / people};
    for (const auto& weights : report.weights) {
      member.weight += weights[at(l)] / folds_;
      member.weight_low = std::min(member.weight_low, weights[at(l)]);
      member.weight_high = std::max(member.weight_high, weights[at(l)]);
    }
    report.members.push_back(std::move(member));
  }
  report.loss = losses_[kLearners].value() / people;
  return std::move(result_);
}

}  // namespace

void validate(const EnsembleOptions& options) {
  if (options.folds < kFewestFolds) {
    throw ConfigError(
        fmt::format("an ensemble needs {} folds or more, not {}", kFewestFolds, options.folds));
  }
  if (options.trees < 1) {
    throw ConfigError(
        fmt::format("the learners of an ensemble need 1 tree or more, not {}", options.trees));
  }
  validate(LogisticOptions{.ridge = options.ridge});
}

double CrossFit::mean_probability(std::int64_t row, int label) const {
  double sum = 0;
  double count = 0;
  for (int f = 0; f < people.folds; ++f) {
    const auto n =
        static_cast<double>(label == 1 ? people.ones_in(row, f) : people.zeros_in(row, f));
    if (n == 0) continue;
    sum += n * probability[at(row * people.folds + f)];
    count += n;
  }
  return count > 0 ? sum / count : std::numeric_limits<double>::quiet_NaN();
}

CrossFit fit_ensemble(const Design& design, std::span<const std::int64_t> people,
                      std::span<const std::int64_t> positive, const EnsembleOptions& options,
                      std::stop_token stop) {
  validate(options);
  return fit_ensemble(design,
                      deal_people(people, positive, options.folds, options.seed, options.replicate),
                      options, std::move(stop));
}

CrossFit fit_ensemble(const Design& design, FoldedPeople people, const EnsembleOptions& options,
                      std::stop_token stop) {
  validate(options);
  if (people.rows != design.rows() || people.folds < kFewestFolds ||
      std::ssize(people.ones) != people.rows * people.folds ||
      std::ssize(people.zeros) != people.rows * people.folds) {
    throw InternalError(fmt::format("an ensemble got {} rows in {} folds for {} rows of its design",
                                    people.rows, people.folds, design.rows()));
  }
  Fitter fitter(design, std::move(people), options);
  fitter.train(std::move(stop));
  return fitter.combine();
}

}  // namespace faultline::model
