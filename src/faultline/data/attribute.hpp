#pragma once
// An attribute: a categorical column as every method sees it, a name and a dictionary of labels.
// People carry the code (position in the dictionary). The order of labels is canonical (text order,
// or the order of the intervals for a binned number), never the order of appearance, so that row
// order cannot matter.

#include <cstdint>
#include <string>
#include <vector>

namespace faultline::data {

/// Position of a value in its attribute's dictionary.
using Code = std::uint16_t;

/// Most values an attribute may have: a set of values is one 64-bit mask.
inline constexpr int kMaxValues = 64;

/// Label of the category that holds empty and NULL.
inline constexpr const char* kMissingLabel = "(missing)";

struct Attribute {
  std::string name{};
  std::vector<std::string> labels{};

  [[nodiscard]] int arity() const { return static_cast<int>(labels.size()); }
  friend bool operator==(const Attribute&, const Attribute&) = default;
};

}  // namespace faultline::data
