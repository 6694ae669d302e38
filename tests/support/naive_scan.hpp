#pragma once
// The plainest possible scan: every rectangular subgroup, of ordered attributes every range, scored
// directly from its people. Nothing of the engine's search is used.

#include <bit>
#include <functional>
#include <limits>
#include <vector>

#include "faultline/search/bernoulli_cells.hpp"
#include "faultline/search/bernoulli_score.hpp"
#include "faultline/search/search.hpp"

namespace faultline::testing {

/// Whether an attribute may have this set, said without the engine's arithmetic: one value after
/// the other, without a gap, and "(missing)" with others only where nothing is left out.
inline bool admissible(search::ValueSet set, const data::Attribute& attribute) {
  if (!attribute.ordered || set == search::all_values(attribute.arity())) return true;
  int begins = 0;
  bool before = false;
  int inside = 0;
  bool missing = false;
  for (int v = 0; v < attribute.arity(); ++v) {
    const bool here = ((set >> v) & 1) != 0;
    if (here && !before) ++begins;
    if (here) ++inside;
    if (here && attribute.labels[v] == data::kMissingLabel) missing = true;
    before = here;
  }
  return begins == 1 && (!missing || inside == 1);
}

inline void for_each_subgroup(const std::vector<data::Attribute>& attributes,
                              const std::function<void(const search::Subgroup&)>& visit) {
  search::Subgroup subgroup;
  subgroup.sets.assign(attributes.size(), 1);
  while (true) {
    bool allowed = true;
    for (std::size_t a = 0; a < attributes.size(); ++a)
      allowed = allowed && admissible(subgroup.sets[a], attributes[a]);
    if (allowed) visit(subgroup);
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
