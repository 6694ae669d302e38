#pragma once
// A share as tables of papers have it, without the zero before the point.

#include <string>

#include <fmt/format.h>

namespace faultline::studies {

/// .037; 1.000.
[[nodiscard]] inline std::string bare_share(double share) {
  const std::string digits = fmt::format("{:.3f}", share);
  return share < 0.9995 ? digits.substr(1) : digits;
}

}  // namespace faultline::studies
