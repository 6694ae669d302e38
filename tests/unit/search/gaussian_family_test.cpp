// The Gaussian family's closed forms.

#include "faultline/search/gaussian_family.hpp"

#include <cmath>

#include "support/small_cells.hpp"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "faultline/base/error.hpp"
#include "faultline/search/engine.hpp"

namespace faultline::search {
namespace {

GaussianCells small(double sigma) {
  GaussianCells cells;
  cells.lattice.attributes = testing::letters({3});
  cells.lattice.codes = {0, 1, 2};
  cells.lattice.cells = 3;
  cells.n = {10, 20, 5};
  cells.residual_sum = {6, -8, 4};
  cells.sigma = sigma;
  return cells;
}

TEST(GaussianFamily, ScoreIsSquaredSumOverTwiceVariance) {
  const GaussianCells cells = small(2);
  const GaussianFamily higher(cells, cells.residual_sum, Direction::higher);
  const ScoredSubgroup scored = higher.score(Subgroup{{0b101}});
  EXPECT_NEAR(scored.log_likelihood_ratio, 100.0 / (2 * 4 * 15), 1e-14);
  EXPECT_NEAR(scored.theta, 10.0 / 15, 1e-14);
  EXPECT_EQ(scored.n, 15);
  EXPECT_EQ(scored.observed, 10);
  EXPECT_EQ(scored.expected, 0);
  EXPECT_EQ(higher.score(Subgroup{{0b010}}).log_likelihood_ratio, 0);  // wrong sign
}

TEST(GaussianFamily, LowerIsTheMirror) {
  const GaussianCells cells = small(1);
  const GaussianFamily lower(cells, cells.residual_sum, Direction::lower);
  const ScoredSubgroup scored = lower.score(Subgroup{{0b010}});
  EXPECT_NEAR(scored.log_likelihood_ratio, 64.0 / 40, 1e-14);
  EXPECT_NEAR(scored.theta, -0.4, 1e-14);
  EXPECT_EQ(scored.observed, -8);
}

TEST(GaussianFamily, SearchFindsTheBestRun) {
  const GaussianCells cells = small(1);
  const GaussianFamily family(cells, cells.residual_sum, Direction::higher);
  for (const Strategy strategy : {Strategy::exhaustive, Strategy::bounded, Strategy::ascent}) {
    const SearchResult result = search(family, cells.n, {.penalty = 0.1, .strategy = strategy});
    ASSERT_FALSE(result.found.empty());
    EXPECT_EQ(result.found[0].subgroup, (Subgroup{{0b101}}));
    EXPECT_NEAR(result.found[0].score, 100.0 / 30 - 0.2, 1e-12);
    EXPECT_EQ(result.certified, strategy != Strategy::ascent);
  }
}

TEST(GaussianFamily, PositivePartBoundIsTheBestUnion) {
  const GaussianCells cells = small(1);
  const GaussianFamily family(cells, cells.residual_sum, Direction::higher);
  EXPECT_NEAR(family.positive_part_bound(family.rows()), 100.0 / 30, 1e-12);
}

TEST(GaussianFamily, SigmaMustBePositive) {
  for (const double sigma : {0.0, -1.0, std::nan("")}) {
    const GaussianCells cells = small(sigma);
    try {
      const GaussianFamily family(cells, cells.residual_sum, Direction::higher);
      FAIL() << "sigma " << sigma << " was taken";
    } catch (const ConfigError& error) {
      EXPECT_THAT(error.what(), ::testing::HasSubstr("`sigma`"));
      EXPECT_THAT(error.what(), ::testing::HasSubstr("must be above 0"));
    }
  }
}

}  // namespace
}  // namespace faultline::search
