#pragma once
// How large the effect in a subgroup is, after a search chose the subgroup. Near end, towards "no
// difference": where the log-likelihood ratio lies below its maximum by the penalty and the
// critical score c of the finding's own test,
//   LLR(t) = LLR(t^) - penalty - c,
// so that the interval leaves out "no difference" exactly when the test rejects. Far end: by 1.92
// (half of chi-squared with one degree of freedom, for 95 %), because a search pushes the estimate
// outwards only; and the near end by no less, because null scores that are hardly ever above 0 do
// not show how far an estimate strays. Both by more where the expectation was learned from few
// people (`variance`). Coverage is over the whole search, not given that the finding is
// significant. It takes the null law of the best score for the law of the deviations at the truth,
// and the odds ratio in the subgroup for one number.
//
// The shrunken estimate t^ max(0, 1 - (m0 + penalty) / LLR(t^)) draws t^ towards "no difference" by
// what a search finds in noise (m0, mean best score of the null). An infinite t^ has an infinite
// far end, and its shrunken estimate is the near end.

#include <cstdint>
#include <optional>
#include <utility>

#include "faultline/result/finding.hpp"
#include "faultline/search/bernoulli_score.hpp"
#include "faultline/search/subgroup.hpp"

namespace faultline::methods {

/// What the search finds when nothing is wrong, as its test knows it.
struct SearchNull {
  double critical = 0;  // score to exceed; infinite: too few replicates for any score to do
  double mean = 0;      // mean best score
  double alpha = 0.05;
  /// Of the estimate, in units of what it would be were the expectation known.
  double variance = 1;
  /// One direction of one subgroup, named beforehand: the near end has used alpha up, and the far
  /// end is left open.
  bool one_sided = false;
};

struct SelectionEffect {
  std::pair<double, double> interval{};  // of q or mu; an end may be 0 or infinite
  double shrunken = 0;
  /// Bernoulli: of the rate, which the ends of q imply with these expectations. It contains the
  /// observed rate.
  std::optional<std::pair<double, double>> rate{};
};

/// Interval of q. `people` are the subgroup's expectations and y its events, mirrored for "lower"
/// (search::gather_people). Throws InternalError unless the ratio has its maximum past t = 0.
[[nodiscard]] SelectionEffect bernoulli_effect(search::PredictionsView people, std::int64_t y,
                                               search::Direction direction, double penalty,
                                               const SearchNull& null);

/// Interval of mu, the mean of n residuals with known sigma; `far_sigma` is that of the far end
/// where it differs, 0: the same. Throws InternalError unless mu is not 0, n > 0 and sigma > 0.
[[nodiscard]] SelectionEffect gaussian_effect(double mu, double n, double sigma, double penalty,
                                              const SearchNull& null, double far_sigma = 0);

/// Writes it into the finding: theta_interval, theta_shrunken and, of a rate, observed_interval.
void report_effect(const SelectionEffect& effect, result::Finding& finding);

}  // namespace faultline::methods
