#pragma once
// How large an effect in some people S a search that was tested finds with probability .8, whatever
// else it finds. It finds S when the score of S exceeds the critical one, c: when the signed root
// of twice its log-likelihood ratio exceeds sqrt(2 (c + penalty)). That root is about normal. Its
// mean under an effect is sqrt(2 K), K the ratio expected there; for odds that are e^t times the
// expected ones
//   K(t) = sum over S of  p t - log(1 - e + e^t e),  p = e^t e / (1 - e + e^t e).
// Its mean and spread without an effect are 0 and 1 where expectations are given; where they are
// estimated, whoever asks knows both.

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "faultline/search/bernoulli_score.hpp"

namespace faultline::methods {

/// Shares of all people that are told beside a subgroup and everybody.
inline constexpr std::array kToldShares = {0.5, 0.25, 0.1};

/// The root that a score needs; `penalty` is that of the values its subgroup lists.
[[nodiscard]] inline double needed_root(double critical, double penalty) {
  return std::sqrt(2 * std::max(0.0, critical + penalty));
}

/// K, when the root has this mean and spread without an effect.
[[nodiscard]] double wanted_ratio(double needed, double mean = 0, double spread = 1);

/// t >= 0 at which `share` times K is `wanted`; none when no odds are enough.
[[nodiscard]] std::optional<double> odds_effect(search::PredictionsView people, double wanted,
                                                double share);

}  // namespace faultline::methods
