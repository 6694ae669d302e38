#pragma once
// Counterfactual error rates of groups. Every estimator is a ratio of sums over the people of a
// group; sums also give the rates of single attributes' values, over all groups that share a value.
// With pi the propensity P(D = 1 | A, X, S), mu0 = P(Y = 1 | X, A, S, D = 0) and mu0* the same
// without S:
//   weighting      cFPR = sum (1-D) S (1-Y) / (1-pi)  /  sum (1-D) (1-Y) / (1-pi)
//   regression     cFPR = sum S (1 - mu0)  /  sum (1 - mu0*)                      (can exceed 1)
//   doubly robust  cFPR = sum S (1 - mu)  /  sum (1 - mu), where mu is mu0 with its log-odds
//                  shifted per (group, S) so that the untreated, weighted by 1 / (1-pi), agree
// and cFNR likewise with 1-S for S and Y or mu for their complements.

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "faultline/methods/counterfactual/sample.hpp"

namespace faultline::methods {

/// NaN where a rate is undefined.
struct Rates {
  std::vector<double> cfpr{};           // per group
  std::vector<double> cfnr{};           // per group
  std::vector<double> marginal_cfpr{};  // per value of each attribute, attribute after attribute
  std::vector<double> marginal_cfnr{};
  std::vector<double> observed_fpr{};  // per group; outcomes as they happened
  std::vector<double> observed_fnr{};
  // Per group, by weighting; empty where there are no weights (regression).
  std::vector<double> need{};         // P(Y0 = 1)
  std::vector<double> opportunity{};  // P(D = 1 | Y0 = 1)
  std::vector<double> strength{};     // P(Y1 = 0 | D = 1, Y0 = 1), if Y1 <= Y0; can be negative
};

/// Smallest and largest possible rates per group; see RateFitter::bound. NaN: undefined.
struct RateBounds {
  std::vector<double> cfpr_low{}, cfpr_high{};
  std::vector<double> cfnr_low{}, cfnr_high{};
};

/// Which groups have a rate, decided by the data; others stay undefined in every sample.
struct Estimable {
  std::vector<std::uint8_t> cfpr{};  // per group; empty: all
  std::vector<std::uint8_t> cfnr{};
};

/// Coefficients that later fits start from.
struct ModelStart {
  std::vector<double> slopes{};
  double intercept = 0;
};
struct ModelStarts {
  ModelStart propensity{};
  ModelStart outcome{};          // mu0
  ModelStart outcome_without{};  // mu0*
};

/// Estimates the rates of samples of one population, again and again. One per thread.
class RateFitter {
 public:
  RateFitter(const Population& population, const CounterfactualOptions& options)
      : population_(population), options_(options) {}

  void start_from(const ModelStarts& starts);
  void only(const Estimable& estimable) { estimable_ = estimable; }
  /// Takes a sample and a decision: gathers what all estimators need.
  void use(const Sample& sample, std::size_t decision);
  /// Rates by one estimator; fits the models that it needs, unless use() came with propensities.
  void estimate(RateEstimator estimator, Rates& rates);
  /// False when a model of the last estimate() did not converge. Where labels are separated the
  /// fit ends as near to 0 or 1 as matters; that counts as settled.
  [[nodiscard]] bool converged() const { return propensity_settled_ && outcome_settled_; }
  [[nodiscard]] bool outcome_converged() const { return outcome_settled_; }

  /// After an estimate: bounds of the weighted rates if the odds of treatment given also Y0 lie
  /// within a factor `gamma` of those given A, X and S (Tan 2006), the sharp ones (Dorn and Guo
  /// 2023): an untreated person's weight is 1 + (1/(1-pi) - 1) l with l in [1/gamma, gamma] and
  /// mean 1 given A, X and S, which the outcome model says how to reach. prepare_bounds() fits what
  /// the estimate did not.
  void prepare_bounds();
  void bound(double gamma, RateBounds& bounds) const;

  /// After an estimate that needed them: the models, and the propensities of all rows as they were
  /// before they were moved inside.
  [[nodiscard]] const model::GroupLogistic& propensity_model() const { return propensity_; }
  [[nodiscard]] const model::GroupLogistic& outcome_model() const { return outcome_; }
  [[nodiscard]] const model::GroupLogistic& outcome_model_without() const {
    return outcome_without_;
  }
  void propensities(std::vector<double>& rows);
  /// 1 / (1 - pi) per row of the untreated, 0 where trimmed.
  [[nodiscard]] std::span<const double> inverse_weights() const { return inverse_; }

 private:
  struct Ratio {
    double part = 0;
    double whole = 0;
    [[nodiscard]] double value() const {
      return whole > 0 ? part / whole : std::numeric_limits<double>::quiet_NaN();
    }
  };

  void fit_propensity();
  void fit_outcome();
  void fit_outcome_without();
  void weigh_untreated();
  void by_weighting();
  void by_regression();
  void by_doubly_robust();
  void observed(Rates& rates) const;
  void shares(Rates& rates) const;
  [[nodiscard]] std::vector<const double*> with_decision() const;
  void collect(const std::vector<Ratio>& ratios, std::vector<double>& groups,
               std::vector<double>& margins) const;

  const Population& population_;
  const CounterfactualOptions& options_;
  const Sample* sample_ = nullptr;
  std::size_t decision_ = 0;
  Estimable estimable_{};
  bool propensity_settled_ = true;
  bool outcome_settled_ = true;
  bool has_weights_ = false;  // of the present sample and decision
  bool has_outcome_ = false;
  model::GroupLogistic propensity_{}, outcome_{}, outcome_without_{};
  std::vector<double> decision_column_{}, positive_{}, outcome_positive_{};
  std::vector<double> log_odds_{}, inverse_{}, mu_{}, mu_without_{};
  std::vector<Ratio> fpr_{}, fnr_{};
};

}  // namespace faultline::methods
