#include "faultline/base/options.hpp"

#include <algorithm>
#include <array>

#include "faultline/base/error.hpp"
#include "faultline/methods/sources/input.hpp"
#include "faultline/parallel/workers.hpp"

namespace faultline::methods {
std::span<const describe::Word> words(Evaluation) {
  static constexpr std::array kWords{
      describe::word(Evaluation::folds, "folds", "By cross-validation over everybody"),
      describe::word(Evaluation::split, "split", "On one test part")};
  return kWords;
}

std::span<const describe::Word> words(TrainingDraws) {
  static constexpr std::array kWords{
      describe::word(TrainingDraws::bootstrap, "bootstrap", "Bootstrap samples"),
      describe::word(TrainingDraws::splits, "splits", "Random splits")};
  return kWords;
}

std::span<const describe::Word> words(OptimumEstimator) {
  static constexpr std::array kWords{
      describe::word(OptimumEstimator::nearest_neighbour, "nearest-neighbour"),
      describe::word(OptimumEstimator::boosted, "boosted"),
      describe::word(OptimumEstimator::range, "range", "Both, and the range between them")};
  return kWords;
}

const describe::Object& description(const SourcesOptions*) {
  using describe::member;
  using Options = SourcesOptions;
  static const describe::Object object{
      "How the sources of differences are found",
      {member<&Options::evaluation>("evaluation",
                                    "Costs by cross-validation over everybody, or on one test part")
           .under("Learner"),
       member<&Options::folds>("folds", "Number of folds of the cross-validation").from(2),
       member<&Options::test_share>("test_share", "Share of people in a test part")
           .above(0)
           .below(1),
       member<&Options::repetitions>(
           "repetitions", "Training sets of the decomposition, and splits of every learning curve")
           .under("Parts")
           .from(2),
       member<&Options::sizes>("sizes",
                               "Training sizes of the curve; without it, eight from a 64th of the "
                               "people to all that are not tested")
           .named("N1,N2,N3")
           .split()
           .from(2),
       member<&Options::gap>("gap",
                             "Difference that more data should reach: how many people? 0: one "
                             "point, or a tenth of today's for numbers")
           .from(0),
       member<&Options::budget>(
           "budget",
           "Begin no new fit of curves and decomposition after so many seconds; 0: no limit")
           .named("SECONDS")
           .from(0),
       member<&Options::draws>(
           "draws", "Training sets of the decomposition: bootstrap samples, or random splits"),
       member<&Options::noise_estimator>(
           "noise_estimator",
           "What is optimal for a person, in the decomposition: one estimate, or the range of "
           "both"),
       member<&Options::bhattacharyya_lambda>(
           "lambda", "Added to the covariances of Bhattacharyya's bound, which depends on it")
           .above(0),
       member<&Options::neighbours>("neighbours", "Neighbours of the nearest-neighbour bound")
           .from(1),
       member<&Options::least_people>("least_people",
                                      "A group takes part in a cluster with so many people there")
           .from(2),
       member<&Options::k_means>("k_means", "Clusters of k-means to try; 0: none").from(0),
       member<&Options::topics>("topics", "Topics of `text`").from(2),
       member<&Options::top_clusters>("top", "Clusters to report per metric").from(1),
       member<&Options::alpha>("alpha", "Intervals hold 1 - X; level of tests").above(0).below(1),
       member<&Options::seed>("seed", "Seed of all random numbers").under("Common"),
       member<&Options::threads>("threads", "0 is all; the result does not depend on it")
           .from(0)
           .to(parallel::kMostThreads)
           .local()}};
  return object;
}

void validate(const SourcesOptions& options) {
  describe::check(options);
  if (options.k_means == 1) throw OptionError("k_means", "1", "must be 0, or 2 or more");
  if (options.sizes.empty()) return;
  std::vector<std::int64_t> distinct = options.sizes;
  std::sort(distinct.begin(), distinct.end());
  distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
  if (distinct.size() < 3)
    throw ConfigError("`sizes`: a curve needs at least three different training sizes");
}

std::vector<CostMetric> metrics_of(model::OutcomeKind outcome) {
  if (outcome == model::OutcomeKind::number) return {CostMetric::mse};
  return {CostMetric::fpr, CostMetric::fnr, CostMetric::zero_one, CostMetric::generalised_zero_one,
          CostMetric::mse};
}

}  // namespace faultline::methods
