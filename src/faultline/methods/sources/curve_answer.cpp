#include <cmath>

#include <fmt/format.h>

#include "faultline/base/text.hpp"
#include "faultline/methods/sources/curve_report.hpp"

namespace faultline::methods {
namespace {

/// Two digits: an extrapolated size is not known better.
std::string roughly(double n) {
  const double unit = std::pow(10, std::max(0.0, std::floor(std::log10(n)) - 1));
  return with_thousands(std::llround(std::round(n / unit) * unit));
}

std::string share(double value) {
  const double percent = 100 * value;
  if (percent > 0 && percent < 1) return "fewer than 1 %";
  if (percent < 100 && percent > 99) return "more than 99 %";
  return fmt::format("{:.0f} %", percent);
}

std::string never(const SourcesReport::GapCurve& curve) {
  const SourcesReport::Extrapolation* limit = nullptr;
  for (const auto& extrapolated : curve.extrapolation) {
    if (!extrapolated.factor) limit = &extrapolated;
  }
  std::string text;
  if (limit != nullptr && curve.limit_identified && std::abs(limit->value) > curve.gap) {
    text = "not by more data: the difference is expected to settle above that";
  } else {
    text = fmt::format("not by more data within {} times the largest training set",
                       with_thousands(std::llround(kFarthest)));
    if (!curve.limit_identified) text += ", though the curves do not tell their limits";
  }
  if (curve.reached_share > 0) {
    text += fmt::format("; {} of the resampled curves get there", share(curve.reached_share));
  }
  return text;
}

}  // namespace

std::string gap_answer(const SourcesReport::GapCurve& curve, double smallest, double largest,
                       const std::string& who, std::optional<double> touched) {
  if (!curve.n_for_gap && touched) {
    return fmt::format(
        "at about {} {}, where the fitted difference turns round and grows the other way, which "
        "no fit can foresee",
        roughly(*touched), who);
  }
  if (!curve.n_for_gap) return never(curve);
  const double n = *curve.n_for_gap;
  if (n <= smallest) return fmt::format("already there at {} {}", roughly(n), who);
  std::string range;
  if (curve.n_for_gap_interval) {
    const auto [low, high] = *curve.n_for_gap_interval;
    range = std::isfinite(high) ? fmt::format("{} to {}", roughly(low), roughly(high))
                                : fmt::format("{} or more", roughly(low));
  }
  if (!range.empty() && curve.reached_share < 1) range += "; ";
  if (curve.reached_share < 1 && curve.reached_share > 0) {
    range += fmt::format("{} of the resampled curves get there", share(curve.reached_share));
  }
  if (!range.empty()) range = " (" + range + ")";
  if (n <= largest) return fmt::format("already there at {} {}{}", roughly(n), who, range);
  std::string text = fmt::format("about {} {}{}", roughly(n), who, range);
  if (!curve.limit_identified && n > 10 * largest) {
    text += "; a rough guess, because the curves do not tell their limits";
  }
  return text;
}

}  // namespace faultline::methods
