#pragma once
// One exact step of coordinate ascent: the best set of values of one attribute, all other attributes held. For a fixed theta the
// best set is {v : f_v(theta) > c}, so it is enough to look at the sets that occur as theta runs (at most 2 |V|), at "all
// values", which costs nothing, and, when no value pays for itself, at single values (Neill 2012; Boxer et al., Algorithm 2).

#include <bit>
#include <span>
#include <vector>

#include "faultline/scan/incumbent.hpp"

namespace faultline::scan {

struct StepResult {
  ValueSet set = 0;
  double score = 0;  // penalised for this attribute only
};

/// Reused between steps so that the inner loop does not allocate.
struct StepBuffers {
  std::vector<ValueSet> sets;
};

/// rows[v]: the people of value v inside the other attributes' sets (`where`). Ties go to fewer listed values, then to the set
/// that lists the earlier value.
template <typename Family>
StepResult best_values(const Family& family, std::span<const typename Family::Row> rows, double penalty, int attribute,
                       const CellSet& where, StepBuffers& buffers) {
  using Row = typename Family::Row;
  const int arity = static_cast<int>(rows.size());
  const ValueSet all = all_values(arity);
  Subgroup trial = where.subgroup;
  const auto evaluate = [&](ValueSet set, double floor) {
    Row sum{};
    for (ValueSet rest = set; rest != 0; rest &= rest - 1) Family::add(sum, rows[std::countr_zero(rest)]);
    const double cost = set == all ? 0.0 : penalty * std::popcount(set);
    if (family.bound(sum) - cost < floor) return -std::numeric_limits<double>::infinity();
    trial.sets[attribute] = set;
    return family.maximum(sum, CellSet{where.lattice, trial, where.within}).value - cost;
  };
  StepResult best{all, evaluate(all, -std::numeric_limits<double>::infinity())};
  const auto listed = [all](ValueSet set) { return set == all ? 0 : std::popcount(set); };
  const auto consider = [&](ValueSet set) {
    const double score = evaluate(set, best.score - tie_width(best.score));
    const double width = tie_width(best.score);
    if (score < best.score - width) return;
    bool take = score > best.score + width;
    if (!take && set != best.set) {
      const ValueSet differing = set ^ best.set;
      take = listed(set) != listed(best.set) ? listed(set) < listed(best.set)
                                             : ((set >> std::countr_zero(differing)) & 1) != 0;
    }
    if (take) best = {set, score};
  };
  buffers.sets.clear();
  family.candidate_sets(rows, penalty, attribute, where, buffers.sets);
  if (buffers.sets.empty()) {
    for (int v = 0; v < arity; ++v) {
      if (Family::has_people(rows[v])) consider(ValueSet{1} << v);
    }
    return best;
  }
  std::sort(buffers.sets.begin(), buffers.sets.end());
  buffers.sets.erase(std::unique(buffers.sets.begin(), buffers.sets.end()), buffers.sets.end());
  for (const ValueSet set : buffers.sets) {
    if (set != all) consider(set);
  }
  return best;
}

}  // namespace faultline::scan
