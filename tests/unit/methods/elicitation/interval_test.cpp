// Intervals of elicited ratios and lambdas, against numbers computed by another program (numpy).

#include <cmath>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "faultline/methods/elicitation/elicitation.hpp"
#include "faultline/methods/elicitation/ratio.hpp"

namespace faultline::methods {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using Answer = ElicitReport::Answer;

Answer by(const char* person, double z1, double z2, double z3) {
  return {.person = person, .z1 = z1, .z2 = z2, .z3 = z3};
}

TEST(ElicitInterval, OneAnswerAfterTheOtherIsLeftOut) {
  const ElicitReport::Ratio fit = fit_ratio(std::vector{by("a", 30, 70, 55), by("a", 60, 20, 52),
                                                        by("a", 10, 60, 45), by("a", 35, 65, 70)});
  EXPECT_NEAR(fit.estimate, 1.0787878787878789, 1e-12);
  EXPECT_NEAR(fit.interval->first, 0.09442033786333937, 1e-9);
  EXPECT_NEAR(fit.interval->second, 2.0631554197124182, 1e-9);
}

TEST(ElicitInterval, OfAPanelOnePersonAfterTheOther) {
  const ElicitReport::Ratio fit = fit_ratio(std::vector{by("a", 30, 70, 55), by("b", 10, 60, 45),
                                                        by("a", 60, 20, 52), by("c", 35, 65, 70)});
  EXPECT_NEAR(fit.estimate, 1.0787878787878789, 1e-12);
  EXPECT_EQ(fit.interval->first, 0);
  EXPECT_NEAR(fit.interval->second, 2.3844321470617063, 1e-9);
}

TEST(ElicitInterval, APersonWhoseAnswersAreAllDominatedIsNobodyOfThePanel) {
  const std::vector alone{by("a", 30, 70, 55), by("a", 60, 20, 52), by("a", 10, 60, 45)};
  std::vector with = alone;
  with.insert(with.begin(), by("z", 30, 70, 10));
  EXPECT_EQ(fit_ratio(with).interval, fit_ratio(alone).interval);
}

TEST(ElicitInterval, AnswersThatAgreeAreStillRounded) {
  const ElicitReport::Ratio fit =
      fit_ratio(std::vector{by("a", 30, 70, 60), by("a", 20, 60, 50), by("a", 10, 60, 47.5)});
  EXPECT_NEAR(fit.interval->first, 0.9341935844276235, 1e-9);
  EXPECT_NEAR(fit.interval->second, 1.0658064155723765, 1e-9);
}

TEST(ElicitInterval, TwoAnswersAreTooFew) {
  EXPECT_FALSE(fit_ratio(std::vector{by("a", 30, 70, 60), by("a", 20, 60, 50)}).interval);
  // Two people with many answers are two.
  std::vector<Answer> two;
  for (int i = 0; i < 4; ++i) {
    two.push_back(by("a", 30, 70, 55 + i));
    two.push_back(by("b", 20, 60, 45 + i));
  }
  EXPECT_FALSE(fit_ratio(two).interval);
}

TEST(ElicitInterval, LambdaHasTheSameIntervalTurnedOver) {
  const ElicitReport report =
      elicit(ErrorRate::fpr,
             {by("a", 30, 70, 55), by("a", 60, 20, 52), by("a", 10, 60, 45), by("a", 35, 65, 70)},
             2.0)
          .report;
  EXPECT_NEAR(report.ratio.lambda_interval->first, 3 / 2.0631554197124182, 1e-9);
  EXPECT_NEAR(report.ratio.lambda_interval->second, 3 / 0.09442033786333937, 1e-6);
  EXPECT_LT(report.ratio.lambda_interval->first, *report.lambda_n);
  EXPECT_THAT(report.explanation, Contains(HasSubstr("By how far these 4 answers scatter")));
  EXPECT_THAT(report.explanation.back(), HasSubstr("--lambda 1.454,2.781,31.77"));
}

TEST(ElicitInterval, WithoutALowerEndOfTheRatioLambdaHasNoUpperOne) {
  const ElicitReport report =
      elicit(ErrorRate::fpr,
             {by("a", 30, 70, 55), by("b", 10, 60, 45), by("a", 60, 20, 52), by("c", 35, 65, 70)},
             1.0)
          .report;
  EXPECT_TRUE(std::isinf(report.ratio.lambda_interval->second));
  EXPECT_THAT(report.explanation, Contains(HasSubstr("no upper end follows")));
}

TEST(ElicitInterval, WeightsAreSharesOfTheSquaredGaps) {
  const ElicitReport report =
      elicit(ErrorRate::fpr, {by("a", 30, 50, 45), by("a", 20, 80, 80), by("a", 20, 80, 10)}, 1.0)
          .report;
  EXPECT_DOUBLE_EQ(report.answers[0].weight, 0.1);
  EXPECT_DOUBLE_EQ(report.answers[1].weight, 0.9);
  EXPECT_EQ(report.answers[2].weight, 0);
}

}  // namespace
}  // namespace faultline::methods
