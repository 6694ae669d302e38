#pragma once
// The root of a continuous monotone function inside a bracket, by Alefeld, Potra and Shi's
// algorithm 748 (1995), which never leaves the bracket.

#include <functional>

namespace faultline::math {

struct RootOptions {
  double relative_tolerance = 1e-14;
  double absolute_tolerance = 1e-300;  // for roots at 0, where no relative precision can be had
  int max_evaluations = 200;
};

/// A point of [low, high] where f changes sign, within tolerance; f may rise or fall. A root at an
/// end is found there. Throws NumericError when f has the same sign at both ends, is not a number
/// somewhere, or the tolerance is not reached.
[[nodiscard]] double monotone_root(const std::function<double(double)>& f, double low, double high,
                                   const RootOptions& options = {});

}  // namespace faultline::math
