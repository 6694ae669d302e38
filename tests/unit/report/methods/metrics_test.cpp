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
  result::Result made{.command = result::Command::metrics};
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
  EXPECT_THAT(words, HasSubstr("Of people without the outcome, 40.0 % were flagged where race = B, "
                               "and 20.0 % where race = A."));
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

}  // namespace
}  // namespace faultline::report
