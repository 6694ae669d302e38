#pragma once
// Round numbers along axes, and the bars of histograms.

#include <span>
#include <vector>

namespace faultline::report {

/// A step of 1, 2 or 5 times a power of ten, at least `rough`; 1 when rough is not a positive
/// number.
[[nodiscard]] double round_step(double rough);

/// From a multiple of the step to a multiple of it.
struct RoundRange {
  double low = 0;
  double high = 1;
  double step = 0.25;

  /// Multiples of the step from low to high, 0 exactly where it is one.
  [[nodiscard]] std::vector<double> ticks() const;
};

/// Covers low to high in about `steps` steps. `high` must be above `low`, both finite.
[[nodiscard]] RoundRange round_range(double low, double high, int steps);

/// Covers 0 and every finite value; 0 to 1 when there is nothing but 0.
[[nodiscard]] RoundRange round_range(std::span<const double> values, int steps);

/// 1, 2 and 5 times powers of ten within [low, high], 0 < low; powers of ten alone when that
/// would be more than five; multiples of a round step when fewer than two are inside.
[[nodiscard]] std::vector<double> logarithmic_ticks(double low, double high);

/// Bars of equal, round width that hold all values.
struct Histogram {
  double start = 0;
  double width = 1;
  std::vector<int> counts{};

  [[nodiscard]] double end() const;
};
/// Over [low, high], which are finite; at most `bars` + 1 of them, none narrower than `finest`.
/// Values that are not finite are not counted.
[[nodiscard]] Histogram histogram(std::span<const double> values, double low, double high, int bars,
                                  double finest = 0);

}  // namespace faultline::report
