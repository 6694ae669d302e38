// Costs inside clusters, and the tests of their differences.

#include <cmath>
#include <map>
#include <memory>
#include <numeric>

#include "cluster_people.hpp"
#include "support/upper_limit.hpp"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "faultline/base/text.hpp"
#include "faultline/math/normal.hpp"
#include "faultline/methods/sources/cluster_candidates.hpp"
#include "faultline/methods/sources/cluster_cost.hpp"
#include "faultline/methods/sources/cluster_names.hpp"
#include "faultline/methods/sources/clusters.hpp"
#include "faultline/methods/sources/share_test.hpp"
#include "faultline/rng/draw.hpp"

namespace faultline::methods {
namespace {

TEST(Clusters, HardClustersHaveThePlainLevel) {
  const ClusterPeople people = make_people(1500);
  SourcesOptions options;
  options.k_means = 0;
  options.top_clusters = 100;
  const SourcesReport report = clusters_of(people, options);
  const auto fnr = by_metric(report, CostMetric::fnr);
  ASSERT_EQ(fnr.size(), 10U);
  for (const auto& cluster : fnr) {
    SCOPED_TRACE(cluster.cluster);
    ModelPredictions inside;
    for (const CandidateCluster& side : feature_sides(*people.input.features)) {
      if (side.name != cluster.cluster) continue;
      std::vector<double> member(people.evaluated.person.size());
      side.fill(people.evaluated.person, member);
      for (std::size_t i = 0; i < member.size(); ++i) {
        if (member[i] == 0) continue;
        inside.outcome.push_back(people.evaluated.predicted.outcome[i]);
        inside.score.push_back(people.evaluated.predicted.score[i]);
        inside.group.push_back(people.evaluated.predicted.group[i]);
      }
    }
    decide(inside);
    const auto costs = group_costs(CostMetric::fnr, inside, 2);
    const auto plain = level(costs[0], costs[1]);
    ASSERT_TRUE(plain);
    EXPECT_NEAR(cluster.gap, plain->difference, 1e-12);
    // Rates are tested as shares.
    const auto share = [](const GroupCost& cost) {
      return Share{.wrong = cost.mean * static_cast<double>(cost.n),
                   .n = static_cast<double>(cost.n)};
    };
    EXPECT_NEAR(*cluster.p_value, share_p_value(share(costs[0]), share(costs[1])), 1e-10);
    const auto interval = share_interval(share(costs[0]), share(costs[1]), 0.05);
    EXPECT_NEAR(cluster.interval->first, interval.first, 1e-12);
    EXPECT_NEAR(cluster.interval->second, interval.second, 1e-12);
    EXPECT_NEAR(cluster.groups[0].n, static_cast<double>(costs[0].n), 1e-9);
    EXPECT_NEAR(cluster.groups[1].se, costs[1].standard_error(), 1e-12);
  }
}

// Errors that have nothing to do with anything: rare ones, in many small clusters.
TEST(Clusters, NothingIsFoundInNoise) {
  constexpr std::int64_t kPeople = 12'000;
  constexpr int kDataSets = 20;
  int with_findings = 0;
  for (std::uint32_t set = 0; set < kDataSets; ++set) {
    rng::Stream stream(31, rng::Purpose::test, set);
    SourcesInput input;
    input.groups = {"a", "b"};
    data::Attribute place{.name = "place"};
    for (int v = 0; v < 20; ++v) place.labels.push_back(std::string(1, static_cast<char>('A' + v)));
    std::vector<data::Code> codes;
    SourcesInput::GivenModel given{.name = "p"};
    for (std::int64_t i = 0; i < kPeople; ++i) {
      codes.push_back(static_cast<data::Code>(rng::below(stream, 20)));
      input.group.push_back(rng::bernoulli(stream, 0.2) ? 1 : 0);
      input.outcome.push_back(rng::bernoulli(stream, 0.5) ? 1 : 0);
      const bool wrong = rng::bernoulli(stream, 0.02);
      given.score.push_back((input.outcome.back() != 0) != wrong ? 0.9 : 0.1);
    }
    input.features = std::make_unique<model::Features>(kPeople);
    input.features->add(place, codes);
    SourcesOptions options;
    options.k_means = 0;
    options.top_clusters = 1000;
    SourcesReport report;
    add_clusters(input, options, evaluate(input, options, given), {}, report);
    ASSERT_GT(report.clusters_tried, 20);
    bool any = false;
    for (const auto& cluster : report.clusters) {
      if (cluster.metric == result::CostMetric::fpr || cluster.metric == result::CostMetric::fnr ||
          cluster.metric == result::CostMetric::zero_one)
        any = any || *cluster.p_value_adjusted <= 0.05;
    }
    with_findings += any ? 1 : 0;
  }
  // Three families of level .05 at most: more of 20 with probability below 1e-6.
  EXPECT_LE(with_findings, testing::upper_limit(kDataSets, 0.15, 1e-6));
}

TEST(Clusters, PairsAreCountedWithThreeGroups) {
  const ClusterPeople people = make_people(3000, 3);
  const SourcesReport report = clusters_of(people);
  const auto worst = by_metric(report, CostMetric::zero_one).front();
  EXPECT_EQ(worst.cluster, "job = cook");
  ASSERT_EQ(worst.groups.size(), 3U);
  EXPECT_TRUE(worst.pair.first == "b" || worst.pair.second == "b");
  // A pair by hand.
  std::vector<WeightedCost> costs(3);
  costs[0] = {
      .people = 100, .weight = 100, .effective = 100, .mean = 0.1, .se = 0.03, .share = false};
  costs[1] = {
      .people = 100, .weight = 100, .effective = 100, .mean = 0.3, .se = 0.04, .share = false};
  costs[2] = {
      .people = 80, .weight = 80, .effective = 80, .mean = 0.15, .se = 0.05, .share = false};
  const auto gap = largest_gap(costs, 50, 0.05);
  ASSERT_TRUE(gap);
  EXPECT_EQ(gap->first, 0U);
  EXPECT_EQ(gap->second, 1U);
  EXPECT_NEAR(gap->p_value, 3 * 2 * math::normal_upper_tail(4), 1e-12);
  EXPECT_NEAR(gap->interval.first, -0.2 - math::normal_quantile(1 - 0.05 / 6) * 0.05, 1e-12);
  // A group with too few people takes no part.
  costs[1].effective = 49;
  const auto other = largest_gap(costs, 50, 0.05);
  ASSERT_TRUE(other);
  EXPECT_EQ(other->second, 2U);
  EXPECT_NEAR(other->p_value, 2 * math::normal_upper_tail(0.05 / std::hypot(0.03, 0.05)), 1e-12);
  // One person has no spread, whatever is asked for.
  costs[2].people = 1;
  EXPECT_FALSE(largest_gap(costs, 50, 0.05));
  costs[1].people = 1;
  EXPECT_FALSE(largest_gap(costs, 0, 0.05));
}

TEST(Clusters, StandardErrorOfSoftMembershipsMatchesResampling) {
  rng::Stream stream(22, rng::Purpose::test, 0);
  const std::size_t n = 400;
  std::vector<double> membership;
  std::vector<double> loss;
  for (std::size_t i = 0; i < n; ++i) {
    membership.push_back(rng::uniform(stream) * rng::uniform(stream));
    loss.push_back(rng::bernoulli(stream, 0.1 + 0.6 * membership.back()) ? 1 : 0);
  }
  const std::vector<std::int32_t> group(n, 0);
  const WeightedCost cost = weighted_costs(loss, group, membership, 1)[0];
  EXPECT_LT(cost.effective, static_cast<double>(n));
  double sum = 0;
  double squares = 0;
  const int resamples = 4000;
  for (int r = 0; r < resamples; ++r) {
    double weight = 0;
    double losses = 0;
    for (std::size_t i = 0; i < n; ++i) {
      const auto j = static_cast<std::size_t>(rng::below(stream, n));
      weight += membership[j];
      losses += membership[j] * loss[j];
    }
    sum += losses / weight;
    squares += (losses / weight) * (losses / weight);
  }
  const double mean = sum / resamples;
  const double sd = std::sqrt(squares / resamples - mean * mean);
  // The standard deviation of 4,000 resamples has a relative error of 1.1 %; five of them.
  EXPECT_NEAR(cost.se / sd, 1, 0.06);
}

TEST(Clusters, MembershipsOfZeroAndOneAreAHardCluster) {
  ClusterPeople people = make_people(2000);
  std::vector<double> cook(2000, 0);
  for (const CandidateCluster& side : feature_sides(*people.input.features)) {
    if (side.name == "job = cook") side.fill(people.evaluated.person, cook);
  }
  people.input.memberships.push_back({.name = "kitchen", .value = cook});
  SourcesOptions options;
  options.k_means = 0;
  const SourcesReport report = clusters_of(people, options);
  const auto found = by_metric(report, CostMetric::zero_one);
  ASSERT_EQ(found[0].cluster, "job = cook");
  ASSERT_EQ(found[1].cluster, "kitchen");
  EXPECT_EQ(found[1].kind, result::ClusterKind::membership);
  EXPECT_EQ(found[0].gap, found[1].gap);
  EXPECT_EQ(found[0].interval, found[1].interval);
  EXPECT_EQ(found[0].gap_outside, found[1].gap_outside);
}

TEST(Clusters, FewPeopleOutsideHaveNoGap) {
  ClusterPeople people = make_people(500);
  people.input.features.reset();
  std::vector<double> nearly_all(500, 1);
  std::fill_n(nearly_all.begin(), 20, 0);
  people.input.memberships.push_back({.name = "nearly all", .value = nearly_all});
  people.input.memberships.push_back({.name = "half", .value = std::vector<double>(500, 0.5)});
  const auto found = by_metric(clusters_of(people), CostMetric::zero_one);
  ASSERT_EQ(found.size(), 2U);
  for (const auto& cluster : found)
    EXPECT_EQ(std::isnan(cluster.gap_outside), cluster.cluster == "nearly all");
}

}  // namespace
}  // namespace faultline::methods
