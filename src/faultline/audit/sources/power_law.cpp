#include "faultline/audit/sources/power_law.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "faultline/math/maximise.hpp"
#include "faultline/math/roots.hpp"

namespace faultline::audit {
namespace {

constexpr int kGrid = 200;
// Closer to a bound than this, beta is at it.
constexpr double kAtBound = 1e-4;

struct Weighted {
  std::vector<double> n, y, w;
};

/// alpha and delta >= 0 for a fixed beta. The basis is n^-beta over its value at the smallest n, so
/// that numbers stay of one size.
PowerLaw fit_for(double beta, const Weighted& points) {
  const double scale = std::pow(points.n.front(), -beta);
  double sw = 0, sx = 0, sy = 0, sxx = 0, sxy = 0;
  for (std::size_t i = 0; i < points.n.size(); ++i) {
    const double x = std::pow(points.n[i], -beta) / scale;
    sw += points.w[i];
    sx += points.w[i] * x;
    sy += points.w[i] * points.y[i];
    sxx += points.w[i] * x * x;
    sxy += points.w[i] * x * points.y[i];
  }
  const double det = sw * sxx - sx * sx;
  PowerLaw law{.beta = beta};
  double alpha = det > 0 ? (sw * sxy - sx * sy) / det : 0;
  law.delta = det > 0 ? (sxx * sy - sx * sxy) / det : sy / sw;
  if (law.delta < 0) {
    law.delta = 0;
    alpha = sxy / sxx;
  }
  law.alpha = alpha / scale;
  for (std::size_t i = 0; i < points.n.size(); ++i) {
    const double error = points.y[i] - law.at(points.n[i]);
    law.sum_of_squares += points.w[i] * error * error;
  }
  return law;
}

}  // namespace

double PowerLaw::at(double n) const { return alpha * std::pow(n, -beta) + delta; }

std::optional<PowerLaw> fit_power_law(std::span<const CurvePoint> points) {
  std::vector<CurvePoint> sorted(points.begin(), points.end());
  std::sort(sorted.begin(), sorted.end(),
            [](const CurvePoint& a, const CurvePoint& b) { return a.n < b.n; });
  std::set<double> sizes;
  bool weighted = true;
  for (const CurvePoint& point : sorted) {
    sizes.insert(point.n);
    weighted = weighted && point.sem > 0;
  }
  if (sizes.size() < 3) return std::nullopt;
  Weighted data;
  for (const CurvePoint& point : sorted) {
    data.n.push_back(point.n);
    data.y.push_back(point.mean);
    data.w.push_back(weighted ? 1 / (point.sem * point.sem) : 1);
  }
  // The sum of squares may have several valleys: take the lowest point of a grid, then its valley.
  const auto beta_at = [](int i) {
    return kLeastBeta * std::pow(kLargestBeta / kLeastBeta, static_cast<double>(i) / kGrid);
  };
  int best = 0;
  double least = std::numeric_limits<double>::infinity();
  for (int i = 0; i <= kGrid; ++i) {
    const double here = fit_for(beta_at(i), data).sum_of_squares;
    if (here < least) {
      least = here;
      best = i;
    }
  }
  const math::Maximum refined =
      math::maximise([&](double beta) { return -fit_for(beta, data).sum_of_squares; },
                     beta_at(std::max(0, best - 1)), beta_at(std::min(kGrid, best + 1)));
  PowerLaw law = fit_for(refined.at, data);
  const bool at_bound =
      law.beta <= kLeastBeta * (1 + kAtBound) || law.beta >= kLargestBeta * (1 - kAtBound);
  law.identified = law.alpha > 0 && law.delta > 0 && !at_bound;
  return law;
}

std::vector<double> crossings(const PowerLaw& a, const PowerLaw& b, double low, double high) {
  const auto difference = [&](double n) { return a.at(n) - b.at(n); };
  std::vector<double> cuts = {low};
  // Where the difference is stationary: between the cuts it is monotone.
  const double ratio = (a.beta * a.alpha) / (b.beta * b.alpha);
  if (a.beta != b.beta && ratio > 0) {
    const double at = std::pow(ratio, 1 / (a.beta - b.beta));
    if (at > low && at < high) cuts.push_back(at);
  }
  cuts.push_back(high);
  std::vector<double> found;
  for (std::size_t i = 0; i + 1 < cuts.size(); ++i) {
    const double left = difference(cuts[i]);
    const double right = difference(cuts[i + 1]);
    if (left == 0 && right == 0) continue;  // the same curve
    if ((left < 0) != (right < 0)) {
      found.push_back(math::monotone_root(difference, cuts[i], cuts[i + 1]));
    }
  }
  return found;
}

std::optional<double> size_for_gap(const PowerLaw& a, const PowerLaw& b, double gap, double low,
                                   double high) {
  if (std::abs(a.at(high) - b.at(high)) > gap) return std::nullopt;
  // |a - b| crosses the gap where a crosses b moved up or down by it; the last crossing counts.
  double last = low;
  for (const double shift : {gap, -gap}) {
    PowerLaw moved = b;
    moved.delta += shift;
    for (const double at : crossings(a, moved, low, high)) last = std::max(last, at);
  }
  return last;
}

}  // namespace faultline::audit
