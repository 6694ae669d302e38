#pragma once
// Natural cubic splines in one variable: cubic between the knots, linear before the first and after
// the last, twice continuously differentiable. With K knots the basis has K - 1 columns beside the
// constant: the variable itself, and K - 2 curves
//   N_k = d_k - d_{K-1},   d_k(x) = [ (x - c_k)+^3 - (x - c_K)+^3 ] / (c_K - c_k)
// (Hastie, Tibshirani, Friedman, Elements of Statistical Learning, 5.2.1), here in units in which
// the knots span 0 to 1, so that no cube overflows.

#include <span>
#include <vector>

namespace faultline::model {

class NaturalSpline {
 public:
  /// Knots ascending; fewer than three give no curve.
  explicit NaturalSpline(std::vector<double> knots);
  /// Knots at Harrell's five quantiles (.05 .275 .5 .725 .95) of the people's values; fewer where
  /// quantiles coincide.
  NaturalSpline(std::span<const double> values, std::span<const double> people);

  [[nodiscard]] const std::vector<double>& knots() const { return knots_; }
  /// Columns beside the linear one.
  [[nodiscard]] int curves() const;
  /// Curve k (from 0) at x.
  [[nodiscard]] double curve(int k, double x) const;

 private:
  std::vector<double> knots_;
  std::vector<double> places_{};  // of the knots, in units of their span
};

/// Values such that this share of the people, but for one, has a smaller or equal one; every value
/// counts as often as it has people. Only values that people have: a knot between two values of a
/// number that has few would bend where nobody is. At least one person.
[[nodiscard]] std::vector<double> people_quantiles(std::span<const double> values,
                                                   std::span<const double> people,
                                                   std::span<const double> probabilities);

}  // namespace faultline::model
