// Elicited preferences in the three forms of a result.

#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "faultline/report/html.hpp"
#include "faultline/report/json/json.hpp"
#include "faultline/report/methods/elicitation/words.hpp"
#include "faultline/report/text.hpp"

namespace faultline::report {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

result::Result panel() {
  result::Result result;
  result.command = result::Command::elicit;
  result.data.source = "panel.csv";
  result.data.rows = 3;
  result.data.rows_used = 2;
  result.elicit = result::ElicitReport{
      .answers = {{.person = "ann", .z1 = 30, .z2 = 50, .z3 = 45, .ratio = 1},
                  {.person = "<b>bob</b>", .z1 = 20, .z2 = 80, .z3 = 80, .ratio = 2},
                  {.person = "cyd", .z1 = 0, .z2 = 10, .z3 = 1, .ratio = -1.6, .dominated = true}},
      .ratio = {.estimate = 1.9, .spread = 0.7, .answers = 2, .lambda = 1.0526},
      .lambda_n = 1.0526,
      .by_person = {{.person = "ann", .ratio = {.estimate = 1, .answers = 1, .lambda = 2}},
                    {.person = "<b>bob</b>", .ratio = {.estimate = 2, .answers = 1, .lambda = 1}},
                    {.person = "cyd",
                     .ratio = {.estimate = std::numeric_limits<double>::quiet_NaN()}}},
      .range = {{1, 2}},
      .explanation = {"One sentence.", "And another."}};
  return result;
}

TEST(ElicitReport, JsonReadsBackAsItWas) {
  const std::string json = to_json(panel());
  const result::ResultFile document = from_json(json);
  ASSERT_TRUE(document.result.elicit.has_value());
  EXPECT_EQ(document.result.elicit->by_person[1].ratio.lambda, 1);
  EXPECT_TRUE(document.result.elicit->answers[2].dominated);
  EXPECT_EQ(to_json(document), json);
}

TEST(ElicitReport, JsonHasTheKeysOfTheContract) {
  const std::string json = to_json(panel());
  for (const char* key : {"\"answers\"", "\"person\"", "\"z1\"", "\"z2\"", "\"z3\"", "\"ratio\"",
                          "\"estimate\"", "\"spread\"", "\"lambda_n\"", "\"lambda_p\""}) {
    EXPECT_THAT(json, HasSubstr(key));
  }
  EXPECT_THAT(json, HasSubstr("\"range\": [1.0, 2.0]"));
  EXPECT_THAT(json, HasSubstr("\"lambda_limit\": null"));
}

TEST(ElicitReport, AnInfiniteLambdaIsNullAndSaysWhy) {
  result::Result result = panel();
  result.elicit->ratio = {.estimate = 0, .answers = 2};
  result.elicit->lambda_n.reset();
  result.elicit->lambda_limit = result::Limit::infinity;
  EXPECT_THAT(to_json(result), HasSubstr("\"lambda_limit\": \"infinity\""));
  EXPECT_THAT(to_text(result), HasSubstr("lambda_N     infinite"));
}

TEST(ElicitReport, TextHasAnswersPeopleAndWords) {
  const std::string text = to_text(panel());
  EXPECT_THAT(text, HasSubstr("3 answers of 3 people, 2 used, about false positive rates."));
  EXPECT_THAT(text, HasSubstr("1 to 2 between people"));
  EXPECT_THAT(text, HasSubstr("dominated"));
  EXPECT_THAT(text, HasSubstr("  One sentence.\n  And another.\n"));
  EXPECT_THAT(text, Not(HasSubstr("profile"))) << "nobody was scanned";
}

TEST(ElicitReport, OnePersonHasNoTableOfPeopleAndNoRange) {
  result::Result result = panel();
  result.elicit->by_person.resize(1);
  result.elicit->answers.resize(1);
  EXPECT_TRUE(people_table(*result.elicit).empty());
  result.elicit->range.reset();
  EXPECT_THAT(to_text(result), Not(HasSubstr("between people")));
  EXPECT_THAT(to_text(result), Not(HasSubstr("Person by person")));
}

TEST(ElicitReport, HtmlEscapesNamesAndSpeaksOfNoScan) {
  const std::string page = to_html(to_json(panel()));
  EXPECT_THAT(page, HasSubstr("What does a disparity cost?"));
  EXPECT_THAT(page, HasSubstr("&lt;b&gt;bob&lt;/b&gt;"));
  EXPECT_THAT(page, Not(HasSubstr("<b>bob")));
  EXPECT_THAT(page, HasSubstr("Person by person"));
  EXPECT_THAT(page, Not(HasSubstr("Scanned attributes")));
  EXPECT_THAT(page, Not(HasSubstr("The data")));
}

TEST(ElicitReport, PeopleBesideTheAnswersAreToldWhatLambdaAllows) {
  result::Result result = panel();
  result.elicit->meaning = result::ElicitReport::Meaning{.source = "people.csv",
                                                         .people = 300,
                                                         .compared = 220,
                                                         .groups = {{.attribute = "sex",
                                                                     .value = "f",
                                                                     .n = 120,
                                                                     .base_rate = 0.4,
                                                                     .base_rate_outside = 0.2,
                                                                     .rate = 0.3,
                                                                     .rate_outside = 0.2,
                                                                     .allowed = 0.41},
                                                                    {.attribute = "race",
                                                                     .value = "few",
                                                                     .n = 12,
                                                                     .base_rate = 0.2,
                                                                     .base_rate_outside = 0.3,
                                                                     .rate = 0.9,
                                                                     .rate_outside = 0.2,
                                                                     .allowed = 0.2,
                                                                     .excess = 0.7}}};
  const std::string text = to_text(result);
  EXPECT_THAT(text, HasSubstr("In people.csv, none of 1 group with 30 people or more is beyond"));
  EXPECT_THAT(text, HasSubstr("it is no test"));
  EXPECT_THAT(text, HasSubstr("<= 41.0"));
  EXPECT_EQ(to_json(from_json(to_json(result))), to_json(result));
  result.elicit->ratio = {.estimate = 0, .answers = 2};
  result.elicit->meaning->groups[0].allowed.reset();
  EXPECT_THAT(to_text(result), HasSubstr("With an infinite lambda a group whose base rate is"));
  EXPECT_THAT(to_text(result), HasSubstr("any"));
  result.elicit->meaning->groups.erase(result.elicit->meaning->groups.begin());
  EXPECT_THAT(to_text(result), HasSubstr("no group has 30 people to speak of"));
}

TEST(ElicitReport, QuestionsThatEndedEarlyAreSaid) {
  result::Result result = panel();
  EXPECT_THAT(to_text(result), Not(HasSubstr("ended early")));
  result.partial = true;
  EXPECT_THAT(to_text(result), HasSubstr("The questions ended early"));
  EXPECT_THAT(to_html(to_json(result)), HasSubstr("The questions ended early"));
}

}  // namespace
}  // namespace faultline::report
