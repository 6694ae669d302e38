#pragma once
// How often something happened in a study, and how tables of papers write it: without the zero
// before the point.

#include <cstdint>
#include <string>

#include <fmt/format.h>

namespace faultline::studies {

/// None of none is 0: a row in which nothing was found covered nothing.
[[nodiscard]] inline double share(std::int64_t part, std::int64_t all) {
  return all == 0 ? 0 : static_cast<double>(part) / static_cast<double>(all);
}

/// .037; 1.000.
[[nodiscard]] inline std::string bare_share(double share) {
  const std::string digits = fmt::format("{:.3f}", share);
  return share < 0.9995 ? digits.substr(1) : digits;
}

}  // namespace faultline::studies
