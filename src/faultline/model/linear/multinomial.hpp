#pragma once
// Multinomial (softmax) logistic regression: P(class k | x) = e^(x b_k) / sum_l e^(x b_l), with the
// coefficients that minimise
//   - sum_i sum_k w_ik log P(k | x_i) + 1/2 ridge sum_j sum_k (r_j (b_kj - mean_l b_lj))^2,
// where w_ik is the weight of the people of row i in class k, the intercept is free of the ridge
// and r_j is the standard deviation of a column of numbers and 1 for others. The penalty treats all
// classes alike; with two classes a ridge of 2 r is the ridge r of Logistic. Newton's method with a
// line search. Numbers are centred and scaled inside a fit, so a model fitted on one data set may
// predict another without any standardisation by the caller.

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "faultline/model/design/design.hpp"
#include "faultline/model/learner.hpp"

namespace faultline::model {

struct MultinomialOptions {
  double ridge = 0;
  int max_iterations = 100;
  double tolerance = 1e-10;  // of the gradient's norm; never below what rounding allows

  friend bool operator==(const MultinomialOptions&, const MultinomialOptions&) = default;
};

/// Throws ConfigError.
void validate(const MultinomialOptions& options);

class Multinomial {
 public:
  /// Names of the classes, at least one. Throws ConfigError on options.
  explicit Multinomial(std::vector<std::string> classes, const MultinomialOptions& options = {});

  /// `weight` holds rows x classes weights, row after row. A class without weight gets probability
  /// 0 everywhere, and a warning. Columns that are constant over the rows with weight are left out;
  /// so are, without a ridge, columns that those before them determine. Throws NumericError when
  /// there is no weight at all, InternalError on a wrong length.
  void fit(const Design& design, std::span<const double> weight);
  /// Probabilities, rows x classes. The design may be another one: columns are found by name, and
  /// those the fit does not know are not looked at. Throws InternalError when one is missing.
  void predict(const Design& design, std::span<double> probability) const;

  /// Of one class, one per column of the fitted design, against the first class that has people.
  [[nodiscard]] std::span<const double> coefficients(int of_class) const;
  /// Coefficients are named "class: column".
  [[nodiscard]] FitReport report() const;
  [[nodiscard]] int classes() const { return static_cast<int>(classes_.size()); }

 private:
  std::vector<std::string> classes_;
  MultinomialOptions options_;
  std::vector<std::string> columns_{};
  std::vector<double> coefficients_{};  // classes x columns
  std::vector<int> present_{};          // classes with weight
  std::vector<std::string> constant_{}, dependent_{};
  double norm_ = 0;
  int iterations_ = 0;
  bool converged_ = false;
  bool separated_ = false;
};

}  // namespace faultline::model
