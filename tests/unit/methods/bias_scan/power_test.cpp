#include "faultline/methods/bias_scan/power.hpp"

#include <cmath>
#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "faultline/base/error.hpp"
#include "faultline/methods/bias_scan/theory.hpp"
#include "faultline/search/bernoulli_score.hpp"
#include "faultline/search/odds_change.hpp"

namespace faultline::methods {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;

PowerInput input() {
  PowerInput in;
  in.profiles = 144;
  in.directions = {{.direction = Direction::lower, .critical_score = 6}};
  in.subgroup = PowerSubgroup{"Male", {40, 60, 25}, {10, 33, 20}, {0.2, 0.5, 0.9}, 500};
  return in;
}

TEST(PowerReport, GivesTheTheorysNumbers) {
  const PowerInput in = input();
  const PowerReport report = power_report(in);
  EXPECT_TRUE(report.applicable);
  EXPECT_EQ(report.critical_value, theory::critical_value(144, 0.05));
  ASSERT_TRUE(report.subgroup.has_value());
  const theory::Cells cells{in.subgroup->n, in.subgroup->y, in.subgroup->p};
  EXPECT_EQ(report.subgroup->n, 125);
  EXPECT_EQ(report.subgroup->observed_count, 63);
  EXPECT_EQ(report.subgroup->q_mle, theory::q_mle(cells));
  EXPECT_EQ(report.subgroup->score_without_bias, theory::score_without_bias(cells));
  EXPECT_EQ(report.subgroup->delta_threshold,
            theory::detectable_delta(cells, report.critical_value));
  ASSERT_EQ(report.subgroup->limit_scores.size(), 6U);
  EXPECT_EQ(report.subgroup->limit_scores[3].delta, 2);
  EXPECT_EQ(report.subgroup->limit_scores[3].score, theory::limit_score(cells, 2));
  EXPECT_EQ(report.subgroup->normalised_scores[3].delta, 2);
  EXPECT_EQ(report.subgroup->normalised_scores[3].score,
            theory::normalised_limit_score(cells, 2, 0.25));
  EXPECT_THAT(texts(report.notices), Contains(HasSubstr("asymptotic")));
  EXPECT_THAT(texts(report.notices), Not(Contains(HasSubstr("Gaussian limit is rough"))));
}

TEST(PowerReport, TellsTheSmallestEffectsThatAreFound) {
  PowerInput in = input();
  in.subgroup.reset();
  in.penalty = 1;
  in.directions = {{.direction = Direction::higher, .critical_score = 5},
                   {.direction = Direction::lower, .critical_score = 6},
                   {.direction = Direction::lower, .critical_score = INFINITY}};
  in.everybody = {.text = "everybody", .p = {0.2, 0.5, 0.9}, .n = {400, 600, 250}};
  in.found = {
      {.text = "Male", .direction = Direction::higher, .penalty = 2, .p = {0.5}, .n = {300}}};
  const PowerReport report = power_report(in);
  const auto& higher = report.directions[0].effects;
  ASSERT_EQ(higher.size(), 5U);
  EXPECT_EQ(higher[0].text, "Male");
  EXPECT_EQ(higher[0].n, 300);
  EXPECT_EQ(higher[1].text, "everybody");
  EXPECT_EQ(higher[4].share, 0.1);
  EXPECT_EQ(higher[4].n, 125);
  EXPECT_TRUE(report.directions[2].effects.empty());
  // The smaller the people, the larger the effect; in direction lower below 1.
  const auto& lower = report.directions[1].effects;
  ASSERT_EQ(lower.size(), 4U);
  for (std::size_t i = 1; i < 4; ++i) {
    EXPECT_GT(*higher[i + 1].theta, *higher[i].theta);
    EXPECT_LT(*lower[i].theta, *lower[i - 1].theta);
  }
  EXPECT_GT(*higher[1].theta, 1);
  EXPECT_LT(*lower[0].theta, 1);
  // Odds of 1 become q: the root of twice the ratio expected then is what the score needs, and .84.
  const double q = *higher[0].theta;
  const double rate = q / (1 + q);
  EXPECT_NEAR(*higher[0].rate, rate, 1e-12);
  const double ratio = 300 * (rate * std::log(q) - std::log((1 + q) / 2));
  EXPECT_NEAR(std::sqrt(2 * ratio), std::sqrt(2 * 7.0) + 0.8416212, 1e-6);
}

TEST(PowerReport, TheTestThatWasRunSaysWhatItDetectsInEitherDirection) {
  PowerInput in = input();
  in.directions = {{.direction = Direction::higher, .critical_score = 5},
                   {.direction = Direction::lower, .critical_score = 6, .proven = true}};
  in.subgroup->penalty = 2;
  const PowerReport report = power_report(in);
  ASSERT_EQ(report.directions.size(), 2U);
  EXPECT_EQ(report.directions[0].critical_score, 5);
  EXPECT_TRUE(report.directions[1].proven);
  ASSERT_EQ(report.subgroup->directions.size(), 2U);
  const PowerReport::SubgroupSide& higher = report.subgroup->directions[0];
  const PowerReport::SubgroupSide& lower = report.subgroup->directions[1];
  // Predictions whose odds are wrong by the threshold give exactly the score to exceed.
  const auto score_at = [&](double delta, Direction direction) {
    std::vector<double> p;
    for (const double fair : in.subgroup->p)
      p.push_back(search::change_odds(fair, std::log(delta)));
    double y = 0;
    for (std::size_t i = 0; i < p.size(); ++i) {
      const bool up = direction == Direction::higher;
      y += static_cast<double>(up ? in.subgroup->y[i] : in.subgroup->n[i] - in.subgroup->y[i]);
      if (!up) p[i] = 1 - p[i];
    }
    return search::maximise_bernoulli({p, in.subgroup->n}, y).value - 2;
  };
  EXPECT_LT(higher.delta_threshold.value(), 1);
  EXPECT_GT(lower.delta_threshold.value(), 1);
  EXPECT_NEAR(score_at(*higher.delta_threshold, Direction::higher), 5, 1e-9);
  EXPECT_NEAR(score_at(*lower.delta_threshold, Direction::lower), 6, 1e-9);
  EXPECT_NEAR(higher.score, std::max(0.0, score_at(1, Direction::higher)), 1e-9);
  EXPECT_NEAR(lower.score, std::max(0.0, score_at(1, Direction::lower)), 1e-9);
  EXPECT_EQ(higher.limit_scores[3].delta, 0.5);
  EXPECT_NEAR(higher.limit_scores[3].score, score_at(0.5, Direction::higher) + 2, 1e-9);
}

TEST(PowerReport, TooFewReplicatesDetectNothing) {
  PowerInput in = input();
  in.directions = {
      {.direction = Direction::lower, .critical_score = std::numeric_limits<double>::infinity()}};
  EXPECT_FALSE(power_report(in).subgroup->directions.at(0).delta_threshold);
}

TEST(PowerReport, FewProfilesAreSaid) {
  PowerInput in = input();
  in.profiles = 10;
  EXPECT_THAT(texts(power_report(in).notices),
              Contains(HasSubstr("With 10 profiles the Gaussian limit is rough")));
}

TEST(PowerReport, SeveralPredictionsPerProfileMakeItInapplicable) {
  PowerInput in = input();
  in.one_prediction_per_profile = false;
  const PowerReport report = power_report(in);
  EXPECT_FALSE(report.applicable);
  EXPECT_THAT(texts(report.notices), Contains(HasSubstr("several predictions")));
}

TEST(PowerReport, DirectionHigherOnlyMakesItInapplicable) {
  PowerInput in = input();
  in.directions = {{.direction = Direction::higher, .critical_score = 6}};
  EXPECT_FALSE(power_report(in).applicable);
  EXPECT_THAT(texts(power_report(in).notices), Contains(HasSubstr("direction higher only")));
  in.directions.push_back({.direction = Direction::lower, .critical_score = 6});
  EXPECT_TRUE(power_report(in).applicable);
  EXPECT_THAT(texts(power_report(in).notices), Contains(HasSubstr("direction lower only")));
}

TEST(PowerReport, PenaltyIsSaid) {
  PowerInput in = input();
  in.penalty = 1;
  EXPECT_TRUE(power_report(in).applicable);
  EXPECT_THAT(texts(power_report(in).notices), Contains(HasSubstr("with penalty 1")));
}

TEST(PowerReport, CertainPredictionsGetNoNumbers) {
  PowerInput in = input();
  in.certain_predictions = 25;
  in.subgroup->p[2] = 1;
  const PowerReport report = power_report(in);
  EXPECT_FALSE(report.applicable);
  EXPECT_FALSE(report.subgroup.has_value());
  EXPECT_THAT(texts(report.notices), Contains(HasSubstr("25 people have a prediction of 0 or 1")));
  EXPECT_THAT(texts(report.notices), Contains(HasSubstr("No detectable bias is given for Male")));
}

TEST(PowerReport, NoFiniteBiasIsSaid) {
  PowerInput in = input();
  in.subgroup->y = in.subgroup->n;
  const PowerReport report = power_report(in);
  ASSERT_TRUE(report.subgroup.has_value());
  EXPECT_FALSE(report.subgroup->delta_threshold.has_value());
  EXPECT_TRUE(std::isinf(report.subgroup->q_mle));
  EXPECT_THAT(texts(report.notices), Contains(HasSubstr("everybody in it has the event")));
}

TEST(PowerReport, RefusesImpossibleInput) {
  PowerInput in = input();
  in.alpha = 0;
  EXPECT_THROW((void)power_report(in), ConfigError);
  in = input();
  in.deltas = {0.5};
  EXPECT_THROW((void)power_report(in), ConfigError);
  in = input();
  in.subgroup->people_in_data = 100;
  EXPECT_THROW((void)power_report(in), InternalError);
}

}  // namespace
}  // namespace faultline::methods
