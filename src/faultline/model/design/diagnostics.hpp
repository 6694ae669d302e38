#pragma once
// Whether a probability model can be believed: a calibration curve over quantile bins, the overlap
// of two classes' propensities, and the effective sample size of weights.

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace faultline::model {

struct CalibrationBin {
  double predicted = 0;  // weighted mean prediction of the bin
  double observed = 0;   // weighted mean label
  double people = 0;     // unweighted
  double weight = 0;
  std::pair<double, double> interval{0, 1};  // 95 % for the observed rate, from the effective size
};

/// Bins of about equal total weight; equal predictions stay in one bin, so there may be fewer than
/// asked. Rows with weight 0 are left out.
[[nodiscard]] std::vector<CalibrationBin> calibration_curve(std::span<const double> probability,
                                                            std::span<const double> weight,
                                                            std::span<const double> positive,
                                                            std::span<const double> people,
                                                            int bins);

/// Weighted mean over bins of |observed - predicted|.
[[nodiscard]] double calibration_error(std::span<const CalibrationBin> curve);

struct Overlap {
  std::vector<double> edges{};                    // of the histogram bins on [0, 1]
  std::vector<std::int64_t> protected_people{};   // per bin
  std::vector<std::int64_t> comparison_people{};  // per bin
  double extreme_share = 0;  // share of the protected people with propensity above kExtreme
  double largest_weight_share =
      0;  // of the total weight, carried by the heaviest 1 % of comparison people
};

/// Propensities above it (weights above 19) count as extreme.
inline constexpr double kExtremePropensity = 0.95;

[[nodiscard]] Overlap overlap(std::span<const double> propensity,
                              std::span<const std::int64_t> protected_people,
                              std::span<const std::int64_t> comparison_people, int bins = 20);

/// (sum n w)^2 / sum n w^2.
[[nodiscard]] double effective_sample_size(std::span<const double> weight_per_person,
                                           std::span<const double> people);

}  // namespace faultline::model
