#pragma once
// Rao's (1948) score test of a column that a logistic regression does not have: with residuals r
// and variances v of the fit, X its columns,
//   z = sum r x / sqrt( sum v x^2 - x'VX (X'VX)^-1 X'Vx ),
// standard normal where the column adds nothing. What the columns of the fit say of x is projected
// out, so that a step beside a spline of the same number is judged by what it adds. All steps of
// one scale together cost little more than one of them: their sums are sums over levels.

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "faultline/model/design/design.hpp"

namespace faultline::model {

class ScoreTest {
 public:
  /// Of a fit on the rows of `design`: how many people a row has, how many of them are positive,
  /// and the fitted probability, strictly between 0 and 1. Keeps no reference.
  ScoreTest(const Design& design, std::span<const double> people, std::span<const double> positive,
            std::span<const double> probability);
  ~ScoreTest();

  /// z of the columns 1{level >= 1}, ..., 1{level >= steps}; `level` is one of 0 to `steps` per
  /// row. 0 for a column that the fit's columns determine, and where fewer than five people of a
  /// kind are expected on one side of a step.
  [[nodiscard]] std::vector<double> z_of_steps(std::span<const std::int32_t> level,
                                               std::size_t steps) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace faultline::model
