#include "faultline/base/options.hpp"

#include <algorithm>
#include <array>

#include "faultline/base/error.hpp"
#include "faultline/methods/common_members.hpp"
#include "faultline/methods/sources/input.hpp"

namespace faultline::methods {
std::span<const describe::Word> words(Evaluation) {
  static constexpr std::array kWords{
      describe::word(Evaluation::folds, "folds", "By cross-validation over everybody"),
      describe::word(Evaluation::split, "split", "On one test part")};
  return kWords;
}

std::span<const describe::Word> words(TrainingDraws) {
  static constexpr std::array kWords{
      describe::word(TrainingDraws::halves, "halves", "Halves of the people, in pairs"),
      describe::word(TrainingDraws::bootstrap, "bootstrap", "Bootstrap samples"),
      describe::word(TrainingDraws::splits, "splits", "Random splits")};
  return kWords;
}

std::span<const describe::Word> words(ClusterRank) {
  static constexpr std::array kWords{
      describe::word(ClusterRank::gap, "gap", "The difference of the two groups farthest apart"),
      describe::word(ClusterRank::variance, "variance", "The variance of all groups' costs")};
  return kWords;
}

std::span<const describe::Word> words(OptimumEstimator) {
  static constexpr std::array kWords{
      describe::word(OptimumEstimator::nearest_neighbour, "nearest-neighbour"),
      describe::word(OptimumEstimator::boosted, "boosted"),
      describe::word(OptimumEstimator::range, "range", "Both, and the range between them"),
      describe::word(OptimumEstimator::candidates, "candidates",
                     "The candidate that costs the group least; range without part candidates")};
  return kWords;
}

const describe::Object& description(const SourcesOptions*) {
  using describe::member;
  using Options = SourcesOptions;
  static const describe::Object object{
      "How the sources of differences are found",
      {member<&Options::evaluation>(
           "evaluation",
           "Measure costs by cross-validation over everybody (folds), or on one test part (split)")
           .under("Learner"),
       member<&Options::folds>("folds", "Divide people into N folds for cross-validation").from(2),
       member<&Options::test_share>("test_share", "Put this share of people into a test part")
           .above(0)
           .below(1),
       member<&Options::repetitions>(
           "repetitions",
           "Draw N training sets for the decomposition, and N splits for every learning curve")
           .under("Parts")
           .from(2),
       member<&Options::sizes>("sizes",
                               "Train on these numbers of people for the learning curve; without "
                               "it, on eight from a 64th of the people to all who are not tested")
           .named("N1,N2,N3")
           .split()
           .from(2),
       member<&Options::gap>(
           "gap",
           "Estimate how many people would bring the difference down to X; 0 stands for a tenth of "
           "the present difference where the outcome is a number, and for 0.01 elsewhere")
           .from(0),
       member<&Options::budget>(
           "budget",
           "Start no new fit for curves and decomposition after this many seconds; 0 sets no limit")
           .named("SECONDS")
           .from(0),
       member<&Options::draws>("draws",
                               "Train the decomposition on halves of the people, on bootstrap "
                               "samples, or on random splits"),
       member<&Options::noise_estimator>(
           "noise_estimator",
           "Estimate the best possible prediction, for the decomposition, in this way; candidates "
           "takes the model that costs the group least, range gives the range of the other two"),
       member<&Options::bhattacharyya_lambda>("lambda",
                                              "Add X as a ridge to the covariances in "
                                              "Bhattacharyya's bound (this is not the lambda of "
                                              "ijdi); leave it as it is unless you know it")
           .above(0),
       member<&Options::neighbours>("neighbours", "Use N neighbours in the nearest-neighbour bound")
           .from(1),
       member<&Options::least_people>(
           "least_people", "Compare a group within a cluster when it has at least N people there")
           .from(2),
       member<&Options::k_means>("k_means", "Form N clusters by k-means; 0 forms none").from(0),
       member<&Options::topics>("topics", "Form N topics from `text`").from(2),
       member<&Options::top_clusters>("top",
                                      "Report the N clusters with the largest gaps for each metric")
           .from(1),
       member<&Options::rank_clusters>(
           "rank_clusters",
           "Put clusters first by the difference of the two groups farthest apart, or by the "
           "variance of all groups' costs"),
       member<&Options::labels>(
           "labels",
           "Say how N new labels, shared among the groups, would help the worst-off group most; 0 "
           "does not ask")
           .from(0),
       member<&Options::alpha>(
           "alpha",
           "Compute intervals that cover with probability 1 - X; also the level of the tests")
           .above(0)
           .below(1),
       seed_member<&Options::seed>(),
       threads_member<&Options::threads>()}};
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
