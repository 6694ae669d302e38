#pragma once
// Counterfactual error rates of small groups, by Bayes' rule from rates of everybody:
//   cFPR(a) = cFPR * [sum (1 - m1) S 1{A=a} / sum (1 - m1) S] / [sum p_a(X) (1 - mu) / sum (1 -
//   mu)]
// and cFNR(a) with m0, 1 - S and mu in their places. mu = P(Y=1 | D=0, X), m1 and m0 the same given
// S = 1 and S = 0: logistic fits of Y on D and X (and S) over all rows, predicted at D = 0. p_a(X)
// is a multinomial logistic fit of the group, cross-fitted; it may borrow from external rows that
// have only the group and some covariates: p = alpha p_ext + (1 - alpha) p_int, with the alpha that
// minimises the Brier score on our rows. Beside what every counterfactual rate assumes, this
// assumes that A is independent of Y0 given X. A rate is a quotient and can exceed 1: it is not
// clipped.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "faultline/data/notice.hpp"
#include "faultline/model/design/design.hpp"

namespace faultline::methods {

/// Rows of another data set: their group and covariates, a subset of ours by name.
struct ExternalRows {
  const model::Design& covariates;
  std::span<const int> group{};
};

/// One entry per row in every span.
struct SmallGroupsInput {
  std::vector<std::string> groups{};        // names
  std::span<const int> group{};             // index into groups
  std::span<const std::uint8_t> outcome{};  // Y, treated or not
  std::span<const std::uint8_t> treatment{};
  std::span<const std::uint8_t> decision{};
  std::span<const double> propensity{};  // P(treated), for the rates of everybody
  std::span<const double> people{};      // number a row stands for; empty: 1 each
  const model::Design& outcome_covariates;
  const model::Design& group_covariates;  // of p_a(X)
  std::span<const int> fold{};            // 0, 1, ..: rows held out together from p_int
  const ExternalRows* external = nullptr;
};

struct SmallGroupRate {
  std::optional<double> cfpr{};  // none: nothing to divide by
  std::optional<double> cfnr{};
};

struct SmallGroupsResult {
  std::optional<double> cfpr_all{};  // of everybody, by weighting
  std::optional<double> cfnr_all{};
  std::vector<SmallGroupRate> internal{};  // [group]
  std::vector<SmallGroupRate> borrowed{};  // empty without external rows
  double alpha = 0;                        // share of the external model
  double brier_internal = 0;  // mean over people of the squared distance to their group
  std::optional<double> brier_external{};
  std::optional<double> brier_borrowed{};
  std::int64_t clipped = 0;  // rows with a propensity or probability of the outcome moved inside
  bool converged = true;
  data::Notices notices{};
};

/// Propensities and probabilities of the outcome are kept this far inside of 0 and 1.
inline constexpr double kSmallGroupsClip = 0.005;
/// Four fifths to learn from is close to all, at five times the cost of one fit.
inline constexpr int kSmallGroupsFolds = 5;

/// Throws InputError when nobody is untreated or when external rows have a covariate of which we
/// know nothing, InternalError on lengths and indices that do not fit.
[[nodiscard]] SmallGroupsResult small_groups(const SmallGroupsInput& input);

/// Deals rows into folds at random, each group evenly; depends on the seed and the order of rows.
[[nodiscard]] std::vector<int> deal_group_folds(std::span<const int> group, int groups, int folds,
                                                std::uint64_t seed);

}  // namespace faultline::methods
