#pragma once
// Logistic regression on many sparse features by liblinear (Fan et al. 2008), numbers standardised:
//   sum_i log(1 + exp(eta_i)) - y_i eta_i  +  strength (1/2 |b|^2  or  |b|_1),   eta = a + x b.
// liblinear penalises the intercept a as well; it enters as the coefficient of a column of
// kInterceptValue, so that its penalty is next to nothing. L2 is solved by a trust-region Newton
// method, L1 by coordinate descent in an order from the C library's rand(), which all threads
// share: such fits run one at a time and start from the same seed.

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "faultline/model/design/scaled_rows.hpp"
#include "faultline/model/predictor.hpp"

namespace faultline::model {

inline constexpr double kInterceptValue = 1000;

class LiblinearPredictor final : public Predictor {
 public:
  /// Keeps a reference to the features.
  LiblinearPredictor(const Features& features, const PredictorOptions& options);
  ~LiblinearPredictor() override;

  /// Needs both outcomes.
  void fit(const TrainingSet& training) override;
  void predict(std::span<const std::int64_t> people, std::span<double> out) const override;
  /// Whether violation() is at most a millionth per person, or a thousandth of an L1 penalty.
  [[nodiscard]] bool converged() const override;
  /// How far the last fit is from its optimum: the largest distance of 0 from a partial
  /// subdifferential of the objective, the intercept's among them.
  [[nodiscard]] double violation() const { return violation_; }

  /// Of standardised numbers and of other columns as they are.
  [[nodiscard]] std::span<const double> coefficients() const { return coefficients_; }
  [[nodiscard]] double intercept() const { return intercept_; }
  [[nodiscard]] const ScaledRows& scaled() const { return scaled_; }

 private:
  struct Problem;
  void measure_violation();

  ScaledRows scaled_;
  PredictorOptions options_;
  std::unique_ptr<Problem> problem_;
  std::vector<double> coefficients_{};
  double intercept_ = 0;
  double violation_ = 0;
};

}  // namespace faultline::model
