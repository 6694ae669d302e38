#pragma once
// The Bernoulli log-likelihood ratio of a set of people, evaluated directly (logarithms of every
// distinct prediction): the reference that the node form is compared with, and the last word on
// every winner.
//
//   F = max over t >= 0 of  y t - sum n log(1 - p + e^t p),     t = log q
//
// (Zhang and Neill 2016; Boxer et al., Appendix A.2.2). Direction "lower" is the same problem with
// p -> 1 - p, y -> n - y.

#include <cstdint>
#include <span>

namespace faultline::search {

/// People who share predictions: p[i] in [0, 1] for n[i] people.
struct PredictionsView {
  std::span<const double> p{};
  std::span<const std::int64_t> n{};
};

struct Maximum {
  double value = 0;  // F >= 0
  double theta = 0;  // where; infinity when the supremum is the limit
};

/// sum n log(1 + (e^t - 1) p), stable for large t of either sign.
[[nodiscard]] double log_partition(PredictionsView people, double t);

/// sum n q p / (1 - p + q p), q = e^t: the events to be expected at odds q times the predicted
/// ones. t may be infinite of either sign.
[[nodiscard]] double expected_events(PredictionsView people, double t);

/// y t - log_partition: the log-likelihood ratio at t.
[[nodiscard]] double log_likelihood_ratio(PredictionsView people, double y, double t);

/// F and its t. y equal to the number of people with p > 0 gives the limit t = infinity, F = sum n
/// log(1/p) over p > 0. Requires y <= number of people with p > 0 (otherwise the score is infinite:
/// the caller refuses or clips such input).
[[nodiscard]] Maximum maximise_bernoulli(PredictionsView people, double y);

/// The unconstrained maximiser: the t (of either sign) with sum n p e^t / (1 - p + e^t p) = y;
/// -infinity for y = 0, +infinity for y = n. Requires 0 < p < 1.
[[nodiscard]] double log_q_mle(PredictionsView people, double y);

/// The part of [from, infinity) where the log-likelihood ratio exceeds c >= 0; lo > hi when there
/// is none; hi may be infinite.
struct ThetaInterval {
  double lo = 1;
  double hi = 0;
  [[nodiscard]] bool empty() const { return !(lo < hi); }
};
[[nodiscard]] ThetaInterval interval_above(PredictionsView people, double y, double c, double from);

}  // namespace faultline::search
