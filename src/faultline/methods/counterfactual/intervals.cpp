#include "faultline/methods/counterfactual/intervals.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "faultline/math/binomial_interval.hpp"
#include "faultline/math/normal.hpp"
#include "faultline/math/student_t.hpp"
#include "faultline/methods/counterfactual/rate_errors.hpp"
#include "faultline/model/design/log_odds.hpp"
#include "faultline/resample/quantiles.hpp"

namespace faultline::methods {
namespace {

using Interval = CounterfactualReport::Interval;

std::vector<double> defined(std::span<const double> values) {
  std::vector<double> kept;
  for (const double value : values) {
    if (!std::isnan(value)) kept.push_back(value);
  }
  return kept;
}

double deviation(const std::vector<double>& values) {
  double mean = 0;
  for (const double value : values) mean += value;
  mean /= static_cast<double>(values.size());
  double squares = 0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  return std::sqrt(squares / static_cast<double>(values.size() - 1));
}

double rescale(const Resampling& resampling) {
  return std::sqrt(static_cast<double>(resampling.size) / static_cast<double>(resampling.people));
}

double quantile(const std::vector<double>& values, double p) {
  return resample::quantiles(values, std::array{p}).front();
}

}  // namespace

std::optional<double> rescaled_error(std::span<const double> resampled,
                                     const Resampling& resampling) {
  const std::vector<double> values = defined(resampled);
  if (values.size() < 2) return std::nullopt;
  return rescale(resampling) * deviation(values);
}

Interval normal_interval(double estimate, double error, double alpha) {
  const double z = math::normal_quantile(1 - alpha / 2);
  return std::pair{estimate - z * error, estimate + z * error};
}

CounterfactualReport::Intervals paper_intervals(double estimate, std::span<const double> resampled,
                                                const Resampling& resampling) {
  CounterfactualReport::Intervals intervals;
  const std::vector<double> values = defined(resampled);
  if (values.size() < 2 || std::isnan(estimate)) return intervals;
  const double s = rescale(resampling);
  const double low = quantile(values, resampling.alpha / 2);
  const double high = quantile(values, 1 - resampling.alpha / 2);
  intervals.t = std::pair{2 * estimate - high, 2 * estimate - low};
  intervals.t_rescaled =
      std::pair{estimate - s * (high - estimate), estimate - s * (low - estimate)};
  intervals.normal = normal_interval(estimate, s * deviation(values), resampling.alpha);
  intervals.percentile = std::pair{low, high};
  return intervals;
}

Interval rate_interval(double rate, double error, double effective_size, double alpha) {
  if (!has_few_events(rate, effective_size)) return normal_interval(rate, error, alpha);
  return math::wilson_interval_of_rate(rate, effective_size, 1 - alpha);
}

Interval share_interval(double share, double error, double effective_size, double alpha) {
  // Fewer leave no degree of freedom.
  constexpr double kFewest = 2;
  const double people = std::max(kFewest, effective_size);
  if (!(share > 0 && share < 1))
    return math::wilson_interval_of_rate(std::clamp(share, 0.0, 1.0), people, 1 - alpha);
  // Resamples of n people show (n - 1) / n of the variance.
  const double deviation = error * std::sqrt(people / (people - 1)) / (share * (1 - share));
  const double reach = math::student_t_quantile(1 - alpha / 2, people - 1) * deviation;
  const double centre = model::log_odds(share);
  return std::pair{model::expit(centre - reach), model::expit(centre + reach)};
}

}  // namespace faultline::methods
