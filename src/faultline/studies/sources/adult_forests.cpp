#include <memory>
#include <numeric>

#include "faultline/model/trees/forest.hpp"
#include "faultline/rng/draw.hpp"
#include "faultline/studies/run_all.hpp"
#include "faultline/studies/sources/adult.hpp"

namespace faultline::studies {
namespace {

constexpr int kForestFolds = 5;

/// As cross-validation deals them, so that forests differ in nothing but their settings.
std::vector<std::int32_t> deal_folds(std::int64_t people, std::uint64_t seed) {
  std::vector<std::int64_t> order(static_cast<std::size_t>(people));
  std::iota(order.begin(), order.end(), std::int64_t{0});
  rng::Stream stream(seed, rng::Purpose::fold, 0);
  rng::shuffle(stream, std::span(order));
  std::vector<std::int32_t> fold(order.size());
  for (std::size_t k = 0; k < order.size(); ++k)
    fold[static_cast<std::size_t>(order[k])] = static_cast<std::int32_t>(k % kForestFolds);
  return fold;
}

}  // namespace

std::vector<AdultForest> adult_forests(const methods::SourcesInput& people,
                                       const AdultStudyOptions& options,
                                       const methods::Hooks& hooks) {
  std::vector<AdultForest> forests;
  for (const int trees : {50, 500}) {
    for (const int depth : {5, 10, 0}) forests.push_back({.depth = depth, .trees = trees});
  }
  const std::vector<std::int32_t> fold = deal_folds(people.people(), options.seed);
  // The input outlives the forests, which want a share in their table.
  const std::shared_ptr<const model::Features> features(std::shared_ptr<void>(),
                                                        people.features.get());
  std::vector<std::vector<double>> scores(forests.size(),
                                          std::vector<double>(people.outcome.size()));
  run_all("other forests", std::ssize(forests) * kForestFolds, options.threads, hooks,
          [&](std::int64_t task) {
            const auto f = static_cast<std::size_t>(task / kForestFolds);
            const auto held = static_cast<std::int32_t>(task % kForestFolds);
            std::vector<std::int64_t> training;
            std::vector<std::int64_t> tested;
            for (std::int64_t i = 0; i < people.people(); ++i)
              (fold[static_cast<std::size_t>(i)] == held ? tested : training).push_back(i);
            model::Forest forest(
                {.trees = forests[f].trees, .depth = forests[f].depth, .seed = options.seed},
                features, people.outcome_kind);
            forest.fit(model::TrainingPeople{.people = training,
                                             .outcome = people.outcome,
                                             .substream = static_cast<std::uint32_t>(held)});
            std::vector<double> predicted(tested.size());
            forest.predict(tested, predicted);
            for (std::size_t k = 0; k < tested.size(); ++k)
              scores[f][static_cast<std::size_t>(tested[k])] = predicted[k];
          });
  for (std::size_t f = 0; f < forests.size(); ++f) {
    const methods::SourcesInput::GivenModel given{.name = "forest", .score = std::move(scores[f])};
    forests[f].rates = occupation_rates(people, methods::evaluate(people, {}, given));
  }
  return forests;
}

}  // namespace faultline::studies
