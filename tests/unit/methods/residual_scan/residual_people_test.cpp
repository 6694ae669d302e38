#include "faultline/methods/residual_scan/residual_people.hpp"

#include <cmath>

#include "tables.hpp"
#include <gtest/gtest.h>

#include "faultline/base/error.hpp"

namespace faultline::methods {
namespace {

using testing::add;
using testing::two_by_three;

TEST(ResidualPeople, SumsAreThoseOfThePeople) {
  OutcomeTable table = two_by_three();
  add(table, 0, 0, 3, 1, 2);
  add(table, 0, 0, 5, 4);
  add(table, 1, 2, 1, 4, 3);
  const ResidualPeople people(table, result::Family::gaussian);
  ASSERT_EQ(people.cells().lattice.cells, 2);
  EXPECT_EQ(people.people(), 6);
  EXPECT_EQ(people.cells().n, (std::vector<std::int64_t>{3, 3}));
  EXPECT_EQ(people.cells().residual_sum, (std::vector<double>{5, -9}));
  EXPECT_EQ(people.cells().spread, (std::vector<double>{3, 3}));
  EXPECT_EQ(people.observed(), (std::vector<double>{11, 3}));
  EXPECT_EQ(people.expected(), (std::vector<double>{6, 12}));
  // Residuals 2, 2, 1, -3, -3, -3.
  EXPECT_DOUBLE_EQ(people.cells().sigma, std::sqrt(36.0 / 6));
  const ResidualPeople::Moments moments = people.moments({.sets = {1, 7}});
  EXPECT_EQ(moments.n, 3);
  EXPECT_EQ(moments.first, 5);
  EXPECT_EQ(moments.second, 9);
  EXPECT_EQ(moments.third, 17);
  EXPECT_FALSE(people.expects_mean());
}

TEST(ResidualPeople, CountsVaryWithTheirMean) {
  OutcomeTable table = two_by_three();
  add(table, 0, 0, 3, 1, 2);
  add(table, 1, 0, 0, 4);
  const ResidualPeople people(table, result::Family::poisson);
  EXPECT_EQ(people.cells().spread, (std::vector<double>{2, 4}));
  EXPECT_DOUBLE_EQ(people.cells().sigma, std::sqrt(24.0 / 6));
}

TEST(ResidualPeople, WithoutExpectationsTheMeanIsExpectedAndRedrawsAreCentred) {
  OutcomeTable table = two_by_three();
  add(table, 0, 0, 1, 0, 2);
  add(table, 0, 1, 4, 0);
  add(table, 1, 0, 10, 0);
  table.expected.clear();
  const ResidualPeople people(table, result::Family::gaussian);
  EXPECT_TRUE(people.expects_mean());
  EXPECT_EQ(people.cells().residual_sum, (std::vector<double>{-6, 0, 6}));
  for (std::uint32_t i = 0; i < 20; ++i) {
    rng::Stream stream(1, rng::Purpose::test, i);
    const std::vector<double> sums = people.redraw(stream);
    EXPECT_NEAR(sums[0] + sums[1] + sums[2], 0, 1e-12);
  }
}

TEST(ResidualPeople, RedrawsFlipSignsAndNothingElse) {
  OutcomeTable table = two_by_three();
  add(table, 0, 0, 2, 0);
  add(table, 0, 1, 0, 3);
  add(table, 1, 1, 1, 0, 100);
  const ResidualPeople people(table, result::Family::gaussian);
  int positive = 0;
  double many = 0;
  for (std::uint32_t i = 0; i < 400; ++i) {
    rng::Stream stream(7, rng::Purpose::test, i);
    const std::vector<double> sums = people.redraw(stream);
    EXPECT_EQ(std::abs(sums[0]), 2);
    EXPECT_EQ(std::abs(sums[1]), 3);
    EXPECT_LE(std::abs(sums[2]), 100);
    positive += sums[0] > 0 ? 1 : 0;
    many += sums[2] * sums[2];
  }
  // P(Binomial(400, .5) outside 145 .. 255) is below 1e-7; the variance of a hundred signs is 100.
  EXPECT_GE(positive, 145);
  EXPECT_LE(positive, 255);
  EXPECT_NEAR(many / 400, 100, 45);
}

TEST(ResidualPeople, WhatDoesNotVaryIsRefused) {
  OutcomeTable table = two_by_three();
  add(table, 0, 0, 2, 2, 5);
  try {
    const ResidualPeople people(table, result::Family::gaussian);
    FAIL();
  } catch (const InputError& error) {
    EXPECT_STREQ(
        error.what(),
        "every outcome equals its expectation: there is no spread to measure a difference by");
  }
}

TEST(ResidualPeople, WhatCannotBeSquaredIsRefused) {
  OutcomeTable table = two_by_three();
  add(table, 0, 0, 1e200, 0);
  add(table, 0, 1, -1e200, 0);
  try {
    const ResidualPeople people(table, result::Family::gaussian);
    FAIL();
  } catch (const InputError& error) {
    EXPECT_STREQ(error.what(),
                 "outcomes lie so far from what is expected that their differences cannot be "
                 "squared: give them in larger units, as in `derive`");
  }
}

TEST(ResidualPeople, AnExpectedCountOfZeroIsRefused) {
  OutcomeTable table = two_by_three();
  add(table, 0, 0, 2, 0);
  try {
    const ResidualPeople people(table, result::Family::poisson);
    FAIL();
  } catch (const InputError& error) {
    EXPECT_STREQ(error.what(),
                 "an expected count of 0: a count that is expected must be above 0, else any "
                 "count is infinitely surprising");
  }
}

}  // namespace
}  // namespace faultline::methods
