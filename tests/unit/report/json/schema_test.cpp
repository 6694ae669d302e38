// The contract: every result validates against docs/result.schema.json, documents that break it do
// not, and the file is what the descriptions of result/ say.

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "unit/report/stored.hpp"
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include "faultline/report/json/json.hpp"

namespace faultline::report {
namespace {

using nlohmann::ordered_json;

constexpr int kAllValid = 0;
constexpr int kNoneValid = 4;

/// Documents by name, for one run of tests/support/validate_json.py.
class Documents {
 public:
  Documents()
      : folder_(std::filesystem::temp_directory_path() /
                ("faultline_schema_" + std::to_string(::getpid()))) {
    std::filesystem::create_directory(folder_);
  }
  ~Documents() { std::filesystem::remove_all(folder_); }
  Documents(const Documents&) = delete;
  Documents& operator=(const Documents&) = delete;

  void add(const std::string& name, const std::string& json) {
    const std::filesystem::path file = folder_ / (name + ".json");
    std::ofstream(file, std::ios::binary) << json;
    files_ += " '" + file.string() + "'";
  }
  [[nodiscard]] int exit_code() const {
    const std::string command = std::string("/usr/bin/python3 '") + FAULTLINE_VALIDATOR + "' '" +
                                FAULTLINE_SCHEMA_FILE + "'" + files_;
    const int status = std::system(command.c_str());
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }

