#include "faultline/report/document/round_numbers.hpp"

#include <algorithm>
#include <cmath>

namespace faultline::report {
namespace {

// Numbers that differ by less than this share of a step are the same place on an axis: sums of
// binary fractions miss round decimals by some 1e-16.
constexpr double kSamePlace = 1e-9;
// More numbers than this crowd an axis that is half a page wide.
constexpr std::size_t kManyTicks = 5;

}  // namespace

double round_step(double rough) {
  if (!(rough > 0) || !std::isfinite(rough)) return 1;
  const double power = std::pow(10.0, std::floor(std::log10(rough)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (factor * power >= rough * (1 - 1e-12)) return factor * power;
  }
  return 10 * power;
}

std::vector<double> RoundRange::ticks() const {
  std::vector<double> list;
  // Multiples of the step, not running sums: 0.3 must not print as 0.30000000000000004.
  const double first = std::ceil(low / step - kSamePlace);
  for (double k = first; k * step <= high + kSamePlace * step; ++k) {
    list.push_back(k == 0 ? 0 : k * step);
  }
  return list;
}

RoundRange round_range(double low, double high, int steps) {
  const double step = round_step((high - low) / steps);
  return {.low = step * std::floor(low / step + kSamePlace),
          .high = step * std::ceil(high / step - kSamePlace),
          .step = step};
}

RoundRange round_range(std::span<const double> values, int steps) {
  double low = 0;
  double high = 0;
  for (const double value : values) {
    if (!std::isfinite(value)) continue;
    low = std::min(low, value);
    high = std::max(high, value);
  }
  if (!(high > low) || !std::isfinite(high - low)) return {};
  return round_range(low, high, steps);
}

std::vector<double> logarithmic_ticks(double low, double high) {
  std::vector<double> all;
  std::vector<double> tens;
  const auto last = static_cast<int>(std::ceil(std::log10(high)));
  for (int k = static_cast<int>(std::floor(std::log10(low))); k <= last; ++k) {
    for (const double lead : {1.0, 2.0, 5.0}) {
      const double tick = lead * std::pow(10.0, k);
      if (tick < low * (1 - kSamePlace) || tick > high * (1 + kSamePlace)) continue;
      all.push_back(tick);
      if (lead == 1) tens.push_back(tick);
    }
  }
  if (all.size() > kManyTicks && tens.size() >= 2) return tens;
  return all.size() >= 2 ? all : round_range(low, high, 5).ticks();
}

double Histogram::end() const { return start + width * static_cast<double>(counts.size()); }

Histogram histogram(std::span<const double> values, double low, double high, int bars,
                    double finest) {
  Histogram result;
  result.width = round_step(std::max((high - low) / bars, finest));
  result.start = std::floor(low / result.width) * result.width;
  const double count = std::ceil((high - result.start) / result.width);
  result.counts.assign(static_cast<std::size_t>(std::clamp(count, 1.0, bars + 1.0)), 0);
  for (const double value : values) {
    if (!std::isfinite(value)) continue;
    const double position = std::floor((value - result.start) / result.width);
    const double last = static_cast<double>(result.counts.size() - 1);
    ++result.counts[static_cast<std::size_t>(std::clamp(position, 0.0, last))];
  }
  return result;
}

}  // namespace faultline::report
