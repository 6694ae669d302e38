#include <algorithm>
#include <bit>

#include "faultline/search/subgroup.hpp"

namespace faultline::search {
namespace {

/// Of restricted attributes. Without ordered ones that is the number of listed values.
int values_inside(const Subgroup& subgroup, const std::vector<data::Attribute>& attributes) {
  int values = 0;
  for (std::size_t a = 0; a < attributes.size(); ++a) {
    if (subgroup.sets[a] != all_values(attributes[a].arity()))
      values += std::popcount(subgroup.sets[a]);
  }
  return values;
}

}  // namespace

bool precedes(const Subgroup& a, const Subgroup& b,
              const std::vector<data::Attribute>& attributes) {
  const int values_a = listed_values(a, attributes);
  const int values_b = listed_values(b, attributes);
  if (values_a != values_b) return values_a < values_b;
  const int restricted_a = restricted_attributes(a, attributes);
  const int restricted_b = restricted_attributes(b, attributes);
  if (restricted_a != restricted_b) return restricted_a < restricted_b;
  const int inside_a = values_inside(a, attributes);
  const int inside_b = values_inside(b, attributes);
  if (inside_a != inside_b) return inside_a < inside_b;
  for (std::size_t i = 0; i < attributes.size(); ++i) {
    if (a.sets[i] == b.sets[i]) continue;
    const ValueSet all = all_values(attributes[i].arity());
    // A complete attribute lists nothing; with equal numbers of listed values the one that lists an
    // earlier (attribute, value) comes first.
    if (a.sets[i] == all) return false;
    if (b.sets[i] == all) return true;
    const ValueSet differing = a.sets[i] ^ b.sets[i];
    return ((a.sets[i] >> std::countr_zero(differing)) & 1) != 0;
  }
  return false;
}

}  // namespace faultline::search
