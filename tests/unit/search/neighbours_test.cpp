// Subgroups one condition away from the one found, each scored from scratch.

#include "faultline/search/neighbours.hpp"

#include <algorithm>

#include "support/naive_scan.hpp"
#include "support/small_cells.hpp"
#include <gtest/gtest.h>

#include "faultline/search/bernoulli_family.hpp"

namespace faultline::search {
namespace {

using testing::cells_of;
using testing::letters;

class Neighbours : public ::testing::Test {
 protected:
  // The planted people have the first attribute's value 1 and the second's value 0.
  BernoulliCells cells = cells_of(letters({2, 3, 2}), {{{0, 0, 0}, 0.2, 60, 13},
                                                       {{0, 1, 1}, 0.3, 50, 14},
                                                       {{0, 2, 0}, 0.4, 40, 17},
                                                       {{1, 0, 0}, 0.3, 45, 30},
                                                       {{1, 0, 1}, 0.2, 50, 34},
                                                       {{1, 1, 0}, 0.3, 70, 22},
                                                       {{1, 2, 1}, 0.5, 30, 16}});
  Subgroup planted{{0b10, 0b001, 0b11}};
  BernoulliFamily family{cells, cells.y, Direction::higher};
  std::vector<Neighbour> found = neighbours(family, planted, 1.0);
};

TEST_F(Neighbours, EveryConditionIsDroppedOnceAndEveryOtherAttributeAddsItsBestValue) {
  ASSERT_EQ(found.size(), 3U);
  EXPECT_EQ(found[0].attribute, 0);
  EXPECT_EQ(found[0].value, -1);
  EXPECT_EQ(found[0].scored.n, 60 + 45 + 50);
  EXPECT_EQ(found[1].attribute, 1);
  EXPECT_EQ(found[1].value, -1);
  EXPECT_EQ(found[1].scored.n, 45 + 50 + 70 + 30);
  EXPECT_EQ(found[2].attribute, 2);
  EXPECT_EQ(found[2].value, 1);  // 34 of 50 where a fifth is expected
  EXPECT_EQ(found[2].scored.n, 50);
}

TEST_F(Neighbours, ScoresAreThoseOfTheDefinition) {
  for (const Neighbour& neighbour : found) {
    EXPECT_NEAR(neighbour.scored.score,
                testing::naive_score(cells, Direction::higher, 1, neighbour.scored.subgroup), 1e-9);
  }
}

TEST_F(Neighbours, NoneScoresAboveTheOptimum) {
  const SearchResult best = search(family, cells.n, {.strategy = Strategy::exhaustive});
  ASSERT_EQ(best.found.front().subgroup, planted);
  EXPECT_TRUE(std::all_of(found.begin(), found.end(), [&](const Neighbour& neighbour) {
    return neighbour.scored.score < best.found.front().score;
  }));
}

TEST_F(Neighbours, AConditionThatEverybodyMeetsIsNone) {
  // Who has the values 1 and 1 of the first two attributes has value 0 of the third.
  const std::vector<Neighbour> narrow = neighbours(family, {{0b10, 0b010, 0b11}}, 1.0);
  EXPECT_EQ(narrow.size(), 2U);
  EXPECT_TRUE(std::all_of(narrow.begin(), narrow.end(),
                          [](const Neighbour& neighbour) { return neighbour.value == -1; }));
}

TEST(NeighboursOfMany, OnlyTheBestAdditionsAreKept) {
  std::vector<int> arity(8, 2);
  std::vector<data::Code> codes(8, 0);
  std::vector<testing::Group> rows;
  for (int a = 0; a < 8; ++a) {
    codes.assign(8, 0);
    codes[static_cast<std::size_t>(a)] = 1;
    rows.push_back({codes, 0.3, 20 + a, 9});
  }
  const BernoulliCells cells = cells_of(letters(arity), rows);
  const BernoulliFamily family(cells, cells.y, Direction::higher);
  const std::vector<Neighbour> around =
      neighbours(family, everybody(cells.lattice.attributes), 1.0);
  ASSERT_EQ(around.size(), kAdditions);
  EXPECT_TRUE(std::is_sorted(around.begin(), around.end(), [](const auto& a, const auto& b) {
    return a.scored.score > b.scored.score;
  }));
}

}  // namespace
}  // namespace faultline::search
