#include "faultline/methods/conditional/metric.hpp"

#include "support/message_of.hpp"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace faultline::methods {
namespace {

using faultline::testing::message_of;
using ::testing::HasSubstr;
using ::testing::SizeIs;

constexpr auto kHigher = search::Direction::higher;
constexpr auto kLower = search::Direction::lower;

TEST(Metrics, HarmfulDirectionsAreThoseOfTheDesign) {
  for (const char* name : {"balance-negative", "balance-positive", "fpr", "tpr", "fdr", "npv",
                           "calibration-negative", "separation-scores", "separation-decisions"}) {
    EXPECT_EQ(harmful_direction(metric_named(name), Harm::positive), kHigher) << name;
    EXPECT_EQ(harmful_direction(metric_named(name), Harm::negative), kLower) << name;
  }
  for (const char* name :
       {"tnr", "fnr", "calibration", "ppv", "for", "sufficiency-scores", "sufficiency-decisions"}) {
    EXPECT_EQ(harmful_direction(metric_named(name), Harm::positive), kLower) << name;
    EXPECT_EQ(harmful_direction(metric_named(name), Harm::negative), kHigher) << name;
  }
  const auto refusal = default_scans(Harm::negative);
  ASSERT_THAT(refusal, SizeIs(4));
  EXPECT_EQ(refusal[0].metric->name(), "balance-positive");
  EXPECT_EQ(refusal[3].metric->name(), "for");
  EXPECT_EQ(refusal[3].direction, kHigher);
  EXPECT_THAT(message_of([] { (void)metric_named("frp"); }), HasSubstr("did you mean fpr?"));
}

}  // namespace
}  // namespace faultline::methods
