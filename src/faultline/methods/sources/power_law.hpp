#pragma once
// Learning curves as inverse power laws, cost(n) = alpha n^-beta + delta, fitted by variable
// projection: for a fixed beta, alpha and delta >= 0 solve a weighted linear least squares problem;
// what is left is a search over beta in [0.01, 2], on a grid and then refined, which depends on no
// starting guess. Where alpha is not positive, or beta or delta ends at a bound, the limit cannot
// be told from the points.

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace faultline::methods {

struct CurvePoint {
  double n = 0;
  double mean = 0;
  double sem = 0;  // standard error of the mean
};

struct PowerLaw {
  double alpha = 0;
  double beta = 0;
  double delta = 0;
  double sum_of_squares = 0;  // weighted
  bool identified = false;    // delta is a limit that the points speak of
  [[nodiscard]] double at(double n) const;
};

/// Learning curves fall with beta between 0.1 and 1 (1/2 for averages, 1 for parametric models
/// without noise); bounds well outside show a curve that has no such law instead of hiding it.
inline constexpr double kLeastBeta = 0.01;
inline constexpr double kLargestBeta = 2;

/// Fits many curves over the same sizes: what the grid of betas needs of them is kept.
class PowerLawFitter {
 public:
  /// Sizes ascending, all positive.
  explicit PowerLawFitter(std::span<const double> sizes);
  /// One mean and one standard error per size. Weights are 1 / sem^2; equal ones where any sem is
  /// not positive. None with fewer than three different sizes.
  [[nodiscard]] std::optional<PowerLaw> fit(std::span<const double> means,
                                            std::span<const double> sems) const;

 private:
  std::vector<double> log_ratio_{};  // of a size over the smallest
  double log_smallest_ = 0;
  bool enough_ = false;
  std::vector<double> basis_{};  // per beta of the grid, per size: (n / smallest)^-beta
};

/// The same for one curve, points in any order.
[[nodiscard]] std::optional<PowerLaw> fit_power_law(std::span<const CurvePoint> points);

/// A clause that says why the limit cannot be told from the points; empty when it can.
[[nodiscard]] std::string why_not_identified(const PowerLaw& law);

/// Sizes in [low, high] at which the difference of two laws changes sign; at most two (supplement
/// F).
[[nodiscard]] std::vector<double> crossings(const PowerLaw& a, const PowerLaw& b, double low,
                                            double high);

/// Smallest size in [low, high] from which on, up to high, |a - b| stays at or below `gap`; none
/// when it is above at high.
[[nodiscard]] std::optional<double> size_for_gap(const PowerLaw& a, const PowerLaw& b, double gap,
                                                 double low, double high);

/// Smallest size in (low, high] at which |a - b| falls to `gap`; none when it never does or is
/// there at low.
[[nodiscard]] std::optional<double> first_below(const PowerLaw& a, const PowerLaw& b, double gap,
                                                double low, double high);

}  // namespace faultline::methods
