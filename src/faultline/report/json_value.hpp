#pragma once
// Values that become JSON: NaN and infinity are null, whole counts have no decimal point. Used by
// report/'s JSON sources only: nlohmann's types stay inside them.

#include <cmath>
#include <cstdint>
#include <optional>
#include <utility>

#include <nlohmann/json.hpp>

namespace faultline::report {

using Json = nlohmann::ordered_json;

inline Json number(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

/// Counts that may be expectations: whole numbers are written without a decimal point.
inline Json count(double value) {
  constexpr double kLargestWhole = 9007199254740992.0;
  if (std::floor(value) == value && std::abs(value) < kLargestWhole) {
    return static_cast<std::int64_t>(value);
  }
  return number(value);
}

template <typename T>
Json optional(const std::optional<T>& value) {
  return value ? Json(*value) : Json(nullptr);
}
inline Json optional(const std::optional<double>& value) {
  return value ? number(*value) : Json(nullptr);
}

inline Json interval(const std::optional<std::pair<double, double>>& value) {
  if (!value) return nullptr;
  return Json::array({number(value->first), number(value->second)});
}

/// A protected class.
inline Json protected_block(const std::pair<std::string, std::string>& who) {
  return {{"attribute", who.first}, {"value", who.second}};
}

}  // namespace faultline::report
