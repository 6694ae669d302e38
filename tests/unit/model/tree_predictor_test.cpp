#include "faultline/model/tree_predictor.hpp"

#include <cmath>
#include <vector>

#include "feature_people.hpp"
#include <gtest/gtest.h>

#include "faultline/parallel/for_each.hpp"

namespace faultline::model {
namespace {

using testing::attribute;
using testing::feature_people;
using testing::FeaturePeople;

std::vector<double> predictions(const PredictorOptions& options, const FeaturePeople& people,
                                std::uint32_t substream = 0) {
  const auto predictor = make_predictor(options, people.features, OutcomeKind::binary);
  predictor->fit({.people = people.everybody, .outcome = people.binary, .substream = substream});
  std::vector<double> out(people.everybody.size());
  predictor->predict(people.everybody, out);
  return out;
}

// Four cells of 50 people; the outcome needs both attributes at once.
FeaturePeople four_cells() {
  FeaturePeople people;
  people.features = Features(200);
  std::vector<data::Code> a;
  std::vector<data::Code> b;
  for (int i = 0; i < 200; ++i) {
    a.push_back(static_cast<data::Code>(i % 2));
    b.push_back(static_cast<data::Code>(i / 2 % 2));
    const int of_ten = i / 4 % 10;  // rates .1, .7, .8, .3
    const int ones = a.back() == 0 ? (b.back() == 0 ? 1 : 8) : (b.back() == 0 ? 7 : 3);
    people.binary.push_back(of_ten < ones ? 1.0 : 0.0);
    people.everybody.push_back(i);
  }
  people.features.add(attribute("a", 2), a);
  people.features.add(attribute("b", 2), b);
  return people;
}

TEST(TreePredictor, LeavesAreMeans) {
  const auto p = predictions({.kind = PredictorKind::tree, .depth = 2}, four_cells());
  const double expected[4] = {0.1, 0.7, 0.8, 0.3};
  for (std::size_t i = 0; i < p.size(); ++i) EXPECT_NEAR(p[i], expected[i % 4], 1e-6);
}

TEST(TreePredictor, DepthLimitsTheLeaves) {
  const auto p = predictions({.kind = PredictorKind::tree, .depth = 1}, four_cells());
  for (std::size_t i = 4; i < p.size(); ++i) EXPECT_EQ(p[i], p[i % 4]);
  // One split: by b (rates .4 and .55) or by a (.45 and .5); b explains more.
  EXPECT_NEAR(p[0], 0.4, 1e-6);
  EXPECT_NEAR(p[2], 0.55, 1e-6);
}

TEST(TreePredictor, ForestAveragesTreesThatDiffer) {
  const FeaturePeople people = feature_people(31, 300);
  const auto one = predictions({.kind = PredictorKind::forest, .trees = 1}, people);
  const auto two = predictions({.kind = PredictorKind::forest, .trees = 2}, people);
  double differ = 0;
  for (std::size_t i = 0; i < one.size(); ++i) {
    const double second = 2 * two[i] - one[i];  // the first tree is in both
    EXPECT_GE(second, -1e-6);
    EXPECT_LE(second, 1 + 1e-6);
    differ += std::abs(second - one[i]) > 0.5 ? 1 : 0;
  }
  EXPECT_GT(differ, 10);
}

// Sixteen columns tell the outcome equally well, so a tree asks the first of those that it tries.
// Somebody with every other column of either kind gets votes for both.
TEST(TreePredictor, TreesTryDifferentColumns) {
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
  const auto predictor = make_predictor({.kind = PredictorKind::forest, .trees = 200},
                                        people.features, OutcomeKind::binary);
  predictor->fit({.people = std::span(people.everybody).first(n - 1), .outcome = people.binary});
  std::vector<double> p(1);
  predictor->predict(std::span(people.everybody).last(1), p);
  // The lowest of 4 out of 16 is even with probability .569; six deviations of 200 draws are .21.
  EXPECT_NEAR(1 - p[0], 0.569, 0.21);
}

TEST(TreePredictor, SeedAndSubstreamTellForestsApart) {
  const FeaturePeople people = feature_people(33, 200);
  const PredictorOptions options{.kind = PredictorKind::forest, .trees = 5};
  PredictorOptions other = options;
  other.seed = 2;
  EXPECT_EQ(predictions(options, people, 4), predictions(options, people, 4));
  EXPECT_NE(predictions(options, people, 4), predictions(options, people, 5));
  EXPECT_NE(predictions(options, people, 4), predictions(other, people, 4));
}

TEST(TreePredictor, SameBitsOnAnyNumberOfThreads) {
  const FeaturePeople people = feature_people(34, 200, true);
  for (const PredictorKind kind : {PredictorKind::forest, PredictorKind::boosted}) {
    const PredictorOptions options{.kind = kind, .trees = 10};
    std::vector<std::vector<double>> expected;
    for (std::uint32_t i = 0; i < 8; ++i) expected.push_back(predictions(options, people, i));
    std::vector<std::vector<double>> out(8);
    parallel::for_each(8, 4, [&](std::int64_t i) {
      out[static_cast<std::size_t>(i)] =
          predictions(options, people, static_cast<std::uint32_t>(i));
    });
    EXPECT_EQ(out, expected);
  }
}

TEST(TreePredictor, PredictsOtherPeopleThanItAskedBefore) {
  const FeaturePeople people = feature_people(35, 100);
  const auto all = predictions({.kind = PredictorKind::boosted, .trees = 5}, people);
  const auto predictor = make_predictor({.kind = PredictorKind::boosted, .trees = 5},
                                        people.features, OutcomeKind::binary);
  predictor->fit({.people = people.everybody, .outcome = people.binary});
  for (const std::vector<std::int64_t>& asked :
       {std::vector<std::int64_t>{5, 3}, {5, 4}, {}, {99, 99, 0}}) {
    std::vector<double> out(asked.size());
    predictor->predict(asked, out);
    for (std::size_t i = 0; i < asked.size(); ++i) {
      EXPECT_EQ(out[i], all[static_cast<std::size_t>(asked[i])]);
    }
  }
}

}  // namespace
}  // namespace faultline::model
