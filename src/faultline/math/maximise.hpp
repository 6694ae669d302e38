#pragma once
// The maximum of a unimodal function on an interval, by Brent's (1973) parabolic steps with golden
// sections as safeguard.

#include <functional>

namespace faultline::math {

struct Maximum {
  double at = 0;
  double value = 0;
};

/// Both ends are tried as well, so a maximum at an end is exact. Inside, the position is good to
/// about half the digits (1e-8 relative) and the value to nearly all. A function with several
/// maxima gives one of them. Throws NumericError when the interval is empty or infinite, or f is
/// not a number somewhere.
[[nodiscard]] Maximum maximise(const std::function<double(double)>& f, double low, double high);

}  // namespace faultline::math
