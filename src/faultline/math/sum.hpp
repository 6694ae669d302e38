#pragma once
// Sums that lose no digits: Neumaier's (1974) form of compensated summation, which also holds when
// a term is larger than the sum so far. Needs a compiler that keeps the order of floating
// operations (no -ffast-math).

#include <cmath>
#include <span>

namespace faultline::math {

class CompensatedSum {
 public:
  void add(double term) {
    const double next = sum_ + term;
    lost_ += std::abs(sum_) >= std::abs(term) ? (sum_ - next) + term : (term - next) + sum_;
    sum_ = next;
  }
  /// An infinite or undefined sum is returned as plain summation would.
  [[nodiscard]] double value() const { return std::isfinite(sum_) ? sum_ + lost_ : sum_; }

 private:
  double sum_ = 0;
  double lost_ = 0;
};

/// 0 for no terms.
[[nodiscard]] inline double compensated_sum(std::span<const double> terms) {
  CompensatedSum sum;
  for (const double term : terms) sum.add(term);
  return sum.value();
}

}  // namespace faultline::math
