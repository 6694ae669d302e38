// Conditional Bias Scan in the small: where its expectations and scores come from.

#include <cmath>
#include <vector>

#include "conditional_people.hpp"
#include "support/message_of.hpp"
#include "support/needs_trees.hpp"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "faultline/methods/conditional/class_scanner.hpp"
#include "faultline/methods/conditional/conditional.hpp"

namespace faultline::methods {
namespace {

using faultline::testing::case_study;
using faultline::testing::input_of;
using faultline::testing::kClass;
using faultline::testing::message_of;
using faultline::testing::numbers_of;
using faultline::testing::numeric_people;
using faultline::testing::only;
using faultline::testing::random_people;
using ::testing::HasSubstr;

constexpr auto kHigher = search::Direction::higher;
constexpr auto kLower = search::Direction::lower;

TEST(Conditional, DoublyRobustExpectationsMeetTheWeightedRate) {
  const data::Profiles profiles = random_people(14, 500, 0.1);
  ConditionalOptions options = only("ppv", kLower);
  options.doubly_robust = true;
  const ClassProblem problem(input_of(profiles), kClass, options);
  ClassScanner scanner(problem);
  scanner.use(problem.members());
  ASSERT_TRUE(scanner.expect(0));
  const CriterionState& state = scanner.state(0);
  double expected = 0;
  double observed = 0;
  for (std::size_t r = 0; r < state.weight.size(); ++r) {
    expected += state.weight[r] * state.expected[r];
    observed += state.positive[r];
  }
  EXPECT_NEAR(expected, observed, 1e-8);
}

TEST(Conditional, SigmaScalesTheGaussianScore) {
  const data::Profiles profiles = random_people(15, 500, 0.3);
  ConditionalOptions options = only("balance-negative", kHigher);
  options.penalty = 0;
  const double unit = conditional_scan(input_of(profiles), {kClass}, options).findings[0].score;
  options.sigma = 2.0;
  const double wide = conditional_scan(input_of(profiles), {kClass}, options).findings[0].score;
  EXPECT_NEAR(wide, unit / 4, 1e-9);
  options.sigma.reset();
  const double own = conditional_scan(input_of(profiles), {kClass}, options).findings[0].score;
  // Nine predictions from .1 to .9 spread by about 1.3 on the log-odds scale.
  EXPECT_GT(own, unit / 3);
  EXPECT_LT(own, unit);
}

TEST(Conditional, GivenColumnsReplaceTheModels) {
  data::Profiles profiles = random_people(16, 500, 0.3);
  const ClassProblem problem(input_of(profiles), kClass, only("fpr", kHigher));
  ClassScanner scanner(problem);
  scanner.use(problem.members());
  ASSERT_TRUE(scanner.expect(0));
  // The fitted values, written back as columns of numbers.
  profiles.number_names = {"propensity", "expectation"};
  profiles.numbers.assign(2, std::vector<double>(static_cast<std::size_t>(profiles.size()), 0.5));
  const CriterionProblem& criterion = problem.criteria()[0];
  for (std::int64_t k = 0; k < profiles.size(); ++k) {
    for (std::size_t e = 0; e < criterion.tuple.size(); ++e) {
      const std::int32_t cell = problem.cells()[criterion.tuple[e]];
      if (problem.lattice().code(cell, 0) != profiles.codes[0][k] ||
          problem.lattice().code(cell, 1) != profiles.codes[1][k])
        continue;
      const std::int32_t row = criterion.unit_row[criterion.unit[e]];
      const double log_odds = scanner.propensity_log_odds()[criterion.covariate_row[row]];
      profiles.numbers[0][k] = 1 / (1 + std::exp(-log_odds));
      profiles.numbers[1][k] = scanner.state(0).expected[row];
    }
  }
  const double fitted =
      conditional_scan(input_of(profiles), {kClass}, only("fpr", kHigher)).findings[0].score;
  ConditionalOptions options = only("fpr", kHigher);
  options.propensity_column = "propensity";
  EXPECT_NEAR(conditional_scan(input_of(profiles), {kClass}, options).findings[0].score, fitted,
              1e-8);
  options = only("fpr", kHigher);
  options.expectation_column = "expectation";
  const auto given = conditional_scan(input_of(profiles), {kClass}, options);
  EXPECT_NEAR(given.findings[0].score, fitted, 1e-8);
  EXPECT_EQ(given.models.back().learner, result::LearnerKind::column);
  options.scans.push_back(options.scans.front());
  EXPECT_THAT(message_of([&] { (void)conditional_scan(input_of(profiles), {kClass}, options); }),
              HasSubstr("speaks of one metric"));
}

TEST(Conditional, NumericCovariatesEnterTheModelsAndAreNotScanned) {
  data::Profiles profiles = numeric_people(17, 400);
  const ConditionalInput input{
      .profiles = profiles, .scanned = {"a", "b"}, .covariates = {"a", "x"}};
  const auto result = conditional_scan(input, {kClass}, case_study(9));
  EXPECT_EQ(result.models[0].coefficients.size(), 3u);  // intercept, a=a1, x
  EXPECT_EQ(result.models[0].coefficients.back().first, "x");
  for (const Finding& finding : result.findings) EXPECT_EQ(finding.search.subgroups, 21);
  // The unit of a number must not matter.
  for (double& x : profiles.numbers[0]) x *= 365.25;
  const auto days = conditional_scan(input, {kClass}, case_study(9));
  for (std::size_t i = 0; i < result.findings.size(); ++i) {
    EXPECT_NEAR(result.findings[i].score, days.findings[i].score, 1e-8);
    EXPECT_EQ(result.findings[i].p_value, days.findings[i].p_value);
  }
}

TEST(Conditional, BoostedTreesAndForestsRunThroughTheSameDoor) {
  FAULTLINE_NEEDS_TREES();
  const data::Profiles profiles = random_people(18, 300, 0.2);
  for (const model::LearnerKind kind : {model::LearnerKind::boosted, model::LearnerKind::forest}) {
    ConditionalOptions options = only("fpr", kHigher, 3);
    options.propensity.kind = kind;
    options.expectation.kind = kind;
    const auto once = conditional_scan(input_of(profiles), {kClass}, options);
    const auto again = conditional_scan(input_of(profiles), {kClass}, options);
    EXPECT_EQ(once.models[0].learner, kind);
    EXPECT_EQ(numbers_of(once), numbers_of(again));
  }
}

TEST(Conditional, PredictionsWithoutSpreadAreNoFinding) {
  data::Profiles profiles = random_people(32, 300);
  std::fill(profiles.prediction.begin(), profiles.prediction.end(), 0.3);
  ConditionalOptions options = only("balance-negative", kHigher, 9);
  options.sigma.reset();
  options.penalty = 0;
  EXPECT_LT(conditional_scan(input_of(profiles), {kClass}, options).findings[0].score, 1e-9);
}

}  // namespace
}  // namespace faultline::methods
