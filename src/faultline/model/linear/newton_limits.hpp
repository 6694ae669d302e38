#pragma once
// Where Newton's method for log-odds stops trusting itself; the same for two classes and for many.

namespace faultline::model {

// No step moves log-odds by more than this. Newton's parabola says little so far away: from a
// probability near 0 it leaps to the flat beyond 1, with a lower objective but no way back.
inline constexpr double kLargestChange = 5.0;
// When the gradient is as good as zero, Newton's step still moves separated rows by about 1 (their
// residual over their curvature) and all others by next to nothing.
inline constexpr double kSeparatedChange = 0.1;
// Beyond these log-odds a Hessian that cannot be factored is a sign of separation.
inline constexpr double kFarOut = 15;
// A column whose square sum falls below this share when the columns before it are projected out is
// determined by them.
inline constexpr double kDependent = 1e-11;

}  // namespace faultline::model
