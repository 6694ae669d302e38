#pragma once
// Score against lambda, with the score below which 95 % of the null scores lie.

#include <optional>
#include <string>
#include <vector>

#include "faultline/report/render/markup.hpp"

namespace faultline::report::html {

struct SweepPoint {
  std::string lambda{};
  double score = 0;
  std::optional<double> critical{};  // 95 % of the null scores lie below
  bool evidence = false;
};

/// Filled dots where there is evidence, rings where there is none. The values of lambda stand at
/// equal distances, as they often grow by factors, and scores on a square-root axis, so that small
/// ones stay readable beside large ones. Empty for fewer than two points.
[[nodiscard]] Markup sweep_chart(const std::vector<SweepPoint>& points, const std::string& label);

}  // namespace faultline::report::html
