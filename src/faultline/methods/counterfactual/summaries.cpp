#include "faultline/methods/counterfactual/summaries.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace faultline::methods {
namespace {

constexpr double kUndefined = std::numeric_limits<double>::quiet_NaN();

/// Visits |r_a - r_b| of all pairs of defined rates.
template <typename Visit>
void for_pairs(std::span<const double> rates, const Visit& visit) {
  for (std::size_t a = 0; a < rates.size(); ++a) {
    if (std::isnan(rates[a])) continue;
    for (std::size_t b = a + 1; b < rates.size(); ++b) {
      if (!std::isnan(rates[b])) visit(std::abs(rates[a] - rates[b]));
    }
  }
}

struct PairMoments {
  double sum = 0;
  double largest = 0;
  double pairs = 0;
  void add(std::span<const double> rates) {
    for_pairs(rates, [this](double gap) {
      sum += gap;
      largest = std::max(largest, gap);
      pairs += 1;
    });
  }
  [[nodiscard]] double mean() const { return pairs > 0 ? sum / pairs : kUndefined; }
};

/// Divided by pairs - 1.
double variance_of_pairs(std::span<const double> rates, const PairMoments& moments) {
  if (moments.pairs < 2) return kUndefined;
  double squares = 0;
  const double mean = moments.mean();
  for_pairs(rates, [&](double gap) { squares += (gap - mean) * (gap - mean); });
  return squares / (moments.pairs - 1);
}

}  // namespace

std::optional<double> if_defined(double value) {
  return std::isnan(value) ? std::nullopt : std::optional<double>(value);
}

std::vector<double> observed_of_same_groups(const Rates& rates, bool cfpr) {
  std::vector<double> observed = cfpr ? rates.observed_fpr : rates.observed_fnr;
  const std::vector<double>& groups = cfpr ? rates.cfpr : rates.cfnr;
  for (std::size_t g = 0; g < observed.size(); ++g) {
    if (std::isnan(groups[g])) observed[g] = kUndefined;
  }
  return observed;
}

SummaryValues summarise(const Rates& rates, bool cfpr, std::span<const std::size_t> arities) {
  SummaryValues values;
  values.fill(kUndefined);
  const auto set = [&values](SummaryKind kind, double value) {
    values[static_cast<std::size_t>(kind)] = value;
  };
  const std::vector<double>& groups = cfpr ? rates.cfpr : rates.cfnr;
  PairMoments between;
  between.add(groups);
  set(SummaryKind::avg, between.mean());
  if (between.pairs > 0) set(SummaryKind::max, between.largest);
  const double variance = variance_of_pairs(groups, between);
  set(SummaryKind::var, variance);
  set(SummaryKind::sd, std::sqrt(variance));

  const std::span<const double> margins(cfpr ? rates.marginal_cfpr : rates.marginal_cfnr);
  PairMoments within;
  std::size_t first = 0;
  for (const std::size_t arity : arities) {
    within.add(margins.subspan(first, arity));
    first += arity;
  }
  set(SummaryKind::marg, within.mean());
  PairMoments seen;
  seen.add(observed_of_same_groups(rates, cfpr));
  set(SummaryKind::obs, seen.mean());
  return values;
}

std::optional<std::pair<std::size_t, std::size_t>> largest_difference(
    std::span<const double> rates) {
  std::optional<std::size_t> low;
  std::optional<std::size_t> high;
  std::size_t defined = 0;
  for (std::size_t g = 0; g < rates.size(); ++g) {
    if (std::isnan(rates[g])) continue;
    ++defined;
    if (!low || rates[g] < rates[*low]) low = g;
    if (!high || rates[g] > rates[*high]) high = g;
  }
  if (defined < 2) return std::nullopt;
  if (*low == *high) {  // all alike: the first two
    for (std::size_t g = *low + 1; g < rates.size(); ++g) {
      if (!std::isnan(rates[g])) return std::pair{*low, g};
    }
  }
  return std::pair{std::min(*low, *high), std::max(*low, *high)};
}

}  // namespace faultline::methods
