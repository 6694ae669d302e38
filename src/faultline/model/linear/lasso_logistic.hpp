#pragma once
// L1-penalised logistic regression on many sparse features by liblinear (Fan et al. 2008), numbers
// standardised:
//   sum_i log(1 + exp(eta_i)) - y_i eta_i  +  strength |b|_1,   eta = a + x b.
// liblinear penalises the intercept a as well; it enters as the coefficient of a column of
// kInterceptValue, so that its penalty is next to nothing. Coordinate descent takes its order from
// the C library's rand(), which all threads share: fits run one at a time and start from the same
// seed. It knows no weights: entries are single people with a label of 0 or 1.

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "faultline/model/design/scaled_rows.hpp"
#include "faultline/model/learner.hpp"

namespace faultline::model {

inline constexpr double kInterceptValue = 1000;

class LassoLogistic final : public Learner {
 public:
  LassoLogistic(std::shared_ptr<const Features> features, double strength);
  ~LassoLogistic() override;

  /// Whether violation() is at most a millionth per person, or a thousandth of the penalty.
  [[nodiscard]] bool converged() const override;
  /// How far the last fit is from its optimum: the largest distance of 0 from a partial
  /// subdifferential of the objective, the intercept's among them.
  [[nodiscard]] double violation() const { return violation_; }

  /// Of standardised numbers and of other columns as they are.
  [[nodiscard]] std::span<const double> coefficients() const { return coefficients_; }
  [[nodiscard]] double intercept() const { return intercept_; }

 private:
  struct Problem;
  /// Needs both labels. Throws InternalError on weights other than 1 and labels between 0 and 1.
  void learn(const TrainingRows& rows) override;
  void means(std::span<const std::int64_t> rows, std::span<double> out) const override;
  void measure_violation();

  std::shared_ptr<const Features> features_;
  ScaledRows scaled_;
  double strength_;
  std::unique_ptr<Problem> problem_;
  std::vector<double> coefficients_{};
  double intercept_ = 0;
  double violation_ = 0;
};

}  // namespace faultline::model
