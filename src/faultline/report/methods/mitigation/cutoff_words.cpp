#include "faultline/report/methods/mitigation/cutoff_words.hpp"

#include <cmath>
#include <vector>

#include <fmt/format.h>

#include "faultline/base/text.hpp"
#include "faultline/report/document/format.hpp"

namespace faultline::report {
namespace {

using result::Cutoff;
using result::MitigationReport;

/// Values of the ordinal score that a threshold flags, and those it draws lots for.
struct FlaggedScores {
  std::vector<std::string> flagged{};
  std::vector<std::string> drawn{};
  bool upwards = true;  // the flagged ones are the last of the list
};

FlaggedScores scores_of(const Cutoff& cutoff, const MitigationReport& report) {
  FlaggedScores scores;
  for (const MitigationReport::RiskScore& one : report.risk_scores) {
    const bool at = one.prediction == cutoff.threshold;
    const bool flagged =
        one.prediction > cutoff.threshold ||
        (at && cutoff.comparator == result::Comparator::at_least && !cutoff.boundary_share);
    if (flagged) {
      scores.flagged.push_back(one.score);
    } else if (at && cutoff.boundary_share) {
      scores.drawn.push_back(one.score);
    }
    if (!flagged && !scores.flagged.empty()) scores.upwards = false;
  }
  return scores;
}

std::string values_words(const FlaggedScores& scores, std::size_t all) {
  if (scores.flagged.empty()) return "none";
  if (scores.flagged.size() == all) return "any";
  if (scores.upwards && scores.flagged.size() > 1)
    return fmt::format("{} or more", scores.flagged.front());
  return join_words(scores.flagged, scores.flagged.size(), "or");
}

std::string number(double threshold) {
  return std::isfinite(threshold) ? fmt::format("{:.6g}", threshold) : kNotAvailable;
}

}  // namespace

std::string cutoff_words(const Cutoff& cutoff, const MitigationReport& report) {
  if (!report.has_risk_scores()) {
    std::string text = fmt::format(
        "a score {} {}",
        cutoff.comparator == result::Comparator::at_least && !cutoff.boundary_share ? "of at least"
                                                                                    : "above",
        number(cutoff.threshold));
    if (cutoff.boundary_share)
      text +=
          fmt::format(", and {} of those exactly at it, by lot", percent(*cutoff.boundary_share));
    return text;
  }
  const FlaggedScores scores = scores_of(cutoff, report);
  const std::string lot =
      scores.drawn.empty()
          ? ""
          : fmt::format("{} of those with {}, by lot", percent(*cutoff.boundary_share),
                        join_words(scores.drawn, scores.drawn.size(), "or"));
  if (scores.flagged.empty()) return lot.empty() ? "no score at all" : lot;
  return fmt::format("{} {}{}{}", report.risk_score,
                     values_words(scores, report.risk_scores.size()), lot.empty() ? "" : ", and ",
                     lot);
}

std::string cutoff_cell(const Cutoff& cutoff, const MitigationReport& report) {
  if (!report.has_risk_scores()) {
    const std::string above = fmt::format(
        "{} {}",
        cutoff.comparator == result::Comparator::at_least && !cutoff.boundary_share ? ">=" : ">",
        number(cutoff.threshold));
    return cutoff.boundary_share
               ? fmt::format("{} + {} at it", above, percent(*cutoff.boundary_share))
               : above;
  }
  const FlaggedScores scores = scores_of(cutoff, report);
  std::string values = values_words(scores, report.risk_scores.size());
  if (scores.drawn.empty()) return values;
  const std::string lot = fmt::format("{} of {}", percent(*cutoff.boundary_share),
                                      join_words(scores.drawn, scores.drawn.size(), "or"));
  return scores.flagged.empty() ? lot : fmt::format("{} + {}", values, lot);
}

}  // namespace faultline::report
