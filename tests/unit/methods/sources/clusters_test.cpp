// Which clusters are tried, found, named and reported.

#include "faultline/methods/sources/clusters.hpp"

#include <cmath>
#include <map>
#include <memory>
#include <numeric>

#include "cluster_people.hpp"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "faultline/base/text.hpp"
#include "faultline/math/normal.hpp"
#include "faultline/methods/sources/cluster_candidates.hpp"
#include "faultline/methods/sources/cluster_cost.hpp"
#include "faultline/methods/sources/cluster_names.hpp"
#include "faultline/methods/sources/share_test.hpp"
#include "faultline/rng/draw.hpp"

namespace faultline::methods {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

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
  const ClusterPeople people = make_people(3000);
  SourcesOptions options;
  options.k_means = 0;
  const SourcesReport report = clusters_of(people, options);
  const auto zero_one = by_metric(report, CostMetric::zero_one);
  ASSERT_FALSE(zero_one.empty());
  const auto& worst = zero_one.front();
  EXPECT_EQ(worst.cluster, "job = cook");
  EXPECT_EQ(worst.kind, result::ClusterKind::feature);
  EXPECT_EQ(worst.pair, (SourcesReport::Groups{"a", "b"}));
  EXPECT_NEAR(worst.gap, -0.5, 0.1);  // se .02
  EXPECT_NEAR(worst.gap_outside, 0, 0.1);
  EXPECT_NEAR(worst.share, 1.0 / 3, 0.05);
  EXPECT_LT(*worst.p_value_adjusted, 1e-10);
  EXPECT_GE(*worst.p_value_adjusted, *worst.p_value);
  // Largest first, ten at most, in every metric.
  for (const describe::Word& word : words(CostMetric{})) {
    const auto metric = static_cast<CostMetric>(word.value);
    const auto found = by_metric(report, metric);
    EXPECT_EQ(found.size(), 10U) << word.name;
    for (std::size_t i = 1; i < found.size(); ++i)
      EXPECT_LE(std::abs(found[i].gap), std::abs(found[i - 1].gap));
  }
  EXPECT_EQ(report.clusters_tried, 6 + 2 + 2);
  EXPECT_TRUE(report.notices.empty());
}

TEST(Clusters, KMeansFindsPartsOfTheWorst) {
  const SourcesReport report = clusters_of(make_people(3000));
  EXPECT_EQ(report.clusters_tried, 6 + 2 + 2 + 8);
  const auto worst = by_metric(report, CostMetric::zero_one).front();
  EXPECT_EQ(worst.kind, result::ClusterKind::k_means);
  EXPECT_THAT(worst.cluster, ::testing::ContainsRegex("cluster [1-8]: mostly job = cook"));
  EXPECT_NEAR(worst.gap, -0.5, 0.2);
}

TEST(Clusters, SmallOnesAreCountedNotTried) {
  const ClusterPeople people = make_people(400);
  SourcesOptions options;
  options.k_means = 0;
  options.least_people = 60;  // of each group in a third of 400 people
  const SourcesReport report = clusters_of(people, options);
  EXPECT_THAT(texts(report.notices), ElementsAre(HasSubstr("10 by false negative rate")));
  EXPECT_LT(report.clusters_tried, 10);
  EXPECT_TRUE(by_metric(report, CostMetric::fnr).empty());
  for (const auto& cluster : report.clusters) {
    for (const auto& group : cluster.groups) EXPECT_GE(group.n, 60);
  }
}

TEST(Clusters, OnlyThePeopleEvaluatedCount) {
  ClusterPeople people = make_people(3000);
  // Every second person, as after a split.
  EvaluatedModel half;
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
  const auto worst = by_metric(report, CostMetric::zero_one).front();
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
  ClusterPeople people = make_people(800);
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
  EXPECT_THAT(data::texts(report.notices),
              ElementsAre("1 text without a word belongs to no topic."));
  const auto found = by_metric(report, CostMetric::mse);
  ASSERT_EQ(found.size(), 2U);
  for (const auto& topic : found) {
    EXPECT_EQ(topic.kind, result::ClusterKind::topic);
    EXPECT_THAT(topic.cluster, ::testing::StartsWith("topic "));
    EXPECT_NEAR(topic.share, 0.5, 0.02);
    EXPECT_THAT(topic.cluster, ::testing::AnyOf(HasSubstr(": pan"), HasSubstr(": bill")));
  }
}

TEST(Clusters, NumbersHaveOneMetric) {
  ClusterPeople people = make_people(1000);
  people.input.outcome_kind = model::OutcomeKind::number;
  people.evaluated.predicted.decision.clear();
  const SourcesReport report = clusters_of(people);
  EXPECT_EQ(by_metric(report, CostMetric::mse).size(), report.clusters.size());
  EXPECT_EQ(by_metric(report, CostMetric::mse).front().cluster, "job = cook");
}

TEST(Clusters, SameWhateverTheThreads) {
  const ClusterPeople people = make_people(1200);
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
  ClusterPeople people = make_people(300);
  people.input.features.reset();
  EXPECT_THAT(texts(clusters_of(people).notices),
              ElementsAre(HasSubstr("nothing to form clusters of")));
  const ClusterPeople others = make_people(300);
  std::stop_source stop;
  stop.request_stop();
  SourcesReport report;
  add_clusters(others.input, {}, others.evaluated, {.progress = {}, .stop = stop.get_token()},
               report);
  EXPECT_TRUE(report.clusters.empty());
  EXPECT_THAT(texts(report.notices), ElementsAre("Clusters were not tried: the run was stopped."));
}

}  // namespace
}  // namespace faultline::methods
