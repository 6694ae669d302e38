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
  /// The labels stand in an order that means something, "(missing)" last and outside it: a search
  /// looks at ranges of values only.
  bool ordered = false;

  [[nodiscard]] int arity() const { return static_cast<int>(labels.size()); }
  /// Of an ordered attribute: how many values have a place in the order.
  [[nodiscard]] int values_in_order() const {
    return arity() - (!labels.empty() && labels.back() == kMissingLabel ? 1 : 0);
  }
  friend bool operator==(const Attribute&, const Attribute&) = default;
};

}  // namespace faultline::data
