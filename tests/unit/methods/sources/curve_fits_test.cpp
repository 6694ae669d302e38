// Laws through learning curves, and the sentences that answer for them.

#include "faultline/methods/sources/curve_fits.hpp"

#include <cmath>
#include <limits>
#include <optional>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "faultline/methods/sources/curve_report.hpp"
#include "faultline/rng/draw.hpp"

namespace faultline::methods {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::StartsWith;

SourcesReport::GapCurve gap_curve(std::optional<double> n) {
  SourcesReport::GapCurve curve;
  curve.gap = 0.01;
  curve.n_for_gap = n;
  curve.limit_identified = true;
  curve.reached_share = 1;
  curve.extrapolation = {{.value = 0.043, .interval = std::pair(0.012, 0.064)}};
  return curve;
}

TEST(GapAnswers, AreSentences) {
  SourcesReport::GapCurve curve = gap_curve(41'230);
  curve.n_for_gap_interval = {26'300, 189'000};
  EXPECT_EQ(gap_answer(curve, 50, 20'000, "people"), "about 41,000 people (26,000 to 190,000)");
  EXPECT_EQ(gap_answer(curve, 50, 50'000, "people"),
            "already there at 41,000 people (26,000 to 190,000)");
  EXPECT_EQ(gap_answer(curve, 41'230, 50'000, "people"), "already there at 41,000 people");
  curve.n_for_gap_interval->second = std::numeric_limits<double>::infinity();
  curve.reached_share = 0.88;
  EXPECT_EQ(gap_answer(curve, 50, 20'000, "people of group F"),
            "about 41,000 people of group F (26,000 or more; 88 % of the resampled curves get "
            "there)");
  curve.limit_identified = false;
  EXPECT_THAT(gap_answer(curve, 50, 2'000, "people"), HasSubstr("a rough guess"));
  curve = gap_curve(std::nullopt);
  curve.reached_share = 0.004;
  EXPECT_EQ(gap_answer(curve, 50, 20'000, "people"),
            "not by more data: the difference is expected to settle above that; "
            "fewer than 1 % of the resampled curves get there");
  curve.limit_identified = false;
  curve.reached_share = 0;
  EXPECT_EQ(gap_answer(curve, 50, 20'000, "people"),
            "not by more data within 1,000 times the largest training set, though the curves do "
            "not tell their limits");
}

/// Planted laws without noise: every resample is the same curve.
TEST(CurveFits, PlantedLawsAndAGroupThatIsNowAndThenMissing) {
  const PowerLaw laws[] = {{.alpha = 4, .beta = 0.5, .delta = 0.2},
                           {.alpha = 2, .beta = 0.5, .delta = 0.15}};
  CurveCosts costs;
  costs.sizes = {100, 200, 400, 800, 1600};
  costs.metrics = {CostMetric::mse};
  costs.groups = 3;
  costs.repetitions = 4;
  for (int r = 0; r < 4; ++r) {
    for (const std::int64_t n : costs.sizes) {
      for (const PowerLaw& law : laws) {
        const bool missing = &law == &laws[1] && r == 2;
        costs.values.push_back(missing ? std::numeric_limits<double>::quiet_NaN()
                                       : law.at(static_cast<double>(n)));
        costs.trained.push_back(n / 2);
      }
      costs.values.push_back(std::numeric_limits<double>::quiet_NaN());
      costs.trained.push_back(0);
    }
  }
  const CurveFits fits(costs, {100, 200, 400, 800, 1600}, 1, 0, 1);
  EXPECT_EQ(fits.counted(0, 0), 4);
  EXPECT_EQ(fits.counted(0, 1), 3);
  EXPECT_TRUE(fits.points(0, 2).empty());
  SourcesInput input;
  input.groups = {"a", "b", "c"};
  SourcesReport report;
  add_curves(fits, -1, input, {.gap = 0.07}, report);
  ASSERT_EQ(report.gap_curves.size(), 1U);
  const auto& gap = report.gap_curves[0];
  EXPECT_TRUE(gap.limit_identified);
  EXPECT_EQ(gap.identified_share, 1);
  EXPECT_NEAR(gap.extrapolation[3].value, 0.05, 1e-4);
  ASSERT_TRUE(gap.n_for_gap);
  EXPECT_NEAR(*gap.n_for_gap, 10'000, 100);
  EXPECT_THAT(gap.answer, StartsWith("about 10,000 people (10,000 to 10,000"));
  EXPECT_THAT(texts(report.notices), Contains(HasSubstr("mse for b: 1 of 4 repetitions")));
  EXPECT_THAT(texts(report.notices), Contains(HasSubstr("mse for c: 4 of 4 repetitions")));
}

// A law of large training sets: the three smallest are far from it.
TEST(CurveFits, SmallTrainingSetsThatDoNotFollowTheLawAreLeftOut) {
  const PowerLaw law{.alpha = 4, .beta = 0.5, .delta = 0.2};
  CurveCosts costs;
  costs.sizes = {25, 50, 100, 200, 400, 800, 1600, 3200};
  costs.metrics = {CostMetric::mse};
  costs.groups = 2;
  costs.repetitions = 12;
  rng::Stream stream(5, rng::Purpose::test, 0);
  for (int r = 0; r < 12; ++r) {
    for (const std::int64_t n : costs.sizes) {
      const double flat = law.at(std::max<double>(200, static_cast<double>(n)));
      costs.values.push_back(flat + 0.002 * rng::normal(stream));  // flat up to 200 people
      costs.values.push_back(law.at(static_cast<double>(n)) + 0.002 * rng::normal(stream));
      costs.trained.insert(costs.trained.end(), {n / 2, n / 2});
    }
  }
  const CurveFits fits(costs, {25, 50, 100, 200, 400, 800, 1600, 3200}, 1, 0, 1);
  EXPECT_EQ(fits.left_out(0, 0), 3U);
  EXPECT_EQ(fits.left_out(0, 1), 0U);
  EXPECT_NEAR(fits.law(0, 0)->delta, 0.2, 0.02);
  SourcesInput input;
  input.groups = {"a", "b"};
  SourcesReport report;
  add_curves(fits, -1, input, {}, report);
  EXPECT_THAT(texts(report.notices), Contains(HasSubstr("mse for a is fitted from 200 people on")));
}

}  // namespace
}  // namespace faultline::methods
