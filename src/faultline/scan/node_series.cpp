#include "faultline/scan/node_series.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace faultline::scan {
namespace {

using Matrix = std::array<std::array<double, kNodes>, kNodes>;

/// Row j gives coefficient j of the Chebyshev series from the values at the nodes.
const Matrix& transform() {
  static const Matrix kTransform = [] {
    Matrix m{};
    for (int j = 0; j < kNodes; ++j) {
      for (int k = 0; k < kNodes; ++k) {
        // Nodes ascend, so node k is cos of the angle below.
        const double angle = (2 * (kNodes - 1 - k) + 1) * std::numbers::pi / (2 * kNodes);
        m[j][k] = (j == 0 ? 1.0 : 2.0) / kNodes * std::cos(j * angle);
      }
    }
    return m;
  }();
  return kTransform;
}

double clenshaw(const std::array<double, kNodes>& c, double x) {
  double b1 = 0;
  double b2 = 0;
  for (int j = kNodes - 1; j >= 1; --j) {
    const double b0 = c[j] + 2 * x * b1 - b2;
    b2 = b1;
    b1 = b0;
  }
  return c[0] + x * b1 - b2;
}

double scaled(double t) { return 2 * t / kNodeRange - 1; }

/// Points of the concave function: zero at t = 0, then the nodes.
struct Points {
  const LaneRow& row;
  [[nodiscard]] double t(int i) const { return i == 0 ? 0.0 : node_thetas()[i - 1]; }
  [[nodiscard]] double f(int i) const { return i == 0 ? 0.0 : row.lane[i - 1]; }
  [[nodiscard]] double chord(int i) const { return (f(i + 1) - f(i)) / (t(i + 1) - t(i)); }

  /// Bound on [t(i), t(i+1)] from the chord before it (extended right) and the one after it (extended left).
  [[nodiscard]] double gap_bound(int i) const {
    const double width = t(i + 1) - t(i);
    const bool has_before = i >= 1;
    const bool has_after = i + 2 <= kNodes;
    const double from_before = has_before ? f(i) + std::max(0.0, chord(i - 1) * width)
                                          : std::numeric_limits<double>::infinity();
    const double from_after = has_after ? f(i + 1) + std::max(0.0, -chord(i + 1) * width)
                                        : std::numeric_limits<double>::infinity();
    double bound = std::min(from_before, from_after);
    if (has_before && has_after) {
      // The two lines meet inside the gap when each is below the other at its own end.
      const double a = chord(i - 1);
      const double b = chord(i + 1);
      if (a > b) {
        const double at = (f(i + 1) - b * width - f(i)) / (a - b);
        if (at > 0 && at < width) bound = std::min(bound, f(i) + a * at);
      }
    }
    return std::max({bound, f(i), f(i + 1)});
  }
};

int best_point(const Points& points) {
  int best = 0;
  for (int i = 1; i <= kNodes; ++i) {
    if (points.f(i) > points.f(best)) best = i;
  }
  return best;
}

}  // namespace

double chord_bound(const LaneRow& row) {
  const Points points{row};
  const int best = best_point(points);
  double bound = points.f(best);
  if (best > 0) bound = std::max(bound, points.gap_bound(best - 1));
  if (best < kNodes) bound = std::max(bound, points.gap_bound(best));
  return bound;
}

NodeSeries::NodeSeries(const LaneRow& row) : row_(row) {
  for (int j = 0; j < kNodes; ++j) {
    double sum = 0;
    for (int k = 0; k < kNodes; ++k) sum += transform()[j][k] * row.lane[k];
    coefficients_[j] = sum;
  }
  // Derivative of a Chebyshev series: c'_{j-1} = c'_{j+1} + 2 j c_j, the first halved.
  slope_coefficients_.fill(0);
  for (int j = kNodes - 1; j >= 1; --j) {
    const double next = j + 1 < kNodes ? slope_coefficients_[j + 1] : 0.0;
    slope_coefficients_[j - 1] = next + 2 * j * coefficients_[j];
  }
  slope_coefficients_[0] *= 0.5;
  for (double& c : slope_coefficients_) c *= 2 / kNodeRange;
}

double NodeSeries::value(double t) const { return clenshaw(coefficients_, scaled(t)); }

double NodeSeries::slope(double t) const { return clenshaw(slope_coefficients_, scaled(t)); }

Maximum NodeSeries::maximise() const {
  const Points points{row_};
  const int best = best_point(points);
  double lo = best > 0 ? points.t(best - 1) : 0.0;
  double hi = best < kNodes ? points.t(best + 1) : points.t(kNodes);
  double slope_lo = slope(lo);
  double slope_hi = slope(hi);
  if (slope_lo <= 0) return lo == 0 ? Maximum{} : Maximum{value(lo), lo};
  if (slope_hi >= 0) return {value(hi), hi};
  // Root of the slope: regula falsi with the Illinois rule; the slope is smooth and decreasing.
  int kept = 0;
  double t = lo;
  for (int i = 0; i < 60 && hi - lo > 1e-14; ++i) {
    t = hi - slope_hi * (hi - lo) / (slope_hi - slope_lo);
    if (!(t > lo && t < hi)) t = 0.5 * (lo + hi);
    const double s = slope(t);
    if (std::abs(s) <= 1e-15 * (1 + row_.lane[kLanePeople])) break;
    if (s > 0) {
      lo = t;
      slope_lo = s;
      if (kept == 1) slope_hi *= 0.5;
      kept = 1;
    } else {
      hi = t;
      slope_hi = s;
      if (kept == -1) slope_lo *= 0.5;
      kept = -1;
    }
  }
  return {value(t), t};
}

double NodeSeries::crossing(double c, double above, double below) const {
  for (int i = 0; i < 100 && std::abs(above - below) > 1e-13; ++i) {
    const double middle = 0.5 * (above + below);
    (value(middle) > c ? above : below) = middle;
  }
  return 0.5 * (above + below);
}

}  // namespace faultline::scan
