#include "faultline/methods/sources/paired.hpp"

#include <cmath>

#include "faultline/math/sum.hpp"

namespace faultline::methods {

PairedMean mean_where(const std::vector<double>& values, const std::vector<bool>& counts) {
  PairedMean result;
  math::CompensatedSum sum;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!counts[i] || std::isnan(values[i])) continue;
    ++result.n;
    sum.add(values[i]);
  }
  if (result.n == 0) return result;
  const auto n = static_cast<double>(result.n);
  result.mean = sum.value() / n;
  if (result.n < 2) return result;
  math::CompensatedSum squares;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!counts[i] || std::isnan(values[i])) continue;
    squares.add((values[i] - result.mean) * (values[i] - result.mean));
  }
  result.se = std::sqrt(squares.value() / (n - 1) / n);
  return result;
}

std::vector<double> difference(const std::vector<double>& a, const std::vector<double>& b) {
  std::vector<double> result(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) result[i] = a[i] - b[i];
  return result;
}

}  // namespace faultline::methods
