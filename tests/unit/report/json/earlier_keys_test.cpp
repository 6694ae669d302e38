// What is a notice today stood under other keys before; each key is put back and read.
#include "support/message_of.hpp"
#include "unit/report/stored.hpp"
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "faultline/report/json/json.hpp"

namespace faultline::report {
namespace {

using nlohmann::ordered_json;
using result::Notice;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// A stored result as it was before there were notices.
ordered_json earlier(const std::string& name) {
  ordered_json root = ordered_json::parse(real_json(name));
  root.erase("notices");
  return root;
}

result::Result read(const ordered_json& root) { return from_json(root.dump()).result; }

TEST(EarlierKeys, OfTheRunAndItsData) {
  ordered_json root = earlier("scan");
  root["warnings"] = {"few replicates"};
  root["data"]["notes"] = {"the file is UTF-16"};
  root["data"]["left_out"] = {{{"reason", "age: a number"}, {"count", 70}}};
  EXPECT_THAT(read(root).notices,
              ElementsAre(Notice::left_out("age: a number", "", 70),
                          Notice::note("the file is UTF-16"), Notice::warning("few replicates")));
}

TEST(EarlierKeys, OfThePowerBlock) {
  ordered_json root = earlier("scan");
  root["power"].erase("notices");
  root["power"]["notes"] = {"asymptotic"};
  EXPECT_THAT(read(root).power->notices, ElementsAre(Notice::note("asymptotic")));
}

TEST(EarlierKeys, OfModels) {
  ordered_json root = earlier("audit");
  ordered_json& models = root["diagnostics"]["models"];
  ASSERT_GE(models.size(), 2U);
  for (ordered_json& model : models) model.erase("notices");
  models[1]["warnings"] = {"separated"};
  const result::Result result = read(root);
  EXPECT_THAT(result.models[0].notices, ::testing::IsEmpty());
  EXPECT_THAT(result.models[1].notices, ElementsAre(Notice::warning("separated")));
}

TEST(EarlierKeys, OfOneDecision) {
  ordered_json root = earlier("counterfactual");
  root["counterfactual"].erase("notices");
  root["counterfactual"]["excluded"] = {"nobody is in a"};
  root["positivity"].erase("notices");
  root["positivity"]["warnings"] = {"positivity is doubtful"};
  const result::Result result = read(root);
  EXPECT_THAT(result.counterfactual->notices, ElementsAre(Notice::excluded("nobody is in a")));
  EXPECT_THAT(result.counterfactual->decisions.at(0).notices,
              ElementsAre(Notice::warning("positivity is doubtful")));
}

TEST(EarlierKeys, OfSeveralDecisionsAndTheirSmallGroups) {
  ordered_json root = earlier("counterfactual_two");
  for (const char* list : {"by_decision", "small_groups"}) ASSERT_EQ(root[list].size(), 2U) << list;
  for (ordered_json& decision : root["by_decision"]) decision["positivity"].erase("notices");
  root["by_decision"][1]["positivity"]["warnings"] = {"few untreated"};
  for (ordered_json& groups : root["small_groups"]) groups.erase("notices");
  root["small_groups"][1]["warnings"] = {"nobody like them"};
  const result::CounterfactualReport report = *read(root).counterfactual;
  EXPECT_THAT(report.decisions[0].notices, ::testing::IsEmpty());
  EXPECT_THAT(report.decisions[1].notices, ElementsAre(Notice::warning("few untreated")));
  EXPECT_THAT(report.small_groups[0].notices, ::testing::IsEmpty());
  EXPECT_THAT(report.small_groups[1].notices, ElementsAre(Notice::warning("nobody like them")));
}

TEST(EarlierKeys, OfSources) {
  ordered_json root = earlier("sources");
  root["sources"].erase("notices");
  root["sources"]["cut"] = {"No curves."};
  EXPECT_THAT(read(root).sources->notices, ElementsAre(Notice::cut("No curves.")));
}

TEST(EarlierKeys, DamageIsNamedByItsPath) {
  ordered_json root = earlier("scan");
  root["warnings"] = 3;
  EXPECT_THAT(testing::message_of<InputError>([&] { (void)read(root); }),
              HasSubstr("result.warnings must be a list"));
}

}  // namespace
}  // namespace faultline::report
