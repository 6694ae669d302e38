#include "faultline/report/claims/claims.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"
#include "faultline/report/document/format.hpp"
#include "faultline/report/methods/conditional/words.hpp"
#include "faultline/report/methods/metrics/sections.hpp"
#include "faultline/report/methods/shared/finding_blocks.hpp"
#include "faultline/report/methods/shared/sentences.hpp"
#include "faultline/report/methods/shared/wording.hpp"
#include "faultline/report/methods/sources/words.hpp"

namespace faultline::report {
namespace {

using Standing = Claim::Standing;

Standing standing_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::significant:
      return Standing::evidence;
    case Verdict::not_significant:
      return Standing::not_enough;
    case Verdict::undecided:
      return Standing::undecided;
    case Verdict::nothing_found:
      return Standing::nothing;
    case Verdict::not_comparable:
      return Standing::not_comparable;
    case Verdict::not_computed:
    case Verdict::not_tested:
    case Verdict::no_p_value:
      break;
  }
  return Standing::untested;
}

Claim finding_claim(const result::Finding& finding, const result::Result& result) {
  Claim claim{.command = std::string(name_of(result.command)),
              .question = fmt::format("{}-{}", name_of(finding.metric), name_of(finding.direction)),
              .title = wording(finding).title,
              .text = finding_sentence(finding, result) + " " + evidence_sentence(finding, result),
              .standing = standing_of(verdict(finding, result.alpha)),
              .p_value_adjusted = finding.p_value_adjusted,
              .n = finding.n};
  if (finding.outcome_class) claim.question += "-" + *finding.outcome_class;
  if (finding.ijdi) claim.question += fmt::format("-lambda-{}", shortest(finding.ijdi->lambda));
  std::vector<std::string> who;
  if (finding.protected_class) who.push_back(class_words(*finding.protected_class));
  if (finding.subgroup && !(finding.subgroup->empty() && finding.protected_class))
    who.push_back(subgroup_words(finding));
  for (const std::string& part : who) claim.who += (claim.who.empty() ? "" : "; ") + part;
  for (const std::string& caution : cautions(finding)) {
    claim.text += " " + capitalised(caution);
    if (!claim.text.ends_with('.')) claim.text += '.';
  }
  return claim;
}

Claim comparison_claim(const result::MetricsReport& report,
                       const result::MetricsReport::Comparison& one) {
  Claim claim{.command = std::string(name_of(result::Command::metrics)),
              .question = std::string(name_of(one.rate)),
              .title = fmt::format("Different {}", rate_words(one.rate).name),
              .who = fmt::format("{}, against {}", one.text, one.reference_text),
              .text = pair_sentence(report, one),
              .standing = one.verdict == result::Verdict::evidence ? Standing::evidence
                                                                   : Standing::not_enough,
              .p_value_adjusted = one.p_value_adjusted};
  for (const result::MetricsReport::Group& group : report.groups) {
    if (group.group != one.group) continue;
    if (const auto& rate = group.rates.of(one.rate)) claim.n = rate->n;
  }
  return claim;
}

/// The costs that a gate goes by.
bool is_decisive(const result::SourcesReport& report, result::CostMetric metric) {
  if (report.outcome == result::OutcomeKind::number) return metric == result::CostMetric::mse;
  return metric == result::CostMetric::fpr || metric == result::CostMetric::fnr ||
         metric == result::CostMetric::zero_one;
}

Claim level_claim(const result::Result& result, const result::SourcesReport& report,
                  const result::SourcesReport::Level& level) {
  const bool tested = level.p_value_adjusted.has_value();
  const bool evidence = tested && *level.p_value_adjusted <= result.alpha;
  Claim claim{.command = std::string(name_of(result::Command::sources)),
              .question = std::string(name_of(level.metric)),
              .title = fmt::format("Different {}", metric_words(report, level.metric)),
              .who = fmt::format("{}, against {}", level.groups.first, level.groups.second),
              .text = fmt::format("The {} of {} minus that of {} is {}{}, under {}.",
                                  metric_words(report, level.metric), level.groups.first,
                                  level.groups.second, gap_cell(report, level.difference),
                                  is_binary(report) ? " percentage points" : "", level.model),
              .standing = !tested    ? Standing::untested
                          : evidence ? Standing::evidence
                                     : Standing::not_enough,
              .p_value_adjusted = level.p_value_adjusted};
  for (const result::SourcesReport::Cost& cost : report.costs) {
    if (cost.model == level.model && cost.group == level.groups.first &&
        cost.metric == level.metric)
      claim.n = cost.n;
  }
  return claim;
}

/// The gate of counterfactual rates goes by the intervals of the average gap and of all pairs.
Claim gap_claim(const result::CounterfactualReport::Decision& decision, const char* rate,
                const result::CounterfactualReport::Summaries& summaries) {
  const result::Interval& interval = summaries.avg.intervals.adaptive;
  Claim claim{.command = std::string(name_of(result::Command::counterfactual)),
              .question = fmt::format("{}-gap", rate),
              .title = std::string(rate) == "cfpr"
                           ? "Different false positive rates had nobody been treated"
                           : "Different false negative rates had nobody been treated",
              .who = decision.decision,
              .standing = !interval              ? Standing::untested
                          : summaries.is_apart() ? Standing::evidence
                                                 : Standing::not_enough};
  for (const auto& group : decision.groups) claim.n += group.n;
  if (summaries.avg.estimate) {
    claim.text = fmt::format("The average gap between groups is {} percentage points{}.",
                             points(*summaries.avg.estimate),
                             interval ? fmt::format(", between {} and {}", points(interval->first),
                                                    points(interval->second))
                                      : "");
  } else {
    claim.text = "The gap between groups is not estimable.";
  }
  return claim;
}

/// `all`: of costs those too that a gate of `sources` does not go by; the gate of a check does.
void add_claims(const result::Result& result, bool all, std::vector<Claim>& claims) {
  for (const result::Finding& finding : result.findings)
    claims.push_back(finding_claim(finding, result));
  if (result.metrics) {
    for (const auto* one : ordered_comparisons(*result.metrics))
      claims.push_back(comparison_claim(*result.metrics, *one));
  }
  if (result.sources) {
    for (const result::SourcesReport::Level& level : result.sources->levels) {
      if ((is_decisive(*result.sources, level.metric) || (all && level.p_value)) &&
          !level.of_metrics)
        claims.push_back(level_claim(result, *result.sources, level));
    }
  }
  if (result.counterfactual) {
    for (const auto& decision : result.counterfactual->decisions) {
      claims.push_back(gap_claim(decision, "cfpr", decision.cfpr));
      claims.push_back(gap_claim(decision, "cfnr", decision.cfnr));
    }
  }
}

}  // namespace

std::vector<Claim> claims_of(const result::Result& result) {
  std::vector<Claim> claims;
  add_claims(result, false, claims);
  for (const result::Part& part : result.parts) add_claims(part, true, claims);
  std::ranges::stable_partition(
      claims, [](const Claim& one) { return one.standing == Standing::evidence; });
  return claims;
}

std::string standing_words(Standing standing) {
  switch (standing) {
    case Standing::evidence:
      return verdict_label(Verdict::significant);
    case Standing::not_enough:
      return verdict_label(Verdict::not_significant);
    case Standing::undecided:
      return verdict_label(Verdict::undecided);
    case Standing::nothing:
      return verdict_label(Verdict::nothing_found);
    case Standing::not_comparable:
      return verdict_label(Verdict::not_comparable);
    case Standing::untested:
      return verdict_label(Verdict::not_tested);
  }
  return "";
}

}  // namespace faultline::report
