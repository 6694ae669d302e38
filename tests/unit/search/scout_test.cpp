// Scouts on lattices that are too large to walk over often, and the cube they add up.

#include "faultline/search/scout.hpp"

#include "support/naive_scan.hpp"
#include "support/planted_cells.hpp"
#include <gtest/gtest.h>

#include "faultline/search/bernoulli_family.hpp"
#include "faultline/search/engine.hpp"

namespace faultline::search {
namespace {

constexpr Direction kDirections[] = {Direction::higher, Direction::lower};

BernoulliCells planted(double factor = 4) { return testing::planted_cells(6, factor); }

SearchOptions options_of(Direction direction) {
  SearchOptions options;
  options.direction = direction;
  options.restarts = 5;
  return options;
}

TEST(ScoutTest, SuitsLargeLattices) {
  const BernoulliCells large = planted();
  EXPECT_TRUE(Scout::suits(large.lattice, Strategy::automatic));
  EXPECT_TRUE(Scout::suits(large.lattice, Strategy::ascent));
  EXPECT_TRUE(Scout::suits(large.lattice, Strategy::bounded));
  EXPECT_FALSE(Scout::suits(large.lattice, Strategy::exhaustive));
  const BernoulliCells small = testing::cells_of(testing::letters({2}), {{{0}, 0.5, 4, 2}});
  EXPECT_FALSE(Scout::suits(small.lattice, Strategy::ascent));
}

TEST(ScoutTest, FindsWhoWasPlantedAndScoresThemAsTheFamilyDoes) {
  const BernoulliCells cells = planted();
  const Scout scout(cells, kDirections);
  const SearchOptions options = options_of(Direction::higher);
  const auto ends = scout.ends(scout.deviations(cells.y), options);
  Subgroup wanted = everybody(cells.lattice.attributes);
  wanted.sets[0] = 0b110;
  wanted.sets[1] = 0b1000;
  ASSERT_FALSE(ends.empty());
  EXPECT_EQ(ends.front().subgroup, wanted);
  const double exact = testing::naive_score(cells, Direction::higher, 1, wanted);
  EXPECT_NEAR(scout.score(ends, cells.y, options), exact, 1e-8);
  // Rough, but near.
  EXPECT_NEAR(ends.front().score, exact, 0.02 * exact);
}

TEST(ScoutTest, WhoHasFewerEventsIsFoundByTheOtherDirection) {
  const BernoulliCells cells = planted(0.25);
  const Scout scout(cells, kDirections);
  const SearchOptions options = options_of(Direction::lower);
  const auto ends = scout.ends(scout.deviations(cells.y), options);
  EXPECT_EQ(ends.front().subgroup.sets[0], 0b110U);
  EXPECT_EQ(ends.front().subgroup.sets[1], 0b1000U);
  EXPECT_NEAR(scout.score(ends, cells.y, options),
              testing::naive_score(cells, Direction::lower, 1, ends.front().subgroup), 1e-8);
}

TEST(ScoutTest, EveryStartIsCountedOnceAndTheBestStandFirst) {
  const BernoulliCells cells = planted(1);
  const Scout scout(cells, kDirections);
  for (const Direction direction : kDirections) {
    const auto ends = scout.ends(scout.deviations(cells.y), options_of(direction));
    int starts = 0;
    for (std::size_t i = 0; i < ends.size(); ++i) {
      starts += ends[i].times;
      for (std::size_t j = 0; j < i; ++j) {
        EXPECT_LE(ends[i].score, ends[j].score);
        EXPECT_NE(ends[i].subgroup, ends[j].subgroup);
      }
    }
    EXPECT_EQ(starts, 20);
  }
}

TEST(ScoutTest, NoSingleSetImprovesWhereTheSearchEnds) {
  const BernoulliCells cells = planted(1);
  const Scout scout(cells, kDirections);
  for (const Direction direction : kDirections) {
    const SearchOptions options = options_of(direction);
    const auto ends = scout.ends(scout.deviations(cells.y), options);
    const BernoulliFamily family(cells, cells.y, direction);
    const SearchResult result = search(family, cells.n, options, ends);
    ASSERT_FALSE(result.found.empty());
    EXPECT_EQ(result.restarts, 20);
    EXPECT_GE(result.hits, 1);
    const ScoredSubgroup& best = result.found.front();
    EXPECT_GE(best.score, scout.score(ends, cells.y, options) - 1e-8);
    for (int a = 0; a < 5; ++a) {
      for (ValueSet set = 1; set < all_values(6) + 1; ++set) {
        Subgroup other = best.subgroup;
        other.sets[static_cast<std::size_t>(a)] = set;
        EXPECT_LE(testing::naive_score(cells, direction, 1, other), best.score + 1e-8);
      }
    }
  }
}

TEST(ScoutTest, NobodyScoresBelowZero) {
  const BernoulliCells cells = planted(1);
  const Scout scout(cells, kDirections);
  SearchOptions options = options_of(Direction::higher);
  EXPECT_EQ(scout.score({}, cells.y, options), 0);
  options.penalty = 1e6;
  const std::vector<std::int64_t> nobody(static_cast<std::size_t>(cells.cells()), 0);
  EXPECT_EQ(scout.score(scout.ends(scout.deviations(nobody), options), nobody, options), 0);
}

}  // namespace
}  // namespace faultline::search
