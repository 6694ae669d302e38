#include "faultline/report/json/json.hpp"

#include <limits>

#include "support/message_of.hpp"
#include "unit/report/shown.hpp"
#include "unit/report/stored.hpp"
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "faultline/base/error.hpp"
#include "faultline/base/version.hpp"
#include "faultline/report/html.hpp"
#include "faultline/report/text.hpp"

namespace faultline::report {
namespace {

using nlohmann::ordered_json;
using ::testing::HasSubstr;

TEST(Json, KeysStandInTheContractsOrder) {
  const ordered_json root = ordered_json::parse(to_json(edge("compas")));
  EXPECT_THAT(keys(root), ::testing::ElementsAre("schema", "version", "command", "config", "seed",
                                                 "alpha", "partial", "data", "findings",
                                                 "diagnostics", "notices", "timing", "threads"));
  EXPECT_EQ(root["schema"], "faultline/2");
  EXPECT_EQ(root["version"], std::string(version()));
  EXPECT_THAT(keys(root["data"]), ::testing::ElementsAre("source", "sha256", "rows", "rows_used",
                                                         "dropped", "profiles", "attributes"));
  EXPECT_THAT(
      keys(root["findings"][0]),
      ::testing::ElementsAre(
          "method", "metric", "direction", "also", "protected", "comparable_in", "rank", "subgroup",
          "text", "score", "log_likelihood_ratio", "penalty", "theta", "theta_name", "theta_limit",
          "theta_interval", "theta_shrunken", "n", "not_compared", "observed", "expected",
          "observed_count", "expected_count", "observed_interval", "comparison", "p_value",
          "p_value_adjusted", "p_value_interval", "replicates", "exceedances", "proven",
          "verdict_risk", "significant", "verdict", "null_scores_quantiles", "null_scores",
          "search", "breakdown", "warnings"));
  EXPECT_THAT(keys(root["findings"][0]["search"]),
              ::testing::ElementsAre("strategy", "subgroups", "evaluations", "restarts", "hits",
                                     "upper_bound", "gap", "certified"));
}

TEST(Json, ModelsAndComparisonsStandInTheContractsOrder) {
  const ordered_json root = ordered_json::parse(to_json(edge("audit")));
  EXPECT_THAT(keys(root["findings"][1]["comparison"]),
              ::testing::ElementsAre("n", "observed", "observed_count", "interval", "effective_n"));
  const ordered_json& models = root["diagnostics"]["models"];
  ASSERT_EQ(models.size(), 10U);
  EXPECT_THAT(keys(models[0]),
              ::testing::ElementsAre("name", "protected", "metric", "learner", "n", "converged",
                                     "iterations", "gradient_norm", "separated", "reference_levels",
                                     "dropped", "coefficients", "calibration", "calibration_error",
                                     "overlap", "effective_sample_size", "notices"));
  EXPECT_EQ(models[0]["protected"].dump(),
            "{\"attribute\":\"race\",\"value\":\"African-American\"}");
  EXPECT_TRUE(models[0]["metric"].is_null());
  EXPECT_EQ(models[2]["metric"], "fpr");
  EXPECT_TRUE(models[2]["overlap"].is_null());
  EXPECT_TRUE(models[2]["effective_sample_size"].is_null());
  EXPECT_EQ(models[0]["reference_levels"]["priors"], "1 to 5");
  EXPECT_THAT(keys(models[0]["overlap"]),
              ::testing::ElementsAre("edges", "protected_people", "comparison_people",
                                     "extreme_share", "largest_weight_share"));
  EXPECT_THAT(keys(models[0]["calibration"][0]),
              ::testing::ElementsAre("predicted", "observed", "n", "interval"));
}

TEST(Json, ThreeKindsOfSubgroup) {
  EXPECT_EQ(ordered_json::parse(to_json(edge("compas")))["findings"][0]["subgroup"].dump(),
            "{\"priors\":[\"Over 5\"]}");
  EXPECT_EQ(ordered_json::parse(to_json(edge("everybody")))["findings"][0]["subgroup"].dump(),
            "{}");
  const ordered_json nothing = ordered_json::parse(to_json(edge("inconclusive")))["findings"][1];
  EXPECT_TRUE(nothing["subgroup"].is_null());
  EXPECT_EQ(nothing["score"], 0);
  EXPECT_TRUE(nothing["observed"].is_null());
}

TEST(Json, InfiniteThetaIsNullWithALimit) {
  const ordered_json findings = ordered_json::parse(to_json(edge("infinite_theta")))["findings"];
  EXPECT_TRUE(findings[0]["theta"].is_null());
  EXPECT_EQ(findings[0]["theta_limit"], "infinity");
  EXPECT_EQ(findings[1]["theta_limit"], "zero");
}

TEST(Json, NumbersThatAreNotFiniteBecomeNull) {
  result::Result result = edge("compas");
  result.findings[0].theta = std::numeric_limits<double>::infinity();
  result.findings[0].breakdown[0].observed = std::numeric_limits<double>::quiet_NaN();
  result.findings[0].search.upper_bound = std::numeric_limits<double>::infinity();
  const ordered_json finding = ordered_json::parse(to_json(result))["findings"][0];
  EXPECT_TRUE(finding["theta"].is_null());
  EXPECT_TRUE(finding["breakdown"][0]["observed"].is_null());
  EXPECT_TRUE(finding["search"]["upper_bound"].is_null());
}

TEST(Json, DoublesReadBackAsTheSameBits) {
  result::Result result = edge("compas");
  const std::vector<double> values = {
      0.1, 1.0 / 3, 5e-324, 1.7976931348623157e308, 35.83361417532291, 2.2250738585072014e-308};
  result.findings[0].null.scores = values;
  EXPECT_EQ(from_json(to_json(result)).result.findings[0].null.scores, values);
  EXPECT_THAT(to_json(result), HasSubstr("[0.1, 0.3333333333333333, "));
}

TEST(Json, WritingAndReadingGivesTheSameDocument) {
  for (const auto& [name, result] : every_result()) {
    const std::string text = to_json(result);
    EXPECT_EQ(to_json(from_json(text)), text) << name;
  }
}

TEST(Json, WhatTheProgramWroteIsWrittenAgainAsTheSameBytes) {
  for (const std::string& name : real_names()) {
    EXPECT_EQ(to_json(from_json(real_json(name))), real_json(name)) << name;
  }
}

TEST(Json, ResultsOfTheSchemaBeforeStillOpen) {
  const std::vector<std::string> names = json_files(FAULTLINE_FIRST_SCHEMA);
  EXPECT_GE(names.size(), 7U) << "one for each command";
  for (const std::string& name : names) {
    const std::string text = text_of(FAULTLINE_FIRST_SCHEMA "/" + name + ".json");
    ASSERT_THAT(text, HasSubstr("\"schema\": \"faultline/1\"")) << name;
    const result::ResultFile document = from_json(text);
    EXPECT_FALSE(to_text(document.result).empty()) << name;
    EXPECT_THAT(to_html(text), HasSubstr("</html>")) << name;
    // Nothing is lost; lists that are new are there, and empty.
    const ordered_json now = ordered_json::parse(to_json(document));
    const ordered_json then = ordered_json::parse(text);
    for (const auto& [key, value] : then.items())
      EXPECT_TRUE(now.contains(key == "warnings" ? "notices" : key)) << key;
    for (const auto& [key, value] : now.items()) {
      if (then.contains(key) || key == "notices") continue;
      EXPECT_EQ(value, ordered_json::array()) << key;
    }
  }
}

TEST(Json, ThePagesVersionIsTheDocuments) {
  EXPECT_EQ(
      from_json(to_json(result::ResultFile{.version = "9.9.9", .result = edge("compas")})).version,
      "9.9.9");
}

TEST(Json, UnknownKeysAreIgnored) {
  ordered_json root = ordered_json::parse(to_json(edge("compas")));
  root["future"] = {1, 2};
  root["findings"][0]["future"] = "x";
  root["config"]["nested"] = {{"a", 1}};
  EXPECT_EQ(from_json(root.dump()).result.findings.size(), 2U);
}

std::string message_of(const std::string& text) {
  return testing::message_of<InputError>([&] { (void)from_json(text); });
}

TEST(Json, WhatIsNotOursIsRefusedClearly) {
  EXPECT_THAT(message_of(""), HasSubstr("the text is not JSON"));
  EXPECT_THAT(message_of("{\"schema\": 1e999}"), HasSubstr("the text is not JSON"));
  EXPECT_THAT(message_of("[1, 2]"), HasSubstr("JSON but not a Faultline result"));
  EXPECT_THAT(message_of("3"), HasSubstr("JSON but not a Faultline result"));
  EXPECT_THAT(message_of("{\"schema\": 1}"), HasSubstr("JSON but not a Faultline result"));
  EXPECT_EQ(message_of("{\"schema\": \"faultline/3\"}"),
            "the result has the schema \"faultline/3\", but this version of Faultline reads "
            "\"faultline/2\" and \"faultline/1\"");
  EXPECT_THAT(message_of("{\"schema\": \"faultline/1\"}"),
              HasSubstr("result.version must be there"));
}

TEST(Json, DamageIsNamedByItsPath) {
  const ordered_json whole = ordered_json::parse(to_json(edge("compas")));
  const auto broken = [&](const char* pointer, const ordered_json& value) {
    ordered_json copy = whole;
    copy[ordered_json::json_pointer(pointer)] = value;
    return message_of(copy.dump());
  };
  EXPECT_THAT(broken("/findings/1/score", "high"),
              HasSubstr("result.findings[1].score must be a number"));
  EXPECT_THAT(broken("/findings/0/n", 1.5),
              HasSubstr("result.findings[0].n must be a whole number"));
  EXPECT_THAT(broken("/findings/0/n", 18446744073709551615U), HasSubstr("must be a whole number"));
  EXPECT_THAT(broken("/findings", 3), HasSubstr("result.findings must be a list"));
  EXPECT_THAT(broken("/data", 3), HasSubstr("result.data must be an object"));
  EXPECT_THAT(broken("/seed", -1),
              HasSubstr("result.seed must be a whole number that is not negative"));
  EXPECT_THAT(broken("/partial", "no"), HasSubstr("result.partial must be true or false"));
  EXPECT_THAT(broken("/findings/0/subgroup/priors", "Over 5"),
              HasSubstr("result.findings[0].subgroup.priors must be a list"));
  EXPECT_THAT(broken("/findings/0/p_value_interval", {1}), HasSubstr("must be a list of two"));
  EXPECT_THAT(broken("/threads", 5000000000), HasSubstr("must be a small whole number"));
}

TEST(Json, ADamagedModelIsNamedByItsPath) {
  ordered_json root = ordered_json::parse(to_json(edge("audit")));
  root["diagnostics"]["models"][1]["calibration"][2]["n"] = "many";
  EXPECT_THAT(message_of(root.dump()),
              HasSubstr("result.diagnostics.models[1].calibration[2].n must be a whole number"));
}

TEST(Json, EveryRequiredKeyIsMissed) {
  const ordered_json whole = ordered_json::parse(to_json(edge("compas")));
  for (const char* key : {"version", "command", "config", "seed", "data", "findings", "timing"}) {
    ordered_json copy = whole;
    copy.erase(key);
    EXPECT_THAT(message_of(copy.dump()),
                HasSubstr(std::string("result.") + key + " must be there"));
  }
}

}  // namespace
}  // namespace faultline::report
