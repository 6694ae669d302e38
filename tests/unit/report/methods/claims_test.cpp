// What builds are told: a claim for every question, evidence first, and files that hold them.

#include "faultline/report/claims/claims.hpp"

#include <algorithm>
#include <set>

#include "unit/report/shown.hpp"
#include "unit/report/stored.hpp"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "faultline/base/error.hpp"
#include "faultline/report/junit.hpp"
#include "faultline/report/model_card.hpp"
#include "faultline/report/sarif.hpp"

namespace faultline::report {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::ThrowsMessage;
using Standing = Claim::Standing;

TEST(Claims, OfACheckAreThoseOfItsParts) {
  const result::Result result = real("check");
  const std::vector<Claim> claims = claims_of(result);
  const auto evidence = [](const Claim& one) { return one.standing == Standing::evidence; };
  EXPECT_TRUE(std::ranges::is_partitioned(claims, evidence));
  // The list has costs of predictions too, which no gate goes by; here all are of decisions.
  EXPECT_EQ(claims.size(), result.check->verdicts.size());
  EXPECT_EQ(std::ranges::count_if(claims, evidence),
            std::ranges::count(result.check->verdicts, std::optional(result::Verdict::evidence),
                               &result::CheckReport::Line::verdict));
}

TEST(Claims, EveryResultHasThemInBothFormats) {
  for (const auto& [name, result] : every_result()) {
    const std::vector<Claim> claims = claims_of(result);
    const auto json = nlohmann::json::parse(to_sarif(result));
    EXPECT_EQ(json["runs"][0]["results"].size(), claims.size()) << name;
    const std::string xml = to_junit(result);
    EXPECT_EQ(count(xml, "<testcase "), claims.size() + (result.partial ? 1 : 0)) << name;
    EXPECT_EQ(count(xml, "<failure "), static_cast<std::size_t>(std::ranges::count(
                                           claims, Standing::evidence, &Claim::standing)))
        << name;
  }
}

TEST(Claims, FairIsNeverSaid) {
  const std::string sarif = to_sarif(real("scan_nothing"));
  EXPECT_THAT(sarif, HasSubstr("\"kind\": \"open\""));
  EXPECT_THAT(sarif, Not(HasSubstr("\"pass\"")));
}

TEST(Claims, WhatCameFromDataIsEscaped) {
  result::Result result = real("scan");
  result.data.source = "<b>\"a\" & 'b'\x01";
  const std::string xml = to_junit(result);
  EXPECT_THAT(xml, HasSubstr("value=\"&lt;b&gt;&quot;a&quot; &amp; &#39;b&#39;\uFFFD\""));
  EXPECT_THAT(to_sarif(result), HasSubstr("\"uri\": \"%3Cb%3E%22a%22%20%26%20%27b%27%01\""));
}

TEST(ModelCard, HasSlicesWithIntervalsAndTheVerdicts) {
  const std::string card = to_model_card(real("metrics"));
  EXPECT_THAT(card, testing::StartsWith("---\nmodel-index:\n- name: model\n  results:\n"));
  EXPECT_THAT(card, HasSubstr("slice: \"race = B\""));
  EXPECT_THAT(card, HasSubstr("type: \"fpr\""));
  EXPECT_THAT(card, HasSubstr("confidence_interval: ["));
  EXPECT_THAT(card, HasSubstr("## Fairness evaluation"));
  EXPECT_THAT(card, HasSubstr("does not mean that a model is fair"));
}

TEST(ModelCard, NamesTheFileWithoutItsFolders) {
  result::Result result = real("metrics");
  result.data.source = "/home/somebody/people.csv";
  const std::string card = to_model_card(result);
  EXPECT_THAT(card, HasSubstr("name: \"people.csv\""));
  EXPECT_THAT(card, Not(HasSubstr("somebody")));
}

TEST(ModelCard, ASearchWithoutEvidenceHasNoSlice) {
  const std::string card = to_model_card(real("scan_nothing"));
  EXPECT_THAT(card, Not(HasSubstr("slice:")));
  EXPECT_THAT(card, HasSubstr("0 found evidence"));
}

TEST(ModelCard, IsRefusedWhereThereIsNothingToShow) {
  EXPECT_THAT([] { (void)to_model_card(real("elicit_one")); },
              ThrowsMessage<InputError>(HasSubstr("elicit has neither")));
}

}  // namespace
}  // namespace faultline::report
