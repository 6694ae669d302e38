#include "faultline/audit/counterfactual/summaries.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace faultline::audit {
namespace {

constexpr double kUndefined = std::numeric_limits<double>::quiet_NaN();

double mean_of(const std::vector<double>& values) {
  if (values.empty()) return kUndefined;
  double sum = 0;
  for (const double value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

/// Divided by n - 1.
double variance_of(const std::vector<double>& values) {
  if (values.size() < 2) return kUndefined;
  const double mean = mean_of(values);
  double sum = 0;
  for (const double value : values) sum += (value - mean) * (value - mean);
  return sum / static_cast<double>(values.size() - 1);
}

}  // namespace

Differences differences_of(std::span<const double> rates) {
  Differences differences;
  for (std::size_t a = 0; a < rates.size(); ++a) {
    if (std::isnan(rates[a])) continue;
    for (std::size_t b = a + 1; b < rates.size(); ++b) {
      if (std::isnan(rates[b])) continue;
      differences.absolute.push_back(std::abs(rates[a] - rates[b]));
      differences.pair.emplace_back(a, b);
    }
  }
  return differences;
}

SummaryValues summarise(const Rates& rates, bool cfpr, std::span<const std::size_t> arities) {
  SummaryValues values;
  values.fill(kUndefined);
  const auto set = [&values](SummaryKind kind, double value) {
    values[static_cast<std::size_t>(kind)] = value;
  };
  const std::vector<double> pairs = differences_of(cfpr ? rates.cfpr : rates.cfnr).absolute;
  set(SummaryKind::avg, mean_of(pairs));
  if (!pairs.empty()) set(SummaryKind::max, *std::max_element(pairs.begin(), pairs.end()));
  set(SummaryKind::var, variance_of(pairs));
  set(SummaryKind::sd, std::sqrt(variance_of(pairs)));

  const std::span<const double> margins(cfpr ? rates.marginal_cfpr : rates.marginal_cfnr);
  std::vector<double> within;
  std::size_t first = 0;
  for (const std::size_t arity : arities) {
    const Differences of_attribute = differences_of(margins.subspan(first, arity));
    within.insert(within.end(), of_attribute.absolute.begin(), of_attribute.absolute.end());
    first += arity;
  }
  set(SummaryKind::marg, mean_of(within));
  set(SummaryKind::obs,
      mean_of(differences_of(cfpr ? rates.observed_fpr : rates.observed_fnr).absolute));
  return values;
}

std::optional<std::pair<std::size_t, std::size_t>> largest_difference(
    std::span<const double> rates) {
  const Differences differences = differences_of(rates);
  if (differences.absolute.empty()) return std::nullopt;
  const auto largest = std::max_element(differences.absolute.begin(), differences.absolute.end());
  return differences.pair[static_cast<std::size_t>(largest - differences.absolute.begin())];
}

}  // namespace faultline::audit
