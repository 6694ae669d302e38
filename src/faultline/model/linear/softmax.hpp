#pragma once
// The softmax likelihood on a dense matrix whose first column is the intercept, fitted by Newton:
// the arithmetic of Multinomial. The first class is the reference: its coefficients are 0.

#include <cstdint>
#include <vector>

namespace faultline::model {

struct SoftmaxProblem {
  std::int64_t rows = 0;
  std::int64_t columns = 0;
  std::int64_t classes = 0;      // at least two
  std::vector<double> x{};       // rows x columns, column after column
  std::vector<double> weight{};  // rows x classes, class after class; all have some
  double ridge = 0;              // on all columns but the first
  double tolerance = 1e-10;
  int max_iterations = 100;
};

/// Leaves out columns that those before them determine; returns which are kept.
std::vector<std::int64_t> keep_independent_columns(SoftmaxProblem& problem);

struct SoftmaxSolution {
  std::vector<double> coefficients{};  // columns x (classes - 1), class after class
  double norm = 0;                     // of the gradient
  int iterations = 0;
  bool converged = false;
  bool separated = false;  // no finite optimum
};

[[nodiscard]] SoftmaxSolution fit_softmax(const SoftmaxProblem& problem);

}  // namespace faultline::model
