#pragma once
// Which sets of an attribute's values a subgroup may hold, and what they cost.
//
//   no order    every non-empty set; a proper one costs one penalty for each of its values
//   ordered     ranges, first to last; a proper range costs one penalty
//
// "(missing)" has no place in an order: alone it is one more set, and no range but the complete set
// holds it. Because it is the last label, each set that an ordered attribute may have is a run of
// labels all the same: it begins at some value and ends no further than last_after says. a values
// in order make a (a + 1) / 2 ranges.

#include <bit>
#include <cmath>
#include <cstdint>

#include "faultline/data/attribute.hpp"

namespace faultline::search {

/// A set of an attribute's values; bit v is value v.
using ValueSet = std::uint64_t;

[[nodiscard]] constexpr ValueSet all_values(int arity) {
  return arity >= 64 ? ~ValueSet{0} : (ValueSet{1} << arity) - 1;
}

/// The values first ... last.
[[nodiscard]] constexpr ValueSet value_range(int first, int last) {
  return all_values(last + 1) & ~all_values(first);
}

/// The last value that a set of an ordered attribute may end with when it begins with `first`.
[[nodiscard]] inline int last_after(const data::Attribute& attribute, int first) {
  const int in_order = attribute.values_in_order();
  // From the first value on, "(missing)" completes the set.
  return first == 0 || first >= in_order ? attribute.arity() - 1 : in_order - 1;
}

/// How many penalties a set costs: none when it is complete, one for each value without an order,
/// and for each range, "(missing)" being one, with it. A named subgroup may have several of these.
[[nodiscard]] inline int listed_values(ValueSet set, const data::Attribute& attribute) {
  if (set == all_values(attribute.arity())) return 0;
  if (!attribute.ordered) return std::popcount(set);
  const ValueSet in_order = set & all_values(attribute.values_in_order());
  return std::popcount(in_order & ~(in_order << 1)) + (set != in_order ? 1 : 0);
}

/// How many sets the attribute may have, the complete one among them; a double because 2^64 - 1 is
/// one of the answers.
[[nodiscard]] inline double admissible_sets(const data::Attribute& attribute) {
  if (!attribute.ordered) return std::ldexp(1.0, attribute.arity()) - 1;
  double sets = 0;
  for (int first = 0; first < attribute.arity(); ++first)
    sets += last_after(attribute, first) - first + 1;
  return sets;
}

}  // namespace faultline::search
