#include <cmath>
#include <map>
#include <memory>
#include <numeric>

#include "support/upper_limit.hpp"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "faultline/audit/sources/cluster_candidates.hpp"
#include "faultline/audit/sources/cluster_cost.hpp"
#include "faultline/audit/sources/cluster_names.hpp"
#include "faultline/audit/sources/clusters.hpp"
#include "faultline/audit/sources/share_test.hpp"
#include "faultline/base/text.hpp"
#include "faultline/math/normal.hpp"
#include "faultline/rng/draw.hpp"

namespace faultline::audit {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// Two (or three) groups whose model errs in 10 % of people, but in 60 % of group "b" where job is
/// "cook". Ages say nothing.
struct People {
  SourcesInput input{};
  Evaluated evaluated{};
};

People make_people(std::int64_t n, int groups = 2) {
  People made;
  rng::Stream stream(21, rng::Purpose::test, 0);
  std::vector<data::Code> job;
  std::vector<data::Code> shift;
  std::vector<double> age;
  made.input.groups = {"a", "b", "c"};
  made.input.groups.resize(static_cast<std::size_t>(groups));
  Predicted& predicted = made.evaluated.predicted;
  for (std::int64_t i = 0; i < n; ++i) {
    job.push_back(static_cast<data::Code>(rng::below(stream, 3)));
    shift.push_back(static_cast<data::Code>(rng::below(stream, 2)));
    age.push_back(20 + static_cast<double>(rng::below(stream, 40)));
    const auto group = static_cast<std::int32_t>(rng::below(stream, made.input.groups.size()));
    const double outcome = rng::bernoulli(stream, 0.4) ? 1 : 0;
    const bool wrong = rng::bernoulli(stream, group == 1 && job.back() == 1 ? 0.6 : 0.1);
    made.input.group.push_back(group);
    made.input.outcome.push_back(outcome);
    predicted.outcome.push_back(outcome);
    predicted.group.push_back(group);
    predicted.score.push_back(wrong ? 0.8 - 0.6 * outcome : 0.2 + 0.6 * outcome);
    made.evaluated.person.push_back(i);
  }
  decide(predicted);
  made.input.features = std::make_unique<model::Features>(n);
  made.input.features->add(data::Attribute{"job", {"baker", "cook", "waiter"}}, job);
  made.input.features->add(data::Attribute{"shift", {"day", "night"}}, shift);
  made.input.features->add("age", age);
  return made;
}

SourcesReport clusters_of(const People& people, const SourcesOptions& options = {}) {
  SourcesReport report;
  add_clusters(people.input, options, people.evaluated, {}, report);
  return report;
}

std::vector<SourcesReport::Cluster> by_metric(const SourcesReport& report,
                                              const std::string& metric) {
  std::vector<SourcesReport::Cluster> found;
  for (const auto& cluster : report.clusters) {
    if (cluster.metric == metric) found.push_back(cluster);
  }
  return found;
}

TEST(Clusters, SidesOfFeaturesByName) {
  model::Features features(4);
  features.add(data::Attribute{"job", {"baker", "cook", "waiter"}},
               std::vector<data::Code>{0, 1, 2, 2});
  features.add(data::Attribute{"shift", {"day", "night"}}, std::vector<data::Code>{0, 1, 0, 0});
  features.add(data::Attribute{"same", {"x", "y"}}, std::vector<data::Code>{1, 1, 1, 1});
  features.add("age", std::vector<double>{20, 30, 40, 64.3});
  features.add("smoker", std::vector<double>{0, 1, 1, 0});
  features.add("constant", std::vector<double>{3, 3, 3, 3});
  std::vector<std::string> names;
  std::map<std::string, std::vector<double>> members;
  const std::vector<std::int64_t> people{0, 1, 3};
  for (const CandidateCluster& side : feature_sides(features)) {
    names.push_back(side.name);
    std::vector<double>& of_side = members[side.name];
    of_side.resize(3);
    side.fill(people, of_side);
  }
  EXPECT_THAT(
      names, ElementsAre("job = baker", "job other than baker", "job = cook", "job other than cook",
                         "job = waiter", "job other than waiter", "shift = day", "shift = night",
                         "age above 38.6", "age at most 38.6", "smoker = 1", "smoker = 0"));
  EXPECT_THAT(members["job = cook"], ElementsAre(0, 1, 0));
  EXPECT_THAT(members["job other than cook"], ElementsAre(1, 0, 1));
  EXPECT_THAT(members["age above 38.6"], ElementsAre(0, 0, 1));
  EXPECT_THAT(members["smoker = 0"], ElementsAre(1, 0, 1));
}

TEST(Clusters, TheWorstOneComesFirst) {
  const People people = make_people(3000);
  SourcesOptions options;
  options.k_means = 0;
  const SourcesReport report = clusters_of(people, options);
  const auto zero_one = by_metric(report, "zero-one");
  ASSERT_FALSE(zero_one.empty());
  const auto& worst = zero_one.front();
  EXPECT_EQ(worst.cluster, "job = cook");
  EXPECT_EQ(worst.kind, "feature");
  EXPECT_EQ(worst.pair, (SourcesReport::Groups{"a", "b"}));
  EXPECT_NEAR(worst.gap, -0.5, 0.1);  // se .02
  EXPECT_NEAR(worst.gap_outside, 0, 0.1);
  EXPECT_NEAR(worst.share, 1.0 / 3, 0.05);
  EXPECT_LT(*worst.p_value_adjusted, 1e-10);
  EXPECT_GE(*worst.p_value_adjusted, *worst.p_value);
  // Largest first, ten at most, in every metric.
  for (const std::string metric : {"fpr", "fnr", "zero-one", "generalised-zero-one", "mse"}) {
    const auto found = by_metric(report, metric);
    EXPECT_EQ(found.size(), 10U) << metric;
    for (std::size_t i = 1; i < found.size(); ++i)
      EXPECT_LE(std::abs(found[i].gap), std::abs(found[i - 1].gap));
  }
  EXPECT_EQ(report.clusters_tried, 6 + 2 + 2);
  EXPECT_TRUE(report.cut.empty());
}

TEST(Clusters, KMeansFindsPartsOfTheWorst) {
  const SourcesReport report = clusters_of(make_people(3000));
  EXPECT_EQ(report.clusters_tried, 6 + 2 + 2 + 8);
  const auto worst = by_metric(report, "zero-one").front();
  EXPECT_EQ(worst.kind, "k-means");
  EXPECT_THAT(worst.cluster, ::testing::ContainsRegex("cluster [1-8]: mostly job = cook"));
  EXPECT_NEAR(worst.gap, -0.5, 0.2);
}

TEST(Clusters, HardClustersHaveThePlainLevel) {
  const People people = make_people(1500);
  SourcesOptions options;
  options.k_means = 0;
  options.top_clusters = 100;
  const SourcesReport report = clusters_of(people, options);
  const auto fnr = by_metric(report, "fnr");
  ASSERT_EQ(fnr.size(), 10U);
  for (const auto& cluster : fnr) {
    SCOPED_TRACE(cluster.cluster);
    Predicted inside;
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
      if (cluster.metric == "fpr" || cluster.metric == "fnr" || cluster.metric == "zero-one")
        any = any || *cluster.p_value_adjusted <= 0.05;
    }
    with_findings += any ? 1 : 0;
  }
  // Three families of level .05 at most: more of 20 with probability below 1e-6.
  EXPECT_LE(with_findings, testing::upper_limit(kDataSets, 0.15, 1e-6));
}

