#include "faultline/methods/mitigation/iterative.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"
#include "faultline/methods/mitigation/cutoff.hpp"
#include "faultline/methods/mitigation/rates.hpp"
#include "faultline/methods/mitigation/rules.hpp"
#include "faultline/methods/mitigation/threshold.hpp"

namespace faultline::methods {
namespace {

using Positive = std::vector<std::int64_t>;

/// Why no further correction is made; empty when one is.
std::string reason_to_stop(const Finding& finding, const MitigationOptions& options,
                           std::size_t corrections, const MitigationResult& result) {
  if (result.partial) return "the run was interrupted.";
  if (!finding.subgroup) return "the last scan found no subgroup.";
  if (options.scan.replicates > 0) {
    if (!finding.p_value) {
      return fmt::format(
          "the last scan found \u201c{}\u201d (score {:.3f}), but its test cannot tell whether "
          "that "
          "is more than chance.",
          finding.text, finding.score);
    }
    if (!finding.significant.value_or(false)) {
      return fmt::format(
          "what the last scan found, \u201c{}\u201d (score {:.3f}), is not significant: p = "
          "{:.3g}.",
          finding.text, finding.score, *finding.p_value);
    }
  }
  if (finding.subgroup->empty()) {
    return "the last scan found everybody: there is nobody outside to compare with, so no "
           "threshold can be derived.";
  }
  if (corrections >= static_cast<std::size_t>(options.max_corrections)) {
    return fmt::format(
        "the last scan still found \u201c{}\u201d (score {:.3f}), but no more than {} asked for; "
        "raise `max_corrections` to go on.",
        finding.text, finding.score,
        plural(options.max_corrections, "correction") +
            (options.max_corrections == 1 ? " was" : " were"));
  }
  return "";
}

Cutoff threshold_for(const MitigationInput& input, const MitigationOptions& options,
                     const NamedValues& subgroup, double target) {
  const data::Profiles& profiles = input.profiles;
  const std::vector<std::uint8_t> inside = members(profiles, subgroup);
  const std::uint8_t wanted = options.error == ErrorRate::fpr ? 0 : 1;
  ScoreCounts scores;
  for (std::size_t k = 0; k < inside.size(); ++k) {
    if (inside[k] != 0 && profiles.outcome[k] == wanted) {
      scores.emplace_back(profiles.prediction[k], profiles.count[k]);
    }
  }
  if (options.quantile == Quantile::exact) return exact_cutoff(std::move(scores), target);
  return {.comparator = Comparator::above,
          .threshold = quantile_threshold(std::move(scores), target, options.quantile)};
}

/// For every correction, who else among the corrected subgroups got worse by it; `steps` holds the
/// decisions before the first correction and after each.
void name_worse(const MitigationInput& input, const MitigationOptions& options,
                const std::vector<Positive>& steps, MitigationReport& report) {
  std::vector<std::pair<NamedValues, std::string>> subgroups;
  for (const MitigationReport::Correction& correction : report.corrections) {
    std::pair<NamedValues, std::string> named{correction.subgroup, correction.text};
    if (std::find(subgroups.begin(), subgroups.end(), named) == subgroups.end()) {
      subgroups.push_back(std::move(named));
    }
  }
  for (const auto& [subgroup, text] : subgroups) {
    for (std::size_t i = 0; i < report.corrections.size(); ++i) {
      if (report.corrections[i].subgroup == subgroup) continue;
      std::string sentence =
          worse_sentence(text, options.error, compare(input, options.error, steps[i], subgroup),
                         compare(input, options.error, steps[i + 1], subgroup), options.lambda);
      if (!sentence.empty()) report.corrections[i].worse.push_back(std::move(sentence));
    }
  }
}

}  // namespace

std::optional<Finding> scan_decisions(const MitigationInput& input,
                                      const MitigationOptions& options, const Positive& positive,
                                      const Hooks& hooks, MitigationResult& result) {
  if (input.memory != nullptr) {
    if (const auto known = input.memory->find(positive); known != input.memory->end()) {
      result.scans.push_back(known->second);
      return known->second;
    }
  }
  IjdiOptions scan = options.scan;
  scan.errors = {options.error};
  scan.lambdas = {options.lambda};
  const data::Profiles decided = with_decisions(input.profiles, positive);
  IjdiResult found = ijdi_scan({.profiles = decided,
                                .scanned = input.scanned,
                                .true_probability = input.true_probability,
                                .recipe = input.recipe},
                               scan, hooks);
  result.partial = result.partial || found.partial;
  if (found.findings.empty()) return std::nullopt;
  // Every scan of the run would repeat the same warning about its settings.
  for (Notice& notice : found.notices) {
    if (std::find(result.notices.begin(), result.notices.end(), notice) == result.notices.end()) {
      result.notices.push_back(std::move(notice));
    }
  }
  result.scans.push_back(found.findings.front());
  if (input.memory != nullptr && !found.partial) {
    input.memory->emplace(positive, found.findings.front());
  }
  return std::move(found.findings.front());
}

Positive correct_iteratively(const MitigationInput& input, const MitigationOptions& options,
                             Positive positive, const Hooks& hooks, MitigationResult& result) {
  MitigationReport& report = result.report;
  std::vector<Positive> steps{positive};
  for (bool first = true;; first = false) {
    const std::optional<Finding> found = scan_decisions(input, options, positive, hooks, result);
    if (!found && first) throw Cancelled("stopped before the first scan was done");
    if (!found) {
      report.ended = "the run was interrupted.";
      break;
    }
    if (first) result.before = *found;
    result.after = *found;
    report.ended = reason_to_stop(*found, options, report.corrections.size(), result);
    if (!report.ended.empty()) break;

    const InsideOutside sums = compare(input, options.error, positive, *found->subgroup);
    MitigationReport::Correction step;
    step.number = static_cast<int>(report.corrections.size()) + 1;
    step.text = found->text;
    step.subgroup = *found->subgroup;
    step.score = found->score;
    step.p_value = found->p_value;
    step.n = sums.n;
    step.rate_before = sums.rate();
    step.rate_outside = sums.rate_outside();
    step.target = std::min(1.0, sums.allowed(options.lambda));
    if (excess(sums, options.lambda) <= 0) {
      report.ended = fmt::format(
          "the last scan found \u201c{}\u201d (score {:.3f}), whose rate is within what its base "
          "rate justifies: there is nothing to correct.",
          found->text, found->score);
      break;
    }
    const Cutoff cutoff = threshold_for(input, options, step.subgroup, step.target);
    step.threshold = cutoff.threshold;
    step.boundary_share = cutoff.boundary_share;
    std::vector<MitigationReport::Rule> rules = report.rules;
    rules.push_back({.subgroup = step.subgroup,
                     .text = step.text,
                     .comparator = cutoff.comparator,
                     .threshold = cutoff.threshold,
                     .boundary_share = cutoff.boundary_share});
    Positive corrected = decide(input.profiles, rules);
    // Correcting one subgroup can undo the correction of another: without this it could go round.
    if (std::find(steps.begin(), steps.end(), corrected) != steps.end()) {
      report.ended = fmt::format(
          "correcting \u201c{}\u201d (score {:.3f}) would lead back to decisions that were "
          "corrected "
          "before: the corrections go round in a circle.",
          found->text, found->score);
      break;
    }
    positive = std::move(corrected);
    step.rate_after = compare(input, options.error, positive, step.subgroup).rate();
    report.rules = std::move(rules);
    report.corrections.push_back(std::move(step));
    steps.push_back(positive);
  }
  name_worse(input, options, steps, report);
  return positive;
}

}  // namespace faultline::methods
