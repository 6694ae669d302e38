#pragma once
// One exact step of coordinate ascent: the best set of values of one attribute, all other
// attributes held. For a fixed theta the best set is {v : f_v(theta) > c}, so it is enough to look
// at the sets that occur as theta runs (at most 2 |V|), at "all values", which costs nothing, and,
// when no value pays for itself, at single values (Neill 2012; Boxer et al., Algorithm 2). An
// ordered attribute has so few sets, its ranges, that a bound is computed for each.

#include <algorithm>
#include <bit>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "faultline/search/incumbent.hpp"

namespace faultline::search {

struct StepResult {
  ValueSet set = 0;
  double score = 0;  // penalised for this attribute only
};

/// Reused between steps so that the inner loop does not allocate.
struct StepBuffers {
  std::vector<ValueSet> sets;
  std::vector<std::pair<double, ValueSet>> bounded;
  double least_people = 0;  // a set with fewer has no score
};

/// Appends the proper ranges of an ordered attribute, each with the bound of its score. One that
/// begins or ends with nobody is left out: a shorter one has the same people.
template <typename Family>
void bound_ranges(const Family& family, std::span<const typename Family::Row> rows, double penalty,
                  const data::Attribute& attribute,
                  std::vector<std::pair<double, ValueSet>>& bounded) {
  const int arity = static_cast<int>(rows.size());
  for (int first = 0; first < arity; ++first) {
    if (!Family::has_people(rows[first])) continue;
    typename Family::Row sum{};
    for (int v = first; v <= last_after(attribute, first); ++v) {
      Family::add(sum, rows[v]);
      const ValueSet set = value_range(first, v);
      if (!Family::has_people(rows[v]) || set == all_values(arity)) continue;
      bounded.emplace_back(family.bound(sum) - penalty, set);
    }
  }
}

/// rows[v]: the people of value v inside the other attributes' sets (`where`). Ties go to fewer
/// listed values, then to the shorter range, then to the set that lists the earlier value.
template <typename Family>
StepResult best_values(const Family& family, std::span<const typename Family::Row> rows,
                       double penalty, int attribute, const CellSet& where, StepBuffers& buffers) {
  using Row = typename Family::Row;
  const int arity = static_cast<int>(rows.size());
  const data::Attribute& values = where.lattice.attributes[attribute];
  const ValueSet all = all_values(arity);
  Subgroup trial = where.subgroup;
  const auto sum_of = [&](ValueSet set) {
    Row sum{};
    for (ValueSet rest = set; rest != 0; rest &= rest - 1)
      Family::add(sum, rows[std::countr_zero(rest)]);
    return sum;
  };
  const auto evaluate = [&](ValueSet set) {
    trial.sets[attribute] = set;
    const Row sum = sum_of(set);
    if constexpr (requires { Family::people(sum); }) {
      if (Family::people(sum) < buffers.least_people)
        return -std::numeric_limits<double>::infinity();
    }
    return family.maximum(sum, CellSet{where.lattice, trial, where.within}).value -
           penalty * listed_values(set, values);
  };
  StepResult best{all, evaluate(all)};
  const auto size = [all](ValueSet set) { return set == all ? 0 : std::popcount(set); };
  const auto tidier = [&](ValueSet set, ValueSet than) {
    const int listed = listed_values(set, values);
    const int other = listed_values(than, values);
    if (listed != other) return listed < other;
    if (size(set) != size(than)) return size(set) < size(than);
    return ((set >> std::countr_zero(set ^ than)) & 1) != 0;
  };
  const auto consider = [&](ValueSet set) {
    const double score = evaluate(set);
    const double width = tie_width(best.score);
    if (score < best.score - width) return;
    if (score > best.score + width || (set != best.set && tidier(set, best.set)))
      best = {set, score};
  };
  buffers.bounded.clear();
  if (values.ordered) {
    bound_ranges(family, rows, penalty, values, buffers.bounded);
  } else {
    buffers.sets.clear();
    family.candidate_sets(rows, penalty, best.score, attribute, where, buffers.sets);
    if (buffers.sets.empty()) {
      for (int v = 0; v < arity; ++v) {
        if (Family::has_people(rows[v])) consider(ValueSet{1} << v);
      }
      return best;
    }
    std::sort(buffers.sets.begin(), buffers.sets.end());
    buffers.sets.erase(std::unique(buffers.sets.begin(), buffers.sets.end()), buffers.sets.end());
    for (const ValueSet set : buffers.sets) {
      if (set != all)
        buffers.bounded.emplace_back(family.bound(sum_of(set)) - penalty * std::popcount(set), set);
    }
  }
  // Largest bound first: the others then mostly fail on their bound alone.
  std::sort(buffers.bounded.begin(), buffers.bounded.end(), [](const auto& a, const auto& b) {
    return a.first != b.first ? a.first > b.first : a.second < b.second;
  });
  for (const auto& [bound, set] : buffers.bounded) {
    if (bound < best.score - tie_width(best.score)) break;
    consider(set);
  }
  return best;
}

}  // namespace faultline::search
