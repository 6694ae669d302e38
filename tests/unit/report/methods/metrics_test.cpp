// Rates by group as a document: what is said first, what is marked, and numbers that no run gives.
#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "faultline/report/html.hpp"
#include "faultline/report/json/json.hpp"
#include "faultline/report/methods/metrics/sections.hpp"
#include "faultline/report/text.hpp"

namespace faultline::report {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using Report = result::MetricsReport;
using result::RateName;

std::string text(const result::Result& result) {
  return to_text(result, {.colour = false, .width = 900});
}

/// Two groups, one rate, one comparison.
result::Result two_groups(double first, double second, double p) {
  result::Result made;
  made.command = result::Command::metrics;
  Report& report = made.metrics.emplace();
  report.reference = "largest";
  report.tests = 1;
  for (const auto& [name, rate] : {std::pair{"A", first}, std::pair{"B", second}}) {
    Report::Group& group = report.groups.emplace_back();
    group.group = {{"race", name}};
    group.text = std::string("race = ") + name;
    group.n = 100;
    group.rates.fpr = Report::Rate{.estimate = rate, .interval = std::pair{0.0, 1.0}, .n = 50};
  }
  report.comparisons.push_back(
      {.group = {{"race", "A"}},
       .text = "race = A",
       .reference = {{"race", "B"}},
       .reference_text = "race = B",
       .rate = RateName::fpr,
       .difference = first - second,
       .p_value = p,
       .p_value_adjusted = p,
       .verdict = p <= 0.05 ? result::Verdict::evidence : result::Verdict::not_enough});
  return made;
}

TEST(MetricsDocument, TellsTheClearestDifferenceInWordsTheHigherFirst) {
  const std::string words = text(two_groups(0.2, 0.4, 0.012));
  EXPECT_THAT(words, HasSubstr("Of the people without the outcome, 40.0 % of those with race = B "
                               "were flagged, against 20.0 % of those with race = A."));
  EXPECT_THAT(words, HasSubstr("at most once in 83 times"));
  EXPECT_THAT(words, HasSubstr("20.0*"));
}

TEST(MetricsDocument, NotEnoughEvidenceNeverReadsAsFair) {
  const std::string words = text(two_groups(0.2, 0.4, 0.3));
  EXPECT_THAT(words, HasSubstr("The one difference between groups that was tested is not clear "
                               "enough to tell from chance."));
  EXPECT_THAT(words, HasSubstr("That does not show that the groups are treated alike"));
  EXPECT_THAT(words, Not(HasSubstr("20.0*")));
}

TEST(MetricsDocument, AReasonIsToldOnceForAllItsGroups) {
  result::Result result = two_groups(0.2, 0.4, 0.3);
  for (Report::Group& group : result.metrics->groups)
    group.rates.tpr = Report::Rate{.why = "nobody in the group has the outcome"};
  const std::vector<std::string> list = not_estimable(*result.metrics);
  ASSERT_EQ(list.size(), 1U);
  EXPECT_EQ(list[0],
            "TPR is not estimable, because nobody in the group has the outcome: race = A; race = "
            "B.");
}

TEST(MetricsDocument, NumbersThatAreNotFiniteAreNotPrintedAsNumbers) {
  result::Result result = two_groups(0.2, 0.4, 0.01);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  result.metrics->groups[0].rates.fpr->estimate = nan;
  result.metrics->groups[1].rates.brier = Report::Rate{.estimate = nan};
  result.metrics->comparisons[0].ratio_interval =
      std::pair{1.5, std::numeric_limits<double>::infinity()};
  EXPECT_THAT(text(result), Not(HasSubstr("nan")));
  const std::string page = to_html(to_json(result));
  EXPECT_THAT(page, Not(HasSubstr(">nan")));
  EXPECT_THAT(page, HasSubstr("1.50 or more"));
}

TEST(MetricsDocument, ReadsBackAsItWasWritten) {
  const result::Result result = two_groups(0.2, 0.4, 0.01);
  EXPECT_EQ(to_json(from_json(to_json(result)).result), to_json(result));
}

Report::Group group_of(const char* name, std::int64_t n, double fpr) {
  Report::Group group{.group = {{"race", name}}, .text = std::string("race = ") + name, .n = n};
  group.rates.fpr = Report::Rate{.estimate = fpr, .interval = std::pair{0.0, 1.0}, .n = n};
  return group;
}

// Extremes along thresholds are those of groups that are large enough to tell.
TEST(MetricsDocument, TellsWhoWouldBeFlaggedAtTheThresholdInTheMiddle) {
  result::Result made;
  made.command = result::Command::metrics;
  Report& report = made.metrics.emplace();
  for (const char* name : {"A", "B", "C"})
    report.groups.push_back({.group = {{"race", name}}, .text = std::string("race = ") + name});
  for (const double threshold : {0.25, 0.5}) {
    report.thresholds.push_back(
        {.threshold = threshold,
         .groups = {group_of("A", 50, 0.3), group_of("B", 60, 0.1), group_of("C", 3, 1)}});
  }
  const std::string words = text(made);
  EXPECT_THAT(words,
              HasSubstr("If a prediction of at least 0.5 were a positive decision: of the people "
                        "without the outcome, 30.0 % of those with race = A would be flagged, "
                        "against 10.0 % of those with race = B."));
  EXPECT_THAT(words, Not(HasSubstr("No two groups could be compared")));
  EXPECT_THAT(words, Not(HasSubstr("100.0")));
}

TEST(MetricsDocument, TellsInWhichPartsThereIsEvidence) {
  result::Result made = two_groups(0.2, 0.4, 0.3);
  Report& report = *made.metrics;
  report.by = Report::By{.column = "month"};
  for (const char* month : {"May", "June"})
    report.by->parts.push_back(
        {.value = month, .groups = report.groups, .comparisons = report.comparisons});
  EXPECT_THAT(text(made), HasSubstr("Looked at separately for each of 2 values of month, no "
                                    "difference between groups is clear enough"));
  report.by->parts[1].comparisons[0].verdict = result::Verdict::evidence;
  EXPECT_THAT(text(made),
              HasSubstr("there is evidence of a difference between groups in 1: June."));
  EXPECT_THAT(text(made), HasSubstr("June*"));
}

// Impact ratios to a handful of people are not what is told first.
TEST(MetricsDocument, TellsTheLowestImpactRatioOfLargeCategories) {
  result::Result made = two_groups(0.2, 0.4, 0.3);
  Report::Impact& impact = *(made.metrics->impact = Report::Impact{});
  Report::ImpactSet& set = impact.sets.emplace_back();
  set.attributes = {"sex"};
  set.unknown = 12;
  const auto add = [&](const char* name, std::int64_t n, double rate, double ratio, bool most) {
    set.categories.push_back({.group = {{"sex", name}},
                              .text = std::string("sex = ") + name,
                              .n = n,
                              .share = static_cast<double>(n) / 1000,
                              .rate = rate,
                              .ratio = ratio,
                              .small = n < 20,
                              .most_selected = most,
                              .below_four_fifths = ratio < 0.8});
  };
  add("F", 480, 0.3, 0.75, false);
  add("M", 500, 0.4, 1, true);
  const std::string words = text(made);
  EXPECT_THAT(words, HasSubstr("Of 480 people where sex = F, 30.0 % were selected; where sex = M, "
                               "40.0 % were, the highest share: an impact ratio of 0.75"));
  EXPECT_THAT(words, HasSubstr("Category not known"));
  EXPECT_THAT(words, HasSubstr("is no legal verdict"));
  set.categories[1].small = true;
  EXPECT_THAT(text(made), HasSubstr("Impact ratios say little here"));
}

TEST(MetricsDocument, ErrorsOfNumbersAreSaidInWords) {
  result::Result made = two_groups(0, 0, 0.001);
  Report& report = *made.metrics;
  for (const auto& [g, error] : {std::pair{0U, -2.5}, std::pair{1U, 1234.0}}) {
    report.groups[g].rates = {};
    report.groups[g].rates.mean_error = Report::Rate{.estimate = error, .n = 300};
  }
  report.comparisons[0].rate = RateName::mean_error;
  report.comparisons[0].difference = -1236.5;
  EXPECT_THAT(text(made), HasSubstr("Predictions are too high by 1,234 on average where race = B, "
                                    "and too low by 2.500 where race = A."));
}

}  // namespace
}  // namespace faultline::report
