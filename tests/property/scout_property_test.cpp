// The extended cube against adding up cells one by one, and rough scores against exact ones, on
// lattices of any shape.

#include <algorithm>

#include "support/naive_scan.hpp"
#include "support/random_problem.hpp"
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "faultline/search/extended_cube.hpp"
#include "faultline/search/scout.hpp"

namespace faultline::search {
namespace {

using testing::arbitrary_problem;
using testing::Problem;
using testing::to_profiles;

Subgroup arbitrary_subgroup(const std::vector<data::Attribute>& attributes) {
  Subgroup subgroup = everybody(attributes);
  for (std::size_t a = 0; a < attributes.size(); ++a)
    subgroup.sets[a] = *rc::gen::inRange<ValueSet>(1, all_values(attributes[a].arity()) + 1);
  return subgroup;
}

RC_GTEST_PROP(ExtendedCube, ASliceIsThePeopleOfEachValue, ()) {
  const Problem problem = arbitrary_problem(4, 5);
  const BernoulliCells cells = make_bernoulli_cells(to_profiles(problem));
  const ExtendedCube cube(cells.lattice);
  std::vector<float> people(static_cast<std::size_t>(cube.entries()));
  for (std::int64_t cell = 0; cell < cells.cells(); ++cell)
    people[cube.entry_of_cell(cell)] = static_cast<float>(cells.n[cell]);
  cube.extend(people, 1);
  const Subgroup subgroup = arbitrary_subgroup(problem.attributes);
  for (int free = 0; free < cells.lattice.attribute_count(); ++free) {
    std::vector<ExtendedCube::Term> terms;
    cube.slice(subgroup.sets, free, terms);
    for (int v = 0; v < problem.attributes[free].arity(); ++v) {
      float sum = 0;
      for (const ExtendedCube::Term& term : terms)
        sum += term.sign * people[term.entry + v * cube.stride(free)];
      Subgroup slice = subgroup;
      slice.sets[free] = ValueSet{1} << v;
      std::int64_t wanted = 0;
      CellSet{cells.lattice, slice}.for_each([&](std::int64_t cell) { wanted += cells.n[cell]; });
      RC_ASSERT(sum == static_cast<float>(wanted));
    }
  }
}

RC_GTEST_PROP(ExtendedCube, VisitsTheCellsOfASubgroupInOrder, ()) {
  const Problem problem = arbitrary_problem(4, 5);
  const BernoulliCells cells = make_bernoulli_cells(to_profiles(problem));
  const ExtendedCube cube(cells.lattice);
  const Subgroup subgroup = arbitrary_subgroup(problem.attributes);
  std::vector<std::int64_t> wanted;
  CellSet{cells.lattice, subgroup}.for_each([&](std::int64_t cell) { wanted.push_back(cell); });
  std::vector<std::int64_t> visited;
  cube.for_each_cell(subgroup.sets, [&](std::int64_t cell) { visited.push_back(cell); });
  RC_ASSERT(visited == wanted);
}

RC_GTEST_PROP(Scout, EndsWhereASubgroupMayEndWithAScoreThatSomebodyHas, ()) {
  const Problem problem = arbitrary_problem(3, 8);
  const BernoulliCells cells = make_bernoulli_cells(to_profiles(problem));
  SearchOptions options;
  options.direction = *rc::gen::element(Direction::higher, Direction::lower);
  options.penalty = *rc::gen::element(0.0, 0.5, 1.0);
  options.restarts = 3;
  const Scout scout(cells, std::vector{options.direction});
  const auto ends = scout.ends(scout.deviations(cells.y), options);
  RC_ASSERT(!ends.empty());
  for (const ScoutedEnd& end : ends) {
    for (std::size_t a = 0; a < problem.attributes.size(); ++a)
      RC_ASSERT(testing::admissible(end.subgroup.sets[a], problem.attributes[a]));
  }
  const double exact =
      testing::naive_score(cells, options.direction, options.penalty, ends.front().subgroup);
  const double score = scout.score(ends, cells.y, options);
  // Cut at the last node, it may be less.
  RC_ASSERT(score <= std::max(0.0, exact) + 1e-8 * std::max(1.0, std::abs(exact)));
}

}  // namespace
}  // namespace faultline::search