 private:
  std::filesystem::path folder_;
  std::string files_{};
};

struct Damage {
  const char* name;
  const char* pointer;
  ordered_json value;
};

void refuses(const ordered_json& whole, const std::vector<Damage>& damages) {
  Documents documents;
  for (const Damage& damage : damages) {
    ordered_json copy = whole;
    copy[ordered_json::json_pointer(damage.pointer)] = damage.value;
    documents.add(damage.name, copy.dump());
  }
  EXPECT_EQ(documents.exit_code(), kNoneValid);
}

void misses(const ordered_json& whole, const std::vector<std::string>& pointers) {
  Documents documents;
  for (const std::string& pointer : pointers) {
    ordered_json copy = whole;
    const ordered_json::json_pointer at(pointer);
    copy[at.parent_pointer()].erase(at.back());
    documents.add(at.back(), copy.dump());
  }
  EXPECT_EQ(documents.exit_code(), kNoneValid);
}

ordered_json json_of(const char* name) { return ordered_json::parse(real_json(name)); }

TEST(Schema, TheFileIsWhatTheDescriptionsSay) {
  if (std::getenv("FAULTLINE_APPROVE") != nullptr) {
    std::ofstream(FAULTLINE_SCHEMA_FILE, std::ios::binary) << result_schema();
  }
  EXPECT_TRUE(text_of(FAULTLINE_SCHEMA_FILE) == result_schema())
      << FAULTLINE_SCHEMA_FILE
      << " differs from the descriptions of result/; write it again by running this test with "
         "FAULTLINE_APPROVE=1";
}

TEST(Schema, EveryResultFollowsIt) {
  Documents documents;
  for (const std::string& name : real_names()) documents.add(name, real_json(name));
  for (const std::string& name : edge_names()) documents.add("edge_" + name, to_json(edge(name)));
  EXPECT_EQ(documents.exit_code(), kAllValid);
}

TEST(Schema, ABrokenScanIsRefused) {
  refuses(json_of("scan"), {{"schema", "/schema", "faultline/1"},
                            {"score", "/findings/0/score", "high"},
                            {"p_value", "/findings/0/p_value", 1.5},
                            {"direction", "/findings/0/direction", "up"},
                            {"strategy", "/findings/0/search/strategy", "auto"},
                            {"subgroup", "/findings/0/subgroup/priors", "over 5"},
                            {"unknown_key", "/findings/0/p_valeu", 0.5},
                            {"negative_count", "/data/rows", -1},
                            {"digest", "/data/sha256", "xyz"},
                            {"limit", "/findings/0/theta_limit", "endless"},
                            {"power", "/power/subgroup/limit_scores/0/delta", nullptr}});
  misses(json_of("scan"), {"/schema", "/config", "/seed", "/data", "/findings", "/diagnostics",
                           "/timing", "/findings/0/score"});
}

TEST(Schema, ABrokenAuditIsRefused) {
  refuses(json_of("audit"), {{"name", "/diagnostics/models/0/name", "guess"},
                             {"unknown_key", "/diagnostics/models/0/colour", "red"},
                             {"protected", "/diagnostics/models/0/protected", "race"},
                             {"coefficient", "/diagnostics/models/0/coefficients/sex", "large"},
                             {"curve", "/diagnostics/models/0/calibration/0/n", -1},
                             {"overlap", "/diagnostics/models/0/overlap/extreme_share", 2},
                             {"comparison", "/findings/0/comparison/interval", {0.5}},
                             {"unknown_key_of_comparison", "/findings/0/comparison/mean", 0.5}});
}

TEST(Schema, ABrokenIjdiScanOrMitigationIsRefused) {
  refuses(json_of("ijdi"), {{"lambda", "/findings/0/lambda", -1},
                            {"error", "/findings/0/error", "fnr"},
                            {"base_rate", "/findings/0/base_rate", 1.5},
                            {"adjustments", "/findings/0/adjustments", "none"}});
  misses(json_of("ijdi"), {"/findings/0/lambda", "/findings/0/error", "/findings/0/adjustments",
                           "/findings/0/base_rate", "/findings/0/allowed"});
  refuses(json_of("mitigate"), {{"method", "/mitigation/method", "wishes"},
                                {"unknown_key", "/mitigation/colour", "red"},
                                {"changed", "/mitigation/changed", -1},
                                {"comparator", "/rules/0/comparator", "<"},
                                {"width", "/rules/0/width", -0.1},
                                {"before", "/before/0/n", 1.5},
                                {"after", "/after/0/auc", 0.5}});
  misses(json_of("mitigate"), {"/rules", "/before", "/after", "/corrections"});
}

TEST(Schema, ABrokenElicitationIsRefused) {
  refuses(json_of("elicit_panel"), {{"limit", "/elicitation/lambda_limit", "zero"},
                                    {"answer", "/answers/0/z1", nullptr},
                                    {"person", "/elicitation/by_person/0/person", 1}});
  misses(json_of("elicit_panel"), {"/answers", "/ratio", "/lambda_n", "/elicitation"});
}

TEST(Schema, ABrokenCounterfactualIsRefused) {
  refuses(json_of("counterfactual"),
          {{"estimator", "/counterfactual/estimator", "guess"},
           {"unknown_key", "/counterfactual/colour", "red"},
           {"status", "/groups/0/status", "fine"},
           {"group", "/groups/0/group/A1", 0},
           {"rate", "/groups/0/cfpr/estimate", "high"},
           {"unknown_key_of_rate", "/groups/0/cfnr/mean", 0.5},
           {"observed", "/groups/0/observed/fpr", 1.5},
           {"u_value", "/summary/cfpr/avg/u_value", 2},
           {"interval", "/summary/cfpr/avg/intervals/t", {0.1}},
           {"unknown_interval", "/summary/cfpr/avg/intervals/bca", {0.1, 0.2}},
           {"unknown_summary", "/summary/cfpr/median", 0.1},
           {"pair", "/summary/cfnr/max/pair", {"one"}},
           {"pair_of_another", "/summary/cfnr/avg/pair", {"one", "two"}},
           {"clipped", "/positivity/clipped", -1}});
  misses(json_of("counterfactual"),
         {"/groups", "/summary", "/positivity", "/summary/cfpr/max/pair"});
  refuses(json_of("counterfactual_two"), {{"decision", "/by_decision/0/decision", nullptr},
                                          {"difference", "/differences/0/summary", "median"},
                                          {"alpha", "/small_groups/0/alpha", 1.5}});
}

TEST(Schema, BrokenSourcesAreRefused) {
  refuses(json_of("sources"), {{"outcome", "/sources/outcome", "ordinal"},
                               {"unknown_key", "/sources/colour", "red"},
                               {"part", "/sources/parts/0", "luck"},
                               {"group", "/groups/0/group", 1},
                               {"metric", "/costs/0/metric", "auc"},
                               {"interval", "/costs/0/interval", {0.1}},
                               {"groups", "/levels/0/groups", {"one"}},
                               {"p_value", "/levels/0/p_value", 1.5},
                               {"bias", "/decomposition/0/bias", "large"},
                               {"gap", "/decomposition_gaps/0/cause", "x"},
                               {"points", "/learning_curves/0/points/0/n", -1},
                               {"share", "/gap_curves/0/reached_share", 2},
                               {"method", "/noise/0/method", "guess"},
                               {"kind", "/clusters/0/kind", "hunch"},
                               {"action", "/recommendation/0/action", "wait"},
                               {"because", "/recommendation/0/because", "me"}});
  misses(json_of("sources"), {"/groups", "/costs", "/gap_curves", "/recommendation"});
}

}  // namespace
}  // namespace faultline::report
