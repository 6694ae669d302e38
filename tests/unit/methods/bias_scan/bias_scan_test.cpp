// Bias Scan from cells to findings: what a finding says, and the randomisation test.

#include "faultline/methods/bias_scan/bias_scan.hpp"

#include <cmath>
#include <map>
#include <set>

#include "bias_scan_people.hpp"
#include "support/message_of.hpp"
#include "support/naive_scan.hpp"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "faultline/base/error.hpp"
#include "faultline/methods/closed_form.hpp"
#include "faultline/resample/family_test.hpp"
#include "faultline/search/odds_change.hpp"

namespace faultline::methods {
namespace {

using search::Direction;
using ::testing::HasSubstr;

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
    // Far beyond chance: the closed form decides, and nothing is drawn.
    EXPECT_TRUE(finding.proven);
    EXPECT_EQ(finding.replicates, 0);
    EXPECT_TRUE(finding.null.scores.empty());
    EXPECT_LE(finding.p_value.value(), 1e-3);
    EXPECT_EQ(finding.p_value_adjusted, finding.p_value);
    EXPECT_DOUBLE_EQ(finding.p_value.value(),
                     ClosedForm(cells.lattice.attributes, 1, 2).p_value(finding.score));
    EXPECT_TRUE(finding.significant.value());
    EXPECT_EQ(finding.verdict, result::Verdict::evidence);
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
  EXPECT_GT(higher.theta_interval.value().first, 1);
  EXPECT_LT(lower.theta_interval.value().second, 1);
  EXPECT_LT(higher.theta_shrunken.value(), higher.theta.value());
  EXPECT_GT(lower.theta_shrunken.value(), lower.theta.value());
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

TEST(BiasScan, WithoutReplicatesThePValueIsTheBound) {
  const auto cells = search::make_bernoulli_cells(biased_people(1.7, 1, 5));
  const ClosedForm bound(cells.lattice.attributes, 1, 2);
  for (const Finding& finding : bias_scan({cells}, quick(0)).findings) {
    EXPECT_TRUE(finding.proven);
    EXPECT_DOUBLE_EQ(finding.p_value.value(), bound.p_value(finding.score));
    EXPECT_EQ(finding.p_value_adjusted, finding.p_value);
    EXPECT_FALSE(finding.p_value_interval);
    EXPECT_EQ(finding.significant.value(), *finding.p_value <= 0.05);
    EXPECT_EQ(finding.replicates, 0);
    EXPECT_TRUE(finding.null.scores.empty());
    EXPECT_TRUE(finding.null.quantiles.empty());
  }
}

TEST(BiasScan, PValueCountsNullScoresThatReachTheObserved) {
  const auto cells = search::make_bernoulli_cells(biased_people(1.5, 1, 8));
  const BiasScanResult result = bias_scan({cells}, quick(299));
  ASSERT_EQ(result.critical.size(), 2U);
  for (std::size_t i = 0; i < 2; ++i) {
    const Finding& finding = result.findings[i];
    ASSERT_FALSE(finding.proven);
    int reached = 0;
    for (const double score : finding.null.scores)
      reached += resample::reaches(score, finding.score) ? 1 : 0;
    EXPECT_DOUBLE_EQ(finding.p_value.value(), (1.0 + reached) / 300);
    EXPECT_EQ(finding.exceedances, reached);
    EXPECT_LE(finding.p_value_interval.value().first, reached / 299.0);
    EXPECT_GE(finding.p_value_interval.value().second, reached / 299.0);
    EXPECT_GE(*finding.p_value_adjusted, *finding.p_value);
    EXPECT_EQ(finding.significant.value(), *finding.p_value_adjusted <= 0.05);
    EXPECT_EQ(finding.score > result.critical[i].critical_score, *finding.significant);
  }
}

TEST(BiasScan, IntervalLeavesOutOneExactlyWhenThereIsEvidence) {
  int evidence = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const auto cells = search::make_bernoulli_cells(biased_people(1.8, 0.6, seed));
    for (const std::int64_t replicates : {0, 99}) {
      for (const Finding& finding : bias_scan({cells}, quick(replicates)).findings) {
        if (!finding.subgroup) continue;
        const auto [low, high] = finding.theta_interval.value();
        EXPECT_EQ(low > 1 || high < 1, finding.verdict == result::Verdict::evidence);
        EXPECT_LE(low, *finding.theta);
        EXPECT_GE(high, *finding.theta);
        EXPECT_LE(low, *finding.theta_shrunken);
        EXPECT_GE(high, *finding.theta_shrunken);
        EXPECT_LE(finding.observed_interval.value().first, finding.observed);
        EXPECT_GE(finding.observed_interval.value().second, finding.observed);
        evidence += finding.verdict == result::Verdict::evidence ? 1 : 0;
      }
    }
  }
  EXPECT_GT(evidence, 10);
  EXPECT_LT(evidence, 150);
}

TEST(BiasScan, OneDirectionAloneIsNotAdjusted) {
  const auto cells = search::make_bernoulli_cells(biased_people(1.5, 1, 5));
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

TEST(BiasScan, StopsWhenTheVerdictIsCertain) {
  const auto cells = search::make_bernoulli_cells(biased_people(1, 1, 7));
  BiasScanOptions options = quick(9999);
  options.sequential = data::Choice::yes;
  const BiasScanResult early = bias_scan({cells}, options);
  EXPECT_FALSE(early.partial);
  options.sequential = data::Choice::no;
  options.replicates = early.findings[0].replicates;
  const BiasScanResult full = bias_scan({cells}, options);
  for (std::size_t i = 0; i < 2; ++i) {
    const Finding& finding = early.findings[i];
    EXPECT_LT(finding.replicates, 9999);
    EXPECT_NE(finding.verdict.value(), result::Verdict::evidence);
    EXPECT_LE(finding.verdict_risk.value(), 1e-3);
    EXPECT_EQ(finding.null.scores, full.findings[i].null.scores);
    EXPECT_FALSE(full.findings[i].verdict_risk);
  }
}

TEST(BiasScan, ANamedSubgroupIsTestedWithoutSearchOrPenalty) {
  const data::Profiles people = biased_people(2, 1, 8, 20);
  const auto cells = search::make_bernoulli_cells(people);
  BiasScanOptions options = quick(199);
  const search::Subgroup subgroup = search::parse_subgroup("a=a_1;b=b_0", people.attributes);
  options.named = {subgroup, subgroup};
  const BiasScanResult result = bias_scan({cells}, options);
  ASSERT_EQ(result.findings.size(), 1U);  // the direction in which it departs
  const Finding& finding = result.findings[0];
  EXPECT_EQ(finding.text, "a_1; b_0");
  EXPECT_EQ(finding.direction, result::Direction::higher);
  EXPECT_EQ(finding.penalty, 0);
  EXPECT_EQ(finding.search.subgroups, 1);
  EXPECT_NEAR(finding.score, testing::naive_score(cells, Direction::higher, 0, subgroup), 1e-9);
  EXPECT_EQ(finding.theta_interval.value().first > 1, finding.verdict == result::Verdict::evidence);
  EXPECT_FALSE(finding.theta_shrunken);
  // It has less to exceed than the best of all subgroups.
  options.named.clear();
  EXPECT_LT(result.critical[0].critical_score,
            bias_scan({cells}, options).critical[0].critical_score);
  options.named = {subgroup, subgroup};
  options.top = 2;
  EXPECT_THROW(static_cast<void>(bias_scan({cells}, options)), ConfigError);
}

TEST(BiasScan, AnEmptyNamedSubgroupIsRefused) {
  const auto cells =
      testing::cells_of(testing::letters({2, 2}), {{{0, 0}, 0.5, 20, 10}, {{1, 1}, 0.25, 20, 5}});
  BiasScanOptions options = quick(9);
  options.named.assign(2, search::Subgroup{{1, 2}});
  EXPECT_THROW(static_cast<void>(bias_scan({cells}, options)), InputError);
}

TEST(BiasScan, AProvenBetterSubgroupStandsBesideTheOneTested) {
  // One restart of ascent, which starts from everybody, stays below the optimum for these people.
  int improved = 0;
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    const auto cells = search::make_bernoulli_cells(biased_people(1.3, 0.8, seed));
    BiasScanOptions options = quick(19);
    options.strategy = search::Strategy::ascent;
    options.restarts = 1;
    const BiasScanResult ascent = bias_scan({cells}, options);
    for (const Finding& finding : ascent.findings) {
      const double best = testing::naive_best(cells, finding.direction, 1);
      EXPECT_LE(finding.score, best + 1e-9);
      improved += finding.score < best - 1e-6 ? 1 : 0;
    }
  }
  EXPECT_GT(improved, 0);
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

TEST(BiasScan, ADegenerateNullGivesNoPValueUnlessTheClosedFormDoes) {
  // The event is all but impossible: every redraw has none, and every null score is 0.
  const auto cells = testing::cells_of(testing::letters({1}), {{{0}, 1e-12, 1, 1}});
  BiasScanOptions options = quick(99);
  options.directions = {Direction::higher};
  const Finding finding = bias_scan({cells}, options).findings.at(0);
  EXPECT_NEAR(finding.score, 12 * std::log(10.0), 1e-9);
  // The closed form knows what no replicate would show.
  EXPECT_TRUE(finding.proven);
  EXPECT_NEAR(finding.p_value.value(), 1e-12, 1e-18);
  // Where it does not decide, replicates that are all alike say nothing.
  options.alpha = 1e-12;
  const Finding open = bias_scan({cells}, options).findings.at(0);
  EXPECT_FALSE(open.proven);
  EXPECT_FALSE(open.p_value);
  EXPECT_FALSE(open.p_value_adjusted);
  EXPECT_FALSE(open.significant);
  EXPECT_FALSE(open.theta_interval);
  ASSERT_EQ(open.warnings.size(), 1U);
  EXPECT_THAT(open.warnings[0].text, HasSubstr("all 99 null replicates have the same best score"));
  EXPECT_THAT(open.warnings[0].text, HasSubstr("no p-value is given"));
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
  EXPECT_DOUBLE_EQ(finding.p_value.value(), ClosedForm({}, 1, 2).p_value(finding.score));
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
  EXPECT_EQ(message({{.alpha = 0}}), "alpha = 0: must be above 0 and below 1");
  EXPECT_EQ(message({{.alpha = 1}}), "alpha = 1: must be above 0 and below 1");
  const auto cells = search::make_bernoulli_cells(biased_people(1, 1, 1));
  EXPECT_THROW(static_cast<void>(bias_scan({cells}, {{.alpha = 2}})), ConfigError);
}

}  // namespace
}  // namespace faultline::methods
