#pragma once
// A rectangular subgroup: for every attribute a non-empty set of its values; a person belongs when
// each attribute's value is in its set. An attribute with all values in is "complete": it restricts
// nothing, costs nothing and is not listed.

#include <string>
#include <vector>

#include "faultline/data/attribute.hpp"
#include "faultline/data/terms.hpp"
#include "faultline/search/value_sets.hpp"

namespace faultline::search {

using data::Direction;

struct Subgroup {
  std::vector<ValueSet> sets{};  // one per attribute
  friend bool operator==(const Subgroup&, const Subgroup&) = default;
};

/// Everybody.
[[nodiscard]] Subgroup everybody(const std::vector<data::Attribute>& attributes);

/// Number of listed values of restricted attributes, where a range of an ordered one is listed as
/// one; the penalty is c times this.
[[nodiscard]] int listed_values(const Subgroup& subgroup,
                                const std::vector<data::Attribute>& attributes);
[[nodiscard]] int restricted_attributes(const Subgroup& subgroup,
                                        const std::vector<data::Attribute>& attributes);

/// The written tie rule between subgroups whose scores are equal: fewer listed values (smaller
/// penalty), then fewer restricted attributes, then shorter ranges, then the list of (attribute,
/// value) positions that comes first in lexicographic order. True when `a` is to be preferred to
/// `b`.
[[nodiscard]] bool precedes(const Subgroup& a, const Subgroup& b,
                            const std::vector<data::Attribute>& attributes);

/// "Male, African-American or Hispanic"; everybody is "everybody". A label that does not say what
/// it is about (a yes/no, a number, an interval) carries its attribute's name: "under_25 = Yes",
/// "age 25 to < 45". Ranges of ordered attributes read as such: "decile_score 7 to 10".
[[nodiscard]] std::string in_words(const Subgroup& subgroup,
                                   const std::vector<data::Attribute>& attributes);

/// Reads 'race=A|B;sex=Female'. Throws ConfigError with the nearest name on an unknown attribute or
/// value.
[[nodiscard]] Subgroup parse_subgroup(std::string_view text,
                                      const std::vector<data::Attribute>& attributes);

}  // namespace faultline::search
