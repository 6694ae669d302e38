// Labels are shared so that the largest cost is least, and not where the curves do not tell.

#include "faultline/methods/sources/label_plan.hpp"

#include <cmath>
#include <numeric>

#include "two_groups.hpp"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "faultline/methods/sources/sources.hpp"

namespace faultline::methods {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

using Costs = std::vector<std::function<double(std::int64_t)>>;

/// a / (n + labels).
std::function<double(std::int64_t)> falling(double a, double n) {
  return [a, n](std::int64_t labels) { return a / (n + static_cast<double>(labels)); };
}

TEST(ShareOut, MakesTheLargestCostLeast) {
  // Equal costs at (100 + m) / 30 = (400 + 900 - m) / 60: m = 1100 / 3.
  const Costs costs{falling(30, 100), falling(60, 400)};
  const std::vector<std::int64_t> shares = share_out(900, costs);
  EXPECT_EQ(shares[0] + shares[1], 900);
  EXPECT_NEAR(static_cast<double>(shares[0]), 1100.0 / 3, 6);
  // By brute force no other division has a smaller largest cost, to the size of a part.
  double least = 1;
  for (std::int64_t m = 0; m <= 900; ++m)
    least = std::min(least, std::max(costs[0](m), costs[1](900 - m)));
  EXPECT_NEAR(std::max(costs[0](shares[0]), costs[1](shares[1])), least, 0.001);
}

TEST(ShareOut, AllToTheOneThatStaysWorst) {
  EXPECT_THAT(share_out(500, Costs{falling(10, 1000), falling(600, 1000), falling(20, 1000)}),
              ElementsAre(0, 500, 0));
  EXPECT_THAT(share_out(1, Costs{falling(1, 10), falling(2, 10)}), ElementsAre(0, 1));
  const auto odd = share_out(1003, Costs{falling(1, 10), falling(1, 10), falling(1, 10)});
  EXPECT_EQ(std::accumulate(odd.begin(), odd.end(), std::int64_t{0}), 1003);
  for (const std::int64_t share : odd) EXPECT_NEAR(static_cast<double>(share), 1003.0 / 3, 6);
}

/// A rule of twelve coefficients in b, of which there are few; a follows one.
TwoGroups little_of_b(std::int64_t people) {
  return two_groups(people, 0.12, 12, [](const std::vector<double>& x, double /*hidden*/) {
    return std::accumulate(x.begin(), x.end(), 0.0) > 0;
  });
}

SourcesOptions with_labels(std::int64_t labels) {
  SourcesOptions options = only_candidates();
  options.labels = labels;
  return options;
}

TEST(LabelPlan, GivesToTheGroupThatLearns) {
  const SourcesReport report = find_sources(little_of_b(3000).input, with_labels(2000)).report;
  ASSERT_EQ(report.label_plans.size(), 1U);
  const auto& plan = report.label_plans.front();
  ASSERT_EQ(plan.shares.size(), 2U) << plan.why;
  EXPECT_EQ(plan.labels, 2000);
  EXPECT_EQ(plan.shares[0].labels + plan.shares[1].labels, 2000);
  EXPECT_GT(plan.shares[1].labels, 1000);
  EXPECT_LT(plan.shares[1].then, plan.shares[1].cost);
  for (const auto& share : plan.shares) {
    EXPECT_LE(share.interval->first, share.then);
    EXPECT_GE(share.interval->second, share.then);
  }
}

TEST(LabelPlan, TheSameForAnyNumberOfThreads) {
  const TwoGroups people = little_of_b(2000);
  SourcesOptions options = with_labels(1000);
  const auto one = find_sources(people.input, options).report.label_plans.front();
  options.threads = 3;
  const auto three = find_sources(people.input, options).report.label_plans.front();
  EXPECT_EQ(one.why, three.why);
  ASSERT_EQ(one.shares.size(), three.shares.size());
  for (std::size_t g = 0; g < one.shares.size(); ++g) {
    EXPECT_EQ(one.shares[g].labels, three.shares[g].labels);
    EXPECT_EQ(one.shares[g].then, three.shares[g].then);
  }
}

TEST(LabelPlan, SaysWhyThereIsNone) {
  const auto why = [](const SourcesInput& input, std::int64_t labels) {
    const SourcesReport report = find_sources(input, with_labels(labels)).report;
    EXPECT_EQ(report.label_plans.size(), 1U);
    EXPECT_TRUE(report.label_plans.front().shares.empty());
    return report.label_plans.front().why;
  };
  EXPECT_EQ(why(little_of_b(300).input, 1000),
            "there are too few people of b for a learning curve of their own");
  // One column, learned from a few people: labels change nothing.
  const auto noise = [](const std::vector<double>& x, double /*hidden*/) { return x[0] > 0; };
  EXPECT_THAT(why(two_groups(1500, 0.5, 2, noise).input, 100),
              HasSubstr("than the forecast is uncertain by"));
  SourcesInput many = two_groups(2200, 0.5, 2, noise).input;
  many.groups.clear();
  for (int g = 0; g < 11; ++g) many.groups.push_back(fmt::format("g{}", g));
  for (std::size_t i = 0; i < many.group.size(); ++i)
    many.group[i] = static_cast<std::int32_t>(i % 11);
  EXPECT_EQ(why(many, 1000), "labels are shared among at most 10 groups, and there are 11");
}

TEST(LabelPlan, NotAskedFor) {
  const SourcesReport report = find_sources(little_of_b(300).input, with_labels(0)).report;
  EXPECT_TRUE(report.label_plans.empty());
}

}  // namespace
}  // namespace faultline::methods
