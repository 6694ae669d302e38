// Sources of discrimination in JSON, and back.
#include <limits>

#include "unit/report/shown.hpp"
#include "unit/report/stored.hpp"
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "faultline/base/error.hpp"
#include "faultline/report/json/json.hpp"

namespace faultline::report {
namespace {

using nlohmann::ordered_json;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

using Report = result::SourcesReport;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

TEST(SourcesJson, KeysAreThoseOfTheContract) {
  const ordered_json root = ordered_json::parse(to_json(edge("sources")));
  EXPECT_THAT(
      keys(root),
      ElementsAre("schema", "version", "command", "config", "seed", "alpha", "partial", "data",
                  "findings", "sources", "groups", "costs", "levels", "comparisons", "group_tests",
                  "decomposition", "decomposition_gaps", "regrets", "regret_gaps",
                  "learning_curves", "gap_curves", "noise", "clusters", "cluster_tests",
                  "candidates", "optimum", "equal_sizes", "forecasts", "gap_forecasts",
                  "label_plans", "column_steps", "column_values", "aucs", "auc_gaps",
                  "recommendation", "diagnostics", "notices", "timing", "threads"));
  EXPECT_EQ(root["levels"][1]["groups"].dump(), "[\"Female\",\"Male\"]");
  EXPECT_EQ(root["costs"][2]["estimate"], 0.442);
  EXPECT_EQ(root["learning_curves"][0]["grows"], nullptr);
  EXPECT_EQ(root["learning_curves"].back()["grows"], "Female");
  EXPECT_EQ(root["learning_curves"][0]["fit"]["identified"], false);
  EXPECT_EQ(root["noise"][0]["lower"], nullptr);
  EXPECT_EQ(root["clusters"][2]["groups"][0]["group"], "Female");
}

TEST(SourcesJson, InfiniteEndsAreNull) {
  const ordered_json root = ordered_json::parse(to_json(edge("sources")));
  EXPECT_EQ(root["gap_curves"][0]["extrapolation"].back()["interval"].dump(), "[null,0.0121]");
  EXPECT_EQ(root["gap_curves"].back()["n_for_gap_interval"].dump(), "[61234.0,null]");
  EXPECT_EQ(root["gap_curves"][0]["extrapolation"].back()["factor"], nullptr);
  EXPECT_EQ(root["gap_curves"][0]["n_for_gap"], nullptr);
  const ordered_json hostile = ordered_json::parse(to_json(edge("sources_hostile")));
  EXPECT_EQ(hostile["costs"][0]["interval"], nullptr);
  EXPECT_EQ(hostile["costs"][1]["interval"].dump(), "[null,null]");
  EXPECT_EQ(hostile["group_tests"][0]["f"], nullptr);
}

TEST(SourcesJson, ReadsBackWhatWasWritten) {
  for (const auto& [name, result] : every_result()) {
    if (!result.sources) continue;
    const std::string written = to_json(result);
    const result::ResultFile read = from_json(written);
    ASSERT_TRUE(read.result.sources) << name;
    EXPECT_EQ(to_json(read), written) << name;
  }
  const Report before = *edge("sources").sources;
  const Report after = from_json(to_json(edge("sources"))).result.sources.value();
  EXPECT_EQ(after.gap_curves[0].extrapolation.back().interval,
            before.gap_curves[0].extrapolation.back().interval);
  EXPECT_EQ(after.gap_curves.back().n_for_gap_interval->second, kInfinity);
  EXPECT_EQ(after.gap_curves.back().n_for_gap, before.gap_curves.back().n_for_gap);
  EXPECT_EQ(after.gap_curves.back().crossings, before.gap_curves.back().crossings);
  EXPECT_EQ(after.learning_curves[0].fit->why, before.learning_curves[0].fit->why);
  EXPECT_EQ(after.learning_curves[3].points[4].sem, before.learning_curves[3].points[4].sem);
  EXPECT_EQ(after.decomposition[2].noise_range, before.decomposition[2].noise_range);
  EXPECT_EQ(after.clusters[2].groups[1].se, before.clusters[2].groups[1].se);
  EXPECT_EQ(after.clusters[2].p_value_adjusted, before.clusters[2].p_value_adjusted);
  EXPECT_EQ(after.group_tests[1].pairs[0].interval, before.group_tests[1].pairs[0].interval);
  EXPECT_EQ(after.recommendation[0].because, before.recommendation[0].because);
  EXPECT_EQ(after.models[0].fits, before.models[0].fits);
  EXPECT_EQ(after.notices, before.notices);
  EXPECT_FALSE(from_json(to_json(edge("ijdi"))).result.sources);
}

TEST(SourcesJson, DamageIsNamedByItsPath) {
  const auto message = [](const char* pointer, const ordered_json& value) -> std::string {
    ordered_json root = ordered_json::parse(to_json(edge("sources")));
    root[ordered_json::json_pointer(pointer)] = value;
    try {
      (void)from_json(root.dump());
    } catch (const InputError& error) {
      return error.what();
    }
    return "no error";
  };
  EXPECT_THAT(message("/levels/0/groups", {"one"}),
              HasSubstr("result.levels[0].groups must be a list of two"));
  EXPECT_THAT(message("/costs/3/interval", {0.1}),
              HasSubstr("result.costs[3].interval must be a list of two"));
  EXPECT_THAT(message("/gap_curves/0/points/1/n", "many"),
              HasSubstr("result.gap_curves[0].points[1].n must be a whole number"));
}

}  // namespace
}  // namespace faultline::report
