#pragma once
// The plainest possible scan: every rectangular subgroup, scored directly from its people. Nothing
// of the engine's search is used.

#include <bit>
#include <functional>
#include <limits>
#include <vector>

#include "faultline/search/bernoulli_cells.hpp"
#include "faultline/search/bernoulli_score.hpp"
#include "faultline/search/search.hpp"

namespace faultline::testing {

inline void for_each_subgroup(const std::vector<data::Attribute>& attributes,
                              const std::function<void(const search::Subgroup&)>& visit) {
  search::Subgroup subgroup;
  subgroup.sets.assign(attributes.size(), 1);
  while (true) {
    visit(subgroup);
    std::size_t a = 0;
    while (a < attributes.size() && subgroup.sets[a] == search::all_values(attributes[a].arity()))
      subgroup.sets[a++] = 1;
    if (a == attributes.size()) return;
    ++subgroup.sets[a];
  }
}

inline double naive_score(const search::BernoulliCells& cells, search::Direction direction,
                          double penalty, const search::Subgroup& subgroup) {
  const search::SubgroupPeople people =
      search::gather_people(cells, cells.y, direction, search::CellSet{cells.lattice, subgroup});
  if (people.p.empty()) return -std::numeric_limits<double>::infinity();
  return search::maximise_bernoulli(people.view(), static_cast<double>(people.y)).value -
         penalty * search::listed_values(subgroup, cells.lattice.attributes);
}

/// Best score over all subgroups with people; 0 when none is above 0. `best` follows the written
/// tie rule.
inline double naive_best(const search::BernoulliCells& cells, search::Direction direction,
                         double penalty, search::Subgroup* best = nullptr) {
  double top = 0;
  const auto& attributes = cells.lattice.attributes;
  for_each_subgroup(attributes, [&](const search::Subgroup& subgroup) {
    top = std::max(top, naive_score(cells, direction, penalty, subgroup));
  });
  if (best == nullptr || top <= search::kTieTolerance) return top;
  bool any = false;
  for_each_subgroup(attributes, [&](const search::Subgroup& subgroup) {
    if (naive_score(cells, direction, penalty, subgroup) <
        top - search::kTieTolerance * std::max(1.0, top))
      return;
    if (!any || search::precedes(subgroup, *best, attributes)) *best = subgroup;
    any = true;
  });
  return top;
}

}  // namespace faultline::testing
