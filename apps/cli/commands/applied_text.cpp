#include "cli/commands/applied_text.hpp"

#include "cli/terminal/output.hpp"
#include <fmt/format.h>

#include "faultline/base/text.hpp"
#include "faultline/report/methods/mitigation/cutoff_words.hpp"

namespace faultline::cli {
namespace {

/// The threshold on the scale of the score that people know.
std::string threshold_words(const run::AppliedRules::ByRule& rule,
                            const run::AppliedRules& applied) {
  if (rule.width) {
    return fmt::format("{} {} (drawn within {} of it, seed {})", describe::name_of(rule.comparator),
                       shortest(rule.threshold), shortest(*rule.width), applied.seed);
  }
  result::MitigationReport scale;
  for (const auto& [score, probability] : applied.risk_scores)
    scale.risk_scores.push_back({score, probability});
  const std::string words = report::cutoff_cell({.comparator = rule.comparator,
                                                 .threshold = rule.threshold,
                                                 .boundary_share = rule.boundary_share},
                                                scale);
  return fmt::format("{}{}", scale.has_risk_scores() ? "scores " : "", words) +
         (rule.boundary_share ? fmt::format(" (by lot, seed {})", applied.seed) : "");
}

void print_rule(const run::AppliedRules::ByRule& rule, std::size_t number,
                const run::AppliedRules& applied) {
  print_paragraph(fmt::format("{}: {}, {}, {} positive", rule.text, threshold_words(rule, applied),
                              plural(rule.rows, "row"), with_thousands(rule.positive)),
                  fmt::format("  {}. ", number));
}

/// What becomes of values that the rules do not know.
std::string consequence(std::int64_t rows, bool points) {
  if (!points) return "no rule that names it applies there";
  return rows == 1 ? "it has 0 points" : "they have 0 points";
}

void print_unknown(const run::AppliedRules::Unknown& unknown, bool points) {
  if (unknown.missing > 0) {
    print_paragraph(
        fmt::format("{} of {} {} missing: {}.", plural(unknown.missing, "value"), unknown.attribute,
                    unknown.missing == 1 ? "is" : "are", consequence(unknown.missing, points)),
        "  ");
  }
  std::int64_t rows = 0;
  std::vector<std::string> values;
  for (const auto& [label, count] : unknown.values) {
    rows += count;
    values.push_back(fmt::format("'{}' ({})", label, with_thousands(count)));
  }
  if (rows == 0) return;
  print_paragraph(
      fmt::format("{} {} a value of {} that was not there when the rules were made, {}: {}.",
                  plural(rows, "row"), rows == 1 ? "has" : "have", unknown.attribute,
                  join_words(values), consequence(rows, points)),
      "  ");
}

}  // namespace

void print_applied(const run::AppliedRules& applied) {
  print_paragraph(fmt::format("{} decided by the rules of '{}': {} positive.",
                              plural(applied.rows, "row"), applied.rules,
                              with_thousands(applied.positive)));
  for (std::size_t i = 0; i < applied.by_rule.size(); ++i)
    print_rule(applied.by_rule[i], i + 1, applied);
  for (const run::AppliedRules::Unknown& unknown : applied.unknown)
    print_unknown(unknown, applied.points);
  for (const auto& [score, count] : applied.unknown_scores) {
    print_paragraph(fmt::format("{} left out: the rules know no probability at the risk score {}.",
                                plural(count, "row"), score),
                    "  ");
  }
  if (applied.without_score > 0) {
    print_paragraph(
        fmt::format("{} left out: the score is missing.", plural(applied.without_score, "row")),
        "  ");
  }
}

}  // namespace faultline::cli
