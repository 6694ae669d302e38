#include "faultline/studies/mean.hpp"

#include <cmath>

#include "faultline/base/error.hpp"
#include "faultline/math/sum.hpp"

namespace faultline::studies {

Mean mean_of(std::span<const double> values) {
  if (values.empty()) throw InternalError("a mean needs at least one value");
  const auto n = static_cast<double>(values.size());
  math::CompensatedSum sum;
  for (const double value : values) sum.add(value);
  Mean mean{.value = sum.value() / n};
  if (values.size() < 2) return mean;
  math::CompensatedSum squares;
  for (const double value : values) squares.add((value - mean.value) * (value - mean.value));
  mean.half_width = 1.96 * std::sqrt(squares.value() / (n - 1) / n);
  return mean;
}

}  // namespace faultline::studies
