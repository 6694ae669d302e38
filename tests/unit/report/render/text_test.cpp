#include "faultline/report/text.hpp"

#include <sstream>

#include "unit/report/stored.hpp"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "faultline/report/render/display.hpp"

namespace faultline::report {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(Text, NoLineIsWiderThanAsked) {
  for (const auto& [name, result] : every_result()) {
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
  for (const auto& [name, result] : every_result()) {
    EXPECT_THAT(to_text(result), Not(HasSubstr("\x1b"))) << name;
  }
  const std::string coloured = to_text(edge("compas"), {.colour = true, .width = 80});
  EXPECT_THAT(coloured, HasSubstr("\x1b[1;31mEvidence of a difference\x1b[0m"));
}

TEST(Text, ColourChangesNothingElse) {
  std::string coloured = to_text(edge("inconclusive"), {.colour = true, .width = 80});
  for (std::size_t at = coloured.find('\x1b'); at != std::string::npos;
       at = coloured.find('\x1b')) {
    coloured.erase(at, coloured.find('m', at) - at + 1);
  }
  EXPECT_EQ(coloured, to_text(edge("inconclusive")));
}

TEST(Text, InfiniteThetaIsALimitNotANumber) {
  const std::string text = to_text(edge("infinite_theta"));
  EXPECT_THAT(text, HasSubstr("Odds ratio q infinite (everyone here had the outcome)"));
  EXPECT_THAT(text, HasSubstr("Odds ratio q 0 (no one here had the outcome)"));
}

TEST(Text, PartialIsMarked) { EXPECT_THAT(to_text(edge("partial")), HasSubstr("PARTIAL")); }

TEST(Text, WithoutATestThereIsNoPValue) {
  const std::string text = to_text(edge("untested"));
  EXPECT_THAT(text, Not(HasSubstr("  p-value")));
  EXPECT_THAT(text, HasSubstr("Not tested"));
}

TEST(Text, NoAttributesAndNoFindings) {
  EXPECT_THAT(to_text(edge("empty")),
              HasSubstr("0 people in the data, 0 used, in 0 profiles of 0 attributes."));
}

TEST(Text, RanksAreNamed) {
  EXPECT_THAT(to_text(edge("top_three")), HasSubstr("than predicted, rank 3: predictions too low"));
}

TEST(Text, PowerSpeaksWithItsNotes) {
  const std::string text = to_text(edge("power"));
  EXPECT_THAT(text, HasSubstr("39.48 for alpha = 0.05 and 144 profiles"));
  EXPECT_THAT(text, HasSubstr("4 profiles hold a single person."));
}

TEST(Text, PowerWithoutADetectableBiasSaysSo) {
  result::Result result = edge("power");
  result.power->subgroup->delta_threshold = {};
  const std::string text = to_text(result);
  EXPECT_THAT(text, HasSubstr("no sampling bias, however large"));
}

TEST(Text, PowerSpeaksOfTheTestThatWasRun) {
  result::Result result = edge("power");
  result.power->applicable = false;
  result.power->directions = {
      {.direction = result::Direction::higher, .critical_score = 4.25},
      {.direction = result::Direction::lower, .critical_score = 7.5, .proven = true}};
  result.power->subgroup->directions = {
      {.direction = result::Direction::higher, .score = 1.5, .delta_threshold = 0.5},
      {.direction = result::Direction::lower, .score = 0}};
  const std::string text = to_text(result, {.colour = false, .width = 400});
  EXPECT_THAT(
      text,
      HasSubstr(
          "4.25; the best subgroup must score more than this for evidence at the level 0.05 (from "
          "the replicates of this run)"));
  EXPECT_THAT(text, HasSubstr("from the closed form"));
  EXPECT_THAT(text,
              HasSubstr("a sampling bias of 0.500 or less (training odds of the outcome in this "
                        "subgroup at most 0.500 times the true odds)"));
  EXPECT_THAT(text, HasSubstr("no sampling bias would be detected in it"));
  EXPECT_THAT(text, Not(HasSubstr("h(alpha)")));
}

TEST(Text, ManyColumnsLeftOutAreCounted) {
  result::Result result = edge("compas");
  result.notices.clear();
  for (int i = 0; i < 22; ++i) {
    const std::string column = "column" + std::to_string(i);
    result.notices.push_back(result::Notice::left_out(column + ": a number", column, 30));
  }
  EXPECT_THAT(to_text(result), HasSubstr("\nColumns that were not scanned\n"
                                         "  column0: a number\n"
                                         "  column1: a number\n"));
  EXPECT_LT(to_text(result).find("  22 columns were not scanned; reasons are listed at the end\n"),
            to_text(result).find("In short"));
  EXPECT_THAT(to_text(result),
              HasSubstr("  column9: a number\n"
                        "  and 12 more columns; `html` and `json` have them all\n"));
  result.notices.resize(11);
  EXPECT_THAT(to_text(result), HasSubstr("  column10: a number\n"));
  EXPECT_THAT(to_text(result), Not(HasSubstr("more columns")));
}

TEST(Text, FindingsStartWithASummary) {
  const std::string text = to_text(edge("compas"), {.colour = false, .width = 400});
  EXPECT_THAT(text,
              HasSubstr("\n\nIn short\n  1. Evidence of a difference: Outcome more frequent than "
                        "predicted: priors Over 5. "));
  EXPECT_THAT(text,
              HasSubstr("  2. Evidence of a difference: Outcome less frequent than predicted: "
                        "priors None. "));
}

TEST(Text, NothingFoundSpeaksOfThePenalty) {
  result::Result result = edge("compas");
  result.findings.resize(1);
  result.findings.front().subgroup.reset();
  result.config = {{"penalty", 100.0}};
  EXPECT_THAT(to_text(result), HasSubstr("A lower `penalty` (here 100)"));
  result.config = {{"penalty", 0.0}};
  EXPECT_THAT(to_text(result), Not(HasSubstr("`penalty`")));
}

}  // namespace
}  // namespace faultline::report
