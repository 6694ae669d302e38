// The contract: every result validates against docs/result.schema.json, and documents that break it
// do not.

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "sample_results.hpp"
#include "sample_sources.hpp"
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include "faultline/report/json.hpp"

namespace faultline::report {
namespace {

using nlohmann::ordered_json;

constexpr int kValid = 0;
constexpr int kInvalid = 4;

/// Exit code of tests/support/validate_json.py on this text.
int validate(const std::string& json) {
  const std::filesystem::path file = std::filesystem::temp_directory_path() /
                                     ("faultline_schema_" + std::to_string(::getpid()) + ".json");
  std::ofstream(file, std::ios::binary) << json;
  const std::string command = std::string("/usr/bin/python3 '") + FAULTLINE_VALIDATOR + "' '" +
                              FAULTLINE_SCHEMA_FILE + "' '" + file.string() + "'";
  const int status = std::system(command.c_str());
  std::filesystem::remove(file);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

class EverySample : public ::testing::TestWithParam<std::pair<std::string, audit::Result>> {};

TEST_P(EverySample, FollowsTheSchema) { EXPECT_EQ(validate(to_json(GetParam().second)), kValid); }

INSTANTIATE_TEST_SUITE_P(Schema, EverySample, ::testing::ValuesIn(samples::all()),
                         [](const auto& one) { return one.param.first; });

struct Damage {
  const char* name;
  const char* pointer;
  ordered_json value;
};

class Broken : public ::testing::TestWithParam<Damage> {};

TEST_P(Broken, IsRefused) {
  ordered_json document = ordered_json::parse(to_json(samples::compas()));
  document[ordered_json::json_pointer(GetParam().pointer)] = GetParam().value;
  EXPECT_EQ(validate(document.dump()), kInvalid);
}

INSTANTIATE_TEST_SUITE_P(
    Schema, Broken,
    ::testing::Values(Damage{"schema", "/schema", "faultline/2"},
                      Damage{"score", "/findings/0/score", "high"},
                      Damage{"p_value", "/findings/0/p_value", 1.5},
                      Damage{"direction", "/findings/0/direction", "up"},
                      Damage{"subgroup", "/findings/0/subgroup/priors", "Over 5"},
                      Damage{"unknown_key", "/findings/0/p_valeu", 0.5},
                      Damage{"negative_count", "/data/rows", -1},
                      Damage{"digest", "/data/sha256", "xyz"},
                      Damage{"limit", "/findings/0/theta_limit", "infinity"},
                      Damage{"nothing_with_a_score", "/findings/0/subgroup", nullptr}),
    [](const auto& one) { return one.param.name; });

class BrokenModel : public ::testing::TestWithParam<Damage> {};

TEST_P(BrokenModel, IsRefused) {
  ordered_json document = ordered_json::parse(to_json(samples::audit()));
  document[ordered_json::json_pointer(GetParam().pointer)] = GetParam().value;
  EXPECT_EQ(validate(document.dump()), kInvalid);
}

INSTANTIATE_TEST_SUITE_P(
    Schema, BrokenModel,
    ::testing::Values(Damage{"name", "/diagnostics/models/0/name", "guess"},
                      Damage{"unknown_key", "/diagnostics/models/0/colour", "red"},
                      Damage{"protected", "/diagnostics/models/0/protected", nullptr},
                      Damage{"coefficient", "/diagnostics/models/0/coefficients/sex", "large"},
                      Damage{"curve", "/diagnostics/models/0/calibration/0/n", -1},
                      Damage{"overlap", "/diagnostics/models/0/overlap/extreme_share", 2},
                      Damage{"comparison", "/findings/0/comparison/interval", {0.5}},
                      Damage{"unknown_key_of_comparison", "/findings/0/comparison/mean", 0.5}),
    [](const auto& one) { return one.param.name; });

class BrokenIjdi : public ::testing::TestWithParam<Damage> {};

TEST_P(BrokenIjdi, IsRefused) {
  audit::Result result = samples::ijdi();
  result.mitigation = samples::mitigate().mitigation;
  ordered_json document = ordered_json::parse(to_json(result));
  ASSERT_EQ(validate(document.dump()), kValid);
  document[ordered_json::json_pointer(GetParam().pointer)] = GetParam().value;
  EXPECT_EQ(validate(document.dump()), kInvalid);
}

INSTANTIATE_TEST_SUITE_P(
    Schema, BrokenIjdi,
    ::testing::Values(Damage{"lambda", "/findings/0/lambda", -1},
                      Damage{"error", "/findings/0/error", "fnr"},
                      Damage{"base_rate", "/findings/0/base_rate", 1.5},
                      Damage{"edge_case", "/findings/2/adjustments/0/edge_case", 3},
                      Damage{"adjustment", "/findings/2/adjustments/0/reason", "x"},
                      Damage{"method", "/mitigation/method", "wishes"},
                      Damage{"unknown_key", "/mitigation/colour", "red"},
                      Damage{"changed", "/mitigation/changed", -1},
                      Damage{"comparator", "/rules/0/comparator", "<"},
                      Damage{"rule_subgroup", "/rules/1/subgroup/priors", "Over 5"},
                      Damage{"width", "/rules/0/width", -0.1}, Damage{"before", "/before/0/n", 1.5},
                      Damage{"after", "/after/0/auc", 0.5},
                      Damage{"worse", "/corrections/0/worse", "me"}),
    [](const auto& one) { return one.param.name; });

class BrokenCounterfactual : public ::testing::TestWithParam<Damage> {};

TEST_P(BrokenCounterfactual, IsRefused) {
  const bool several = std::string(GetParam().pointer).find("/by_decision/") == 0 ||
                       std::string(GetParam().pointer).find("/differences") == 0 ||
                       std::string(GetParam().pointer).find("/small_groups") == 0;
  ordered_json document = ordered_json::parse(
      to_json(several ? samples::counterfactual_two() : samples::counterfactual()));
  document[ordered_json::json_pointer(GetParam().pointer)] = GetParam().value;
  EXPECT_EQ(validate(document.dump()), kInvalid);
}

INSTANTIATE_TEST_SUITE_P(
    Schema, BrokenCounterfactual,
    ::testing::Values(Damage{"estimator", "/counterfactual/estimator", "guess"},
                      Damage{"unknown_key", "/counterfactual/colour", "red"},
                      Damage{"status", "/groups/0/status", "fine"},
                      Damage{"group", "/groups/0/group/A1", 0},
                      Damage{"rate", "/groups/0/cfpr/estimate", "high"},
                      Damage{"unknown_key_of_rate", "/groups/0/cfnr/mean", 0.5},
                      Damage{"observed", "/groups/0/observed/fpr", 1.5},
                      Damage{"u_value", "/summary/cfpr/avg/u_value", 2},
                      Damage{"interval", "/summary/cfpr/avg/intervals/t", {0.1}},
                      Damage{"unknown_interval", "/summary/cfpr/avg/intervals/bca", {0.1, 0.2}},
                      Damage{"unknown_summary", "/summary/cfpr/median", 0.1},
                      Damage{"pair", "/summary/cfnr/max/pair", {"one"}},
                      Damage{"list_beside_the_top", "/by_decision", ordered_json::array()},
                      Damage{"clipped", "/positivity/clipped", -1},
                      Damage{"decision", "/by_decision/0/decision", nullptr},
                      Damage{"difference", "/differences/0/summary", "median"},
                      Damage{"alpha", "/small_groups/0/alpha", 1.5}),
    [](const auto& one) { return one.param.name; });

class BrokenSources : public ::testing::TestWithParam<Damage> {};

TEST_P(BrokenSources, IsRefused) {
  ordered_json document = ordered_json::parse(to_json(samples::sources()));
  document[ordered_json::json_pointer(GetParam().pointer)] = GetParam().value;
  EXPECT_EQ(validate(document.dump()), kInvalid);
}

INSTANTIATE_TEST_SUITE_P(Schema, BrokenSources,
                         ::testing::Values(Damage{"outcome", "/sources/outcome", "ordinal"},
                                           Damage{"unknown_key", "/sources/colour", "red"},
                                           Damage{"group", "/groups/0/group", 1},
                                           Damage{"metric", "/costs/0/metric", "auc"},
                                           Damage{"interval", "/costs/0/interval", {0.1}},
                                           Damage{"groups", "/levels/0/groups", {"one"}},
                                           Damage{"p_value", "/levels/0/p_value", 1.5},
                                           Damage{"folds", "/group_tests/0/folds", 2.5},
                                           Damage{"bias", "/decomposition/0/bias", "large"},
                                           Damage{"gap", "/decomposition_gaps/0/cause", "x"},
                                           Damage{"fit", "/learning_curves/0/fit/gamma", 1},
                                           Damage{"points", "/learning_curves/0/points/0/n", -1},
                                           Damage{"share", "/gap_curves/0/reached_share", 2},
                                           Damage{"method", "/noise/0/method", "guess"},
                                           Damage{"kind", "/clusters/0/kind", "hunch"},
                                           Damage{"action", "/recommendation/0/action", "wait"},
                                           Damage{"because", "/recommendation/0/because", "me"}),
                         [](const auto& one) { return one.param.name; });

TEST(Schema, HalfAnAnalysisOfSourcesIsRefused) {
  for (const char* key : {"groups", "costs", "gap_curves", "recommendation"}) {
    ordered_json document = ordered_json::parse(to_json(samples::sources()));
    document.erase(key);
    EXPECT_EQ(validate(document.dump()), kInvalid) << key;
  }
}

TEST(Schema, HalfACounterfactualIsRefused) {
  for (const char* key : {"groups", "summary", "positivity"}) {
    ordered_json document = ordered_json::parse(to_json(samples::counterfactual()));
    document.erase(key);
    EXPECT_EQ(validate(document.dump()), kInvalid) << key;
  }
  ordered_json document = ordered_json::parse(to_json(samples::counterfactual()));
  document["summary"]["cfpr"]["max"].erase("pair");
  EXPECT_EQ(validate(document.dump()), kInvalid);
}

TEST(Schema, HalfAnIjdiFindingOrMitigationIsRefused) {
  audit::Result result = samples::ijdi();
  result.mitigation = samples::mitigate().mitigation;
  for (const char* key : {"lambda", "error", "adjustments", "base_rate", "allowed"}) {
    ordered_json document = ordered_json::parse(to_json(result));
    document["findings"][0].erase(key);
    EXPECT_EQ(validate(document.dump()), kInvalid) << key;
  }
  for (const char* key : {"rules", "before", "after", "corrections"}) {
    ordered_json document = ordered_json::parse(to_json(result));
    document.erase(key);
    EXPECT_EQ(validate(document.dump()), kInvalid) << key;
  }
}

TEST(Schema, AMissingKeyIsRefused) {
  for (const char* key :
       {"schema", "config", "seed", "data", "findings", "diagnostics", "timing"}) {
    ordered_json document = ordered_json::parse(to_json(samples::compas()));
    document.erase(key);
    EXPECT_EQ(validate(document.dump()), kInvalid) << key;
  }
}

}  // namespace
}  // namespace faultline::report
