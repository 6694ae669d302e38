#include "faultline/methods/counterfactual/intervals.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "faultline/math/binomial_interval.hpp"
#include "faultline/math/normal.hpp"
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

/// Two rates of one block, their absolute difference and its standard error.
struct Pair {
  std::uint32_t block = 0;
  std::uint32_t first = 0;   // the larger rate
  std::uint32_t second = 0;  // the smaller
  bool maybe_equal = false;  // within kappa standard errors
  double difference = 0;
  double error = 0;
};

/// Errors of the rates, [block][resample][rate]; NaN where undefined.
using Errors = std::vector<std::vector<std::vector<double>>>;

Errors centred(const ComparedRates& compared, const Resampling& resampling) {
  const double s = rescale(resampling);
  Errors errors = compared.resampled;
  for (auto& block : errors) {
    for (std::size_t i = 0; i < (block.empty() ? 0 : block.front().size()); ++i) {
      double sum = 0;
      double count = 0;
      for (const auto& rates : block) {
        if (std::isnan(rates[i])) continue;
        sum += rates[i];
        count += 1;
      }
      for (auto& rates : block) rates[i] = s * (rates[i] - sum / count);
    }
  }
  return errors;
}

double kappa_of(const Resampling& resampling) {
  return std::sqrt(std::log(static_cast<double>(std::max<std::int64_t>(2, resampling.people))));
}

/// Empty when a pair has too few resamples that define it, or there are too many pairs.
std::vector<Pair> pairs_of(const ComparedRates& compared, const Errors& errors,
                           const Resampling& resampling) {
  const double kappa = kappa_of(resampling);
  std::vector<Pair> pairs;
  for (std::size_t k = 0; k < compared.rates.size(); ++k) {
    const std::vector<double>& rates = compared.rates[k];
    for (std::size_t a = 0; a < rates.size(); ++a) {
      if (std::isnan(rates[a])) continue;
      for (std::size_t b = a + 1; b < rates.size(); ++b) {
        if (std::isnan(rates[b])) continue;
        if (pairs.size() == kMostPairs) return {};
        const bool ordered = rates[a] >= rates[b];
        Pair pair{.block = static_cast<std::uint32_t>(k),
                  .first = static_cast<std::uint32_t>(ordered ? a : b),
                  .second = static_cast<std::uint32_t>(ordered ? b : a),
                  .difference = std::abs(rates[a] - rates[b])};
        double squares = 0;
        std::size_t count = 0;
        for (const auto& error : errors[k]) {
          const double h = error[a] - error[b];
          if (std::isnan(h)) continue;
          squares += h * h;
          ++count;
        }
        if (count < kFewestResamples) return {};
        pair.error = std::sqrt(squares / static_cast<double>(count - 1));
        pair.maybe_equal = pair.difference <= kappa * pair.error;
        pairs.push_back(pair);
      }
    }
  }
  return pairs;
}

double signed_error(const Pair& pair, const Errors& errors, std::size_t resample) {
  const std::vector<double>& error = errors[pair.block][resample];
  return error[pair.first] - error[pair.second];
}

/// Largest error that the difference can have upwards, given what may be equal.
double upward(const Pair& pair, double h) { return pair.maybe_equal ? std::abs(h) : h; }

Interval average_interval(const std::vector<Pair>& pairs, const Errors& errors, double alpha) {
  double estimate = 0;
  for (const Pair& pair : pairs) estimate += pair.difference;
  estimate /= static_cast<double>(pairs.size());
  std::vector<double> up;
  std::vector<double> down;
  for (std::size_t r = 0; r < errors.front().size(); ++r) {
    double up_sum = 0;
    double down_sum = 0;
    double count = 0;
    for (const Pair& pair : pairs) {
      const double h = signed_error(pair, errors, r);
      if (std::isnan(h)) continue;
      up_sum += upward(pair, h);
      down_sum += h;
      count += 1;
    }
    if (count == 0) continue;
    up.push_back(up_sum / count);
    down.push_back(down_sum / count);
  }
  return std::pair{std::max(0.0, estimate - quantile(up, 1 - alpha / 2)),
                   std::max(0.0, estimate - quantile(down, alpha / 2))};
}

Interval largest_interval(const std::vector<Pair>& pairs, const Errors& errors,
                          const Resampling& resampling) {
  const double kappa = kappa_of(resampling);
  double estimate = 0;
  for (const Pair& pair : pairs) estimate = std::max(estimate, pair.difference);
  // Any pair within reach of the largest may be the largest in truth.
  std::vector<Pair> rivals;
  double error = 0;
  for (const Pair& pair : pairs) {
    if (estimate - pair.difference > kappa * pair.error) continue;
    rivals.push_back(pair);
    error = std::max(error, pair.error);
  }
  std::vector<double> up;
  for (std::size_t r = 0; r < errors.front().size(); ++r) {
    double largest = -std::numeric_limits<double>::infinity();
    for (const Pair& pair : rivals) {
      const double h = signed_error(pair, errors, r);
      if (!std::isnan(h)) largest = std::max(largest, upward(pair, h));
    }
    if (std::isfinite(largest)) up.push_back(largest);
  }
  const double z = math::normal_quantile(1 - resampling.alpha / 2);
  return std::pair{std::max(0.0, estimate - quantile(up, 1 - resampling.alpha / 2)),
                   estimate + z * error};
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
  if (kind == SummaryKind::var || kind == SummaryKind::sd) return std::nullopt;
  if (compared.rates.empty() || compared.resampled.front().size() < kFewestResamples) {
    return std::nullopt;
  }
  const Errors errors = centred(compared, resampling);
  const std::vector<Pair> pairs = pairs_of(compared, errors, resampling);
  if (pairs.empty()) return std::nullopt;
  return kind == SummaryKind::max ? largest_interval(pairs, errors, resampling)
                                  : average_interval(pairs, errors, resampling.alpha);
}

Interval rate_interval(double rate, double error, double effective_size, double alpha) {
  // With few events on either side, or no spread among resamples, the normal distribution is no
  // guide.
  constexpr double kFewEvents = 10;
  const double n = effective_size;
  const bool few = n > 0 && rate >= 0 && rate <= 1 && std::min(rate, 1 - rate) * n < kFewEvents;
  if (!few) return normal_interval(rate, error, alpha);
  return math::wilson_interval_of_rate(rate, n, 1 - alpha);
}

}  // namespace faultline::methods
