#pragma once
// The values that occur in each role's column among the kept rows, with the people at each, and the
// attributes that come from them, with their labels in canonical order.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "faultline/data/attribute.hpp"

namespace faultline::data {

/// All values of an attribute with as many as allowed, NULL and empty text are kept.
inline constexpr int kFetched = kMaxValues + 2;

struct Value {
  std::optional<std::string> text{};  // none is NULL
  std::int64_t people = 0;
};

/// The values of one column, the most frequent first, then by text: all of them up to kFetched, and
/// how many there are.
struct Values {
  std::vector<Value> values{};
  std::int64_t distinct = 0;
};

/// Of the roles that are no attributes; crossing.hpp has those.
struct Dictionaries {
  Values outcome{};
  Values decision{};
  std::vector<Values> flags{};   // empty where the column holds probabilities
  std::int64_t risk_scores = 0;  // distinct ones
};

/// An attribute with what its source calls each label.
struct CodedAttribute {
  Attribute attribute{};
  std::vector<std::string> texts{};    // text of each label in the source, in label order
  std::vector<std::int64_t> people{};  // per label
  bool holds_null = false;
  bool holds_empty = false;
};

/// Labels in canonical order: numbers by size, intervals in their order, the rest by bytes,
/// "(missing)" last. `intervals` is empty unless the column was binned.
[[nodiscard]] CodedAttribute code_attribute(const std::string& name, const std::string& type,
                                            const std::vector<std::string>& intervals,
                                            const Values& values);

}  // namespace faultline::data
