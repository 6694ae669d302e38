#include "faultline/model/tuning.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "faultline/model/design/at.hpp"
#include "faultline/rng/draw.hpp"

namespace faultline::model {
namespace {

constexpr int kTuningFolds = 3;
// Probabilities of 0 and 1 that prove wrong would cost without limit: they count as this far
// inside.
constexpr double kInside = 1e-3;
// Losses this close, as a share of the loss, are a tie.
constexpr double kTie = 1e-9;

// Settings tried without a lower loss before the rest, more flexible still, is given up; but not
// before one was better than the simplest, since strong L1 penalties all leave the same empty
// model.
constexpr int kPatience = 2;

// From the simplest to the most flexible.
std::vector<LearnerOptions> grid(const LearnerOptions& options) {
  std::vector<LearnerOptions> all;
  if (options.kind == LearnerKind::tree) {
    for (const int depth : {2, 3, 4, 5, 6, 8, 10, 12}) {
      all.push_back(options);
      all.back().depth = depth;
    }
  } else {
    for (const double strength : {100.0, 30.0, 10.0, 3.0, 1.0, 0.3, 0.1, 0.03, 0.01}) {
      all.push_back(options);
      all.back().strength = strength;
    }
  }
  return all;
}

// Of an entry with this weight and weighted sum of outcomes.
double loss(double weight, double positive, double predicted, OutcomeKind kind) {
  if (kind == OutcomeKind::number) {
    const double away = positive / weight - predicted;
    return weight * away * away;
  }
  const double p = std::clamp(predicted, kInside, 1 - kInside);
  return -(positive * std::log(p) + (weight - positive) * std::log1p(-p));
}

/// Some of the entries.
struct Part {
  std::vector<std::int64_t> rows{};
  std::vector<double> weight{}, positive{}, people{};

  void add(const TrainingRows& from, std::size_t entry) {
    rows.push_back(from.row(entry));
    weight.push_back(from.weight[entry]);
    positive.push_back(from.positive[entry]);
    people.push_back(from.people.empty() ? from.weight[entry] : from.people[entry]);
  }
};
struct Fold {
  Part inside{}, outside{};
};

// A row falls into one fold with all its entries: a copy of somebody in both parts would reward
// learning by heart.
std::vector<Fold> deal(const LearnerOptions& options, const TrainingRows& training) {
  std::vector<std::int64_t> distinct;
  for (std::size_t k = 0; k < training.weight.size(); ++k) {
    if (training.weight[k] > 0) distinct.push_back(training.row(k));
  }
  std::ranges::sort(distinct);
  const auto repeated = std::ranges::unique(distinct);
  distinct.erase(repeated.begin(), repeated.end());
  std::vector<std::int32_t> fold(distinct.size());
  for (std::size_t i = 0; i < fold.size(); ++i) {
    fold[i] = static_cast<std::int32_t>(i % kTuningFolds);
  }
  rng::Stream stream(options.seed, rng::Purpose::fold, 0, training.substream);
  rng::shuffle(stream, std::span(fold));
  std::vector<Fold> folds(kTuningFolds);
  for (std::size_t k = 0; k < training.weight.size(); ++k) {
    if (!(training.weight[k] > 0)) continue;
    const auto found = std::ranges::lower_bound(distinct, training.row(k)) - distinct.begin();
    for (int f = 0; f < kTuningFolds; ++f) {
      const bool inside = fold[at(found)] == f;
      Fold& part = folds[at(f)];
      (inside ? part.inside : part.outside).add(training, k);
    }
  }
  return folds;
}

}  // namespace

LearnerOptions tuned(const LearnerOptions& options, const Features& features, OutcomeKind outcome,
                     const TrainingRows& rows) {
  if (!learner_entry(options.kind).settings) return options;
  const std::vector<Fold> folds = deal(options, rows);
  if (std::ranges::any_of(folds, [](const Fold& fold) { return fold.inside.rows.empty(); })) {
    return options;  // fewer people than folds
  }
  LearnerOptions best = options;
  std::optional<double> least;
  int in_vain = 0;
  bool improved = false;
  std::vector<double> predicted;
  for (const LearnerOptions& candidate : grid(options)) {
    const auto learner = make_learner(candidate, features, outcome);
    double total = 0;
    for (const auto& [inside, outside] : folds) {
      learner->fit(TrainingRows{.weight = outside.weight,
                                .positive = outside.positive,
                                .people = outside.people,
                                .rows = outside.rows,
                                .substream = rows.substream});
      predicted.resize(inside.rows.size());
      learner->predict(inside.rows, predicted);
      for (std::size_t i = 0; i < predicted.size(); ++i) {
        total += loss(inside.weight[i], inside.positive[i], predicted[i], outcome);
      }
    }
    if (!least || total < *least - kTie * std::abs(*least)) {
      improved = least.has_value();
      least = total;
      best = candidate;
      in_vain = 0;
    } else if (improved && ++in_vain == kPatience) {
      break;
    }
  }
  return best;
}

LearnerOptions tuned(const LearnerOptions& options, const Features& features, OutcomeKind outcome,
                     const TrainingPeople& training) {
  const std::vector<double> ones(training.people.size(), 1.0);
  std::vector<double> outcomes;
  for (const std::int64_t person : training.people) {
    outcomes.push_back(training.outcome[at(person)]);
  }
  return tuned(options, features, outcome,
               TrainingRows{.weight = ones,
                            .positive = outcomes,
                            .people = ones,
                            .rows = training.people,
                            .substream = training.substream});
}

Tuned::Tuned(const LearnerOptions& options, const Features& features, OutcomeKind outcome)
    : Learner(options.kind, features.rows()),
      options_(options),
      settings_(options),
      features_(&features),
      outcome_(outcome),
      learner_(make_learner(options, features, outcome)) {}

void Tuned::learn(const TrainingRows& rows) {
  settings_ = tuned(options_, *features_, outcome_, rows);
  learner_ = make_learner(settings_, *features_, outcome_);
  learner_->fit(rows);
}

void Tuned::means(std::span<const std::int64_t> rows, std::span<double> out) const {
  learner_->predict(rows, out);
}

void Tuned::log_odds_of_all(std::span<double> out) const { learner_->predict_log_odds(out); }

}  // namespace faultline::model
