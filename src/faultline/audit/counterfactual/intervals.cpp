#include "faultline/audit/counterfactual/intervals.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "faultline/math/normal.hpp"
#include "faultline/resample/quantiles.hpp"

namespace faultline::audit {
namespace {

using Interval = CounterfactualReport::Interval;

constexpr std::size_t kFewResamples = 20;

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

/// The errors of one pair's difference over the resamples, in the direction of its sign.
struct PairErrors {
  double difference = 0;          // absolute
  bool maybe_equal = false;       // within kappa standard errors of 0
  double error = 0;               // standard error
  std::vector<double> signed_{};  // sign(d) h, per resample
};

/// Resamples that define every rate the data define, per block the same ones.
std::vector<std::size_t> complete_resamples(const ComparedRates& compared) {
  std::vector<std::size_t> complete;
  const std::size_t resamples = compared.resampled.front().size();
  for (std::size_t b = 0; b < resamples; ++b) {
    bool whole = true;
    for (std::size_t k = 0; k < compared.rates.size(); ++k) {
      for (std::size_t i = 0; i < compared.rates[k].size(); ++i) {
        if (!std::isnan(compared.rates[k][i]) && std::isnan(compared.resampled[k][b][i])) {
          whole = false;
        }
      }
    }
    if (whole) complete.push_back(b);
  }
  return complete;
}

std::vector<PairErrors> pair_errors(const ComparedRates& compared,
                                    const std::vector<std::size_t>& complete,
                                    const Resampling& resampling) {
  const double s = rescale(resampling);
  const double kappa = std::sqrt(std::log(static_cast<double>(resampling.people)));
  std::vector<PairErrors> pairs;
  for (std::size_t k = 0; k < compared.rates.size(); ++k) {
    for (const auto& [a, b] : differences_of(compared.rates[k]).pair) {
      const double d = compared.rates[k][a] - compared.rates[k][b];
      const double sign = d < 0 ? -1 : 1;
      PairErrors pair{.difference = std::abs(d)};
      double mean = 0;
      for (const std::size_t r : complete) {
        const std::vector<double>& rates = compared.resampled[k][r];
        pair.signed_.push_back(sign * s * (rates[a] - rates[b]));
        mean += pair.signed_.back();
      }
      mean /= static_cast<double>(complete.size());
      for (double& error : pair.signed_) error -= mean;
      pair.error = deviation(pair.signed_);
      pair.maybe_equal = pair.difference <= kappa * pair.error;
      pairs.push_back(std::move(pair));
    }
  }
  return pairs;
}

/// Largest error that the summary can have upwards in resample r, given what may be equal.
double upward(const PairErrors& pair, std::size_t r) {
  return pair.maybe_equal ? std::abs(pair.signed_[r]) : pair.signed_[r];
}

Interval average_interval(const std::vector<PairErrors>& pairs, std::size_t resamples,
                          double alpha) {
  double estimate = 0;
  for (const PairErrors& pair : pairs) estimate += pair.difference;
  const auto count = static_cast<double>(pairs.size());
  estimate /= count;
  std::vector<double> up(resamples, 0);
  std::vector<double> down(resamples, 0);
  for (std::size_t r = 0; r < resamples; ++r) {
    for (const PairErrors& pair : pairs) {
      up[r] += upward(pair, r) / count;
      down[r] += pair.signed_[r] / count;
    }
  }
  return std::pair{std::max(0.0, estimate - quantile(up, 1 - alpha / 2)),
                   std::max(0.0, estimate - quantile(down, alpha / 2))};
}

Interval largest_interval(const std::vector<PairErrors>& pairs, std::size_t resamples,
                          const Resampling& resampling) {
  const double kappa = std::sqrt(std::log(static_cast<double>(resampling.people)));
  double estimate = 0;
  for (const PairErrors& pair : pairs) estimate = std::max(estimate, pair.difference);
  // Any pair within reach of the largest may be the largest in truth.
  std::vector<const PairErrors*> rivals;
  for (const PairErrors& pair : pairs) {
    if (estimate - pair.difference <= kappa * pair.error) rivals.push_back(&pair);
  }
  std::vector<double> up(resamples, -std::numeric_limits<double>::infinity());
  double lowest = std::numeric_limits<double>::infinity();
  for (const PairErrors* pair : rivals) {
    for (std::size_t r = 0; r < resamples; ++r) up[r] = std::max(up[r], upward(*pair, r));
    lowest = std::min(lowest, quantile(pair->signed_, resampling.alpha / 2));
  }
  return std::pair{std::max(0.0, estimate - quantile(up, 1 - resampling.alpha / 2)),
                   std::max(0.0, estimate - lowest)};
}

/// The standard deviation of differences is a norm of what they deviate by, so its error is at most
/// the standard deviation of the differences' errors; and where it is clearly above 0 it is linear.
Interval spread_interval(const std::vector<PairErrors>& pairs, std::size_t resamples,
                         const Resampling& resampling) {
  if (pairs.size() < 2) return std::nullopt;
  std::vector<double> differences;
  for (const PairErrors& pair : pairs) differences.push_back(pair.difference);
  const double estimate = deviation(differences);
  double mean = 0;
  for (const double difference : differences) mean += difference;
  mean /= static_cast<double>(differences.size());
  std::vector<double> linear(resamples, 0);
  std::vector<double> largest(resamples, 0);
  std::vector<double> errors(pairs.size());
  for (std::size_t r = 0; r < resamples; ++r) {
    for (std::size_t p = 0; p < pairs.size(); ++p) {
      errors[p] = upward(pairs[p], r);
      if (estimate > 0) {
        linear[r] += (differences[p] - mean) * pairs[p].signed_[r] /
                     (estimate * static_cast<double>(pairs.size() - 1));
      }
    }
    largest[r] = deviation(errors);
  }
  const double kappa = std::sqrt(std::log(static_cast<double>(resampling.people)));
  const double error = deviation(linear);
  const bool maybe_none = estimate <= kappa * std::max(error, quantile(largest, 0.5));
  const double a = resampling.alpha;
  const double up = quantile(maybe_none ? largest : linear, 1 - a / 2);
  // Near 0 the summary is not linear downwards either; its errors are then of the same size.
  const double down = maybe_none ? -quantile(largest, 1 - a / 2) : quantile(linear, a / 2);
  return std::pair{std::max(0.0, estimate - up), std::max(0.0, estimate - down)};
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

Interval adaptive_interval(SummaryKind kind, const ComparedRates& compared,
                           const Resampling& resampling) {
  if (compared.rates.empty() || compared.resampled.front().empty()) return std::nullopt;
  const std::vector<std::size_t> complete = complete_resamples(compared);
  if (complete.size() < kFewResamples) return std::nullopt;
  const std::vector<PairErrors> pairs = pair_errors(compared, complete, resampling);
  if (pairs.empty()) return std::nullopt;
  switch (kind) {
    case SummaryKind::avg:
    case SummaryKind::marg:
    case SummaryKind::obs:
      return average_interval(pairs, complete.size(), resampling.alpha);
    case SummaryKind::max:
      return largest_interval(pairs, complete.size(), resampling);
    case SummaryKind::sd:
      return spread_interval(pairs, complete.size(), resampling);
    case SummaryKind::var: {
      const Interval sd = spread_interval(pairs, complete.size(), resampling);
      if (!sd) return std::nullopt;
      return std::pair{sd->first * sd->first, sd->second * sd->second};
    }
  }
  return std::nullopt;
}

}  // namespace faultline::audit