TEST(Clusters, SmallOnesAreCountedNotTried) {
  const People people = make_people(400);
  SourcesOptions options;
  options.k_means = 0;
  options.least_people = 60;  // of each group in a third of 400 people
  const SourcesReport report = clusters_of(people, options);
  EXPECT_THAT(report.cut, ElementsAre(HasSubstr("10 by fnr")));
  EXPECT_LT(report.clusters_tried, 10);
  EXPECT_TRUE(by_metric(report, "fnr").empty());
  for (const auto& cluster : report.clusters) {
    for (const auto& group : cluster.groups) EXPECT_GE(group.n, 60);
  }
}

TEST(Clusters, PairsAreCountedWithThreeGroups) {
  const People people = make_people(3000, 3);
  const SourcesReport report = clusters_of(people);
  const auto worst = by_metric(report, "zero-one").front();
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
  People people = make_people(2000);
  std::vector<double> cook(2000, 0);
  for (const CandidateCluster& side : feature_sides(*people.input.features)) {
    if (side.name == "job = cook") side.fill(people.evaluated.person, cook);
  }
  people.input.memberships.push_back({.name = "kitchen", .value = cook});
  SourcesOptions options;
  options.k_means = 0;
  const SourcesReport report = clusters_of(people, options);
  const auto found = by_metric(report, "zero-one");
  ASSERT_EQ(found[0].cluster, "job = cook");
  ASSERT_EQ(found[1].cluster, "kitchen");
  EXPECT_EQ(found[1].kind, "membership");
  EXPECT_EQ(found[0].gap, found[1].gap);
  EXPECT_EQ(found[0].interval, found[1].interval);
  EXPECT_EQ(found[0].gap_outside, found[1].gap_outside);
}

TEST(Clusters, FewPeopleOutsideHaveNoGap) {
  People people = make_people(500);
  people.input.features.reset();
  std::vector<double> nearly_all(500, 1);
  std::fill_n(nearly_all.begin(), 20, 0);
  people.input.memberships.push_back({.name = "nearly all", .value = nearly_all});
  people.input.memberships.push_back({.name = "half", .value = std::vector<double>(500, 0.5)});
  const auto found = by_metric(clusters_of(people), "zero-one");
  ASSERT_EQ(found.size(), 2U);
  for (const auto& cluster : found)
    EXPECT_EQ(std::isnan(cluster.gap_outside), cluster.cluster == "nearly all");
}

