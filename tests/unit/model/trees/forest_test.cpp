#include "faultline/model/trees/forest.hpp"

#include <cmath>
#include <limits>
#include <map>
#include <vector>

#include "unit/model/trees/fitted_predictions.hpp"
#include <gtest/gtest.h>

#include "faultline/model/registry.hpp"
#include "faultline/parallel/for_each.hpp"

namespace faultline::model {
namespace {

using testing::attribute;
using testing::feature_people;
using testing::FeaturePeople;
using testing::predictions;

GrowthRules tries(int columns) { return {.split = {.columns_tried = columns}}; }

// Sum over the two sides of (sum of outcomes)^2 / weight, which least squares maximises.
double score(const FeaturePeople& people, const std::vector<double>& x, double threshold,
             const std::vector<double>& weight) {
  double sum[2] = {0, 0};
  double n[2] = {0, 0};
  for (std::size_t i = 0; i < x.size(); ++i) {
    sum[x[i] > threshold] += weight[i] * people.number[i];
    n[x[i] > threshold] += weight[i];
  }
  return n[0] == 0 || n[1] == 0 ? 0 : sum[0] * sum[0] / n[0] + sum[1] * sum[1] / n[1];
}

// With every column tried, the first split is the best of all columns and thresholds: by counting
// (age has 50 levels) and by sorting (hours are all different).
TEST(TreeGrower, FirstSplitIsTheBestOfAll) {
  for (int seed = 81; seed < 93; ++seed) {
    FeaturePeople people = feature_people(static_cast<std::uint64_t>(seed), 60, true);
    // Somewhat more people than learnt from, so that levels are more than four times as many.
    FeaturePeople crowd = feature_people(static_cast<std::uint64_t>(seed), 600, true);
    std::vector<double> weight(60);
    for (std::size_t i = 0; i < 60; ++i) weight[i] = static_cast<double>(i % 3);
    for (double& y : people.number) y -= 1e6;
    TreeGrower grower(crowd.features);
    grower.load(people.everybody, people.number);
    rng::Stream stream(1, rng::Purpose::test, 0);
    const RegressionTree tree = grower.grow(weight, tries(crowd.features.columns()), stream);
    double best = 0;
    for (int j = 0; j < people.features.columns(); ++j) {
      const std::vector<double> x = people.features.column(j);
      for (std::size_t i = 0; i < x.size(); ++i) {
        if (weight[i] > 0) best = std::max(best, score(people, x, x[i], weight));
      }
    }
    const RegressionTree::Node& root = tree.nodes.front();
    ASSERT_GE(root.column, 0);
    EXPECT_NEAR(score(people, people.features.column(root.column), root.value, weight), best,
                1e-9 * best);
  }
}

TEST(TreeGrower, GrowsUntilEveryLeafIsPure) {
  FeaturePeople people = feature_people(95, 200, true);
  const std::vector<double> weight(200, 1);
  TreeGrower grower(people.features);
  grower.load(people.everybody, people.number);
  for (const int tried : {1, 3, 12}) {
    rng::Stream stream(1, rng::Purpose::test, 0);
    const RegressionTree tree = grower.grow(weight, tries(tried), stream);
    EXPECT_EQ(tree.nodes.size(), 399U);  // one leaf per person
    std::vector<double> out(200, 0.0);
    grower.add_predictions(tree, people.everybody, out);
    EXPECT_EQ(out, people.number);
  }
}

// One column is tried at a split; of 21, only the last varies.
TEST(TreeGrower, DrawsAgainWhenNothingVaries) {
  FeaturePeople people;
  people.features = Features(32);
  people.features.add(attribute("a", 20), std::vector<data::Code>(32, 3));
  std::vector<double> x;
  for (int i = 0; i < 32; ++i) {
    people.everybody.push_back(i);
    people.number.push_back(i % 2);
    x.push_back(i);
  }
  people.features.add("x", x);
  TreeGrower grower(people.features);
  grower.load(people.everybody, people.number);
  rng::Stream stream(1, rng::Purpose::test, 0);
  const RegressionTree tree = grower.grow(std::vector<double>(32, 2), tries(1), stream);
  EXPECT_EQ(tree.nodes.size(), 63U);
}

TEST(TreeGrower, PeopleAlikeShareALeaf) {
  Features features(4);
  features.add("x", std::vector<double>{1, 1, 1, 5});
  TreeGrower grower(features);
  const std::vector<std::int64_t> people{0, 1, 2, 3};
  grower.load(people, std::vector<double>{1, 0, 0, 1});
  rng::Stream stream(1, rng::Purpose::test, 0);
  const RegressionTree tree = grower.grow(std::vector<double>{2, 1, 0, 1}, tries(1), stream);
  std::vector<double> out(4, 0.0);
  grower.add_predictions(tree, people, out);
  EXPECT_EQ(out, (std::vector<double>{2.0 / 3, 2.0 / 3, 2.0 / 3, 1}));
  EXPECT_EQ(tree.nodes.front().value, 3);  // halfway
}

// Neighbouring doubles have no halfway: the lower one is the threshold.
TEST(TreeGrower, SplitsNeighbouringDoubles) {
  const double one = 1;
  const double next = std::nextafter(one, std::numeric_limits<double>::infinity());
  Features features(2);
  features.add("x", std::vector<double>{one, next});
  TreeGrower grower(features);
  const std::vector<std::int64_t> people{0, 1};
  grower.load(people, std::vector<double>{0, 1});
  rng::Stream stream(1, rng::Purpose::test, 0);
  std::vector<double> out(2, 0.0);
  grower.add_predictions(grower.grow(std::vector<double>{1, 1}, tries(1), stream), people, out);
  EXPECT_EQ(out, (std::vector<double>{0, 1}));
}

TEST(TreeGrower, LimitsOfDepthAndLeafHold) {
  const FeaturePeople people = feature_people(96, 200, true);
  TreeGrower grower(people.features);
  grower.load(people.everybody, people.number);
  rng::Stream stream(1, rng::Purpose::test, 0);
  const std::vector<double> weight(200, 0.5);
  const int all = people.features.columns();
  EXPECT_EQ(grower.grow(weight, {.split = {.columns_tried = all}, .depth = 1}, stream).nodes.size(),
            3U);
  const RegressionTree tree =
      grower.grow(weight, {.split = {.columns_tried = all, .leaf = 10}}, stream);
  std::vector<double> out(200, 0.0);
  grower.add_predictions(tree, people.everybody, out);
  std::map<double, int> leaves;
  for (const double value : out) ++leaves[value];
  EXPECT_GT(leaves.size(), 4U);
  for (const auto& [value, count] : leaves) EXPECT_GE(count, 20);
}

TEST(Forest, AveragesTreesThatDiffer) {
  const FeaturePeople people = feature_people(31, 300);
  const auto one = predictions({.kind = LearnerKind::forest, .trees = 1}, people);
  const auto two = predictions({.kind = LearnerKind::forest, .trees = 2}, people);
  double differ = 0;
  for (std::size_t i = 0; i < one.size(); ++i) {
    const double second = 2 * two[i] - one[i];  // the first tree is in both
    EXPECT_GE(second, -1e-6);
    EXPECT_LE(second, 1 + 1e-6);
    differ += std::abs(second - one[i]) > 0.5 ? 1 : 0;
  }
  EXPECT_GT(differ, 10);
}

// Sixteen columns tell the outcome equally well, so a tree asks the first that it tries.
// Somebody with every other column of either kind gets votes for both.
TEST(Forest, TreesTryDifferentColumns) {
  FeaturePeople people;
  const int n = 41;
  people.features = Features(n);
  for (int i = 0; i < n; ++i) {
    people.everybody.push_back(i);
    people.binary.push_back(i % 2);
  }
  for (int j = 0; j < 16; ++j) {
    std::vector<double> x = people.binary;
    x.back() = j % 2;
    people.features.add(std::string(1, static_cast<char>('a' + j)), x);
  }
  const auto predictor = make_learner({.kind = LearnerKind::forest, .trees = 200}, people.features,
                                      OutcomeKind::binary);
  predictor->fit({.people = std::span(people.everybody).first(n - 1), .outcome = people.binary});
  std::vector<double> p(1);
  predictor->predict(std::span(people.everybody).last(1), p);
  EXPECT_NEAR(p[0], 0.5, 0.21);  // six deviations of 200 draws
}

TEST(Forest, SeedAndSubstreamTellForestsApart) {
  const FeaturePeople people = feature_people(33, 200);
  const LearnerOptions options{.kind = LearnerKind::forest, .trees = 5};
  LearnerOptions other = options;
  other.seed = 2;
  EXPECT_EQ(predictions(options, people, 4), predictions(options, people, 4));
  EXPECT_NE(predictions(options, people, 4), predictions(options, people, 5));
  EXPECT_NE(predictions(options, people, 4), predictions(other, people, 4));
}

TEST(Forest, SameBitsOnAnyNumberOfThreads) {
  const FeaturePeople people = feature_people(34, 200, true);
  const LearnerOptions options{.kind = LearnerKind::forest, .trees = 10};
  std::vector<std::vector<double>> expected;
  for (std::uint32_t i = 0; i < 8; ++i) expected.push_back(predictions(options, people, i));
  std::vector<std::vector<double>> out(8);
  parallel::for_each(8, 4, [&](std::int64_t i) {
    out[static_cast<std::size_t>(i)] = predictions(options, people, static_cast<std::uint32_t>(i));
  });
  EXPECT_EQ(out, expected);
}

}  // namespace
}  // namespace faultline::model
