#pragma once
// The part of `where` that needs no SQL engine: comparisons of columns with values, joined by AND,
// as a form writes them. Each means what it means in SQL; a missing value is in no comparison.
//
//   "age" >= 25 AND "race" IN ('A', 'B') AND "ward" <> 'x' AND "score" IS NOT NULL

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace faultline::data {

struct Comparison {
  enum class Kind {
    equal,
    unequal,
    less,
    at_most,
    more,
    at_least,
    among,
    not_among,
    null,
    not_null
  };
  std::string column{};
  Kind kind = Kind::equal;
  std::vector<std::string> values{};  // as they are compared: text without its quotes
  friend bool operator==(const Comparison&, const Comparison&) = default;
};

/// None when the text is more than such comparisons.
[[nodiscard]] std::optional<std::vector<Comparison>> parse_conditions(std::string_view sql);

}  // namespace faultline::data
