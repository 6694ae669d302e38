#include "faultline/search/node_series.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

namespace faultline::search {
namespace {

using Matrix = std::array<std::array<double, kNodes>, kNodes>;

/// Entry [k][j] is the weight of node k in coefficient j of the Chebyshev series.
const Matrix& transform() {
  static const Matrix weights = [] {
    Matrix m{};
    for (int j = 0; j < kNodes; ++j) {
      for (int k = 0; k < kNodes; ++k) {
        // Nodes ascend, so node k is cos of the angle below.
        const double angle = (2 * (kNodes - 1 - k) + 1) * std::numbers::pi / (2 * kNodes);
        m[k][j] = (j == 0 ? 1.0 : 2.0) / kNodes * std::cos(j * angle);
      }
    }
    return m;
  }();
  return weights;
}

using Coefficients = std::array<double, kNodes>;

/// The derivative of a series: c'_{j-1} = c'_{j+1} + 2 j c_j, the first halved; in t, not in the
/// scaled variable.
void differentiate(const Coefficients& c, Coefficients& derivative) {
  derivative[kNodes - 1] = 0;
  for (int j = kNodes - 1; j >= 1; --j) {
    derivative[j - 1] = (j + 1 < kNodes ? derivative[j + 1] : 0.0) + 2 * j * c[j];
  }
  derivative[0] *= 0.5;
  for (double& value : derivative) value *= 2 / kNodeRange;
}

double clenshaw(const Coefficients& c, double x) {
  double b1 = 0;
  double b2 = 0;
  for (int j = kNodes - 1; j >= 1; --j) {
    const double b0 = c[j] + 2 * x * b1 - b2;
    b2 = b1;
    b1 = b0;
  }
  return c[0] + x * b1 - b2;
}

/// Two series at once: their recurrences run side by side.
std::pair<double, double> clenshaw(const Coefficients& c, const Coefficients& d, double x) {
  double b1 = 0;
  double b2 = 0;
  double e1 = 0;
  double e2 = 0;
  for (int j = kNodes - 1; j >= 1; --j) {
    const double b0 = c[j] + 2 * x * b1 - b2;
    const double e0 = d[j] + 2 * x * e1 - e2;
    b2 = b1;
    b1 = b0;
    e2 = e1;
    e1 = e0;
  }
  return {c[0] + x * b1 - b2, d[0] + x * e1 - e2};
}

double scaled(double t) { return 2 * t / kNodeRange - 1; }

/// Points of the concave function: zero at t = 0, then the nodes.
struct Points {
  const LaneRow& row;
  [[nodiscard]] double t(int i) const { return i == 0 ? 0.0 : node_thetas()[i - 1]; }
  [[nodiscard]] double f(int i) const { return i == 0 ? 0.0 : row.lane[i - 1]; }
  [[nodiscard]] double chord(int i) const { return (f(i + 1) - f(i)) / (t(i + 1) - t(i)); }

  /// Bound on [t(i), t(i+1)] from the chord before it (extended right) and the one after it
  /// (extended left).
  [[nodiscard]] double gap_bound(int i) const {
    const double width = t(i + 1) - t(i);
    const double ends = std::max(f(i), f(i + 1));
    if (i <= 0) return std::max(ends, f(1) - chord(1) * width);
    const double before = chord(i - 1);
    if (i + 1 >= kNodes) return std::max(ends, f(i) + before * width);
    const double after = chord(i + 1);
    const double from_before = std::max(f(i), f(i) + before * width);
    const double from_after = std::max(f(i + 1), f(i + 1) - after * width);
    double bound = std::min(from_before, from_after);
    if (before > after) {
      // Where the two lines meet, if that is inside the gap.
      const double at = (f(i + 1) - after * width - f(i)) / (before - after);
      if (at > 0 && at < width) bound = std::min(bound, f(i) + before * at);
    }
    return std::max(bound, ends);
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

double gap_bound(const LaneRow& row, int gap) { return Points{row}.gap_bound(gap); }

double chord_bound(const LaneRow& row) {
  const Points points{row};
  const int best = best_point(points);
  double bound = points.f(best);
  if (best > 0) bound = std::max(bound, points.gap_bound(best - 1));
  if (best < kNodes) bound = std::max(bound, points.gap_bound(best));
  return bound;
}

double tail_bound(double events, double possible, double log_p, double log_partition_at_end) {
  if (events >= possible) return -log_p - (possible - events) * node_thetas()[kNodes - 1];
  const double share = events / possible;
  return -share * log_p - (1 - share) * log_partition_at_end;
}

NodeSeries::NodeSeries(const LaneRow& row) : row_(row), coefficients_{} {
  const Matrix& weights = transform();
  for (int k = 0; k < kNodes; ++k) {
    for (int j = 0; j < kNodes; ++j) coefficients_[j] += weights[k][j] * row.lane[k];
  }
  differentiate(coefficients_, slope_coefficients_);
  differentiate(slope_coefficients_, curvature_coefficients_);
}

double NodeSeries::value(double t) const { return clenshaw(coefficients_, scaled(t)); }

Maximum NodeSeries::maximise() const {
  const Points points{row_};
  const int best = best_point(points);
  double lo = best > 0 ? points.t(best - 1) : 0.0;
  double hi = best < kNodes ? points.t(best + 1) : points.t(kNodes);
  // Start at the top of the parabola through the best point and its neighbours.
  double t = points.t(best);
  if (best > 0 && best < kNodes) {
    const double left = points.chord(best - 1);
    const double right = points.chord(best);
    if (left > right) t = 0.5 * (lo + t) + (0.5 * (hi - lo)) * left / (left - right);
    t = std::clamp(t, lo, hi);
  }
  // Newton on the slope, kept inside the bracket; the ratio is concave, so the slope falls.
  for (int i = 0; i < 60; ++i) {
    const auto [slope, curvature] =
        clenshaw(slope_coefficients_, curvature_coefficients_, scaled(t));
    (slope > 0 ? lo : hi) = t;
    double next = curvature < 0 ? t - slope / curvature : (slope > 0 ? hi : lo);
    if (!(next >= lo && next <= hi)) next = 0.5 * (lo + hi);
    if (std::abs(next - t) < 1e-9) {
      // The remaining error of the value is of second order in the step.
      return {value(next), next};
    }
    t = next;
  }
  return {value(t), t};
}

double NodeSeries::crossing(double c, double above, double below) const {
  double t = 0.5 * (above + below);
  for (int i = 0; i < 60; ++i) {
    const auto [value, slope] = clenshaw(coefficients_, slope_coefficients_, scaled(t));
    (value > c ? above : below) = t;
    const double lo = std::min(above, below);
    const double hi = std::max(above, below);
    double next = slope != 0 ? t - (value - c) / slope : lo;
    if (!(next > lo && next < hi)) next = 0.5 * (lo + hi);
    if (std::abs(next - t) < 1e-12) return next;
    t = next;
  }
  return t;
}

}  // namespace faultline::search
