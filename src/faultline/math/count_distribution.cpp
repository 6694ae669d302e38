#include "faultline/math/count_distribution.hpp"

#include <algorithm>
#include <cmath>

#include "faultline/base/error.hpp"
#include "faultline/math/sum.hpp"

namespace faultline::math {

double CountDistribution::mean() const {
  CompensatedSum sum;
  for (std::size_t i = 0; i < probability.size(); ++i) {
    sum.add(probability[i] * static_cast<double>(i));
  }
  return static_cast<double>(lowest) + sum.value();
}

double CountDistribution::variance() const {
  const double centre = mean() - static_cast<double>(lowest);
  CompensatedSum sum;
  for (std::size_t i = 0; i < probability.size(); ++i) {
    const double distance = static_cast<double>(i) - centre;
    sum.add(probability[i] * distance * distance);
  }
  return sum.value();
}

CountDistribution binomial_distribution(std::int64_t n, double p, double tail) {
  if (n < 0 || !(p >= 0 && p <= 1)) {
    throw InternalError(
        "a binomial distribution needs n of at least 0 and a probability between 0 and 1");
  }
  if (n == 0 || p == 0) return {};
  if (p == 1) return {n, {1.0}};

  // Outwards from the mode with f(k+1) / f(k) = (n-k)/(k+1) p/q, the mode counted as 1, then scaled
  // to sum 1: no factorial is needed, and the errors of some sqrt(n) products stay far below the
  // digits that matter.
  const double odds = p / (1 - p);
  const auto mode = std::min(n, static_cast<std::int64_t>((static_cast<double>(n) + 1) * p));
  // A step's ratio shrinks with the distance, so the rest of a tail is below term / (1 - ratio);
  // this stop is stricter than needed.
  const double stop = tail * 1e-4;
  std::vector<double> above;
  double term = 1;
  for (std::int64_t k = mode; k < n; ++k) {
    term *= odds * static_cast<double>(n - k) / static_cast<double>(k + 1);
    if (term < stop) break;
    above.push_back(term);
  }
  std::vector<double> distribution;
  term = 1;
  for (std::int64_t k = mode; k > 0; --k) {
    term *= static_cast<double>(k) / (odds * static_cast<double>(n - k + 1));
    if (term < stop) break;
    distribution.push_back(term);
  }
  const auto lowest = mode - static_cast<std::int64_t>(distribution.size());
  std::reverse(distribution.begin(), distribution.end());
  distribution.push_back(1);
  distribution.insert(distribution.end(), above.begin(), above.end());
  const double total = compensated_sum(distribution);
  for (double& probability : distribution) probability /= total;
  CountDistribution result{lowest, std::move(distribution)};
  cut_tails(result, tail);
  return result;
}

CountDistribution convolve(const CountDistribution& a, const CountDistribution& b) {
  const CountDistribution& longer = a.probability.size() >= b.probability.size() ? a : b;
  const CountDistribution& shorter = &longer == &a ? b : a;
  // Four weights a pass: each sum is read and written once for four products. Zeros around the
  // longer distribution and after the shorter one spare the ends a special case.
  constexpr std::size_t kWeights = 4;
  const std::size_t length = longer.probability.size() + kWeights - 1;
  std::vector<double> padded(length + kWeights - 1, 0.0);
  std::copy(longer.probability.begin(), longer.probability.end(), padded.begin() + kWeights - 1);
  std::vector<double> weights = shorter.probability;
  weights.resize((weights.size() + kWeights - 1) / kWeights * kWeights, 0.0);

  CountDistribution result;
  result.lowest = a.lowest + b.lowest;
  result.probability.assign(length + weights.size() - kWeights, 0.0);
  for (std::size_t i = 0; i < weights.size(); i += kWeights) {
    const double w0 = weights[i];
    const double w1 = weights[i + 1];
    const double w2 = weights[i + 2];
    const double w3 = weights[i + 3];
    const double* const in = padded.data();
    double* const out = result.probability.data() + i;
    for (std::size_t j = 0; j < length; ++j) {
      out[j] += (w0 * in[j + 3] + w1 * in[j + 2]) + (w2 * in[j + 1] + w3 * in[j]);
    }
  }
  result.probability.resize(a.probability.size() + b.probability.size() - 1);
  return result;
}

void cut_tails(CountDistribution& distribution, double tail) {
  std::vector<double>& f = distribution.probability;
  std::size_t last = f.size();
  for (double sum = f[last - 1]; last > 1 && sum <= tail; sum += f[last - 1]) --last;
  f.resize(last);
  std::size_t first = 0;
  for (double sum = f[0]; first + 1 < last && sum <= tail; sum += f[first]) ++first;
  f.erase(f.begin(), f.begin() + static_cast<std::ptrdiff_t>(first));
  distribution.lowest += static_cast<std::int64_t>(first);
}

std::vector<double> cumulative(const CountDistribution& distribution) {
  std::vector<double> result(distribution.probability.size());
  CompensatedSum sum;
  for (std::size_t i = 0; i < result.size(); ++i) {
    sum.add(distribution.probability[i]);
    result[i] = sum.value();
  }
  const double total = result.back();
  for (double& value : result) value = std::min(1.0, value / total);
  result.back() = 1;
  return result;
}

}  // namespace faultline::math
