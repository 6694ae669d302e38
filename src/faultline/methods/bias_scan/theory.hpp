#pragma once
// What can be said about Bias Scan before any randomisation: the critical value h(alpha) of the
// maximum score, and how large a differential sampling bias Delta must be for a given subgroup to
// be found (Bias Scan and differential sampling bias, technical appendix, Lemma 2, Theorems 1, 2
// and 4, Corollary 1).
//
// Sampling bias Delta for a subgroup S: the training data over-samples the members of S with Y = 1
// by the odds factor Delta, so a classifier learns Delta p / (Delta p + 1 - p) in S where the truth
// is p, and p elsewhere. The score is the log likelihood ratio of odds q p/(1-p) against p/(1-p),
// for q < 1 (direction "lower"), without penalty.
//
// Assumptions, in our words:
//   A1  with ever more training data, the classifier's probability for a profile tends to that
//   profile's true rate in the
//       population that the training data comes from;
//   A2  every profile of the subgroup occurs in the training population, and the test data has
//   people in the subgroup; A3  no true probability is 0 or 1; A4  the number M of profiles in the
//   test data is large enough for a sum of M independent terms to be about Gaussian.

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace faultline::methods::theory {

/// Lemma 2: upper bounds of the mean (k1) and of the variance (k2 squared) that one profile adds to
/// the best score over all subsets when nothing is wrong, each with the beta < 0 at which it is
/// attained.
struct Constants {
  double k1 = 0;
  double beta_k1 = 0;
  double k2 = 0;
  double k2_squared = 0;
  double beta_k2 = 0;
};

/// Found by maximising Lemma 2's expressions once per process. beta is good to about 1e-8 (the
/// maxima are flat), the constants to rounding.
[[nodiscard]] const Constants& constants();

/// Lemma 2's two expressions as functions of beta.
[[nodiscard]] double profile_mean(double beta);
[[nodiscard]] double profile_variance(double beta);

/// h(alpha) = k1 M + k2 z(1 - alpha) sqrt(M) (Theorem 2, under A1 to A4): without sampling bias,
/// the best score over rectangular subgroups exceeds it with probability at most alpha, in the
/// limit of much training data, many people per profile and many profiles. Speaks of direction
/// "lower", penalty 0, and M profiles that carry one prediction each. Throws ConfigError unless M
/// >= 1 and 0 < alpha < 1.
[[nodiscard]] double critical_value(std::int64_t profiles, double alpha);

/// The people of a subgroup, profile by profile (or person by person, with n = 1): people, events
/// among them, and the true probability p. Every function below throws InputError when the lengths
/// differ, nobody is there, a count is impossible (y outside 0..n), or p is not strictly between 0
/// and 1 (A3).
struct Cells {
  std::span<const std::int64_t> n{};
  std::span<const std::int64_t> y{};
  std::span<const double> p{};
};

/// The q >= 0 that maximises the score when the predictions are p: the root of sum n q p / (q p + 1
/// - p) = sum y. 0 when y = 0, infinity when y = n. May lie above 1.
[[nodiscard]] double q_mle(const Cells& cells);

/// F_old: the score at q_mle, whichever side of 1 that is; the limits at y = 0 and y = n are
/// finite. Never negative.
[[nodiscard]] double score_without_bias(const Cells& cells);

/// Theorem 1 (A1 to A3): the score that the subgroup tends to as training data with bias delta
/// grows without end, the test people being these: F_old + sum n log(delta p + 1 - p) - sum y
/// log(delta) when delta > q_mle, else 0. Throws ConfigError unless delta >= 1 and finite.
[[nodiscard]] double limit_score(const Cells& cells, double delta);

/// Corollary 1 (A1 to A3): the limit of F(S)/|D| when the test data grows too, `share` being the
/// share of the population in the subgroup and the cells its mix of profiles (y plays no part):
/// share * mean of log(delta p + 1 - p) - p log(delta). Throws ConfigError unless delta >= 1 and
/// finite and 0 < share <= 1.
[[nodiscard]] double normalised_limit_score(const Cells& cells, double delta, double share);

/// Delta_thresh (Theorem 4, A1 to A4): the smallest bias, at least 1, above which the limit score
/// exceeds h. None when no finite bias does: every person has the event (y = n), or the answer is
/// past the range of a double.
[[nodiscard]] std::optional<double> detectable_delta(const Cells& cells, double h);

/// Events exchanged with their absence. A bias delta < 1, under which people with the event are
/// under-sampled and predicted too little, is a bias 1 / delta of the mirrored cells: their limit
/// score is that of direction "higher".
struct Mirrored {
  explicit Mirrored(const Cells& cells);
  [[nodiscard]] Cells cells() const { return {n, y, p}; }
  std::vector<std::int64_t> n{};
  std::vector<std::int64_t> y{};
  std::vector<double> p{};
};

}  // namespace faultline::methods::theory
