#pragma once
// The random choices of the papers' simulations: which class is protected (Boxer, McFowland, Neill,
// Algorithm 1, line 2) and which of its subgroups is treated differently (Step B). They depend on
// seed and replicate alone.

#include <cstdint>
#include <string>

#include "faultline/data/table.hpp"
#include "faultline/simulate/named_subgroup.hpp"

namespace faultline::simulate {

/// A protected class: an attribute and one of its values.
struct ClassChoice {
  std::string attribute{};
  std::string value{};
  friend bool operator==(const ClassChoice&, const ClassChoice&) = default;
};

/// An attribute at random, then one of its values at random, among attributes with two values or
/// more that occur. Throws InputError when there is none.
[[nodiscard]] ClassChoice random_class(const data::Table& table, std::uint64_t seed,
                                       std::uint32_t replicate = 0);

/// `attribute_count` attributes at random (not the class's), each value kept with probability
/// `keep`, again until somebody of the class belongs. With an empty value everybody counts as the
/// class, and with an empty attribute none is left out. Throws ConfigError on the numbers and on
/// unknown names.
[[nodiscard]] NamedSubgroup random_subgroup(const data::Table& table,
                                            const ClassChoice& protected_class, int attribute_count,
                                            double keep, std::uint64_t seed,
                                            std::uint32_t replicate = 0);

}  // namespace faultline::simulate
