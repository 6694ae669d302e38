#include "faultline/report/methods/mitigation/words.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"
#include "faultline/report/document/format.hpp"
#include "faultline/report/methods/ijdi/words.hpp"
#include "faultline/report/methods/mitigation/cutoff_words.hpp"
#include "faultline/report/methods/mitigation/points_words.hpp"

namespace faultline::report {
namespace {

using result::MitigationReport;

std::string method_words(const MitigationReport& report) {
  switch (report.method) {
    case result::MitigationMethod::smooth:
      return "Thresholds were chosen for groups of people by points";
    case result::MitigationMethod::groups:
      return "Groups got the thresholds that were given for them";
    case result::MitigationMethod::iterative:
      return "Thresholds were corrected one subgroup after another";
    case result::MitigationMethod::randomize:
      return "Thresholds were drawn at random around the old one";
  }
  throw InternalError("a mitigation without words");
}

const char* above(result::Comparator comparator) {
  return comparator == result::Comparator::at_least ? "at least" : "above";
}

/// Six digits tell thresholds apart that differ in rank; JSON has them all.
std::string threshold_words(double threshold) {
  return std::isfinite(threshold) ? fmt::format("{:.6g}", threshold) : kNotAvailable;
}

/// Of the randomised thresholds, the half-width that promises least; none when all are fixed.
std::optional<double> narrowest_width(const MitigationReport& report) {
  std::optional<double> width;
  for (const MitigationReport::Rule& rule : report.rules) {
    if (rule.width) width = std::min(width.value_or(*rule.width), *rule.width);
  }
  return width;
}

std::string guarantee_sentence(const MitigationReport& report) {
  constexpr const char* kRule =
      "Randomised thresholds leave no unjustified difference when lambda is at least 1 / (2 x "
      "half-width); as the half-width is at most 0.5, that needs lambda >= 1.";
  const std::optional<double> width = narrowest_width(report);
  if (!width || !(*width > 0)) return kRule;
  const double least = 1 / (2 * *width);
  return fmt::format(
      "{} Here the half-width is {}, so lambda has to be at least {}; lambda = {} {}.", kRule,
      ratio(*width), ratio(least), shortest(report.lambda),
      report.lambda >= least * (1 - 1e-12) ? "is within the guarantee"
                                           : "is NOT within the guarantee");
}

}  // namespace

std::string group_words(const result::NamedValues& subgroup, const std::string& text) {
  return subgroup.empty() ? "Everybody" : fmt::format("\u201c{}\u201d", text);
}

std::string mitigation_sentence(const MitigationReport& report, const result::Result& result) {
  std::string text = fmt::format("{}, for the {} with lambda = {} ({}).", method_words(report),
                                 error_name(report.error), shortest(report.lambda),
                                 lambda_meaning(report.lambda, report.error));
  if (!report.corrections.empty()) {
    text += fmt::format(" {} made.",
                        plural(static_cast<std::int64_t>(report.corrections.size()), "correction") +
                            (report.corrections.size() == 1 ? " was" : " were"));
  }
  text += fmt::format(" The new decision differs from the old one for {}", people(report.changed));
  if (const std::int64_t all = report.tested_on.value_or(result.data.rows_used); all > 0) {
    text += fmt::format(" ({} of {})",
                        percent(static_cast<double>(report.changed) / static_cast<double>(all)),
                        report.tested_on ? "those tested on" : "all");
  }
  return text + ".";
}

std::string price_sentence(const MitigationReport& report) {
  for (const BeforeAfter& row : before_and_after(report)) {
    if (!row.any().subgroup.empty() || row.before == nullptr || row.after == nullptr) continue;
    const MitigationReport::Rates& before = *row.before;
    const MitigationReport::Rates& after = *row.after;
    std::string text = fmt::format("Of all people {} are flagged now, {} before.",
                                   percent(after.selection_rate), percent(before.selection_rate));
    if (before.tpr && after.tpr) {
      text += fmt::format(" Of those with the outcome, {} are missed now, {} before.",
                          percent(1 - *after.tpr), percent(1 - *before.tpr));
    }
    return text + fmt::format(" {} of decisions are right now, {} before.", percent(after.accuracy),
                              percent(before.accuracy));
  }
  return "";
}

std::string rule_sentence(const MitigationReport::Rule& rule, const MitigationReport& report) {
  const std::string who = group_words(rule.subgroup, rule.text);
  const char* is = rule.subgroup.empty() ? "is" : "are";
  const char* whose = rule.subgroup.empty() ? "the" : "their";
  if (rule.width && *rule.width > 0) {
    return fmt::format(
        "{} {} flagged when {} score is {} a threshold drawn for each person, evenly between {} "
        "and {}.",
        who, is, whose, above(rule.comparator), ratio(rule.threshold - *rule.width),
        ratio(rule.threshold + *rule.width));
  }
  const result::Cutoff cutoff{.comparator = rule.comparator,
                              .threshold = rule.threshold,
                              .boundary_share = rule.boundary_share};
  if (report.has_risk_scores())
    return fmt::format("{} {} flagged with {}.", who, is, cutoff_words(cutoff, report));
  return fmt::format(
      "{} {} flagged when {} score is {} {}{}.", who, is, whose,
      rule.boundary_share ? "above" : above(rule.comparator), threshold_words(rule.threshold),
      rule.boundary_share
          ? fmt::format(", and {} of those exactly at it, by lot", percent(*rule.boundary_share))
          : "");
}

std::string rules_order_sentence(const MitigationReport& report) {
  if (report.rules.size() < 2) return "";
  return "The rules are read in this order, and a later one overrides an earlier one: the last "
         "rule that fits a person decides. The rules' file has their thresholds in full.";
}

std::string correction_sentence(const MitigationReport::Correction& correction,
                                const MitigationReport& report) {
  const std::string name = error_name(report.error);
  std::string text = fmt::format(
      "{} (score {}{}) had a {} of {} among {} {}, against {} outside. At most {} may exceed the "
      "threshold",
      group_words(correction.subgroup, correction.text), score(correction.score),
      correction.p_value ? fmt::format(", p = {}", p_value(*correction.p_value)) : std::string{},
      name, percent(correction.rate_before), with_thousands(correction.n),
      counted_people(report.error), percent(correction.rate_outside), percent(correction.target));
  text += fmt::format("; with the threshold {} it is {}", threshold_words(correction.threshold),
                      percent(correction.rate_after));
  // Only a promise that is kept may read like one.
  return text + (correction.rate_after <= correction.target + 1e-12
                     ? "."
                     : ", which is more: the promise is not kept.");
}

std::string nobody_worse_sentence(const MitigationReport& report) {
  if (report.corrections.empty()) return "";
  const bool worse = std::any_of(
      report.corrections.begin(), report.corrections.end(),
      [](const MitigationReport::Correction& correction) { return !correction.worse.empty(); });
  return worse ? "" : "No correction made another of the subgroups compared here worse.";
}

std::vector<std::string> limit_sentences(const MitigationReport& report, bool interpolated) {
  std::vector<std::string> sentences;
  if (report.method == result::MitigationMethod::smooth) {
    sentences = smooth_limits(report);
  } else if (report.method == result::MitigationMethod::randomize) {
    sentences.push_back(guarantee_sentence(report));
    sentences.emplace_back(
        "The guarantee holds in expectation over the draws, not for the one draw at hand, and only "
        "for calibrated predictions that are constant within each group (or that all lie inside "
        "the interval of the thresholds).");
    sentences.emplace_back(
        "Two people with the same score can be decided differently, by chance alone: randomising "
        "trades differences between groups for differences between individuals.");
  } else {
    if (report.method == result::MitigationMethod::iterative) {
      sentences.push_back(fmt::format(
          "The threshold of a corrected subgroup is chosen so that among these people no more than "
          "the allowed share exceeds it{}. This holds at the moment of the correction: a later one "
          "can move the rate outside, and other people will have other rates. On new people such "
          "corrections have been seen to make the worst subgroup worse; the method smooth is made "
          "for them.",
          interpolated ? "; an interpolated quantile can miss that by one person" : ""));
    } else {
      sentences.emplace_back(
          "The thresholds were given, not computed: whether they remove a difference is what the "
          "scores before and after tell, for these people only.");
    }
    sentences.emplace_back(
        "People of different subgroups with the same score can now get different decisions.");
  }
  sentences.emplace_back(
      "Whether a decision may depend on these attributes is a question of law and policy that the "
      "numbers do not answer.");
  return sentences;
}

std::string scanned_words(std::size_t index, std::size_t findings) {
  if (findings == 1) return "The last scan";
  if (findings != 2) return fmt::format("Scan {}", index + 1);
  return index == 0 ? "The old decisions" : "The new decisions";
}

std::vector<BeforeAfter> before_and_after(const MitigationReport& report) {
  std::vector<BeforeAfter> rows;
  std::vector<bool> used(report.after.size(), false);
  for (const MitigationReport::Rates& before : report.before) {
    BeforeAfter row{.before = &before, .after = nullptr};
    for (std::size_t i = 0; i < report.after.size(); ++i) {
      if (used[i] || report.after[i].subgroup != before.subgroup) continue;
      used[i] = true;
      row.after = &report.after[i];
      break;
    }
    rows.push_back(row);
  }
  for (std::size_t i = 0; i < report.after.size(); ++i) {
    if (!used[i]) rows.push_back({.before = nullptr, .after = &report.after[i]});
  }
  return rows;
}

}  // namespace faultline::report
