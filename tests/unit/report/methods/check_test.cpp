// A check as a document: plain words first, every part with its command, anchors that meet.

#include <algorithm>
#include <regex>
#include <set>

#include "unit/report/shown.hpp"
#include "unit/report/stored.hpp"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "faultline/base/error.hpp"
#include "faultline/report/methods/check/command_line.hpp"
#include "faultline/report/methods/check/plain_words.hpp"
#include "faultline/report/methods/check/sentences.hpp"
#include "faultline/report/text.hpp"

namespace faultline::report {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::ThrowsMessage;

std::string first_screen(const result::Result& result) {
  const std::string text = to_text(result, {.colour = false, .width = 900});
  const std::size_t begin = text.find("In short");
  return text.substr(begin, text.find("\n\n", begin) - begin);
}

TEST(CheckDocument, TheFirstScreenHasNoWordsOfStatisticsAndNoOptions) {
  for (const char* name : {"check", "check_scores", "check_decisions"}) {
    const std::string screen = first_screen(real(name));
    for (const char* word : {"Holm", "p-value", "p =", "`", "--", "fpr", "higher", "odds", "score"})
      EXPECT_THAT(screen, Not(HasSubstr(word))) << name;
  }
}

TEST(CheckDocument, SaysWhoHowOftenComparedWithWhomAndHowManyPeople) {
  const result::Result result = real("check");
  const auto& lines = result.check->verdicts;
  const auto line = std::ranges::find_if(lines, [](const auto& one) {
    return one.part == result::Command::audit && one.verdict == result::Verdict::evidence;
  });
  ASSERT_NE(line, lines.end());
  const ToldVerdict one = told(*line, result);
  EXPECT_THAT(one.sentence, HasSubstr(" people with race = "));
  EXPECT_THAT(one.sentence, HasSubstr("people with another race"));
  EXPECT_THAT(one.sentence, HasSubstr(" would be expected."));
  EXPECT_THAT(one.sentence, HasSubstr("Chance alone would show something this clear"));
}

TEST(CheckDocument, AnchorsAreThereOnceAndLinksMeetThem) {
  for (const char* name : {"check", "check_decisions"}) {
    const std::string html = page(real(name));
    const std::regex anchor("id=\"([^\"]+)\"");
    std::multiset<std::string> anchors;
    for (std::sregex_iterator at(html.begin(), html.end(), anchor), end; at != end; ++at)
      anchors.insert((*at)[1].str());
    for (const std::string& one : anchors) EXPECT_EQ(anchors.count(one), 1U) << one;
    const std::regex link("href=\"#([^\"]+)\"");
    int links = 0;
    for (std::sregex_iterator at(html.begin(), html.end(), link), end; at != end; ++at, ++links)
      EXPECT_TRUE(anchors.contains((*at)[1].str())) << (*at)[1].str();
    EXPECT_GT(links, 10);
  }
}

TEST(CheckDocument, EveryPartSaysWhichCommandGoesDeeper) {
  const result::Result result = real("check");
  const std::string text = to_text(result, {});
  for (const result::Part& part : result.parts) {
    const std::vector<std::string> lines = deeper_command(result, part);
    ASSERT_FALSE(lines.empty());
    for (std::size_t i = 0; i < lines.size(); ++i) {
      EXPECT_LE(lines[i].size(), 76U);
      EXPECT_EQ(lines[i].ends_with(" \\"), i + 1 < lines.size());
      EXPECT_THAT(text, HasSubstr("    " + lines[i] + "\n"));
    }
  }
  EXPECT_THAT(
      deeper_command(result, result.parts[2]),
      ElementsAre("faultline audit people.csv --outcome reoffended=yes --score score \\",
                  "  --decision flagged=yes --protected race --attributes sex,race,age,priors \\",
                  "  --html audit.html"));
}

TEST(CheckDocument, CommandsAreQuotedForAShell) {
  result::Result result = real("check_scores");
  for (auto& [key, value] : result.config) {
    if (key == "input") value = std::string("it's here/$HOME.csv");
  }
  EXPECT_EQ(deeper_command(result, result.parts.front()).front(),
            "faultline scan 'it'\\''s here/$HOME.csv' --outcome reoffended=yes \\");
}

TEST(CheckDocument, WhatWasNotLookedAtSaysWhichColumnItNeeds) {
  EXPECT_THAT(
      to_text(real("check_scores"), {.colour = false, .width = 900}),
      HasSubstr("Group by group: This needs a column that says who belongs to which group"));
}

TEST(CheckDocument, AVerdictOnNothingIsDamage) {
  const result::Result good = real("check");
  const auto damaged = [&](const auto& change) {
    result::Result result = good;
    change(result.check->verdicts.front());
    return [result] { (void)told(result.check->verdicts.front(), result); };
  };
  EXPECT_THAT(damaged([](auto& line) { line.part = result::Command::elicit; }),
              ThrowsMessage<InputError>(HasSubstr("check.verdicts names a part")));
  EXPECT_THAT(damaged([](auto& line) { line.place = 9999; }),
              ThrowsMessage<InputError>(HasSubstr("check.verdicts names a place")));
  EXPECT_THAT(damaged([](auto& line) {
                line.part = result::Command::scan;
                line.list = result::CheckList::levels;
              }),
              ThrowsMessage<InputError>(HasSubstr("check.verdicts names a list")));
}

TEST(CheckDocument, PartsDoNotNest) {
  nlohmann::ordered_json json = nlohmann::ordered_json::parse(real_json("check_scores"));
  json["parts"][0]["parts"] = json["parts"];
  EXPECT_TRUE(from_json(json.dump()).result.parts[0].parts.empty());
}

}  // namespace
}  // namespace faultline::report
