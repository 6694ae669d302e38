#pragma once
// e^-|x|, within two units of the last digit. Written out so that the compiler can run it on
// vectors; also the same bits with every C library. Past 700 it stays at e^-700.

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

namespace faultline::model {

inline double exp_of_minus_abs(double x) {
  constexpr double kLog2E = 1.4426950408889634;
  constexpr double kLn2High = 0x1.62e42fee00000p-1;  // 33 bits: exact when multiplied by k
  constexpr double kLn2Low = 0x1.a39ef35793c76p-33;
  constexpr double kShift = 0x1.8p52;  // adding it rounds to an integer, held in the last bits
  const double y = -std::min(std::abs(x), 700.0);
  const double shifted = y * kLog2E + kShift;
  const double k = shifted - kShift;
  const double r = (y - k * kLn2High) - k * kLn2Low;  // |r| <= ln(2) / 2
  double series = 1.0 / 6227020800.0;
  series = series * r + 1.0 / 479001600.0;
  series = series * r + 1.0 / 39916800.0;
  series = series * r + 1.0 / 3628800.0;
  series = series * r + 1.0 / 362880.0;
  series = series * r + 1.0 / 40320.0;
  series = series * r + 1.0 / 5040.0;
  series = series * r + 1.0 / 720.0;
  series = series * r + 1.0 / 120.0;
  series = series * r + 1.0 / 24.0;
  series = series * r + 1.0 / 6.0;
  series = series * r + 0.5;
  const double power = 1.0 + (r + r * r * series);
  const std::uint64_t exponent = std::bit_cast<std::uint64_t>(shifted) << 52U;
  return std::bit_cast<double>(std::bit_cast<std::uint64_t>(power) + exponent);
}

}  // namespace faultline::model
