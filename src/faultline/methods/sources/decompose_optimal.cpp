#include "faultline/methods/sources/decompose_optimal.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "faultline/methods/sources/scaled_features.hpp"
#include "faultline/model/neighbours/nearest_neighbours.hpp"
#include "faultline/model/registry.hpp"
#include "faultline/parallel/for_each.hpp"
#include "faultline/parallel/pool.hpp"
#include "faultline/rng/draw.hpp"

namespace faultline::methods {
namespace {

// Four fifths to learn from is close to all, at five times the cost of one fit.
constexpr int kOptimalFolds = 5;
// Looking for neighbours may come down to comparing everybody with everybody: larger groups are
// dealt into parts of at most so many, each among themselves.
constexpr std::size_t kMostPeopleCompared = 50'000;
// Apart from the folds that are dealt elsewhere.
constexpr std::uint32_t kOptimalSubstream = 0x8000'0000U;

std::vector<double> by_neighbours(const SourcesInput& input, const SourcesOptions& options,
                                  const Hooks& hooks) {
  const model::Features features = scaled_features(*input.features);
  std::vector<double> result(input.outcome.size(), std::numeric_limits<double>::quiet_NaN());
  for (std::size_t g = 0; g < input.groups.size(); ++g) {
    std::vector<std::int64_t> members;
    for (std::size_t i = 0; i < input.group.size(); ++i) {
      if (static_cast<std::size_t>(input.group[i]) == g) {
        members.push_back(static_cast<std::int64_t>(i));
      }
    }
    rng::Stream stream(options.seed, rng::Purpose::fold, static_cast<std::uint32_t>(g + 1),
                       kOptimalSubstream);
    const std::size_t parts = (members.size() + kMostPeopleCompared - 1) / kMostPeopleCompared;
    if (parts > 1) rng::shuffle(stream, std::span(members));
    for (std::size_t part = 0; part < parts; ++part) {
      if (hooks.stop.stop_requested()) return {};
      const std::size_t begin = members.size() * part / parts;
      const std::size_t end = members.size() * (part + 1) / parts;
      std::vector<std::int64_t> people(members.begin() + static_cast<std::ptrdiff_t>(begin),
                                       members.begin() + static_cast<std::ptrdiff_t>(end));
      std::sort(people.begin(), people.end());
      const auto means = model::neighbour_means(
          features, input.outcome, people,
          {.neighbours = neighbours_among(static_cast<std::int64_t>(people.size())),
           .seed = options.seed,
           .threads = options.threads});
      for (std::size_t i = 0; i < people.size(); ++i) {
        result[static_cast<std::size_t>(people[i])] = means[i];
      }
    }
  }
  return result;
}

std::vector<double> by_boosting(const SourcesInput& input, const SourcesOptions& options,
                                const Hooks& hooks) {
  const auto n = static_cast<std::size_t>(input.people());
  std::vector<double> result(n, std::numeric_limits<double>::quiet_NaN());
  if (n < 2) return result;
  const model::Features features =
      with_group(*input.features, input.protected_column, input.groups, input.group);
  std::vector<std::int64_t> order(n);
  std::iota(order.begin(), order.end(), std::int64_t{0});
  rng::Stream stream(options.seed, rng::Purpose::fold, 0, kOptimalSubstream);
  rng::shuffle(stream, std::span(order));
  const auto folds = static_cast<std::int64_t>(std::min<std::size_t>(kOptimalFolds, n));
  const model::LearnerOptions boosted{.kind = model::LearnerKind::boosted, .seed = options.seed};
  parallel::Pool<model::Learner> predictors(
      [&] { return model::make_learner(boosted, features, input.outcome_kind); });
  const std::int64_t done = parallel::for_each(
      folds, options.threads,
      [&](std::int64_t fold) {
        std::vector<std::int64_t> training, held_out;
        for (std::size_t i = 0; i < n; ++i) {
          const bool held = static_cast<std::int64_t>(i) % folds == fold;
          (held ? held_out : training).push_back(order[i]);
        }
        const auto predictor = predictors.borrow();
        predictor->fit({.people = training,
                        .outcome = input.outcome,
                        .substream = kOptimalSubstream + static_cast<std::uint32_t>(fold)});
        std::vector<double> scores(held_out.size());
        predictor->predict(held_out, scores);
        for (std::size_t i = 0; i < held_out.size(); ++i) {
          result[static_cast<std::size_t>(held_out[i])] = scores[i];
        }
      },
      hooks.stop);
  return done == folds ? result : std::vector<double>{};
}

}  // namespace

int neighbours_among(std::int64_t people) {
  return static_cast<int>(
      std::clamp<std::int64_t>(std::llround(std::sqrt(static_cast<double>(people))), 5, 50));
}

std::vector<OptimalEstimate> estimate_optimal(const SourcesInput& input,
                                              const SourcesOptions& options, const Hooks& hooks,
                                              std::span<const double> chosen) {
  std::vector<OptimalEstimate> estimates;
  if (options.noise_estimator == OptimumEstimator::candidates && !chosen.empty()) {
    estimates.push_back(
        {.estimator = NoiseEstimator::candidates, .value = {chosen.begin(), chosen.end()}});
    return estimates;
  }
  if (options.noise_estimator != OptimumEstimator::nearest_neighbour) {
    OptimalEstimate boosted{.estimator = NoiseEstimator::boosted,
                            .value = by_boosting(input, options, hooks)};
    if (!boosted.value.empty()) estimates.push_back(std::move(boosted));
  }
  if (options.noise_estimator != OptimumEstimator::boosted) {
    OptimalEstimate near{.estimator = NoiseEstimator::nearest_neighbour,
                         .value = by_neighbours(input, options, hooks)};
    if (!near.value.empty()) estimates.push_back(std::move(near));
  }
  return estimates;
}

}  // namespace faultline::methods
