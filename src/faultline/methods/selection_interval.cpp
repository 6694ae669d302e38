#include "faultline/methods/selection_interval.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "faultline/base/error.hpp"
#include "faultline/math/normal.hpp"
#include "faultline/math/roots.hpp"
#include "faultline/resample/family_test.hpp"

namespace faultline::methods {
namespace {

constexpr double kOpen = std::numeric_limits<double>::infinity();

/// Roots are logarithms of odds, often near 0; the sums behind them have no more digits than this.
constexpr math::RootOptions kLogOdds{.relative_tolerance = 1e-13, .absolute_tolerance = 1e-14};

// Logarithm of odds, or mu: where the test rejects "no difference" and nothing else is promised.
constexpr double kBarely = 1e-9;

/// Half of the chi-squared quantile with one degree of freedom, times the variance.
double far_drop(const SearchNull& null) {
  const double z = math::normal_quantile(1 - null.alpha / 2);
  return null.variance * z * z / 2;
}

double near_drop(const SearchNull& null, double penalty) {
  const double z = math::normal_quantile(1 - (null.one_sided ? null.alpha : null.alpha / 2));
  return std::max(penalty + null.critical, null.variance * z * z / 2);
}

/// The test's own comparison, in which a tie counts against significance.
bool rejected(double score, const SearchNull& null) {
  return !resample::reaches(null.critical, score);
}

/// A concave ratio, 0 at t = 0 and with its maximum at t^ > 0.
struct Ratio {
  search::PredictionsView people;
  double y;
  search::Maximum top;

  [[nodiscard]] double at(double t) const { return search::log_likelihood_ratio(people, y, t); }

  /// The t below t^ with this value.
  [[nodiscard]] double below(double value) const {
    if (!(value > -kOpen)) return -kOpen;
    if (!(value < top.value)) return top.theta;
    double high = top.theta;
    if (std::isinf(high)) {
      high = 1;
      // Odds of e^512 are infinite for all that a double knows.
      while (at(high) < value && high < 512) high *= 2;
      if (at(high) < value) return kOpen;
    }
    double low = std::min(0.0, high - 1);
    while (at(low) > value) low = 2 * low - 1;
    return math::monotone_root([&](double t) { return at(t) - value; }, low, high, kLogOdds);
  }

  /// The t above t^ with this value.
  [[nodiscard]] double above(double value) const {
    if (std::isinf(top.theta)) return kOpen;
    double step = 1;
    while (at(top.theta + step) > value) step *= 2;
    return math::monotone_root([&](double t) { return at(t) - value; }, top.theta, top.theta + step,
                               kLogOdds);
  }
};

/// Estimate and ends on the side of the effect: t^ > 0.
struct Ends {
  double near = 0;
  double far = 0;
  double shrunken = 0;
};

/// `near` as computed; agrees with the test whatever rounding did to it.
void settle(double estimate, double ratio, double penalty, const SearchNull& null, Ends& ends) {
  ends.near =
      rejected(ratio - penalty, null) ? std::max(ends.near, kBarely) : std::min(ends.near, 0.0);
  ends.near = std::min(ends.near, estimate);
  ends.far = null.one_sided ? kOpen : std::max(ends.far, estimate);
  const double kept = std::max(0.0, 1 - (null.mean + penalty) / ratio);
  ends.shrunken = std::isinf(estimate) ? std::max(0.0, ends.near)
                                       : std::clamp(kept * estimate, ends.near, ends.far);
}

}  // namespace

SelectionEffect bernoulli_effect(search::PredictionsView people, std::int64_t y,
                                 search::Direction direction, double penalty,
                                 const SearchNull& null) {
  const auto events = static_cast<double>(y);
  const Ratio ratio{people, events, search::maximise_bernoulli(people, events)};
  if (!(ratio.top.value > 0)) throw InternalError("an effect that is none has no interval");
  Ends ends{.near = ratio.below(ratio.top.value - near_drop(null, penalty)),
            .far = ratio.above(ratio.top.value - far_drop(null))};
  settle(ratio.top.theta, ratio.top.value, penalty, null, ends);

  double n = 0;
  for (const std::int64_t count : people.n) n += static_cast<double>(count);
  const double near_rate = std::min(search::expected_events(people, ends.near), events) / n;
  const double far_rate = std::max(search::expected_events(people, ends.far), events) / n;
  if (direction == search::Direction::higher) {
    return {.interval = {std::exp(ends.near), std::exp(ends.far)},
            .shrunken = std::exp(ends.shrunken),
            .rate = {{near_rate, far_rate}}};
  }
  return {.interval = {std::exp(-ends.far), std::exp(-ends.near)},
          .shrunken = std::exp(-ends.shrunken),
          .rate = {{1 - far_rate, 1 - near_rate}}};
}

SelectionEffect gaussian_effect(double mu, double n, double sigma, double penalty,
                                const SearchNull& null, double far_sigma) {
  if (!(std::abs(mu) > 0 && n > 0 && sigma > 0)) {
    throw InternalError("an effect that is none has no interval");
  }
  const double estimate = std::abs(mu);
  const auto width = [&](double drop) { return std::sqrt(2 * drop / n); };
  Ends ends{.near = estimate - sigma * width(near_drop(null, penalty)),
            .far = estimate + (far_sigma > 0 ? far_sigma : sigma) * width(far_drop(null))};
  settle(estimate, n * mu * mu / (2 * sigma * sigma), penalty, null, ends);
  if (mu > 0) return {.interval = {ends.near, ends.far}, .shrunken = ends.shrunken};
  return {.interval = {-ends.far, -ends.near}, .shrunken = 0 - ends.shrunken};  // never -0
}

void report_effect(const SelectionEffect& effect, result::Finding& finding) {
  finding.theta_interval = effect.interval;
  finding.theta_shrunken = effect.shrunken;
  if (effect.rate) finding.observed_interval = effect.rate;
}

}  // namespace faultline::methods
