// Proofs on lattices that are full of people, as searches run them.

#include "faultline/search/dense_proof.hpp"

#include "support/planted_cells.hpp"
#include <gtest/gtest.h>

#include "faultline/search/engine.hpp"

namespace faultline::search {
namespace {

constexpr int kArity = 5;  // 28,629,151 subgroups, which exhaustive search can still list

SearchResult searched(const BernoulliCells& cells, const SearchOptions& options) {
  const BernoulliFamily family(cells, cells.y, options.direction);
  return search(family, cells.n, options);
}

TEST(DenseProofTest, SuitsLatticesThatAreFullOfPeople) {
  EXPECT_TRUE(DenseProof::suits(testing::planted_cells(kArity, 1).lattice));
  const BernoulliCells few = testing::cells_of(testing::letters({2, 2}), {{{0, 1}, 0.5, 4, 2}});
  EXPECT_FALSE(DenseProof::suits(few.lattice));
}

TEST(DenseProofTest, BoundedSearchFindsTheOptimumOfExhaustiveSearch) {
  for (const double factor : {1.0, 3.0}) {
    const BernoulliCells cells = testing::planted_cells(kArity, factor);
    for (const Direction direction : {Direction::higher, Direction::lower}) {
      SearchOptions options{.direction = direction, .strategy = Strategy::exhaustive};
      const SearchResult wanted = searched(cells, options);
      options.strategy = Strategy::bounded;
      const SearchResult result = searched(cells, options);
      EXPECT_TRUE(result.certified);
      ASSERT_EQ(result.found.size(), wanted.found.size());
      EXPECT_EQ(result.found.front().subgroup, wanted.found.front().subgroup);
      EXPECT_NEAR(result.found.front().score, wanted.found.front().score, 1e-8);
      EXPECT_NEAR(result.upper_bound, wanted.found.front().score, 1e-6);
    }
  }
}

TEST(DenseProofTest, FoldedPeopleAreProvenToo) {
  const data::Profiles profiles = testing::planted_profiles(kArity, 4);
  const testing::Folded folded = testing::fold(profiles);
  const SearchResult result = searched(folded.cells, {.strategy = Strategy::bounded});
  EXPECT_TRUE(result.certified);
  const SearchResult wanted =
      searched(search::make_bernoulli_cells(profiles), {.strategy = Strategy::exhaustive});
  EXPECT_EQ(result.found.front().subgroup, wanted.found.front().subgroup);
  EXPECT_NEAR(result.found.front().score, wanted.found.front().score, 1e-8);
}

TEST(DenseProofTest, AStrongFindingIsProvenByTheWay) {
  const BernoulliCells cells = testing::planted_cells(kArity, 4);
  SearchOptions options{.strategy = Strategy::ascent, .restarts = 1};
  const BernoulliFamily family(cells, cells.y, options.direction);
  EXPECT_TRUE(proves_frugally(family));
  SearchResult result = search(family, cells.n, options);
  EXPECT_FALSE(result.certified);
  certify(family, cells.n, options, {.steps = 1'000'000, .frugal = true}, result);
  EXPECT_TRUE(result.certified);
}

TEST(DenseProofTest, WhatIsSpentOnALevelIsNotLost) {
  const BernoulliCells cells = testing::planted_cells(kArity, 1);
  const BernoulliFamily family(cells, cells.y, Direction::higher);
  Incumbent incumbent(cells.lattice);
  DenseProof none(family, 1, 0, {}, false);
  none.run(incumbent);
  EXPECT_FALSE(none.complete());
  DenseProof some(family, 1, 400'000, {}, false);
  some.run(incumbent);
  EXPECT_FALSE(some.complete());
  EXPECT_LT(some.upper_bound(incumbent), 0.7 * none.upper_bound(incumbent));
}

TEST(DenseProofTest, AFrugalProofThatCannotSucceedEndsEarly) {
  const BernoulliCells cells = testing::planted_cells(kArity, 1);
  const BernoulliFamily family(cells, cells.y, Direction::higher);
  Incumbent incumbent(cells.lattice);
  DenseProof stubborn(family, 1, 400'000, {}, false);
  DenseProof frugal(family, 1, 400'000, {}, true);
  stubborn.run(incumbent);
  frugal.run(incumbent);
  EXPECT_LT(frugal.nodes(), stubborn.nodes());
}

}  // namespace
}  // namespace faultline::search
