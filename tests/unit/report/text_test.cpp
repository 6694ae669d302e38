#include "faultline/report/text.hpp"

#include <sstream>

#include "sample_results.hpp"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "faultline/report/display.hpp"

namespace faultline::report {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(Text, NoLineIsWiderThanAsked) {
  for (const auto& [name, result] : samples::all()) {
    for (const int width : {40, 80, 120}) {
      std::istringstream lines(to_text(result, {.colour = false, .width = width}));
      for (std::string line; std::getline(lines, line);) {
        EXPECT_LE(display_width(line), width) << name << ": " << line;
        EXPECT_TRUE(line.empty() || line.back() != ' ')
            << name << ": trailing blank in '" << line << "'";
      }
    }
  }
}

TEST(Text, ColourOnlyWhenAsked) {
  for (const auto& [name, result] : samples::all()) {
    EXPECT_THAT(to_text(result), Not(HasSubstr("\x1b"))) << name;
  }
  const std::string coloured = to_text(samples::compas(), {.colour = true, .width = 80});
  EXPECT_THAT(coloured, HasSubstr("\x1b[1;31mEvidence of a difference at the level 0.05\x1b[0m"));
}

TEST(Text, ColourChangesNothingElse) {
  std::string coloured = to_text(samples::inconclusive(), {.colour = true, .width = 80});
  for (std::size_t at = coloured.find('\x1b'); at != std::string::npos;
       at = coloured.find('\x1b')) {
    coloured.erase(at, coloured.find('m', at) - at + 1);
  }
  EXPECT_EQ(coloured, to_text(samples::inconclusive()));
}

TEST(Text, InfiniteThetaIsALimitNotANumber) {
  const std::string text = to_text(samples::infinite_theta());
  EXPECT_THAT(text, HasSubstr("q = infinity: everyone here had the outcome"));
  EXPECT_THAT(text, HasSubstr("q = 0: no one here had the outcome"));
}

TEST(Text, PartialIsMarked) { EXPECT_THAT(to_text(samples::partial()), HasSubstr("PARTIAL")); }

TEST(Text, WithoutATestThereIsNoPValue) {
  const std::string text = to_text(samples::untested());
  EXPECT_THAT(text, Not(HasSubstr("  p-value")));
  EXPECT_THAT(text, HasSubstr("Not tested"));
}

TEST(Text, NoAttributesAndNoFindings) {
  EXPECT_THAT(to_text(samples::empty()),
              HasSubstr("0 people in the data, 0 used, in 0 profiles of 0 attributes."));
}

TEST(Text, RanksAreNamed) {
  EXPECT_THAT(to_text(samples::top_three()), HasSubstr("predictions too low, rank 3"));
}

TEST(Text, PowerStatesItsLimits) {
  const std::string text = to_text(samples::power());
  EXPECT_THAT(text, HasSubstr("39.48 for alpha = 0.05 and 144 profiles"));
  EXPECT_THAT(text, HasSubstr("h(alpha) is asymptotic"));
}

TEST(Text, PowerThatDoesNotApplySaysSo) {
  audit::Result result = samples::power();
  result.power->applicable = false;
  result.power->subgroup->delta_threshold = {};
  const std::string text = to_text(result);
  EXPECT_THAT(text, HasSubstr("h(alpha) does not apply to these data"));
  EXPECT_THAT(text, HasSubstr("no sampling bias Delta, however large"));
}

TEST(Text, ManyColumnsLeftOutAreCounted) {
  audit::Result result = samples::compas();
  for (int i = 0; i < 20; ++i) result.data.left_out.push_back({"column" + std::to_string(i), 30});
  EXPECT_THAT(to_text(result), HasSubstr("and 16 more"));
}

}  // namespace
}  // namespace faultline::report
