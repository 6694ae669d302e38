// Clusters inside against outside: by hand, where one is planted, where groups differ everywhere
// and where base rates differ.

#include <cmath>

#include "cluster_people.hpp"
#include "support/upper_limit.hpp"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "faultline/math/normal.hpp"
#include "faultline/methods/sources/cluster_excess.hpp"
#include "faultline/methods/sources/contrasts.hpp"

namespace faultline::methods {
namespace {

WeightedCost share(double mean, double n) {
  return {.people = static_cast<std::int64_t>(n), .weight = n, .effective = n, .mean = mean};
}

TEST(ClusterExcess, ByHandWithOneErrorAndOneSuccessAdded) {
  const auto found =
      cluster_excess({share(0.3, 98), share(0, 198)}, {share(0.1, 498), share(0.05, 398)}, 1, 50);
  ASSERT_TRUE(found);
  EXPECT_NEAR(found->gap_inside, 0.3, 1e-12);
  EXPECT_NEAR(found->gap_outside, 0.05, 1e-12);
  const double cells[4] = {(0.3 * 98 + 1) / 100, 1.0 / 200, (0.1 * 498 + 1) / 500,
                           (0.05 * 398 + 1) / 400};
  const double n[4] = {100, 200, 500, 400};
  double variance = 0;
  for (int k = 0; k < 4; ++k) variance += cells[k] * (1 - cells[k]) / n[k];
  const double z = (cells[0] - cells[1] - cells[2] + cells[3]) / std::sqrt(variance);
  EXPECT_NEAR(found->z, z, 1e-12);
  EXPECT_NEAR(found->p_value, math::normal_upper_tail(z), 1e-15);
  // Larger inside in the other direction is not what is asked.
  const auto other =
      cluster_excess({share(0.3, 98), share(0, 198)}, {share(0.1, 498), share(0.05, 398)}, -1, 50);
  EXPECT_NEAR(other->z, -z, 1e-12);
}

TEST(ClusterExcess, NoneWithFewPeopleAnywhereOrWithoutSpread) {
  EXPECT_FALSE(
      cluster_excess({share(0.3, 98), share(0, 49)}, {share(0.1, 500), share(0.1, 400)}, 1, 50));
  EXPECT_FALSE(
      cluster_excess({share(0.3, 98), share(0, 98)}, {share(0.1, 500), share(0.1, 49)}, 1, 50));
  WeightedCost flat = share(2, 100);
  flat.share = false;
  EXPECT_FALSE(cluster_excess({flat, flat}, {flat, flat}, 1, 50));
}

TEST(Contrasts, TwoGroupsOnceMoreGroupsEachAgainstAllOthers) {
  const auto two = contrasts_of({"a", "b"});
  ASSERT_EQ(two.size(), 1U);
  EXPECT_EQ(two[0].names, (SourcesReport::Groups{"a", "b"}));
  const auto three = contrasts_of({"a", "b", "c"});
  ASSERT_EQ(three.size(), 3U);
  EXPECT_EQ(three[1].names, (SourcesReport::Groups{"b", "all others"}));
  const std::vector<std::int32_t> group{0, 1, 2, 1};
  EXPECT_THAT(three[1].sides(group), ::testing::ElementsAre(1, 0, 1, 0));
  EXPECT_TRUE(contrasts_of({"a"}).empty());
}

TEST(ClusterTests, ThePlantedClusterIsNamedWithItsBaseRates) {
  SourcesOptions options;
  options.k_means = 0;
  const SourcesReport report = clusters_of(make_people(3000), options);
  ASSERT_FALSE(report.cluster_tests.empty());
  const auto& first = report.cluster_tests.front();
  EXPECT_EQ(first.cluster, "job = cook");
  EXPECT_TRUE(first.named);
  EXPECT_EQ(first.metric, CostMetric::zero_one);
  EXPECT_NEAR(first.gap, -0.5, 0.1);
  EXPECT_NEAR(first.gap_outside, 0, 0.1);
  EXPECT_NEAR(first.mean_outcome.first, 0.4, 0.1);
  EXPECT_NEAR(first.mean_outcome_outside.second, 0.4, 0.1);
  EXPECT_GE(*first.p_value_adjusted, first.p_value);
  for (std::size_t i = 1; i < report.cluster_tests.size(); ++i) {
    EXPECT_LE(report.cluster_tests[i].z, report.cluster_tests[i - 1].z);
    EXPECT_FALSE(report.cluster_tests[i].named);
  }
}

TEST(ClusterTests, OfThreeGroupsTheOneThatDiffersIsNamed) {
  SourcesOptions options;
  options.k_means = 0;
  const SourcesReport report = clusters_of(make_people(3000, 3), options);
  std::vector<std::string> named;
  for (const auto& test : report.cluster_tests) {
    if (test.named && test.groups.first == "b") named.push_back(test.cluster);
    EXPECT_EQ(test.groups.second, "all others");
  }
  EXPECT_THAT(named, ::testing::ElementsAre("job = cook"));
}

/// Group b errs more often everywhere alike; base rates follow the place.
SourcesReport alike_everywhere(std::uint32_t set, double errors_a, double errors_b) {
  constexpr std::int64_t kPeople = 4'000;
  rng::Stream stream(47, rng::Purpose::test, set);
  SourcesInput input;
  input.groups = {"a", "b"};
  data::Attribute place{.name = "place"};
  for (int v = 0; v < 10; ++v) place.labels.push_back(std::string(1, static_cast<char>('A' + v)));
  std::vector<data::Code> codes;
  SourcesInput::GivenModel given{.name = "p"};
  for (std::int64_t i = 0; i < kPeople; ++i) {
    codes.push_back(static_cast<data::Code>(rng::below(stream, 10)));
    input.group.push_back(rng::bernoulli(stream, 0.4) ? 1 : 0);
    const double base = 0.2 + 0.06 * static_cast<double>(codes.back());
    input.outcome.push_back(rng::bernoulli(stream, base) ? 1 : 0);
    const bool wrong = rng::bernoulli(stream, input.group.back() == 1 ? errors_b : errors_a);
    given.score.push_back((input.outcome.back() != 0) != wrong ? 0.9 : 0.1);
  }
  input.features = std::make_unique<model::Features>(kPeople);
  input.features->add(place, codes);
  SourcesOptions options;
  options.k_means = 0;
  SourcesReport report;
  add_clusters(input, options, evaluate(input, options, given), {}, report);
  return report;
}

TEST(ClusterTests, NoneIsNamedWhereGroupsDifferEverywhereAlike) {
  constexpr int kDataSets = 60;
  for (const auto& [a, b] : {std::pair(0.05, 0.25), std::pair(0.005, 0.03)}) {
    int named = 0;
    for (std::uint32_t set = 0; set < kDataSets; ++set) {
      const SourcesReport report = alike_everywhere(set, a, b);
      ASSERT_FALSE(report.cluster_tests.empty());
      for (const auto& test : report.cluster_tests) named += test.named ? 1 : 0;
    }
    // Level .05: more with probability below 1e-6.
    EXPECT_LE(named, testing::upper_limit(kDataSets, 0.05, 1e-6)) << a << " " << b;
  }
}

}  // namespace
}  // namespace faultline::methods
