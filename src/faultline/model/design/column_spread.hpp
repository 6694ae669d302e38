#pragma once
// Mean and standard deviation (divisor n) of every column over the people of the training rows, and
// whether it is constant over the rows with weight. Propensity weights are left out of them on
// purpose: a fit on standardised columns standardises people, not weights.

#include <cstdint>
#include <span>
#include <vector>

#include "faultline/model/design/row_patterns.hpp"
#include "faultline/model/learner.hpp"

namespace faultline::model {

class ColumnSpread {
 public:
  explicit ColumnSpread(const Design& design);
  /// Takes the weights for people where `people` is empty. Does not allocate.
  void measure(const TrainingRows& rows, const RowPatterns& patterns);

  [[nodiscard]] double mean(int j) const { return mean_[static_cast<std::size_t>(j)]; }
  [[nodiscard]] double deviation(int j) const { return deviation_[static_cast<std::size_t>(j)]; }
  [[nodiscard]] bool constant(int j) const { return constant_[static_cast<std::size_t>(j)] != 0; }

 private:
  void measure_binary(const TrainingRows& rows, std::span<const double> people,
                      const RowPatterns& patterns);
  void measure_dense(int j, const TrainingRows& rows, std::span<const double> people);

  const Design* design_;
  std::vector<double> mean_, deviation_;
  std::vector<std::uint8_t> constant_;
  std::vector<std::int64_t> ones_;  // rows with weight that have a 1
};

}  // namespace faultline::model
