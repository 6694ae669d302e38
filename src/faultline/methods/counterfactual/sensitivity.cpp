#include "faultline/methods/counterfactual/sensitivity.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace faultline::methods {
namespace {

const std::vector<double>& lows(const RateBounds& bounds, bool cfpr) {
  return cfpr ? bounds.cfpr_low : bounds.cfnr_low;
}
const std::vector<double>& highs(const RateBounds& bounds, bool cfpr) {
  return cfpr ? bounds.cfpr_high : bounds.cfnr_high;
}

/// Least and largest values that the largest gap can have; the first is not positive where all
/// rates could be equal. None with fewer than two groups.
std::optional<std::pair<double, double>> gap_bounds(const RateBounds& bounds, bool cfpr,
                                                    const Firm& firm) {
  std::optional<std::pair<double, double>> gap;
  for (std::size_t a = 0; a < firm.size(); ++a) {
    if (!firm[a]) continue;
    for (std::size_t b = 0; b < firm.size(); ++b) {
      if (!firm[b] || a == b) continue;
      const double least = lows(bounds, cfpr)[a] - highs(bounds, cfpr)[b];
      const double most = highs(bounds, cfpr)[a] - lows(bounds, cfpr)[b];
      if (!gap) gap = {least, most};
      gap = {std::max(gap->first, least), std::max(gap->second, most)};
    }
  }
  return gap;
}

/// Standard error of low_a - high_b.
double gap_error(const BoundedResamples& bounded, std::size_t gamma, bool cfpr, std::size_t a,
                 std::size_t b) {
  double sum = 0;
  double squares = 0;
  double count = 0;
  for (const std::vector<RateBounds>& resample : bounded.resamples) {
    const double gap = lows(resample[gamma], cfpr)[a] - highs(resample[gamma], cfpr)[b];
    if (std::isnan(gap)) continue;
    sum += gap;
    squares += gap * gap;
    count += 1;
  }
  if (count < static_cast<double>(kFewestResamples)) {
    return std::numeric_limits<double>::infinity();
  }
  const double variance = std::max(0.0, (squares - sum * sum / count) / (count - 1));
  return std::sqrt(variance + bounded.widened[a] * bounded.widened[a] +
                   bounded.widened[b] * bounded.widened[b]);
}

bool tells_apart(const BoundedResamples& bounded, std::size_t gamma, bool cfpr, const Firm& firm) {
  for (std::size_t a = 0; a < firm.size(); ++a) {
    for (std::size_t b = 0; b < firm.size(); ++b) {
      if (!firm[a] || !firm[b] || a == b) continue;
      const double gap = lows(bounded.data[gamma], cfpr)[a] - highs(bounded.data[gamma], cfpr)[b];
      if (gap > 0 && gap > bounded.critical * gap_error(bounded, gamma, cfpr, a, b)) return true;
    }
  }
  return false;
}

}  // namespace

std::vector<RateBounds> all_bounds(RateFitter& fitter) {
  fitter.prepare_bounds();
  std::vector<RateBounds> all(kGammas.size());
  for (std::size_t k = 0; k < kGammas.size(); ++k) fitter.bound(kGammas[k], all[k]);
  return all;
}

std::optional<double> vanishing_gamma(const RateFitter& fitter, bool cfpr, const Firm& firm) {
  RateBounds bounds;
  const auto could_vanish = [&](double gamma) {
    fitter.bound(gamma, bounds);
    const auto gap = gap_bounds(bounds, cfpr, firm);
    return gap && gap->first <= 0;
  };
  double low = 1;
  double high = kGammas.back();
  if (!could_vanish(high)) return std::nullopt;
  if (could_vanish(low)) return low;
  // Nobody reads more than three digits of it.
  constexpr double kPrecision = 1e-6;
  while (high - low > kPrecision) {
    const double middle = (low + high) / 2;
    (could_vanish(middle) ? high : low) = middle;
  }
  return high;
}

std::vector<CounterfactualReport::Bounds> largest_gap_bounds(std::span<const RateBounds> bounds,
                                                             bool cfpr, const Firm& firm) {
  std::vector<CounterfactualReport::Bounds> list;
  for (std::size_t k = 0; k < bounds.size(); ++k) {
    const auto gap = gap_bounds(bounds[k], cfpr, firm);
    if (!gap) return {};
    list.push_back({.gamma = kGammas[k], .low = std::max(0.0, gap->first), .high = gap->second});
  }
  return list;
}

double holds_to(const BoundedResamples& bounded, bool cfpr, const Firm& firm) {
  double largest = 1;
  for (std::size_t k = 0; k < bounded.data.size(); ++k) {
    if (!tells_apart(bounded, k, cfpr, firm)) break;
    largest = kGammas[k];
  }
  return largest;
}

}  // namespace faultline::methods
