// Bias Scan from cells to findings: what a finding says, and the randomisation test.

#include "faultline/methods/bias_scan/bias_scan.hpp"

#include <map>

#include "bias_scan_people.hpp"
#include "support/message_of.hpp"
#include "support/naive_scan.hpp"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "faultline/base/error.hpp"
#include "faultline/resample/monte_carlo.hpp"

namespace faultline::methods {
namespace {

using search::Direction;
using ::testing::HasSubstr;

BiasScanOptions quick(std::int64_t replicates) {
  BiasScanOptions options;
  options.replicates = replicates;
  options.threads = 1;
  return options;
}

TEST(BiasScan, FindsWhatWasPutIn) {
  const auto cells = search::make_bernoulli_cells(biased_people(6, 1.0 / 6, 3));
  const BiasScanResult result = bias_scan({cells}, quick(199));
  ASSERT_EQ(result.findings.size(), 2U);
  EXPECT_FALSE(result.partial);
  const Finding& higher = result.findings[0];
  const Finding& lower = result.findings[1];
  EXPECT_EQ(higher.direction, result::Direction::higher);
  EXPECT_EQ(lower.direction, result::Direction::lower);
  EXPECT_EQ(higher.text, "a_1; b_0");
  EXPECT_EQ(lower.text, "a_0; b_2");
  for (const Finding& finding : result.findings) {
    EXPECT_EQ(finding.method, result::Method::bias_scan);
    EXPECT_EQ(finding.metric, result::Criterion::calibration);
    EXPECT_EQ(finding.theta_name, result::ThetaName::q);
    EXPECT_EQ(finding.rank, 1);
    EXPECT_EQ(finding.penalty, 2);
    EXPECT_NEAR(finding.score, finding.log_likelihood_ratio - 2, 1e-12);
    EXPECT_EQ(finding.replicates, 199);
    EXPECT_EQ(finding.null.scores.size(), 199U);
    EXPECT_DOUBLE_EQ(finding.p_value.value(), 1.0 / 200);
    EXPECT_DOUBLE_EQ(finding.p_value_adjusted.value(), 2.0 / 200);
    EXPECT_TRUE(finding.significant.value());
    EXPECT_EQ(finding.search.strategy, result::Strategy::exhaustive);
    EXPECT_TRUE(finding.search.certified);
    EXPECT_EQ(finding.search.subgroups, 63);
    EXPECT_NEAR(finding.search.gap.value(), 0, 1e-9);
    EXPECT_TRUE(finding.warnings.empty());
  }
  EXPECT_GT(higher.theta.value(), 1);
  EXPECT_LT(lower.theta.value(), 1);
  EXPECT_GT(higher.observed, higher.expected);
  EXPECT_LT(lower.observed, lower.expected);
  for (const Direction direction : {Direction::higher, Direction::lower}) {
    EXPECT_NEAR(result.findings[direction == Direction::higher ? 0 : 1].score,
                testing::naive_best(cells, direction, 1), 1e-9);
  }
}

TEST(BiasScan, CountsAndBreakdownAddUp) {
  const auto cells = search::make_bernoulli_cells(biased_people(4, 0.3, 5));
  for (const Finding& finding : bias_scan({cells}, quick(0)).findings) {
    const auto n = static_cast<double>(finding.n);
    EXPECT_NEAR(finding.observed * n, finding.observed_count, 1e-9);
    EXPECT_NEAR(finding.expected * n, finding.expected_count, 1e-9);
    EXPECT_LE(finding.observed_interval.value().first, finding.observed);
    EXPECT_GE(finding.observed_interval.value().second, finding.observed);
    ASSERT_TRUE(finding.comparison);
    EXPECT_EQ(finding.n + finding.comparison->n, cells.people());
    std::int64_t events = 0;
    for (const std::int64_t y : cells.y) events += y;
    EXPECT_NEAR(finding.observed_count + finding.comparison->observed_count,
                static_cast<double>(events), 1e-9);
    EXPECT_NEAR(finding.comparison->observed * static_cast<double>(finding.comparison->n),
                finding.comparison->observed_count, 1e-9);
    struct Sums {
      std::int64_t n = 0;
      double observed = 0;
      double expected = 0;
      int labels = 0;
      bool restricted = false;
    };
    std::map<std::string, Sums> by_attribute;
    for (const Breakdown& row : finding.breakdown) {
      Sums& sums = by_attribute[row.attribute];
      EXPECT_GT(row.n, 0);
      sums.n += row.n;
      sums.observed += row.observed * static_cast<double>(row.n);
      sums.expected += row.expected * static_cast<double>(row.n);
      ++sums.labels;
      sums.restricted = row.restricted;
    }
    ASSERT_EQ(by_attribute.size(), 3U);
    for (const auto& [attribute, sums] : by_attribute) {
      EXPECT_EQ(sums.n, finding.n);
      EXPECT_NEAR(sums.observed, finding.observed_count, 1e-9);
      EXPECT_NEAR(sums.expected, finding.expected_count, 1e-9);
    }
    // The named attributes, and only they, are marked; and show the named values alone.
    for (const auto& [attribute, labels] : finding.subgroup.value()) {
      EXPECT_TRUE(by_attribute[attribute].restricted);
      EXPECT_EQ(by_attribute[attribute].labels, static_cast<int>(labels.size()));
      by_attribute.erase(attribute);
    }
    for (const auto& [attribute, sums] : by_attribute) EXPECT_FALSE(sums.restricted);
  }
}

TEST(BiasScan, WithoutReplicatesThereIsNoPValue) {
  const auto cells = search::make_bernoulli_cells(biased_people(4, 1, 5));
  for (const Finding& finding : bias_scan({cells}, quick(0)).findings) {
    EXPECT_FALSE(finding.p_value);
    EXPECT_FALSE(finding.p_value_adjusted);
    EXPECT_FALSE(finding.p_value_interval);
    EXPECT_FALSE(finding.significant);
    EXPECT_EQ(finding.replicates, 0);
    EXPECT_TRUE(finding.null.scores.empty());
    EXPECT_TRUE(finding.null.quantiles.empty());
  }
}

TEST(BiasScan, PValueCountsNullScoresThatReachTheObserved) {
  const auto cells = search::make_bernoulli_cells(biased_people(1.5, 1, 8));
  const BiasScanResult result = bias_scan({cells}, quick(299));
  std::vector<double> raw;
  for (const Finding& finding : result.findings) {
    int reached = 0;
    for (const double score : finding.null.scores)
      reached += resample::reaches(score, finding.score) ? 1 : 0;
    EXPECT_DOUBLE_EQ(finding.p_value.value(), (1.0 + reached) / 300);
    EXPECT_LE(finding.p_value_interval.value().first, reached / 299.0);
    EXPECT_GE(finding.p_value_interval.value().second, reached / 299.0);
    raw.push_back(*finding.p_value);
  }
  // Holm over both directions: the smaller doubled, the larger at least that.
  const std::size_t low = raw[0] <= raw[1] ? 0 : 1;
  const double first = std::min(1.0, 2 * raw[low]);
  EXPECT_DOUBLE_EQ(result.findings[low].p_value_adjusted.value(), first);
  EXPECT_DOUBLE_EQ(result.findings[1 - low].p_value_adjusted.value(),
                   std::max(first, raw[1 - low]));
  for (const Finding& finding : result.findings)
    EXPECT_EQ(finding.significant.value(), *finding.p_value_adjusted <= 0.05);
}

TEST(BiasScan, OneDirectionAloneIsNotAdjusted) {
  const auto cells = search::make_bernoulli_cells(biased_people(4, 1, 5));
  BiasScanOptions options = quick(99);
  const BiasScanResult both = bias_scan({cells}, options);
  options.directions = {Direction::lower};
  const BiasScanResult one = bias_scan({cells}, options);
  ASSERT_EQ(one.findings.size(), 1U);
  EXPECT_EQ(one.findings[0].direction, result::Direction::lower);
  EXPECT_EQ(one.findings[0].p_value_adjusted, one.findings[0].p_value);
  // The same replicates whichever directions are asked for.
  EXPECT_EQ(one.findings[0].null.scores, both.findings[1].null.scores);
}

TEST(BiasScan, EarlyStoppingEndsWithTheExceedances) {
  const auto cells = search::make_bernoulli_cells(biased_people(1, 1, 5));
  BiasScanOptions options = quick(5000);
  const BiasScanResult full = bias_scan({cells}, options);
  options.early_stop = 10;
  const BiasScanResult early = bias_scan({cells}, options);
  EXPECT_FALSE(early.partial);
  for (std::size_t i = 0; i < 2; ++i) {
    const Finding& finding = early.findings[i];
    ASSERT_LT(finding.replicates, 5000);
    EXPECT_DOUBLE_EQ(finding.p_value.value(), 10.0 / static_cast<double>(finding.replicates));
    int reached = 0;
    for (std::int64_t r = 0; r < finding.replicates; ++r)
      reached += resample::reaches(full.findings[i].null.scores[r], finding.score) ? 1 : 0;
    EXPECT_EQ(reached, 10);
  }
}

TEST(BiasScan, TopSubgroupsAreRankedAgainstTheSameNull) {
  const auto cells = search::make_bernoulli_cells(biased_people(5, 0.2, 9));
  BiasScanOptions options = quick(99);
  options.top = 3;
  const BiasScanResult result = bias_scan({cells}, options);
  ASSERT_EQ(result.findings.size(), 6U);
  for (std::size_t i = 0; i < 6; ++i) {
    const Finding& finding = result.findings[i];
    EXPECT_EQ(finding.rank, static_cast<int>(i % 3) + 1);
    EXPECT_EQ(finding.direction, i < 3 ? result::Direction::higher : result::Direction::lower);
    if (i % 3 == 0) continue;
    const Finding& before = result.findings[i - 1];
    EXPECT_LE(finding.score, before.score);
    EXPECT_GE(*finding.p_value, *before.p_value);
    EXPECT_EQ(finding.null.scores, before.null.scores);
    EXPECT_NE(finding.text, before.text);
  }
}

TEST(BiasScan, OnlyExhaustiveSearchProvesTheNextRanks) {
  const data::Profiles people = biased_people(4, 0.25, 3);
  const search::BernoulliCells cells = search::make_bernoulli_cells(people);
  for (const search::Strategy strategy :
       {search::Strategy::exhaustive, search::Strategy::bounded}) {
    BiasScanOptions options;
    options.penalty = 0.1;
    options.top = 2;
    options.replicates = 0;
    options.strategy = strategy;
    options.directions = {search::Direction::higher};
    const BiasScanResult result = bias_scan({.cells = cells}, options);
    EXPECT_TRUE(result.findings.at(0).search.certified);
    if (result.findings.size() < 2) {
      EXPECT_NE(strategy, search::Strategy::exhaustive);
      ASSERT_EQ(result.findings[0].warnings.size(), 1U);
      EXPECT_THAT(result.findings[0].warnings[0].text,
                  ::testing::HasSubstr("1 of the 2 subgroups asked for"));
      continue;
    }
    const Finding& second = result.findings[1];
    EXPECT_EQ(second.search.certified, strategy == search::Strategy::exhaustive);
    EXPECT_EQ(second.search.upper_bound.has_value(), strategy == search::Strategy::exhaustive);
  }
}

TEST(BiasScan, NothingFoundIsAFindingWithScoreZero) {
  const auto cells =
      testing::cells_of(testing::letters({2}), {{{0}, 0.5, 20, 10}, {{1}, 0.25, 20, 5}});
  const BiasScanResult result = bias_scan({cells}, quick(99));
  ASSERT_EQ(result.findings.size(), 2U);
  for (const Finding& finding : result.findings) {
    EXPECT_FALSE(finding.subgroup);
    EXPECT_EQ(finding.score, 0);
    EXPECT_FALSE(finding.theta);
    EXPECT_FALSE(finding.theta_limit);
    EXPECT_EQ(finding.p_value.value(), 1);
    EXPECT_FALSE(finding.significant.value());
  }
}

TEST(BiasScan, ADegenerateNullGivesNoPValueAndAWarning) {
  // The event is all but impossible: every redraw has none, and every null score is 0.
  const auto cells = testing::cells_of(testing::letters({1}), {{{0}, 1e-12, 1, 1}});
  BiasScanOptions options = quick(99);
  options.directions = {Direction::higher};
  const Finding finding = bias_scan({cells}, options).findings.at(0);
  EXPECT_NEAR(finding.score, 12 * std::log(10.0), 1e-9);
  EXPECT_FALSE(finding.p_value);
  EXPECT_FALSE(finding.p_value_adjusted);
  EXPECT_FALSE(finding.significant);
  ASSERT_EQ(finding.warnings.size(), 1U);
  EXPECT_THAT(finding.warnings[0].text,
              HasSubstr("all 99 null replicates have the same best score"));
  EXPECT_THAT(finding.warnings[0].text, HasSubstr("no p-value is given"));
}

TEST(BiasScan, InfiniteThetaIsALimit) {
  const auto cells =
      testing::cells_of(testing::letters({2}), {{{0}, 0.2, 15, 15}, {{1}, 0.7, 15, 0}});
  const BiasScanResult result = bias_scan({cells}, quick(0));
  EXPECT_FALSE(result.findings[0].theta);
  EXPECT_EQ(result.findings[0].theta_limit, result::Limit::infinity);
  EXPECT_NEAR(result.findings[0].log_likelihood_ratio, -15 * std::log(0.2), 1e-10);
  EXPECT_FALSE(result.findings[1].theta);
  EXPECT_EQ(result.findings[1].theta_limit, result::Limit::zero);
  EXPECT_NEAR(result.findings[1].log_likelihood_ratio, -15 * std::log(0.3), 1e-10);
}

TEST(BiasScan, WithoutAttributesEverybodyIsAudited) {
  const auto cells = testing::cells_of({}, {{{}, 0.3, 100, 60}});
  const Finding finding = bias_scan({cells}, quick(49)).findings.at(0);
  ASSERT_TRUE(finding.subgroup);
  EXPECT_TRUE(finding.subgroup->empty());
  EXPECT_EQ(finding.text, "everybody");
  EXPECT_EQ(finding.n, 100);
  EXPECT_FALSE(finding.comparison);
  EXPECT_DOUBLE_EQ(finding.p_value.value(), 0.02);
}

TEST(BiasScan, AscentAndBoundedAgreeWithEnumeration) {
  const auto cells = search::make_bernoulli_cells(biased_people(2, 0.5, 21));
  BiasScanOptions options = quick(0);
  const BiasScanResult best = bias_scan({cells}, options);
  for (const auto strategy : {search::Strategy::bounded, search::Strategy::ascent}) {
    options.strategy = strategy;
    const BiasScanResult other = bias_scan({cells}, options);
    for (std::size_t i = 0; i < 2; ++i) {
      EXPECT_EQ(other.findings[i].text, best.findings[i].text);
      EXPECT_NEAR(other.findings[i].score, best.findings[i].score, 1e-9);
      EXPECT_EQ(other.findings[i].search.strategy, strategy);
      EXPECT_EQ(other.findings[i].search.certified, strategy == search::Strategy::bounded);
      EXPECT_EQ(other.findings[i].search.restarts, 50);
    }
  }
}

std::string message(const BiasScanOptions& options) {
  return testing::message_of<ConfigError>([&] { validate(options); });
}

TEST(BiasScanOptions, EveryBadOptionIsNamed) {
  EXPECT_EQ(message({}), "no error");
  EXPECT_EQ(message({{}, {}}), "`direction`: name higher, lower or both");
  EXPECT_EQ(message({{.penalty = -2}}), "penalty = -2: must be 0 or more");
  EXPECT_EQ(message({{.replicates = -1}}), "replicates = -1: must be 0 or more");
  EXPECT_EQ(message({{.alpha = 0}}), "alpha = 0: must be between 0 and 1");
  EXPECT_EQ(message({{.alpha = 1}}), "alpha = 1: must be between 0 and 1");
  const auto cells = search::make_bernoulli_cells(biased_people(1, 1, 1));
  EXPECT_THROW(static_cast<void>(bias_scan({cells}, {{.alpha = 2}})), ConfigError);
}

}  // namespace
}  // namespace faultline::methods
