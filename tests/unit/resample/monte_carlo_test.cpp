#include "faultline/resample/monte_carlo.hpp"

#include <cmath>
#include <limits>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "faultline/base/error.hpp"
#include "faultline/math/binomial_interval.hpp"

namespace faultline::resample {
namespace {

using Scores = std::vector<double>;

// A family of one whose null scores are listed; replicate r gives the r-th.
MonteCarloResult run(double observed, const Scores& null, std::optional<int> early_stop = {}) {
  return monte_carlo(Scores{observed},
                     [&](std::uint32_t replicate, std::span<double> scores) {
                       scores[0] = null.at(replicate - 1);
                     },
                     {.replicates = std::ssize(null), .threads = 1, .early_stop = early_stop});
}

TEST(MonteCarlo, CountsTheDataAsOneOfTheReplicates) {
  const MonteCarloResult result = run(2.5, {1, 2, 3, 4});
  const MonteCarloTest& test = result.tests.at(0);
  EXPECT_DOUBLE_EQ(test.p_value.value(), 3.0 / 5);
  EXPECT_EQ(test.observed, 2.5);
  EXPECT_EQ(test.exceedances, 2);
  EXPECT_EQ(test.replicates, 4);
  EXPECT_EQ(test.interval, math::clopper_pearson_interval(2, 4));
  EXPECT_EQ(result.null_scores.at(0), (Scores{1, 2, 3, 4}));
  EXPECT_EQ(result.finished, 4);
  EXPECT_FALSE(result.partial);
  EXPECT_FALSE(test.stopped_early);
}

TEST(MonteCarlo, PValueIsNeverZero) {
  const MonteCarloTest test = run(1e9, {1, 2, 3}).tests.at(0);
  EXPECT_DOUBLE_EQ(test.p_value.value(), 0.25);
  EXPECT_EQ(test.interval.first, 0);
  EXPECT_LT(*test.p_value, test.interval.second);
}

TEST(MonteCarlo, TiesCountAgainstSignificanceEvenInTheLastDigits) {
  EXPECT_DOUBLE_EQ(run(3, {3, 1}).tests.at(0).p_value.value(), 2.0 / 3);
  EXPECT_DOUBLE_EQ(run(3, {3 * (1 - 1e-12), 1}).tests.at(0).p_value.value(), 2.0 / 3);
  EXPECT_DOUBLE_EQ(run(3, {3 * (1 - 1e-6), 1}).tests.at(0).p_value.value(), 1.0 / 3);
}

TEST(Reaches, IsRelativeAndKnowsInfinity) {
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_TRUE(reaches(1e12, 1e12 + 1));
  EXPECT_FALSE(reaches(1e-12, 2e-12));
  EXPECT_TRUE(reaches(-1 - 1e-12, -1));
  EXPECT_TRUE(reaches(0, 0));
  EXPECT_FALSE(reaches(0, 1e-300));
  EXPECT_TRUE(reaches(infinity, infinity));
  EXPECT_FALSE(reaches(1, infinity));
  EXPECT_TRUE(reaches(infinity, 1));
}

TEST(MonteCarlo, NoSubgroupFoundIsPOne) {
  const MonteCarloTest test = run(0, {0, 0, 1.5, 0}).tests.at(0);
  EXPECT_EQ(test.p_value.value(), 1);
  EXPECT_FALSE(test.degenerate);
}

TEST(MonteCarlo, ConstantNullBelowTheScoreIsDegenerate) {
  const MonteCarloTest test = run(1.88, {0, 0, 0, 0}).tests.at(0);
  EXPECT_TRUE(test.degenerate);
  EXPECT_FALSE(test.p_value);
  EXPECT_EQ(test.replicates, 4);
  EXPECT_TRUE(run(3, {2, 2 * (1 + 1e-13), 2}).tests.at(0).degenerate) << "equal but for rounding";
}

TEST(MonteCarlo, ConstantNullThatReachesTheScoreIsPOne) {
  for (const double observed : {0.0, 1.0}) {
    const MonteCarloTest test = run(observed, {1, 1, 1, 1}).tests.at(0);
    EXPECT_FALSE(test.degenerate) << observed;
    EXPECT_EQ(test.p_value.value(), 1) << observed;
  }
}

TEST(MonteCarlo, OneReplicateCannotShowThatTheNullIsConstant) {
  const MonteCarloTest test = run(1, {0}).tests.at(0);
  EXPECT_FALSE(test.degenerate);
  EXPECT_DOUBLE_EQ(test.p_value.value(), 0.5);
}

TEST(MonteCarlo, DegenerateIsJudgedForEachTestOfTheFamily) {
  const MonteCarloResult result =
      monte_carlo(Scores{1, 1},
                  [](std::uint32_t replicate, std::span<double> scores) {
                    scores[0] = 0;
                    scores[1] = replicate;
                  },
                  {.replicates = 9, .threads = 1});
  EXPECT_TRUE(result.tests.at(0).degenerate);
  EXPECT_FALSE(result.tests.at(0).p_value);
  EXPECT_FALSE(result.tests.at(1).degenerate);
  EXPECT_EQ(result.tests.at(1).p_value.value(), 1);
}

TEST(MonteCarlo, ZeroReplicatesSwitchItOff) {
  const MonteCarloResult result = run(3, {});
  EXPECT_FALSE(result.tests.at(0).p_value);
  EXPECT_FALSE(result.tests.at(0).degenerate);
  EXPECT_EQ(result.tests.at(0).interval, (std::pair<double, double>{0, 1}));
  EXPECT_FALSE(result.partial);
  EXPECT_EQ(result.finished, 0);
}

TEST(MonteCarlo, EarlyStopEndsAtTheExceedanceAsked) {
  const MonteCarloResult result = run(5, {1, 6, 2, 7, 3, 8, 9, 9}, 3);
  const MonteCarloTest& test = result.tests.at(0);
  EXPECT_TRUE(test.stopped_early);
  EXPECT_EQ(test.replicates, 6);
  EXPECT_EQ(test.exceedances, 3);
  EXPECT_DOUBLE_EQ(test.p_value.value(), 3.0 / 6);
  EXPECT_EQ(result.finished, 6) << "what was drawn past the end is dropped";
  EXPECT_EQ(result.null_scores.at(0).size(), 6U);
  EXPECT_FALSE(result.partial);
  // Inverse sampling: the sixth replicate is an exceedance by design.
  EXPECT_EQ(test.interval.first, math::clopper_pearson_interval(3, 6).first);
  EXPECT_EQ(test.interval.second, math::clopper_pearson_interval(2, 5).second);
}

TEST(MonteCarlo, EarlyStopThatIsNotReachedChangesNothing) {
  const MonteCarloTest test = run(5, {1, 6, 2, 7}, 3).tests.at(0);
  EXPECT_FALSE(test.stopped_early);
  EXPECT_DOUBLE_EQ(test.p_value.value(), 3.0 / 5);
}

TEST(MonteCarlo, TheFamilyRunsUntilItsLastTestStops) {
  const MonteCarloResult result =
      monte_carlo(Scores{0.5, 1e3, 150.5},
                  [](std::uint32_t replicate, std::span<double> scores) {
                    scores[0] = scores[1] = scores[2] = replicate;
                  },
                  {.replicates = 5000, .threads = 1, .early_stop = 10});
  EXPECT_EQ(result.tests.at(0).replicates, 10);
  EXPECT_EQ(result.tests.at(0).p_value.value(), 1);
  EXPECT_EQ(result.tests.at(1).replicates, 1009);
  EXPECT_EQ(result.tests.at(2).replicates, 160);
  EXPECT_DOUBLE_EQ(result.tests.at(2).p_value.value(), 10.0 / 160);
  EXPECT_EQ(result.finished, 1009);
}

TEST(MonteCarlo, EarlyStopEndsOnAConstantNullThatReachesTheScore) {
  const MonteCarloResult constant = run(0, Scores(200, 0.0), 3);
  EXPECT_FALSE(constant.tests.at(0).degenerate);
  EXPECT_EQ(constant.tests.at(0).p_value.value(), 1);
  EXPECT_EQ(constant.finished, 3);
}

TEST(MonteCarlo, AScoreThatIsNoNumberIsAnError) {
  try {
    static_cast<void>(run(1, {0, 1, std::nan(""), 2}));
    FAIL() << "a null score that is not a number was accepted";
  } catch (const NumericError& error) {
    EXPECT_THAT(error.what(), ::testing::HasSubstr("replicate 3"));
  }
  EXPECT_THROW(static_cast<void>(run(std::nan(""), {1})), NumericError);
}

TEST(MonteCarlo, OptionsAreChecked) {
  const auto message = [](const MonteCarloOptions& options) -> std::string {
    try {
      validate(options);
    } catch (const ConfigError& error) {
      return error.what();
    }
    return "accepted";
  };
  using ::testing::HasSubstr;
  EXPECT_EQ(message({}), "accepted");
  EXPECT_THAT(message({.replicates = -1}), "replicates = -1: must be between 0 and 4294967295");
  EXPECT_THAT(message({.replicates = std::int64_t{1} << 32}),
              HasSubstr("replicates = 4294967296:"));
  EXPECT_THAT(message({.early_stop = 0}), "early_stop = 0: must be at least 1");
  EXPECT_THAT(message({.confidence = 1}), "confidence = 1: must lie strictly between 0 and 1");
}

}  // namespace
}  // namespace faultline::resample
