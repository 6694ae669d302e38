#include "faultline/methods/finding.hpp"

#include <limits>

#include "support/small_cells.hpp"
#include <gtest/gtest.h>

namespace faultline::methods {
namespace {

TEST(ReportSearch, SaysWhatWasDoneAndWhatIsProven) {
  search::SearchResult search;
  search.strategy = search::Strategy::bounded;
  search.subgroups = 1e12;
  search.evaluations = 17;
  search.restarts = 50;
  search.hits = 3;
  search.found.emplace_back();
  search.found[0].score = 4;
  search.upper_bound = 5.5;
  const SearchReport report = report_search(search);
  EXPECT_EQ(report.strategy, result::Strategy::bounded);
  EXPECT_EQ(report.subgroups, 1e12);
  EXPECT_EQ(report.evaluations, 17);
  EXPECT_EQ(report.restarts, 50);
  EXPECT_EQ(report.hits, 3);
  EXPECT_EQ(report.upper_bound, 5.5);
  EXPECT_EQ(report.gap, 1.5);
  EXPECT_FALSE(report.certified);
}

TEST(ReportSearch, EnumerationHasNoRestarts) {
  search::SearchResult search;
  search.strategy = search::Strategy::exhaustive;
  search.certified = true;
  search.upper_bound = 0;
  const SearchReport report = report_search(search);
  EXPECT_EQ(report.strategy, result::Strategy::exhaustive);
  EXPECT_FALSE(report.restarts);
  EXPECT_FALSE(report.hits);
  EXPECT_EQ(report.gap, 0);  // nothing found, nothing to find
  EXPECT_TRUE(report.certified);
}

TEST(ReportSearch, AnUnknownBoundIsAbsentAndAGapIsNeverNegative) {
  search::SearchResult search;
  search.strategy = search::Strategy::ascent;
  EXPECT_EQ(report_search(search).strategy, result::Strategy::ascent);
  EXPECT_FALSE(report_search(search).upper_bound);
  EXPECT_FALSE(report_search(search).gap);
  search.found.emplace_back();
  search.found[0].score = 2;
  search.upper_bound = 2 - 1e-12;
  EXPECT_EQ(report_search(search).gap, 0);
}

TEST(NameSubgroup, ListsRestrictedAttributesOnly) {
  const auto attributes = testing::letters({2, 3, 2});
  Finding finding;
  name_subgroup({{2, 5, 3}}, attributes, finding);
  ASSERT_TRUE(finding.subgroup);
  ASSERT_EQ(finding.subgroup->size(), 2U);
  EXPECT_EQ((*finding.subgroup)[0].first, "a");
  EXPECT_EQ((*finding.subgroup)[0].second, std::vector<std::string>{"a_1"});
  EXPECT_EQ((*finding.subgroup)[1].second, (std::vector<std::string>{"b_0", "b_2"}));
  EXPECT_EQ(finding.text, "a_1; b_0 or b_2");
  name_subgroup(search::everybody(attributes), attributes, finding);
  EXPECT_TRUE(finding.subgroup->empty());  // everybody, not "nothing found"
  EXPECT_EQ(finding.text, "everybody");
}

TestedFamily family_of(const resample::HypothesisTest& test, std::vector<double> null_scores) {
  return {.findings = {0}, .test = {.tests = {test}, .null_scores = {std::move(null_scores)}}};
}

TEST(AttachTests, CopiesTheTestAndItsNull) {
  resample::HypothesisTest test;
  test.p_value = 0.25;
  test.p_value_adjusted = 0.5;
  test.interval = {0.1, 0.5};
  test.replicates = 3;
  test.exceedances = 1;
  test.risk = 1e-3;
  std::vector<Finding> findings(1);
  attach_tests(family_of(test, {1, 2, 3}), findings);
  const Finding& finding = findings[0];
  EXPECT_EQ(finding.p_value, 0.25);
  EXPECT_EQ(finding.p_value_adjusted, 0.5);
  EXPECT_EQ(finding.p_value_interval, std::pair(0.1, 0.5));
  EXPECT_EQ(finding.replicates, 3);
  EXPECT_EQ(finding.exceedances, 1);
  EXPECT_EQ(finding.verdict_risk, 1e-3);
  EXPECT_FALSE(finding.untested);
  EXPECT_EQ(finding.null.scores, (std::vector<double>{1, 2, 3}));
  ASSERT_EQ(finding.null.quantiles.size(), 4U);
  EXPECT_EQ(finding.null.quantiles[0].first, 0.5);
  EXPECT_EQ(finding.null.quantiles[3].first, 0.99);
  EXPECT_LE(finding.null.quantiles[0].second, finding.null.quantiles[3].second);
  EXPECT_TRUE(finding.warnings.empty());
}

TEST(AttachTests, ADegenerateNullWarns) {
  resample::HypothesisTest test;
  test.replicates = 2;
  test.degenerate = true;
  std::vector<Finding> findings(1);
  attach_tests(family_of(test, {1.5, 1.5}), findings);
  EXPECT_FALSE(findings[0].p_value);
  EXPECT_FALSE(findings[0].p_value_interval);
  ASSERT_EQ(findings[0].warnings.size(), 1U);
  EXPECT_EQ(findings[0].warnings[0].text,
            "all 2 null replicates have the same best score (1.5), so they say nothing about how "
            "surprising this score is: no p-value is given");
}

TEST(AttachTests, NoReplicatesNoNull) {
  std::vector<Finding> findings(1);
  attach_tests(family_of({}, {}), findings);
  EXPECT_FALSE(findings[0].p_value);
  EXPECT_TRUE(findings[0].untested);
  EXPECT_TRUE(findings[0].null.quantiles.empty());
  EXPECT_TRUE(findings[0].warnings.empty());
}

/// Twelve families at .05 need 239 replicates for evidence. A test that was settled by 199 of the
/// 9,999 allowed has an answer; one that was allowed 199 has none.
TEST(Verdicts, ASettledTestIsDecidedHoweverFewReplicatesItTook) {
  const auto verdict = [](std::int64_t allowed, std::optional<double> risk) {
    SearchSettings settings;
    settings.replicates = allowed;
    std::vector<Finding> findings(1);
    findings[0].subgroup.emplace();
    findings[0].p_value = findings[0].p_value_adjusted = 0.4;
    findings[0].replicates = 199;
    findings[0].verdict_risk = risk;
    const TestedFamily family{.findings = {0}};
    Notices notices;
    (void)give_verdicts(settings, {&family, 1}, 11, findings, notices);
    return findings[0].verdict;
  };
  EXPECT_EQ(verdict(9999, 1e-3), Verdict::not_enough);
  EXPECT_EQ(verdict(199, std::nullopt), Verdict::undecided);
  EXPECT_EQ(verdict(199, 1e-3), Verdict::undecided);
}

}  // namespace
}  // namespace faultline::methods
