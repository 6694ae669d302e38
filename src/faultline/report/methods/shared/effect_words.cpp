#include "faultline/report/methods/shared/effect_words.hpp"

#include <cmath>

#include <fmt/format.h>

#include "faultline/report/document/format.hpp"
#include "faultline/report/methods/shared/sentences.hpp"

namespace faultline::report {
namespace {

std::string end_words(double value) {
  // Nothing else is promised of such an end than on which side of 0 it lies.
  constexpr double kBarely = 1e-6;
  if (value != 0 && std::abs(value) < kBarely) return value > 0 ? "above 0" : "below 0";
  return std::isfinite(value) ? ratio(value) : "infinity";
}

/// A parameter as a factor on the odds: q is one, mu is its logarithm.
double as_odds(const result::Finding& finding, double theta) {
  return finding.theta_name == result::ThetaName::q ? theta : std::exp(theta);
}

/// "Odds 2.63 times as high as expected", "Predicted odds on average 1.22 times as high as
/// expected (log-odds 0.198 higher)"; empty for an estimate that is infinite or 0.
std::string estimate_words(const result::Finding& finding) {
  if (finding.theta_limit || !finding.theta) return "";
  const double theta = *finding.theta;
  if (finding.theta_name == result::ThetaName::q) {
    return fmt::format("Odds {} times as high as expected", ratio(theta));
  }
  return fmt::format("Predicted odds on average {} times as high as expected (log-odds {} {})",
                     ratio(as_odds(finding, theta)), ratio(std::abs(theta)),
                     theta < 0 ? "lower" : "higher");
}

/// Shown as 1, which it is not.
bool looks_like_one(double end) { return end != 1 && ratio(end) == ratio(1); }

/// "between 2.21 and 2.93", "at least 2.21", "at most 0.48", "above 1 and at most 1.56".
std::string range_words(double low, double high) {
  if (low > 1 && looks_like_one(low))
    return std::isfinite(high) ? fmt::format("above 1 and at most {}", ratio(high)) : "above 1";
  if (high < 1 && looks_like_one(high))
    return low > 0 ? fmt::format("at least {} and below 1", ratio(low)) : "below 1";
  if (!std::isfinite(high)) return fmt::format("at least {}", ratio(low));
  if (low <= 0) return fmt::format("at most {}", ratio(high));
  return fmt::format("between {} and {}", ratio(low), ratio(high));
}

}  // namespace

std::string confidence_of(const result::Result& result) {
  return confidence_words(1 - result.alpha);
}

std::string theta_interval_words(const result::Finding& finding, const result::Result& result) {
  if (!finding.theta_interval) return "";
  return fmt::format("{} interval{} {} to {}", confidence_of(result),
                     after_search(finding) ? " over the whole search" : "",
                     end_words(finding.theta_interval->first),
                     end_words(finding.theta_interval->second));
}

std::string rate_interval_words(const result::Finding& finding, const result::Result& result) {
  if (!finding.observed_interval) return "";
  const auto [low, high] = *finding.observed_interval;
  if (finding.theta_interval) {
    return fmt::format("{} interval{} {} to {}", confidence_of(result),
                       after_search(finding) ? " over the whole search" : "", percent(low),
                       percent(high));
  }
  return fmt::format("95 % interval {} to {}, the search not counted", percent(low), percent(high));
}

std::string size_sentence(const result::Finding& finding, const result::Result& result) {
  if (!departs(finding)) return "";
  std::string text = estimate_words(finding);
  if (finding.theta_interval) {
    const std::string range = range_words(as_odds(finding, finding.theta_interval->first),
                                          as_odds(finding, finding.theta_interval->second));
    const std::string sure = fmt::format("{} with {} confidence{}", range, confidence_of(result),
                                         after_search(finding) ? ", the whole search counted" : "");
    text = text.empty() ? fmt::format("Odds {}, times what is expected", sure)
                        : fmt::format("{}: {}", text, sure);
  }
  if (text.empty()) return "";
  if (finding.theta_shrunken && !finding.theta_limit) {
    text += fmt::format("; {} after correcting for the search picking extremes",
                        end_words(as_odds(finding, *finding.theta_shrunken)));
  }
  return text + ".";
}

}  // namespace faultline::report
