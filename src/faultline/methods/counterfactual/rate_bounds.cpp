// Bounds of rates if something unseen bears on treatment; see RateFitter::bound.

#include <algorithm>
#include <cmath>

#include "faultline/methods/counterfactual/rates.hpp"
#include "faultline/model/design/log_odds.hpp"

namespace faultline::methods {
namespace {

/// What l can be for a person whose outcome has the probability m given A, X and S: within the
/// factor, and such that those with the other outcome can make up for it (m l + (1-m) l' = 1).
std::pair<double, double> odds_factors(double gamma, double m) {
  return {std::max(1 / gamma, (1 - (1 - m) * gamma) / m),
          std::min(gamma, (1 - (1 - m) / gamma) / m)};
}

}  // namespace

void RateFitter::prepare_bounds() {
  if (!has_weights_) weigh_untreated();
  if (!has_outcome_) fit_outcome();
}

void RateFitter::bound(double gamma, RateBounds& bounds) const {
  const std::size_t groups = population_.groups();
  constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
  for (auto* side : {&bounds.cfpr_low, &bounds.cfpr_high, &bounds.cfnr_low, &bounds.cfnr_high}) {
    side->assign(groups, kUnknown);
  }
  for (std::size_t g = 0; g < groups; ++g) {
    // Sums of the least and the largest weights, [outcome][in error].
    double least[2][2] = {};
    double most[2][2] = {};
    for (std::int64_t i = sample_->untreated()[g].begin; i < sample_->untreated()[g].end; ++i) {
      if (inverse_[i] == 0) continue;  // trimmed
      const std::int32_t cell = sample_->cells()[i];
      const int outcome = population_.outcome[cell];
      const int error = population_.decision[decision_][cell] != outcome ? 1 : 0;
      std::pair<double, double> factors(1 / gamma, gamma);
      // In a group whose untreated all have one outcome nothing is fitted; the factor alone stands.
      if (std::isfinite(mu_[i])) {
        factors = odds_factors(gamma, model::expit(outcome ? mu_[i] : -mu_[i]));
      }
      least[outcome][error] += sample_->weight()[i] * (1 + (inverse_[i] - 1) * factors.first);
      most[outcome][error] += sample_->weight()[i] * (1 + (inverse_[i] - 1) * factors.second);
    }
    const auto low = [&](int outcome) {
      return Ratio{.part = least[outcome][1], .whole = least[outcome][1] + most[outcome][0]}
          .value();
    };
    const auto high = [&](int outcome) {
      return Ratio{.part = most[outcome][1], .whole = most[outcome][1] + least[outcome][0]}.value();
    };
    if (estimable_.cfpr.empty() || estimable_.cfpr[g]) {
      bounds.cfpr_low[g] = low(0);
      bounds.cfpr_high[g] = high(0);
    }
    if (estimable_.cfnr.empty() || estimable_.cfnr[g]) {
      bounds.cfnr_low[g] = low(1);
      bounds.cfnr_high[g] = high(1);
    }
  }
}

}  // namespace faultline::methods
