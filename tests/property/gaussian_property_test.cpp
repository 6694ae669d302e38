// The Gaussian family against brute force.

#include "support/naive_scan.hpp"
#include "support/random_problem.hpp"
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "faultline/search/engine.hpp"
#include "faultline/search/gaussian_family.hpp"

namespace faultline::search {
namespace {

GaussianCells arbitrary_gaussian() {
  const testing::Problem problem = testing::arbitrary_problem(3, 4);
  const data::Profiles profiles = testing::to_profiles(problem);
  GaussianCells cells;
  cells.sigma = *rc::gen::element(0.5, 1.0, 2.0);
  cells.lattice = make_bernoulli_cells(profiles).lattice;
  for (std::int64_t i = 0; i < cells.lattice.cells; ++i) {
    cells.n.push_back(*rc::gen::inRange<std::int64_t>(1, 50));
    cells.residual_sum.push_back(*rc::gen::inRange(-400, 401) / 16.0);
  }
  return cells;
}

double plain_best(const GaussianCells& cells, Direction direction, double penalty) {
  double best = 0;
  testing::for_each_subgroup(cells.lattice.attributes, [&](const Subgroup& subgroup) {
    double n = 0;
    double s = 0;
    CellSet{cells.lattice, subgroup}.for_each([&](std::int64_t cell) {
      n += static_cast<double>(cells.n[cell]);
      s += cells.residual_sum[cell];
    });
    if (direction == Direction::lower) s = -s;
    if (!(s > 0)) return;
    best = std::max(best, s * s / (2 * cells.sigma * cells.sigma * n) -
                              penalty * listed_values(subgroup, cells.lattice.attributes));
  });
  return best;
}

RC_GTEST_PROP(Gaussian, ExhaustiveAndBoundedEqualNaiveAndAscentNeverBeatsIt, ()) {
  const GaussianCells cells = arbitrary_gaussian();
  const Direction direction = *rc::gen::element(Direction::higher, Direction::lower);
  SearchOptions options;
  options.direction = direction;
  options.penalty = *rc::gen::element(0.0, 0.2, 1.0);
  const GaussianFamily family(cells, cells.residual_sum, direction);
  options.strategy = Strategy::exhaustive;
  const SearchResult exhaustive = search(family, cells.n, options);
  options.strategy = Strategy::ascent;
  const SearchResult ascent = search(family, cells.n, options);
  options.strategy = Strategy::bounded;
  options.restarts = 1;
  const SearchResult bounded = search(family, cells.n, options);
  const double best = plain_best(cells, direction, options.penalty);
  const double found = exhaustive.found.empty() ? 0.0 : exhaustive.found.front().score;
  const double climbed = ascent.found.empty() ? 0.0 : ascent.found.front().score;
  RC_ASSERT(std::abs(found - best) <= 1e-9 * std::max(1.0, best));
  RC_ASSERT(climbed <= found + 1e-9 * std::max(1.0, found));
  RC_ASSERT(bounded.certified);
  RC_ASSERT(std::abs(bounded.upper_bound - best) <= 1e-9 * std::max(1.0, best));
}

RC_GTEST_PROP(Gaussian, StepEqualsBruteForce, ()) {
  const GaussianCells cells = arbitrary_gaussian();
  const double penalty = *rc::gen::element(0.0, 0.2, 1.0);
  const GaussianFamily family(cells, cells.residual_sum, Direction::higher);
  const int arity = cells.lattice.attributes[0].arity();
  std::vector<GaussianFamily::Row> rows(arity);
  for (std::int64_t cell = 0; cell < cells.lattice.cells; ++cell) {
    GaussianFamily::add(rows[cells.lattice.code(cell, 0)], family.rows()[cell]);
  }
  const Subgroup all = everybody(cells.lattice.attributes);
  StepBuffers buffers;
  const StepResult step = best_values(family, std::span<const GaussianFamily::Row>(rows), penalty,
                                      0, CellSet{cells.lattice, all}, buffers);
  double best = -1e300;
  for (ValueSet set = 1; set <= all_values(arity); ++set) {
    if (!testing::admissible(set, cells.lattice.attributes[0])) continue;
    GaussianFamily::Row sum;
    for (int v = 0; v < arity; ++v) {
      if ((set >> v) & 1) GaussianFamily::add(sum, rows[v]);
    }
    if (sum.n == 0) continue;
    best = std::max(best,
                    family.bound(sum) - penalty * listed_values(set, cells.lattice.attributes[0]));
  }
  RC_ASSERT(std::abs(step.score - best) <= 1e-9 * std::max(1.0, std::abs(best)));
}

}  // namespace
}  // namespace faultline::search
