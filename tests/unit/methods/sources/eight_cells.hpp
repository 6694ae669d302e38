#pragma once
// Eight cells of x and two groups whose laws of x and of the outcome are known, so that bias,
// variance and noise can be enumerated.

#include <array>
#include <cstddef>

#include "faultline/rng/draw.hpp"

namespace faultline::methods {

inline constexpr int kCells = 8;
inline constexpr double kSecondGroup = 0.3;
inline constexpr std::array<std::array<double, kCells>, 2> kCellShare = {
    {{.20, .20, .15, .15, .10, .10, .05, .05}, {.05, .05, .10, .10, .15, .15, .20, .20}}};
inline constexpr std::array<std::array<double, kCells>, 2> kPositive = {
    {{.05, .20, .30, .55, .60, .70, .80, .95}, {.10, .20, .40, .35, .55, .45, .65, .90}}};

inline int draw_cell(rng::Stream& stream, std::size_t group) {
  double u = rng::uniform(stream);
  for (int x = 0; x < kCells; ++x) {
    u -= kCellShare[group][static_cast<std::size_t>(x)];
    if (u < 0) return x;
  }
  return kCells - 1;
}

}  // namespace faultline::methods
