#pragma once
// Isotonic regression: the non-decreasing function of x with the least squared error, by pooling
// adjacent violators.

#include <span>
#include <vector>

namespace faultline::math {

class Isotonic {
 public:
  /// Points (x, y) in any order; equal x are one point. At least one.
  Isotonic(std::span<const double> x, std::span<const double> y);

  /// The value of the step at x: constant from each point to the next, and beyond the ends.
  [[nodiscard]] double operator()(double x) const;

 private:
  std::vector<double> from_{};  // where steps begin, ascending
  std::vector<double> value_{};
};

}  // namespace faultline::math
