#pragma once
// Means over repetitions with their Monte Carlo error.

#include <span>

namespace faultline::studies {

/// A mean and the half-width of its 95 % interval (normal, from the spread of the repetitions; 0
/// with a single one).
struct Mean {
  double value = 0;
  double half_width = 0;
};

[[nodiscard]] Mean mean_of(std::span<const double> values);

}  // namespace faultline::studies
