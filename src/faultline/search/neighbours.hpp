#pragma once
// What becomes of the score when a subgroup's description changes by one condition: every condition
// dropped once, and for every attribute without one the single value that scores highest. Who reads
// a finding sees which of its conditions matter, and where it is worst.

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "faultline/search/engine.hpp"

namespace faultline::search {

/// Additions that are kept, best first: more would be read by nobody.
inline constexpr std::size_t kAdditions = 5;

/// Dropped conditions by attribute, then the additions. Subgroups without people are none.
template <typename Family>
std::vector<Neighbour> neighbours(const Family& family, const Subgroup& found, double penalty) {
  const std::vector<data::Attribute>& attributes = family.lattice().attributes;
  const std::int64_t people = family.score(found).n;
  std::vector<Neighbour> dropped;
  std::vector<Neighbour> added;
  for (int a = 0; a < family.lattice().attribute_count(); ++a) {
    const ValueSet complete = all_values(attributes[a].arity());
    Subgroup changed = found;
    if (found.sets[a] != complete) {
      changed.sets[a] = complete;
      dropped.push_back({a, -1, detail::penalised(family, changed, penalty)});
      continue;
    }
    Neighbour best{.attribute = a};
    for (int v = 0; v < attributes[a].arity(); ++v) {
      changed.sets[a] = ValueSet{1} << v;
      if (changed.sets[a] == complete) continue;
      ScoredSubgroup scored = detail::penalised(family, changed, penalty);
      if (scored.n == 0 || scored.n == people) continue;
      if (best.value >= 0 && scored.score <= best.scored.score) continue;
      best.value = v;
      best.scored = std::move(scored);
    }
    if (best.value >= 0) added.push_back(std::move(best));
  }
  std::stable_sort(added.begin(), added.end(), [](const Neighbour& a, const Neighbour& b) {
    return a.scored.score > b.scored.score;
  });
  if (added.size() > kAdditions) added.resize(kAdditions);
  dropped.insert(dropped.end(), added.begin(), added.end());
  return dropped;
}

}  // namespace faultline::search
