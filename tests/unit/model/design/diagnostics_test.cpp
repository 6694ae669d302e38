#include "faultline/model/design/diagnostics.hpp"

#include <cmath>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "faultline/base/error.hpp"
#include "faultline/math/binomial_interval.hpp"

namespace faultline::model {
namespace {

using ::testing::ElementsAre;

TEST(CalibrationCurve, TwoBinsByHand) {
  const std::vector<double> p{0.8, 0.1, 0.3, 0.6, 0.5};
  const std::vector<double> weight{2, 1, 3, 2, 0};
  const std::vector<double> positive{1, 0, 1, 2, 0};
  const std::vector<double> people{2, 1, 3, 2, 9};
  const auto curve = calibration_curve(p, weight, positive, people, 2);
  ASSERT_EQ(curve.size(), 2U);
  EXPECT_NEAR(curve[0].predicted, (0.1 * 1 + 0.3 * 3) / 4, 1e-15);
  EXPECT_NEAR(curve[0].observed, 0.25, 1e-15);
  EXPECT_EQ(curve[0].people, 4);
  EXPECT_EQ(curve[0].weight, 4);
  EXPECT_NEAR(curve[1].predicted, (0.8 * 2 + 0.6 * 2) / 4, 1e-15);
  EXPECT_NEAR(curve[1].observed, 0.75, 1e-15);
  EXPECT_NEAR(calibration_error(curve), 0.5 * (0.0 + 0.05), 1e-15);
  // Weights of one per person: Wilson's interval for 1 of 4.
  const auto wilson = math::wilson_interval(1, 4);
  EXPECT_NEAR(curve[0].interval.first, wilson.first, 1e-12);
  EXPECT_NEAR(curve[0].interval.second, wilson.second, 1e-12);
}

TEST(CalibrationCurve, UnequalWeightsWidenTheInterval) {
  const std::vector<double> p{0.5, 0.5};
  const std::vector<double> people{10, 10};
  const auto even =
      calibration_curve(p, std::vector<double>{10, 10}, std::vector<double>{5, 5}, people, 1);
  const auto uneven =
      calibration_curve(p, std::vector<double>{19, 1}, std::vector<double>{9.5, 0.5}, people, 1);
  // (20)^2 / (19^2 / 10 + 1 / 10) = 11.05 people.
  EXPECT_GT(uneven[0].interval.second - uneven[0].interval.first,
            1.2 * (even[0].interval.second - even[0].interval.first));
}

TEST(CalibrationCurve, EqualPredictionsStayTogether) {
  const std::vector<double> p{0.2, 0.2, 0.2, 0.2, 0.9};
  const std::vector<double> one(5, 1.0);
  const auto curve = calibration_curve(p, one, std::vector<double>{1, 0, 0, 0, 1}, one, 5);
  ASSERT_EQ(curve.size(), 2U);
  EXPECT_EQ(curve[0].people, 4);
  EXPECT_EQ(curve[1].people, 1);
}

TEST(CalibrationCurve, NobodyGivesNoBins) {
  EXPECT_TRUE(calibration_curve({}, {}, {}, {}, 10).empty());
  EXPECT_EQ(calibration_error({}), 0);
  EXPECT_THROW((void)calibration_curve({}, {}, {}, {}, 0), InternalError);
}

TEST(Overlap, HistogramAndExtremesByHand) {
  const std::vector<double> propensity{0.0, 0.25, 0.5, 0.96, 1.0};
  const std::vector<std::int64_t> members{1, 2, 3, 4, 0};
  const std::vector<std::int64_t> others{5, 60, 34, 1, 0};
  const Overlap result = overlap(propensity, members, others, 4);
  EXPECT_THAT(result.edges, ElementsAre(0, 0.25, 0.5, 0.75, 1));
  EXPECT_THAT(result.protected_people, ElementsAre(1, 2, 3, 4));
  EXPECT_THAT(result.comparison_people, ElementsAre(5, 60, 34, 1));
  EXPECT_NEAR(result.extreme_share, 0.4, 1e-15);
  // 1 % of 100 people: the one with weight 24, of 24 + 34 + 60 / 3.
  EXPECT_NEAR(result.largest_weight_share, 24.0 / 78, 1e-14);
}

TEST(Overlap, HeaviestPeopleMayShareARow) {
  // 250 people: the heaviest three are one at 0.8 (weight 4) and two of those at 0.5 (weight 1).
  const Overlap result = overlap(std::vector<double>{0.5, 0.8}, std::vector<std::int64_t>{0, 0},
                                 std::vector<std::int64_t>{249, 1});
  EXPECT_NEAR(result.largest_weight_share, 6.0 / 253, 1e-15);
  EXPECT_EQ(result.extreme_share, 0);
  EXPECT_EQ(result.edges.size(), 21U);
}

TEST(Overlap, ACertainPropensityCarriesEverything) {
  const Overlap result = overlap(std::vector<double>{0.5, 1.0}, std::vector<std::int64_t>{1, 1},
                                 std::vector<std::int64_t>{3, 1});
  EXPECT_EQ(result.largest_weight_share, 1);
  EXPECT_EQ(result.extreme_share, 0.5);
  EXPECT_THROW((void)overlap(std::vector<double>{1.5}, std::vector<std::int64_t>{1},
                             std::vector<std::int64_t>{1}),
               InternalError);
}

TEST(EffectiveSampleSize, ByHand) {
  EXPECT_EQ(effective_sample_size(std::vector<double>{2, 2}, std::vector<double>{5, 7}), 12);
  // (3 * 1 + 1 * 3)^2 / (3 * 1 + 1 * 9) = 36 / 12.
  EXPECT_NEAR(effective_sample_size(std::vector<double>{1, 3}, std::vector<double>{3, 1}), 3,
              1e-15);
  EXPECT_EQ(effective_sample_size({}, {}), 0);
}

}  // namespace
}  // namespace faultline::model
