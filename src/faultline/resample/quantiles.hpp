#pragma once
// Quantiles of a sample by linear interpolation between order statistics: position 1 + (n - 1) p
// (type 7 of Hyndman and Fan 1996).

#include <span>
#include <vector>

namespace faultline::resample {

/// One quantile per probability, in the order given; none for an empty sample. Throws InternalError
/// for a probability outside [0, 1] or a sample with a value that is not a number.
[[nodiscard]] std::vector<double> quantiles(std::span<const double> sample,
                                            std::span<const double> probabilities);

/// Of a sample that is not empty.
[[nodiscard]] double median(std::span<const double> sample);

}  // namespace faultline::resample