TEST(Clusters, OnlyThePeopleEvaluatedCount) {
  People people = make_people(3000);
  // Every second person, as after a split.
  Evaluated half;
  for (std::size_t i = 0; i < 3000; i += 2) {
    half.person.push_back(static_cast<std::int64_t>(i));
    half.predicted.outcome.push_back(people.evaluated.predicted.outcome[i]);
    half.predicted.score.push_back(people.evaluated.predicted.score[i]);
    half.predicted.group.push_back(people.evaluated.predicted.group[i]);
  }
  decide(half.predicted);
  people.evaluated = half;
  SourcesOptions options;
  options.k_means = 0;
  const SourcesReport report = clusters_of(people, options);
  const auto worst = by_metric(report, "zero-one").front();
  EXPECT_EQ(worst.cluster, "job = cook");
  EXPECT_NEAR(worst.gap, -0.5, 0.15);
  EXPECT_NEAR((worst.groups[0].n + worst.groups[1].n) / 1500, worst.share, 1e-12);
}

TEST(Clusters, KMeansClustersAreNamedByWhatTheyAreMadeOf) {
  model::Features features(6);
  features.add(data::Attribute{"job", {"baker", "cook"}},
               std::vector<data::Code>{0, 0, 0, 0, 1, 1});
  features.add("age", std::vector<double>{30, 30, 32, 32, 60, 62});
  features.add("noise", std::vector<double>{1, 2, 1, 2, 1, 2});
  const model::KMeans found = model::k_means(features, {.clusters = 2});
  const auto names = k_means_names(features, found);
  ASSERT_EQ(names.size(), 2U);
  EXPECT_EQ(names[1], "cluster 2: mostly job = cook, age 61 on average (41 among all)");
  EXPECT_THAT(names[0], HasSubstr("mostly job = baker"));
}

TEST(Clusters, TopicsOfATextAreClusters) {
  People people = make_people(800);
  people.input.features.reset();
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < 800; ++i) {
    if (i == 7) {
      texts.emplace_back();
      continue;
    }
    const bool kitchen = i % 2 == 0;
    std::string text;
    for (std::size_t w = 0; w < 12; ++w) {
      const std::size_t which = (i * 5 + w * 3) % 7;
      text += (kitchen ? "pan" : "bill") + std::to_string(which) + " ";
    }
    texts.push_back(text);
  }
  people.input.documents = model::read_documents(texts, 100);
  SourcesOptions options;
  options.topics = 2;
  const SourcesReport report = clusters_of(people, options);
  ASSERT_EQ(report.topics.size(), 2U);
  EXPECT_EQ(report.clusters_tried, 2);
  EXPECT_THAT(report.cut, ElementsAre("1 text without a word belongs to no topic."));
  const auto found = by_metric(report, "mse");
  ASSERT_EQ(found.size(), 2U);
  for (const auto& topic : found) {
    EXPECT_EQ(topic.kind, "topic");
    EXPECT_THAT(topic.cluster, ::testing::StartsWith("topic "));
    EXPECT_NEAR(topic.share, 0.5, 0.02);
    EXPECT_THAT(topic.cluster, ::testing::AnyOf(HasSubstr(": pan"), HasSubstr(": bill")));
  }
}

TEST(Clusters, NumbersHaveOneMetric) {
  People people = make_people(1000);
  people.input.outcome_kind = model::OutcomeKind::number;
  people.evaluated.predicted.decision.clear();
  const SourcesReport report = clusters_of(people);
  EXPECT_EQ(by_metric(report, "mse").size(), report.clusters.size());
  EXPECT_EQ(by_metric(report, "mse").front().cluster, "job = cook");
}

TEST(Clusters, SameWhateverTheThreads) {
  const People people = make_people(1200);
  SourcesOptions one;
  one.threads = 1;
  SourcesOptions three;
  three.threads = 3;
  const SourcesReport first = clusters_of(people, one);
  const SourcesReport second = clusters_of(people, three);
  ASSERT_EQ(first.clusters.size(), second.clusters.size());
  for (std::size_t i = 0; i < first.clusters.size(); ++i) {
    EXPECT_EQ(first.clusters[i].cluster, second.clusters[i].cluster);
    EXPECT_EQ(first.clusters[i].gap, second.clusters[i].gap);
    EXPECT_EQ(first.clusters[i].p_value_adjusted, second.clusters[i].p_value_adjusted);
  }
}

TEST(Clusters, NothingToFormClustersOf) {
  People people = make_people(300);
  people.input.features.reset();
  EXPECT_THAT(clusters_of(people).cut, ElementsAre(HasSubstr("nothing to form clusters of")));
  const People others = make_people(300);
  std::stop_source stop;
  stop.request_stop();
  SourcesReport report;
  add_clusters(others.input, {}, others.evaluated, {.progress = {}, .stop = stop.get_token()},
               report);
  EXPECT_TRUE(report.clusters.empty());
  EXPECT_THAT(report.cut, ElementsAre("Clusters were not tried: the run was stopped."));
}

}  // namespace
}  // namespace faultline::audit
