#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "faultline/base/error.hpp"
#include "faultline/rivals/gerryfair.hpp"
#include "faultline/rivals/multiaccuracy.hpp"
#include "faultline/rng/draw.hpp"

namespace faultline::rivals {
namespace {

using ::testing::ElementsAre;

/// Two binary attributes; entries may share a row of the design.
struct People {
  std::vector<data::Code> a, b;
  std::vector<double> prediction;
  std::vector<std::uint8_t> outcome;
  std::vector<std::int64_t> count;
  model::Design design{0};

  void add(int a_value, int b_value, double p, int y, std::int64_t n = 1) {
    a.push_back(static_cast<data::Code>(a_value));
    b.push_back(static_cast<data::Code>(b_value));
    prediction.push_back(p);
    outcome.push_back(static_cast<std::uint8_t>(y));
    count.push_back(n);
  }
  AuditRows rows() {
    design = model::Design(static_cast<std::int64_t>(a.size()));
    design.add({"a", {"a0", "a1"}}, a);
    design.add({"b", {"b0", "b1"}}, b);
    return {.design = design, .prediction = prediction, .outcome = outcome, .count = count};
  }
};

// Negatives: (0,0) P .2 x 2, (1,0) P .6 x 1, (0,1) P .4 x 1; the overall rate is .35. Least squares
// is exact here: distance -.15 + .4 a + .2 b.
People four_groups() {
  People people;
  people.add(0, 0, 0.2, 0, 2);
  people.add(1, 0, 0.6, 0);
  people.add(0, 1, 0.4, 0);
  people.add(1, 1, 0.9, 1, 4);
  return people;
}

TEST(GerryFair, RegressionOfDistancesByHand) {
  People people = four_groups();
  const AuditRows rows = people.rows();
  const GerryFairResult above = gerryfair(rows, {.deviation = Deviation::above});
  EXPECT_NEAR(above.overall_rate, 0.35, 1e-12);
  ASSERT_EQ(above.coefficients.size(), 3U);
  EXPECT_NEAR(above.coefficients[0].second, -0.15, 1e-9);
  EXPECT_NEAR(above.coefficients[1].second, 0.4, 1e-9);
  EXPECT_NEAR(above.coefficients[2].second, 0.2, 1e-9);
  // The last entry does not count, but its features put it inside.
  EXPECT_THAT(above.member, ElementsAre(0, 1, 1, 1));
  EXPECT_NEAR(above.subgroup_rate, 0.5, 1e-12);
  EXPECT_NEAR(above.weighted_deviation, 2.0 / 8 * 0.15, 1e-12);
  const GerryFairResult below = gerryfair(rows, {.deviation = Deviation::below});
  EXPECT_THAT(below.member, ElementsAre(1, 0, 0, 0));
  EXPECT_FALSE(below.above);
  EXPECT_NEAR(below.subgroup_rate, 0.2, 1e-12);
}

TEST(GerryFair, DefaultIsATieThatGoesBelowTheRate) {
  rng::Stream stream(3, rng::Purpose::test, 0);
  for (int trial = 0; trial < 20; ++trial) {
    People people;
    for (int i = 0; i < 40; ++i) {
      people.add(static_cast<int>(rng::below(stream, 2)), static_cast<int>(rng::below(stream, 2)),
                 rng::uniform(stream), 0);
    }
    const AuditRows rows = people.rows();
    const GerryFairResult above = gerryfair(rows, {.deviation = Deviation::above});
    const GerryFairResult below = gerryfair(rows, {.deviation = Deviation::below});
    EXPECT_NEAR(above.weighted_deviation, below.weighted_deviation, 1e-12);
    EXPECT_EQ(gerryfair(rows, {}).member, below.member);
  }
}

TEST(GerryFair, FalseNegativesAreDistancesOfOneMinusP) {
  People people;
  people.add(0, 0, 0.9, 1, 3);
  people.add(1, 0, 0.3, 1);
  people.add(0, 1, 0.1, 0);
  const AuditRows rows = people.rows();
  const GerryFairResult result =
      gerryfair(rows, {.rate = ErrorRate::false_negative, .deviation = Deviation::above});
  EXPECT_NEAR(result.overall_rate, (3 * 0.1 + 0.7) / 4, 1e-12);
  EXPECT_THAT(result.member, ElementsAre(0, 1, 0));
  EXPECT_NEAR(result.subgroup_rate, 0.7, 1e-12);
}

TEST(GerryFair, NobodyWhoCounts) {
  People people;
  people.add(0, 0, 0.5, 1);
  people.add(1, 1, 0.5, 1);
  const AuditRows rows = people.rows();
  EXPECT_THROW((void)gerryfair(rows, {}), InputError);
  // Equal predictions: nobody departs, and the subgroup is empty.
  const GerryFairResult result = gerryfair(rows, {.rate = ErrorRate::false_negative});
  EXPECT_THAT(result.member, ElementsAre(0, 0));
  EXPECT_TRUE(std::isnan(result.subgroup_rate));
}

/// 400 people whose predictions are right but for the group a1 with P = .8, where nobody has the
/// outcome.
People too_high_in_a1() {
  People people;
  for (int a = 0; a < 2; ++a) {
    for (int b = 0; b < 2; ++b) {
      people.add(a, b, 0.2, 1, 20);
      people.add(a, b, 0.2, 0, 80);
    }
  }
  for (int b = 0; b < 2; ++b) people.add(1, b, 0.8, 0, 50);
  return people;
}

TEST(MultiAccuracy, FindsThePartitionThatIsTooHigh) {
  People people = too_high_in_a1();
  const AuditRows rows = people.rows();
  for (const bool directional : {false, true}) {
    const MultiAccuracyResult result =
        multiaccuracy(rows, {.directional = directional, .max_iterations = 30});
    ASSERT_TRUE(result.best);
    EXPECT_EQ(result.best->iteration, 1);  // corrections only lower the score
    EXPECT_EQ(result.best->partition, Partition::everybody);
    EXPECT_GT(result.best->score, 1e-4);
    ASSERT_EQ(result.best->coefficients.size(), 3U);
    EXPECT_GT(result.best->coefficients[1].second, 0.1);  // a1 is where residuals are large
    EXPECT_NEAR(result.best->coefficients[2].second, 0, 0.1);
  }
}

TEST(MultiAccuracy, DefaultPassesOverEverybodyWhenPredictionsAreTooLowOnTheWhole) {
  // P .3 with 60 % positives (too low), P .8 with 20 % positives (too high), as many of each: over
  // everybody the mean residual is negative, over P > 0.5 it is far above 0.
  People people;
  for (int a = 0; a < 2; ++a) {
    people.add(a, 0, 0.3, 1, 600);
    people.add(a, 0, 0.3, 0, 400);
    people.add(a, 1, 0.8, 1, 40);
    people.add(a, 1, 0.8, 0, 160);
  }
  const AuditRows rows = people.rows();
  const MultiAccuracyResult result = multiaccuracy(rows, {});
  ASSERT_TRUE(result.best);
  EXPECT_EQ(result.best->partition, Partition::above_half);
  EXPECT_EQ(result.best->iteration, 1);
  EXPECT_THAT(result.best->member, ElementsAre(0, 0, 1, 1, 0, 0, 1, 1));
  EXPECT_EQ(name_of(result.best->partition), "P > 0.5");
  // One direction only: negative residuals are nothing, so everybody's score is far above 0.
  const MultiAccuracyResult directional =
      multiaccuracy(rows, {.directional = true, .max_iterations = 1});
  ASSERT_TRUE(directional.best);
  EXPECT_EQ(directional.best->partition, Partition::everybody);
  EXPECT_FALSE(directional.ended);
}

TEST(MultiAccuracy, EndsWhenThereIsNothingToCorrect) {
  // Predictions of 0.001 and no outcome: heuristic times residual is about 1e-6.
  People people;
  people.add(0, 0, 0, 0, 30);
  people.add(1, 1, 0, 0, 30);
  const AuditRows rows = people.rows();
  const MultiAccuracyResult result = multiaccuracy(rows, {});
  EXPECT_FALSE(result.best);
  EXPECT_EQ(result.iterations, 0);
  EXPECT_TRUE(result.ended);
}

TEST(MultiAccuracy, SeedDecidesAndCountsAreAsGoodAsRows) {
  People people = too_high_in_a1();
  const AuditRows rows = people.rows();
  const auto score = [&](std::uint64_t seed, std::uint32_t replicate) {
    return multiaccuracy(rows, {.max_iterations = 3, .seed = seed, .replicate = replicate})
        .best->score;
  };
  EXPECT_EQ(score(1, 0), score(1, 0));
  EXPECT_NE(score(1, 0), score(2, 0));
  EXPECT_NE(score(1, 0), score(1, 1));
}

TEST(Rivals, EntriesMayShareRowsOfTheDesign) {
  rng::Stream stream(1, rng::Purpose::test, 0);
  People people;
  model::Design shared(4);
  const std::vector<data::Code> a = {0, 0, 1, 1};
  const std::vector<data::Code> b = {0, 1, 0, 1};
  shared.add({"a", {"a0", "a1"}}, a);
  shared.add({"b", {"b0", "b1"}}, b);
  std::vector<std::int32_t> row;
  for (int i = 0; i < 200; ++i) {
    const auto cell = static_cast<std::int32_t>(rng::below(stream, 4));
    people.add(a[static_cast<std::size_t>(cell)], b[static_cast<std::size_t>(cell)],
               rng::uniform(stream), rng::bernoulli(stream, 0.4) ? 1 : 0);
    row.push_back(cell);
  }
  const AuditRows rows = people.rows();
  const AuditRows sharing{.design = shared,
                          .design_row = row,
                          .prediction = people.prediction,
                          .outcome = people.outcome,
                          .count = people.count};
  EXPECT_EQ(gerryfair(rows, {}).member, gerryfair(sharing, {}).member);
  const auto one = multiaccuracy(rows, {.max_iterations = 5});
  const auto other = multiaccuracy(sharing, {.max_iterations = 5});
  ASSERT_EQ(one.best.has_value(), other.best.has_value());
  if (one.best) {
    EXPECT_EQ(one.best->member, other.best->member);
    EXPECT_NEAR(one.best->score, other.best->score, 1e-9);
  }
}

TEST(Rivals, MistakesAreNamed) {
  People people = four_groups();
  AuditRows rows = people.rows();
  for (const MultiAccuracyOptions& options :
       {MultiAccuracyOptions{.alpha = -1}, MultiAccuracyOptions{.step = 0},
        MultiAccuracyOptions{.max_iterations = 0}, MultiAccuracyOptions{.clip = 0.5}}) {
    EXPECT_THROW((void)multiaccuracy(rows, options), ConfigError);
  }
  rows.outcome = rows.outcome.first(2);
  EXPECT_THROW((void)gerryfair(rows, {}), InternalError);
}

}  // namespace
}  // namespace faultline::rivals
