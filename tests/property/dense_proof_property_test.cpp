// Proofs on dense cubes against brute force.

#include <limits>

#include "support/naive_scan.hpp"
#include "support/random_problem.hpp"
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "faultline/search/bernoulli_family.hpp"
#include "faultline/search/dense_proof.hpp"

namespace faultline::search {
namespace {

using testing::arbitrary_problem;
using testing::Problem;
using testing::to_profiles;

constexpr std::int64_t kUnlimited = std::numeric_limits<std::int64_t>::max();

struct Case {
  BernoulliCells cells{};
  Direction direction = Direction::higher;
  double penalty = 0;
};

Case arbitrary_case() {
  const Problem problem = arbitrary_problem(4, 4);
  return {make_bernoulli_cells(to_profiles(problem)),
          *rc::gen::element(Direction::higher, Direction::lower),
          *rc::gen::element(0.0, 0.1, 0.5, 1.0, 3.0)};
}

void assert_close(double a, double b) {
  RC_ASSERT(std::abs(a - b) <= 1e-8 * std::max(1.0, std::abs(b)));
}

RC_GTEST_PROP(DenseProof, FindsTheOptimumOfBruteForce, ()) {
  const Case some = arbitrary_case();
  const BernoulliFamily family(some.cells, some.cells.y, some.direction);
  DenseProof proof(family, some.penalty, kUnlimited, {}, *rc::gen::arbitrary<bool>());
  Incumbent incumbent(some.cells.lattice);
  proof.run(incumbent);
  RC_ASSERT(proof.complete());
  Subgroup best;
  const double wanted = testing::naive_best(some.cells, some.direction, some.penalty, &best);
  assert_close(incumbent.score(), wanted);
  assert_close(proof.upper_bound(incumbent), wanted);
  if (wanted > kTieTolerance) RC_ASSERT(*incumbent.best() == best);
}

RC_GTEST_PROP(DenseProof, IsNoWorseFromAGoodStart, ()) {
  const Case some = arbitrary_case();
  const BernoulliFamily family(some.cells, some.cells.y, some.direction);
  Subgroup best;
  const double wanted = testing::naive_best(some.cells, some.direction, some.penalty, &best);
  if (!(wanted > kTieTolerance)) return;
  Incumbent incumbent(some.cells.lattice);
  incumbent.offer(best, wanted);
  DenseProof proof(family, some.penalty, kUnlimited, {}, *rc::gen::arbitrary<bool>());
  proof.run(incumbent);
  RC_ASSERT(proof.complete());
  RC_ASSERT(*incumbent.best() == best);
}

RC_GTEST_PROP(DenseProof, ASpentBudgetLeavesABound, ()) {
  const Case some = arbitrary_case();
  const BernoulliFamily family(some.cells, some.cells.y, some.direction);
  DenseProof proof(family, some.penalty, *rc::gen::inRange(0, 300), {},
                   *rc::gen::arbitrary<bool>());
  Incumbent incumbent(some.cells.lattice);
  proof.run(incumbent);
  const double wanted = testing::naive_best(some.cells, some.direction, some.penalty);
  RC_ASSERT(proof.upper_bound(incumbent) + family.error_bound() >= wanted - 1e-9);
}

}  // namespace
}  // namespace faultline::search
