#include "faultline/methods/sources/power_law.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "faultline/math/maximise.hpp"
#include "faultline/math/roots.hpp"

namespace faultline::methods {
namespace {

// Neighbours on the grid differ by 2.7 % in beta: valleys of the sum of squares are far wider.
constexpr int kGrid = 200;
// Closer to a bound than this, beta is at it.
constexpr double kAtBound = 1e-4;

double beta_at(int i) {
  return kLeastBeta * std::pow(kLargestBeta / kLeastBeta, static_cast<double>(i) / kGrid);
}

bool at_bound(double beta) {
  return beta <= kLeastBeta * (1 + kAtBound) || beta >= kLargestBeta * (1 - kAtBound);
}

/// For a fixed beta, with the basis x = (n / smallest)^-beta so that numbers stay of one size.
struct Projection {
  double alpha = 0;  // of the basis
  double delta = 0;
  double sum_of_squares = 0;
};

Projection project(std::span<const double> x, std::span<const double> y,
                   std::span<const double> w) {
  double sw = 0, sx = 0, sy = 0, sxx = 0, sxy = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    sw += w[i];
    sx += w[i] * x[i];
    sy += w[i] * y[i];
    sxx += w[i] * x[i] * x[i];
    sxy += w[i] * x[i] * y[i];
  }
  const double det = sw * sxx - sx * sx;
  Projection fit;
  fit.alpha = det > 0 ? (sw * sxy - sx * sy) / det : 0;
  fit.delta = det > 0 ? (sxx * sy - sx * sxy) / det : sy / sw;
  if (fit.delta < 0) {
    fit.delta = 0;
    fit.alpha = sxy / sxx;
  }
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double error = y[i] - fit.alpha * x[i] - fit.delta;
    fit.sum_of_squares += w[i] * error * error;
  }
  return fit;
}

}  // namespace

double PowerLaw::at(double n) const { return alpha * std::pow(n, -beta) + delta; }

PowerLawFitter::PowerLawFitter(std::span<const double> sizes) {
  if (sizes.empty()) return;
  log_smallest_ = std::log(sizes.front());
  for (const double n : sizes) log_ratio_.push_back(std::log(n) - log_smallest_);
  enough_ = std::set<double>(sizes.begin(), sizes.end()).size() >= 3;
  if (!enough_) return;
  basis_.reserve((kGrid + 1) * sizes.size());
  for (int i = 0; i <= kGrid; ++i) {
    for (const double ratio : log_ratio_) basis_.push_back(std::exp(-beta_at(i) * ratio));
  }
}

std::optional<PowerLaw> PowerLawFitter::fit(std::span<const double> means,
                                            std::span<const double> sems) const {
  if (!enough_) return std::nullopt;
  const std::size_t k = log_ratio_.size();
  const bool weighted = std::all_of(sems.begin(), sems.end(), [](double sem) { return sem > 0; });
  std::vector<double> weights(k, 1);
  for (std::size_t i = 0; weighted && i < k; ++i) weights[i] = 1 / (sems[i] * sems[i]);
  // The sum of squares may have several valleys: take the lowest point of a grid, then its valley.
  int best = 0;
  double least = std::numeric_limits<double>::infinity();
  for (int i = 0; i <= kGrid; ++i) {
    const std::span<const double> x(basis_.data() + static_cast<std::size_t>(i) * k, k);
    const double here = project(x, means, weights).sum_of_squares;
    if (here < least) {
      least = here;
      best = i;
    }
  }
  std::vector<double> x(k);
  const auto project_at = [&](double beta) {
    for (std::size_t i = 0; i < k; ++i) x[i] = std::exp(-beta * log_ratio_[i]);
    return project(x, means, weights);
  };
  const math::Maximum refined =
      math::maximise([&](double beta) { return -project_at(beta).sum_of_squares; },
                     beta_at(std::max(0, best - 1)), beta_at(std::min(kGrid, best + 1)));
  const Projection fit = project_at(refined.at);
  PowerLaw law{.alpha = fit.alpha * std::exp(refined.at * log_smallest_),
               .beta = refined.at,
               .delta = fit.delta,
               .sum_of_squares = fit.sum_of_squares};
  law.identified = law.alpha > 0 && law.delta > 0 && !at_bound(law.beta);
  return law;
}

std::optional<PowerLaw> fit_power_law(std::span<const CurvePoint> points) {
  std::vector<CurvePoint> sorted(points.begin(), points.end());
  std::sort(sorted.begin(), sorted.end(),
            [](const CurvePoint& a, const CurvePoint& b) { return a.n < b.n; });
  std::vector<double> sizes, means, sems;
  for (const CurvePoint& point : sorted) {
    sizes.push_back(point.n);
    means.push_back(point.mean);
    sems.push_back(point.sem);
  }
  return PowerLawFitter(sizes).fit(means, sems);
}

std::string why_not_identified(const PowerLaw& law) {
  if (law.identified) return {};
  if (!(law.alpha > 0)) return "the cost does not fall as more people are trained on";
  if (law.beta >= kLargestBeta * (1 - kAtBound)) {
    return "the cost falls faster than any curve that was tried (exponent at its bound of 2)";
  }
  if (at_bound(law.beta)) {
    return "the cost still falls too slowly to tell where it ends (exponent at its bound of 0.01)";
  }
  return "the cost still falls too fast to tell where it ends (limit at its bound of 0)";
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

std::optional<double> first_below(const PowerLaw& a, const PowerLaw& b, double gap, double low,
                                  double high) {
  if (std::abs(a.at(low) - b.at(low)) <= gap) return std::nullopt;
  std::optional<double> first;
  for (const double shift : {gap, -gap}) {
    PowerLaw moved = b;
    moved.delta += shift;
    for (const double at : crossings(a, moved, low, high)) first = std::min(first.value_or(at), at);
  }
  return first;
}

}  // namespace faultline::methods
