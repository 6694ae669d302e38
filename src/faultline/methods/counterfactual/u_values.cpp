#include "faultline/methods/counterfactual/u_values.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "faultline/math/binomial_interval.hpp"
#include "faultline/resample/quantiles.hpp"

namespace faultline::methods {
namespace {

// The usual level: it says how far another seed could move a u-value, not how sure the finding is.
constexpr double kMonteCarloConfidence = 0.95;
constexpr std::array kNullProbabilities = {0.0, 0.05, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99, 1.0};

}  // namespace

std::vector<double> add_u_value(double estimate, std::span<const double> permuted,
                                const CounterfactualOptions& options,
                                CounterfactualReport::Summary& to) {
  std::vector<double> values;
  std::int64_t below = 0;
  std::int64_t equal = 0;
  const double limit = estimate - options.margin;
  for (const double null : permuted) {
    if (std::isnan(null)) continue;
    values.push_back(null);
    // Summation order must not decide a tie.
    const double slack = 1e-12 * std::max(std::abs(null), std::abs(limit));
    if (null < limit - slack) {
      ++below;
    } else if (null <= limit + slack) {
      ++equal;
    }
  }
  const auto count = static_cast<std::int64_t>(values.size());
  if (count == 0) return values;
  const double ties = options.ties == UTies::strict ? 0 : options.ties == UTies::half ? 0.5 : 1;
  to.u_value =
      (static_cast<double>(below) + ties * static_cast<double>(equal)) / static_cast<double>(count);
  const std::int64_t whole = below + std::llround(ties * static_cast<double>(equal));
  to.u_value_interval = math::clopper_pearson_interval(whole, count, kMonteCarloConfidence);
  const std::vector<double> found = resample::quantiles(values, kNullProbabilities);
  for (std::size_t i = 0; i < found.size(); ++i)
    to.null_quantiles.emplace_back(kNullProbabilities[i], found[i]);
  return values;
}

}  // namespace faultline::methods
