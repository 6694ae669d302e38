#include "faultline/resample/family_test.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "faultline/base/error.hpp"
#include "faultline/math/binomial_interval.hpp"
#include "faultline/resample/sequential_boundary.hpp"
#include "faultline/rng/draw.hpp"

namespace faultline::resample {
namespace {

using Scores = std::vector<double>;

// A family of one whose null scores are listed; replicate r gives the r-th.
FamilyResult run(double observed, const Scores& null) {
  return family_test(Scores{observed},
                     [&](std::uint32_t replicate, std::span<double> scores) {
                       scores[0] = null.at(replicate - 1);
                     },
                     {.replicates = std::ssize(null), .threads = 1});
}

TEST(FamilyTest, CountsTheDataAsOneOfTheReplicates) {
  const FamilyResult result = run(2.5, {1, 2, 3, 4});
  const HypothesisTest& test = result.tests.at(0);
  EXPECT_DOUBLE_EQ(test.p_value.value(), 3.0 / 5);
  EXPECT_EQ(test.observed, 2.5);
  EXPECT_EQ(test.exceedances, 2);
  EXPECT_EQ(test.replicates, 4);
  EXPECT_EQ(test.interval, math::clopper_pearson_interval(2, 4));
  EXPECT_EQ(result.null_scores.at(0), (Scores{1, 2, 3, 4}));
  EXPECT_EQ(result.finished, 4);
  EXPECT_FALSE(result.partial);
  EXPECT_FALSE(test.risk) << "all replicates were drawn";
}

TEST(FamilyTest, PValueIsNeverZero) {
  const HypothesisTest test = run(1e9, {1, 2, 3}).tests.at(0);
  EXPECT_DOUBLE_EQ(test.p_value.value(), 0.25);
  EXPECT_EQ(test.interval.first, 0);
  EXPECT_LT(*test.p_value, test.interval.second);
}

TEST(FamilyTest, TiesCountAgainstSignificanceEvenInTheLastDigits) {
  EXPECT_DOUBLE_EQ(run(3, {3, 1}).tests.at(0).p_value.value(), 2.0 / 3);
  EXPECT_DOUBLE_EQ(run(3, {3 * (1 - 1e-12), 1}).tests.at(0).p_value.value(), 2.0 / 3);
  EXPECT_DOUBLE_EQ(run(3, {3 * (1 - 1e-6), 1}).tests.at(0).p_value.value(), 1.0 / 3);
}

// Two hypotheses whose null scores differ: in one step, both meet the larger of the two.
TEST(FamilyTest, InASingleStepEveryHypothesisMeetsTheLargestOfAll) {
  const Scores observed = {50, 3};
  const auto replicate = [](std::uint32_t number, std::span<double> scores) {
    rng::Stream stream(11, rng::Purpose::test, number);
    scores[0] = rng::uniform(stream) * 4;
    scores[1] = rng::uniform(stream) * 4;
  };
  FamilyOptions options{.replicates = 199, .threads = 1, .sequential = false};
  const FamilyResult down = family_test(observed, replicate, options);
  options.single_step = true;
  const FamilyResult single = family_test(observed, replicate, options);
  EXPECT_EQ(down.tests[1].p_value, single.tests[1].p_value);
  EXPECT_EQ(*down.tests[1].p_value_adjusted, *down.tests[1].p_value) << "the last step";
  std::int64_t reached = 0;
  for (std::size_t i = 0; i < 199; ++i) {
    const double largest = std::max(single.null_scores[0][i] / single.scale[0],
                                    single.null_scores[1][i] / single.scale[1]);
    reached += largest >= observed[1] / single.scale[1] ? 1 : 0;
  }
  EXPECT_DOUBLE_EQ(*single.tests[1].p_value_adjusted, static_cast<double>(1 + reached) / 200);
  EXPECT_GT(*single.tests[1].p_value_adjusted, *down.tests[1].p_value_adjusted);
  EXPECT_GT(single.critical_score(1, 0.05), down.critical_score(1, 0.05));
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

TEST(FamilyTest, NoSubgroupFoundIsPOne) {
  const HypothesisTest test = run(0, {0, 0, 1.5, 0}).tests.at(0);
  EXPECT_EQ(test.p_value.value(), 1);
  EXPECT_FALSE(test.degenerate);
}

TEST(FamilyTest, ConstantNullBelowTheScoreIsDegenerate) {
  const HypothesisTest test = run(1.88, {0, 0, 0, 0}).tests.at(0);
  EXPECT_TRUE(test.degenerate);
  EXPECT_FALSE(test.p_value);
  EXPECT_EQ(test.replicates, 4);
  EXPECT_TRUE(run(3, {2, 2 * (1 + 1e-13), 2}).tests.at(0).degenerate) << "equal but for rounding";
}

TEST(FamilyTest, ConstantNullThatReachesTheScoreSaysNothingEither) {
  const HypothesisTest test = run(1, {1, 1, 1, 1}).tests.at(0);
  EXPECT_TRUE(test.degenerate);
  EXPECT_FALSE(test.p_value);
  EXPECT_EQ(run(0, {1, 1, 1, 1}).tests.at(0).p_value.value(), 1) << "nothing was found";
}

TEST(FamilyTest, OneReplicateCannotShowThatTheNullIsConstant) {
  const HypothesisTest test = run(1, {0}).tests.at(0);
  EXPECT_FALSE(test.degenerate);
  EXPECT_DOUBLE_EQ(test.p_value.value(), 0.5);
}

TEST(FamilyTest, DegenerateIsJudgedForEachTestOfTheFamily) {
  const FamilyResult result = family_test(Scores{1, 1},
                                          [](std::uint32_t replicate, std::span<double> scores) {
                                            scores[0] = 0;
                                            scores[1] = replicate % 7;
                                          },
                                          {.replicates = 9, .threads = 1});
  EXPECT_TRUE(result.tests.at(0).degenerate);
  EXPECT_FALSE(result.tests.at(0).p_value);
  EXPECT_FALSE(result.tests.at(1).degenerate);
  EXPECT_DOUBLE_EQ(result.tests.at(1).p_value.value(), 0.9) << "replicate 7 alone gives 0";
}

TEST(FamilyTest, WhereRedrawsDifferAConstantNullCountsUnlessItIsTheObservedScore) {
  const auto with = [](double first, double second) {
    return family_test(Scores{1, 2},
                       [&](std::uint32_t, std::span<double> scores) {
                         scores[0] = first;
                         scores[1] = second;
                       },
                       {.replicates = 99, .threads = 1, .redraws_differ = true});
  };
  const FamilyResult below = with(0, 0);
  EXPECT_DOUBLE_EQ(below.tests.at(0).p_value.value(), 0.01);
  EXPECT_DOUBLE_EQ(below.tests.at(1).p_value_adjusted.value(), 0.01);
  const FamilyResult same = with(1, 0);
  EXPECT_TRUE(same.tests.at(0).degenerate);
  EXPECT_FALSE(same.tests.at(0).p_value);
  EXPECT_DOUBLE_EQ(same.tests.at(1).p_value.value(), 0.01);
}

TEST(FamilyTest, ZeroReplicatesSwitchItOff) {
  const FamilyResult result = run(3, {});
  EXPECT_FALSE(result.tests.at(0).p_value);
  EXPECT_FALSE(result.tests.at(0).degenerate);
  EXPECT_EQ(result.tests.at(0).interval, (std::pair<double, double>{0, 1}));
  EXPECT_FALSE(result.partial);
  EXPECT_EQ(result.finished, 0);
}

// Null scores 1 .. 100 over and over, the same for all hypotheses.
void hundred(std::uint32_t replicate, std::span<double> scores) {
  std::fill(scores.begin(), scores.end(), static_cast<double>(replicate % 100));
}

TEST(FamilyTest, StopsOnceTheVerdictIsCertain) {
  const FamilyResult far = family_test(Scores{1000}, hundred, {.threads = 1});
  EXPECT_EQ(far.finished, 199) << "as many as an interval needs";
  EXPECT_EQ(far.tests.at(0).risk.value(), kVerdictRisk);
  EXPECT_DOUBLE_EQ(far.tests.at(0).p_value.value(), 1.0 / 200);
  EXPECT_EQ(far.null_scores.at(0).size(), 199U);
  EXPECT_FALSE(far.partial);
  const FamilyResult near = family_test(Scores{94.5}, hundred, {.threads = 1});
  EXPECT_EQ(near.finished, 9999) << "p is at the level";
  EXPECT_FALSE(near.tests.at(0).risk);
  const FamilyResult all =
      family_test(Scores{1000}, hundred, {.replicates = 999, .threads = 1, .sequential = false});
  EXPECT_EQ(all.finished, 999);
  EXPECT_FALSE(all.tests.at(0).risk);
}

TEST(FamilyTest, SeveralFamiliesAskForSeveralLevels) {
  // p = 0.03 lies below 0.05 and above 0.05 / 2: with two families both must be settled.
  const std::int64_t one = family_test(Scores{97}, hundred, {.threads = 1}).finished;
  const std::int64_t two = family_test(Scores{97}, hundred, {.threads = 1, .families = 2}).finished;
  EXPECT_LT(one, two);
}

// Independent null scores of three hypotheses.
void three(std::uint32_t replicate, std::span<double> scores) {
  rng::Stream stream(5, rng::Purpose::test, replicate);
  for (std::size_t t = 0; t < scores.size(); ++t) {
    scores[t] = static_cast<double>(1 + t) * rng::normal(stream);
  }
}

TEST(FamilyTest, StepsDownAgainstTheLargestOfThoseThatAreLeft) {
  const Scores observed{2.6, 3.0, 7.9};
  const FamilyResult result =
      family_test(observed, three, {.replicates = 499, .threads = 1, .sequential = false});
  ASSERT_EQ(result.order.size(), 3U);
  double largest = 0;
  for (std::size_t step = 0; step < 3; ++step) {
    std::int64_t reached = 0;
    for (std::size_t i = 0; i < 499; ++i) {
      double most = -1e9;
      for (std::size_t later = step; later < 3; ++later) {
        const std::size_t t = result.order[later];
        most = std::max(most, result.null_scores[t][i] / result.scale[t]);
      }
      const std::size_t own = result.order[step];
      reached += most >= observed[own] / result.scale[own] ? 1 : 0;
    }
    largest = std::max(largest, static_cast<double>(1 + reached) / 500);
    EXPECT_DOUBLE_EQ(result.tests[result.order[step]].p_value_adjusted.value(), largest);
  }
  EXPECT_NEAR(result.scale[2] / result.scale[0], 3, 1) << "the spread of the pilot";
}

TEST(FamilyTest, TheCriticalScoreIsExceededExactlyWhenRejected) {
  for (const double scale : {0.3, 0.6, 0.8, 0.9, 1.0, 1.1, 1.3}) {
    const Scores observed{2.4 * scale, 4.6 * scale, 6.9 * scale};
    const FamilyResult result =
        family_test(observed, three, {.replicates = 499, .threads = 1, .sequential = false});
    for (const double level : {0.05, 0.025, 0.01}) {
      for (std::size_t t = 0; t < 3; ++t) {
        EXPECT_EQ(observed[t] > result.critical_score(t, level),
                  result.tests[t].p_value_adjusted.value() <= level)
            << scale << " " << level << " " << t;
      }
    }
    EXPECT_EQ(result.critical_score(0, 0.001), std::numeric_limits<double>::infinity());
  }
}

TEST(FamilyTest, AHypothesisWhoseNullNeverVariesTakesNoPart) {
  const FamilyResult result = family_test(Scores{3, 3},
                                          [](std::uint32_t replicate, std::span<double> scores) {
                                            three(replicate, scores.first(1));
                                            scores[1] = 0;
                                          },
                                          {.replicates = 199, .threads = 1, .sequential = false});
  EXPECT_FALSE(result.tests.at(1).p_value);
  EXPECT_TRUE(result.tests.at(1).degenerate);
  EXPECT_DOUBLE_EQ(*result.tests.at(0).p_value_adjusted, *result.tests.at(0).p_value);
  EXPECT_EQ(result.critical_score(1, 0.05), std::numeric_limits<double>::infinity());
}

TEST(FamilyTest, AScoreThatIsNoNumberIsAnError) {
  try {
    static_cast<void>(run(1, {0, 1, std::nan(""), 2}));
    FAIL() << "a null score that is not a number was accepted";
  } catch (const NumericError& error) {
    EXPECT_THAT(error.what(), ::testing::HasSubstr("replicate 3"));
  }
  EXPECT_THROW(static_cast<void>(run(std::nan(""), {1})), NumericError);
}

TEST(FamilyTest, OptionsAreChecked) {
  const auto message = [](const FamilyOptions& options) -> std::string {
    try {
      validate(options);
    } catch (const ConfigError& error) {
      return error.what();
    }
    return "accepted";
  };
  using ::testing::HasSubstr;
  EXPECT_EQ(message({}), "accepted");
  EXPECT_THAT(message({.replicates = -1}), "replicates = -1: must be from 0 to 2147483648");
  EXPECT_THAT(message({.replicates = std::int64_t{1} << 32}),
              HasSubstr("replicates = 4294967296:"));
  EXPECT_THAT(message({.alpha = 1}), "alpha = 1: must be above 0 and below 1");
}

}  // namespace
}  // namespace faultline::resample
