#include <cmath>
#include <vector>

#include "support/needs_trees.hpp"
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

TEST(Tree, LeavesAreMeans) {
  const auto p = predictions({.kind = LearnerKind::tree, .depth = 2}, four_cells());
  const double expected[4] = {0.1, 0.7, 0.8, 0.3};
  for (std::size_t i = 0; i < p.size(); ++i) EXPECT_NEAR(p[i], expected[i % 4], 1e-6);
}

TEST(Tree, DepthLimitsTheLeaves) {
  const auto p = predictions({.kind = LearnerKind::tree, .depth = 1}, four_cells());
  for (std::size_t i = 4; i < p.size(); ++i) EXPECT_EQ(p[i], p[i % 4]);
  // One split: by b (rates .4 and .55) or by a (.45 and .5); b explains more.
  EXPECT_NEAR(p[0], 0.4, 1e-6);
  EXPECT_NEAR(p[2], 0.55, 1e-6);
}

TEST(Trees, SameBitsOnAnyNumberOfThreads) {
  FAULTLINE_NEEDS_TREES();
  const FeaturePeople people = feature_people(34, 200, true);
  for (const LearnerKind kind : {LearnerKind::tree, LearnerKind::boosted}) {
    const LearnerOptions options{.kind = kind, .trees = 10};
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

TEST(Boosted, PredictsOtherPeopleThanItAskedBefore) {
  FAULTLINE_NEEDS_TREES();
  const FeaturePeople people = feature_people(35, 100);
  const auto all = predictions({.kind = LearnerKind::boosted, .trees = 5}, people);
  const auto predictor = make_learner({.kind = LearnerKind::boosted, .trees = 5}, people.features,
                                      OutcomeKind::binary);
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
