#include "faultline/methods/detectable_effect.hpp"

#include "faultline/math/normal.hpp"
#include "faultline/math/roots.hpp"

namespace faultline::methods {
namespace {

constexpr double kProbability = 0.8;
// Odds of e^20 are infinite for all that a rate shows.
constexpr double kLargest = 20;

}  // namespace

double wanted_ratio(double needed, double mean, double spread) {
  const double root = needed - mean + math::normal_quantile(kProbability) * spread;
  return root > 0 ? root * root / 2 : 0;
}

std::optional<double> odds_effect(search::PredictionsView people, double wanted, double share) {
  if (!(wanted > 0)) return 0.0;
  const auto ratio = [&](double t) {
    return share * search::log_likelihood_ratio(people, search::expected_events(people, t), t);
  };
  if (ratio(kLargest) < wanted) return std::nullopt;
  return math::monotone_root([&](double t) { return ratio(t) - wanted; }, 0, kLargest,
                             {.relative_tolerance = 1e-9, .absolute_tolerance = 1e-9});
}

}  // namespace faultline::methods
