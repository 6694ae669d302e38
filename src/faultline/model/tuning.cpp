#include <algorithm>
#include <cmath>
#include <optional>

#include "faultline/model/predictor.hpp"
#include "faultline/rng/draw.hpp"

namespace faultline::model {
namespace {

constexpr int kFolds = 3;
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
std::vector<PredictorOptions> grid(const PredictorOptions& options) {
  std::vector<PredictorOptions> all;
  if (options.kind == PredictorKind::tree) {
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

double loss(double outcome, double predicted, OutcomeKind kind) {
  if (kind == OutcomeKind::number) return (outcome - predicted) * (outcome - predicted);
  const double p = std::clamp(predicted, kInside, 1 - kInside);
  return -(outcome * std::log(p) + (1 - outcome) * std::log1p(-p));
}

struct Fold {
  std::vector<std::int64_t> inside{};
  std::vector<std::int64_t> outside{};
};

// Everybody falls into one fold with all his or her copies: a copy in both parts would reward
// learning by heart.
std::vector<Fold> deal(const PredictorOptions& options, const TrainingSet& training) {
  std::vector<std::int64_t> distinct(training.people.begin(), training.people.end());
  std::ranges::sort(distinct);
  const auto repeated = std::ranges::unique(distinct);
  distinct.erase(repeated.begin(), repeated.end());
  std::vector<std::int32_t> fold(distinct.size());
  for (std::size_t i = 0; i < fold.size(); ++i) fold[i] = static_cast<std::int32_t>(i % kFolds);
  rng::Stream stream(options.seed, rng::Purpose::fold, 0, training.substream);
  rng::shuffle(stream, std::span(fold));
  std::vector<Fold> folds(kFolds);
  for (const std::int64_t person : training.people) {
    const auto at = std::ranges::lower_bound(distinct, person) - distinct.begin();
    for (int k = 0; k < kFolds; ++k) {
      const bool inside = fold[static_cast<std::size_t>(at)] == k;
      auto& part = folds[static_cast<std::size_t>(k)];
      (inside ? part.inside : part.outside).push_back(person);
    }
  }
  return folds;
}

}  // namespace

PredictorOptions tuned(const PredictorOptions& options, const Features& features,
                       OutcomeKind outcome, const TrainingSet& training) {
  if (!has_settings(options.kind)) return options;
  const std::vector<Fold> folds = deal(options, training);
  if (std::ranges::any_of(folds, [](const Fold& fold) { return fold.inside.empty(); })) {
    return options;  // fewer people than folds
  }
  PredictorOptions best = options;
  std::optional<double> least;
  int in_vain = 0;
  bool improved = false;
  std::vector<double> predicted;
  for (const PredictorOptions& candidate : grid(options)) {
    const auto predictor = make_predictor(candidate, features, outcome);
    double total = 0;
    for (const Fold& fold : folds) {
      predictor->fit(
          {.people = fold.outside, .outcome = training.outcome, .substream = training.substream});
      predicted.resize(fold.inside.size());
      predictor->predict(fold.inside, predicted);
      for (std::size_t i = 0; i < predicted.size(); ++i) {
        total +=
            loss(training.outcome[static_cast<std::size_t>(fold.inside[i])], predicted[i], outcome);
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

}  // namespace faultline::model
