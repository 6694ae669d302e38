#include "faultline/methods/compare/compare_periods.hpp"

#include <algorithm>

#include <gtest/gtest.h>

#include "faultline/rng/draw.hpp"

namespace faultline::methods {
namespace {

/// Two periods in which equally many of each kind come; after, women without the outcome are
/// flagged more often by `more`.
data::Profiles two_periods(double more) {
  data::ProfilesBuilder builder({{.name = "sex", .labels = {"F", "M"}},
                                 {.name = "age", .labels = {"1", "2"}},
                                 {.name = "year", .labels = {"2023", "2024"}}});
  data::Profiles rows;
  rows.codes.resize(3);
  rng::Stream stream(1, rng::Purpose::test, 7);
  for (int i = 0; i < 1600; ++i) {
    const bool man = (i & 1) != 0;
    const bool after = (i & 4) != 0;
    const bool outcome = rng::bernoulli(stream, 0.4);
    const double flagged = outcome ? 0.7 : 0.2 + (after && !man ? more : 0);
    rows.codes[0].push_back(man ? 1 : 0);
    rows.codes[1].push_back((i & 2) != 0 ? 1 : 0);
    rows.codes[2].push_back(after ? 1 : 0);
    rows.outcome.push_back(outcome ? 1 : 0);
    rows.decision.push_back(rng::bernoulli(stream, flagged) ? 1 : 0);
    rows.count.push_back(1);
  }
  rows.attributes.resize(3);
  data::send(rows, builder);
  return std::move(builder).finish();
}

CompareResult compared(const data::Profiles& profiles, std::int64_t replicates = 199) {
  ComparePeriodsOptions options;
  for (const CriterionScan& scan : default_change_scans(Harm::positive)) {
    if (!scan.metric->needs_prediction()) options.scan.scans.push_back(scan);
  }
  options.scan.replicates = replicates;
  options.scan.threads = 1;
  options.table.attributes = {0, 1};
  const Periods periods{.after = {"year", "2024", {"year"}, {}}, .attribute = 2, .label = 1};
  return compare_periods(
      {.profiles = profiles, .scanned = {"sex", "age"}, .covariates = {"sex", "age"}}, periods,
      options);
}

TEST(ComparePeriods, FindsWhereItGotWorse) {
  const CompareResult found = compared(two_periods(0.3));
  ASSERT_EQ(found.findings.size(), 3U);  // fpr, ppv and fnr
  const Finding& best = found.findings.front();
  EXPECT_EQ(best.metric, Criterion::fpr);
  EXPECT_EQ(best.text, "sex = F");
  EXPECT_EQ(best.verdict, Verdict::evidence);
  EXPECT_EQ(best.worse, true);
  EXPECT_EQ(best.comparable_in, (std::vector<std::string>{"sex", "age"}));
  EXPECT_EQ(found.report.kind, CompareKind::periods);
  EXPECT_EQ(found.report.after, "2024");
  // Other people may be all that changed in the table: it does not speak for the gate.
  EXPECT_TRUE(std::ranges::any_of(found.report.changes, [](const auto& change) {
    return change.verdict == Verdict::evidence;
  }));
  EXPECT_FALSE(has_evidence(found.report, true));
  EXPECT_FALSE(has_evidence(found.report, false));
}

TEST(ComparePeriods, TheTableSharesTheLevel) {
  const CompareResult found = compared(two_periods(0));
  EXPECT_EQ(found.report.families, 2);
  for (const Finding& finding : found.findings) {
    EXPECT_GE(*finding.p_value_adjusted, std::min(1.0, 2 * *finding.p_value) - 1e-12);
    EXPECT_EQ(finding.verdict, Verdict::not_enough);
  }
}

TEST(ComparePeriods, CountsEachPeriodApart) {
  const data::Profiles profiles = two_periods(0.3);
  const Periods periods{.after = {"year", "2024", {"year"}, {}}, .attribute = 2, .label = 1};
  const ComparedPeople people = periods_of(profiles, periods);
  EXPECT_FALSE(people.paired());
  const ChangeTable table = change_table(people, {.rates = {RateName::fpr}});
  ASSERT_EQ(table.changes.size(), 1U);
  double n[2] = {0, 0};
  double flagged[2] = {0, 0};
  for (std::size_t i = 0; i < people.size(); ++i) {
    if (profiles.outcome[i] != 0) continue;
    const int side = profiles.codes[2][i];
    n[side] += static_cast<double>(profiles.count[i]);
    if (profiles.decision[i] != 0) flagged[side] += static_cast<double>(profiles.count[i]);
  }
  EXPECT_NEAR(*table.changes.front().before, flagged[0] / n[0], 1e-12);
  EXPECT_NEAR(*table.changes.front().after, flagged[1] / n[1], 1e-12);
  EXPECT_EQ(table.changes.front().test, RateTest::fisher);
  EXPECT_EQ(table.changes.front().n_before + table.changes.front().n_after, 1600);
}

TEST(ComparePeriods, WorseIsMoreErrors) {
  using enum Criterion;
  for (const Harm harm : {Harm::positive, Harm::negative}) {
    for (const char* name : {"fpr", "fnr", "fdr", "for"})
      EXPECT_EQ(worse_direction(metric_named(name), harm), search::Direction::higher) << name;
    for (const char* name : {"tpr", "tnr", "ppv", "npv"})
      EXPECT_EQ(worse_direction(metric_named(name), harm), search::Direction::lower) << name;
    for (const CriterionScan& scan : default_change_scans(harm))
      EXPECT_EQ(scan.direction, worse_direction(*scan.metric, harm)) << scan.metric->name();
    EXPECT_EQ(default_change_scans(harm).size(), 5U);
  }
  EXPECT_EQ(worse_direction(metric_named("balance-negative"), Harm::positive),
            search::Direction::higher);
  EXPECT_EQ(worse_direction(metric_named("calibration"), Harm::negative),
            search::Direction::higher);
}

}  // namespace
}  // namespace faultline::methods
