#include "faultline/methods/elicitation/elicitation.hpp"

#include <cmath>
#include <vector>

#include "support/message_of.hpp"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "faultline/base/error.hpp"
#include "faultline/methods/elicitation/costs.hpp"
#include "faultline/methods/elicitation/questions.hpp"
#include "faultline/methods/elicitation/ratio.hpp"

namespace faultline::methods {
namespace {

using faultline::testing::message_of;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using Answer = ElicitReport::Answer;

Answer answer(double z1, double z2, double z3, const char* person = "one") {
  return {.person = person, .z1 = z1, .z2 = z2, .z3 = z3};
}

TEST(Costs, LambdaIsTheErrorsOverTheDisparity) {
  const Costs costs = parse_costs("1, 3, 2, 8");
  EXPECT_DOUBLE_EQ(lambda_n(costs), 2);
  EXPECT_DOUBLE_EQ(lambda_p(costs).value(), 0.5);
  EXPECT_FALSE(lambda_p(parse_costs("1,3,2")).has_value());
  EXPECT_DOUBLE_EQ(lambda_n(parse_costs("0,1e-3,0.25")), 0.004);
}

TEST(Costs, UnitsDoNotMatter) {
  EXPECT_DOUBLE_EQ(lambda_n(parse_costs("1,3,2")), lambda_n(parse_costs("50,150,100")));
}

TEST(Costs, WhatIsWrongIsNamed) {
  const auto wrong = [](const char* text) { return message_of([=] { (void)parse_costs(text); }); };
  EXPECT_THAT(wrong("1,2"), HasSubstr("'1,2' has 2 numbers; give FP,FN,FPR_DISPARITY"));
  EXPECT_THAT(wrong(""), HasSubstr("has 0 numbers"));
  EXPECT_THAT(wrong("1,2,3,4,5"), HasSubstr("has 5 numbers"));
  EXPECT_THAT(wrong("1,two,3"), HasSubstr("cost of a false negative is 'two', which is not"));
  EXPECT_THAT(wrong("1,,3"), HasSubstr("cost of a false negative is '', which is not"));
  EXPECT_THAT(wrong("inf,1,3"), HasSubstr("cost of a false positive is 'inf'"));
  EXPECT_THAT(wrong("-1,1,3"), HasSubstr("false positive is -1, but it must be 0 or more"));
  EXPECT_THAT(wrong("1,1,0"), HasSubstr("disparity is 0, but it must be above 0"));
  EXPECT_THAT(wrong("1,1,1,-2"), HasSubstr("true positive rate's disparity is -2"));
  EXPECT_THAT(wrong("0,0,1"), HasSubstr("`lambda` 0"));
  EXPECT_THAT(wrong("1e300,1,1e-300"), HasSubstr("not a finite lambda"));
}

TEST(Costs, ElicitedRatiosGiveTheSameLambda) {
  // cost(FP) = 2, cost(FN) = 6, cost(dFPR) = 5, cost(dTPR) = 3.
  const Costs costs = parse_costs("2,6,5,3");
  EXPECT_DOUBLE_EQ(lambda_from_ratios(ErrorRate::fpr, 5.0 / 2, 6.0 / 2).value(), lambda_n(costs));
  EXPECT_DOUBLE_EQ(lambda_from_ratios(ErrorRate::tpr, 3.0 / 6, 6.0 / 2).value(),
                   lambda_p(costs).value());
  EXPECT_FALSE(lambda_from_ratios(ErrorRate::fpr, 0, 1).has_value());
}

TEST(Elicitation, OneAnswerHasTheClosedForm) {
  EXPECT_DOUBLE_EQ(answer_ratio(30, 50, 45), 1);
  EXPECT_DOUBLE_EQ(answer_ratio(50, 30, 45), 1);
  EXPECT_DOUBLE_EQ(answer_ratio(0, 100, 75), 1);
  EXPECT_DOUBLE_EQ(answer_ratio(30, 50, 40), 0);
  EXPECT_DOUBLE_EQ(answer_ratio(30, 50, 35), -1);
  const ElicitReport::Ratio fit = fit_ratio(std::vector{answer(10, 40, 32.5)});
  EXPECT_DOUBLE_EQ(fit.estimate, 1);
  EXPECT_FALSE(fit.spread.has_value());
  EXPECT_EQ(fit.answers, 1);
}

TEST(Elicitation, SeveralAnswersAreFittedByLeastSquares) {
  // x = 20, 60; y = 5, 30: 4 (100 + 1800) / (400 + 3600). The ratios alone are 1 and 2.
  const std::vector answers{answer(30, 50, 45), answer(20, 80, 80)};
  const ElicitReport::Ratio fit = fit_ratio(answers);
  EXPECT_DOUBLE_EQ(fit.estimate, 4.0 * 1900 / 4000);
  EXPECT_DOUBLE_EQ(fit.spread.value(), std::sqrt(0.5));
  // The same as their mean with weights x squared.
  EXPECT_DOUBLE_EQ(fit.estimate, (400 * 1.0 + 3600 * 2.0) / 4000);
}

TEST(Elicitation, AnswersOnALineAreFoundExactly) {
  std::vector<Answer> answers;
  for (std::uint32_t i = 0; i < 50; ++i) {
    const Question q = draw_question(11, i);
    const double mean = (q.z1 + q.z2) / 2.0;
    answers.push_back(answer(q.z1, q.z2, mean + 0.3 / 4 * std::abs(q.z1 - q.z2)));
  }
  const ElicitReport::Ratio fit = fit_ratio(answers);
  EXPECT_NEAR(fit.estimate, 0.3, 1e-13);
  EXPECT_NEAR(fit.spread.value(), 0, 1e-11);
}

TEST(Elicitation, ADominatedAnswerIsMarkedAndLeftOut) {
  const ElicitOutcome with =
      elicit(ErrorRate::fpr, {answer(30, 50, 45), answer(20, 80, 10), answer(20, 80, 80)}, 1.0);
  const ElicitOutcome without =
      elicit(ErrorRate::fpr, {answer(30, 50, 45), answer(20, 80, 80)}, 1.0);
  EXPECT_EQ(with.report.ratio.estimate, without.report.ratio.estimate);
  EXPECT_EQ(with.report.ratio.spread, without.report.ratio.spread);
  EXPECT_EQ(with.report.ratio.answers, 2);
  EXPECT_TRUE(with.report.answers[1].dominated);
  EXPECT_FALSE(with.report.answers[0].dominated);
  EXPECT_THAT(texts(with.notices), ElementsAre(HasSubstr("1 of 3 answers is dominated")));
  EXPECT_THAT(texts(without.notices), IsEmpty());
  EXPECT_FALSE(is_dominated(30, 50, 40)) << "the mean itself is not dominated";
}

TEST(Elicitation, WithOnlyDominatedAnswersThereIsNoEstimate) {
  const ElicitReport report = elicit(ErrorRate::fpr, {answer(30, 50, 20)}, 1.0).report;
  EXPECT_TRUE(std::isnan(report.ratio.estimate));
  EXPECT_EQ(report.ratio.answers, 0);
  EXPECT_FALSE(report.lambda_n.has_value());
  EXPECT_THAT(report.explanation, ElementsAre(HasSubstr("nothing to estimate from")));
}

TEST(Elicitation, LambdaFollowsTheErrorAskedAbout) {
  // Ratio 1; a false negative is three times as bad as a false positive.
  const std::vector answers{answer(30, 50, 45)};
  const ElicitReport fpr = elicit(ErrorRate::fpr, answers, 3.0).report;
  EXPECT_DOUBLE_EQ(fpr.lambda_n.value(), 4);
  EXPECT_FALSE(fpr.lambda_p.has_value());
  EXPECT_EQ(fpr.error, result::ErrorRate::fpr);
  EXPECT_THAT(fpr.explanation.back(), HasSubstr("--error fpr --lambda 4"));
  const ElicitReport tpr = elicit(ErrorRate::tpr, answers, 3.0).report;
  EXPECT_DOUBLE_EQ(tpr.lambda_p.value(), 4.0 / 3);
  EXPECT_FALSE(tpr.lambda_n.has_value());
  EXPECT_THAT(tpr.explanation.back(), HasSubstr("--error tpr --lambda 1.333"));
}

TEST(Elicitation, ADisparityThatCostsNothingHasNoFiniteLambda) {
  const ElicitReport report = elicit(ErrorRate::fpr, {answer(30, 50, 40)}, 1.0).report;
  EXPECT_EQ(report.ratio.estimate, 0);
  EXPECT_FALSE(report.lambda_n.has_value());
  EXPECT_THAT(report.explanation, ElementsAre(HasSubstr("lambda_N is infinite")));
}

TEST(Elicitation, APanelHasEachPersonAndEverybody) {
  const ElicitOutcome panel = elicit(ErrorRate::fpr,
                                     {answer(30, 50, 45, "ann"), answer(20, 80, 80, "bob"),
                                      answer(40, 60, 55, "ann"), answer(0, 10, 1, "cyd")},
                                     1.0);
  const ElicitReport& report = panel.report;
  ASSERT_EQ(report.by_person.size(), 3U);
  EXPECT_EQ(report.by_person[0].person, "ann");
  EXPECT_EQ(report.by_person[0].ratio.answers, 2);
  EXPECT_DOUBLE_EQ(report.by_person[0].ratio.estimate, 1);
  EXPECT_DOUBLE_EQ(report.by_person[0].ratio.lambda.value(), 2);
  EXPECT_DOUBLE_EQ(report.by_person[1].ratio.estimate, 2);
  EXPECT_DOUBLE_EQ(report.by_person[1].ratio.lambda.value(), 1);
  EXPECT_TRUE(std::isnan(report.by_person[2].ratio.estimate));
  EXPECT_EQ(report.ratio.answers, 3);
  // x = 20, 60, 20; y = 5, 30, 5.
  EXPECT_DOUBLE_EQ(report.ratio.estimate, 4.0 * 2000 / 4400);
  EXPECT_THAT(report.explanation[2], HasSubstr("lambda_N from 1 to 2"));
  EXPECT_THAT(report.explanation.back(), HasSubstr("--lambda 1,1.1,2"));
}

TEST(Elicitation, APanelWithAnIndifferentPersonHasNoUpperEnd) {
  const ElicitReport report =
      elicit(ErrorRate::fpr, {answer(30, 50, 45, "ann"), answer(20, 80, 50, "bob")}, 1.0).report;
  EXPECT_FALSE(report.by_person[1].ratio.lambda.has_value());
  EXPECT_THAT(report.explanation[2], HasSubstr("lambda_N from 2 to infinity"));
  EXPECT_THAT(report.explanation.back(), HasSubstr("--lambda 2,20"));
}

TEST(Elicitation, WhatWasNotSaidIsWarnedAbout) {
  const ElicitOutcome elicited = elicit(ErrorRate::fpr, {answer(60, 80, 100)}, std::nullopt);
  EXPECT_EQ(elicited.report.cost_ratio, 1);
  EXPECT_THAT(texts(elicited.notices),
              ElementsAre(HasSubstr("1 answer stands at 100"), HasSubstr("`cost_ratio` sets")));
}

TEST(Elicitation, AnswersAtTheMeanAreCountedUnlessAllAre) {
  const auto warned = [](std::vector<Answer> answers) {
    return texts(elicit(ErrorRate::fpr, std::move(answers), 1.0).notices);
  };
  EXPECT_THAT(warned({answer(30, 70, 50), answer(20, 60, 45), answer(10, 50, 30)}),
              ElementsAre(HasSubstr("2 answers stand at the mean")));
  EXPECT_THAT(warned({answer(30, 70, 50), answer(10, 50, 30)}), IsEmpty());
}

TEST(Elicitation, WhatIsWrongIsNamed) {
  const auto wrong = [](std::vector<Answer> answers, std::optional<double> cost_ratio) {
    return message_of([&] { (void)elicit(ErrorRate::fpr, answers, cost_ratio); });
  };
  EXPECT_THAT(wrong({}, 1.0), HasSubstr("there is no answer"));
  EXPECT_THAT(wrong({answer(30, 50, 101)}, 1.0), HasSubstr("z3 of an answer by 'one' is 101"));
  EXPECT_THAT(wrong({answer(-1, 50, 60)}, 1.0), HasSubstr("z1 of an answer by 'one' is -1"));
  EXPECT_THAT(wrong({answer(30, NAN, 60)}, 1.0), HasSubstr("z2 of an answer by 'one' is nan"));
  EXPECT_THAT(wrong({answer(30, 30, 60)}, 1.0), HasSubstr("z1 = z2 = 30"));
  EXPECT_THAT(wrong({answer(30, 50, 60)}, 0.0), HasSubstr("`cost_ratio` 0: must be"));
  EXPECT_THAT(wrong({answer(30, 50, 60)}, INFINITY), HasSubstr("`cost_ratio` inf: must be"));
}

}  // namespace
}  // namespace faultline::methods
