#include "faultline/methods/compare/compare_periods.hpp"

#include <utility>

#include "faultline/methods/finding.hpp"

namespace faultline::methods {

search::Direction worse_direction(const Metric& metric, Harm harm) {
  using enum Criterion;
  switch (metric.criterion) {
    case fpr:
    case fnr:
    case fdr:
    case for_:
      return search::Direction::higher;
    case tpr:
    case tnr:
    case ppv:
    case npv:
      return search::Direction::lower;
    default:
      return harmful_direction(metric, harm);
  }
}

std::vector<CriterionScan> default_change_scans(Harm harm) {
  const auto audited = default_scans(harm);
  std::vector<CriterionScan> scans(audited.begin(), audited.end());
  // An audit asks whether a class is harmed; a model that misses more, or flags more, is worse as
  // well.
  const Metric& other = metric_named(harm == Harm::positive ? "fnr" : "fpr");
  scans.push_back({&other, worse_direction(other, harm)});
  return scans;
}

ComparedPeople periods_of(const data::Profiles& profiles, const Periods& periods) {
  ComparedPeople people{.attributes = profiles.attributes,
                        .codes = profiles.codes,
                        .has_score = !profiles.prediction.empty(),
                        .has_decision = !profiles.decision.empty()};
  const auto n = static_cast<std::size_t>(profiles.size());
  people.before.resize(n);
  people.second.resize(n);
  for (std::size_t i = 0; i < n; ++i) {
    SideEntry& entry = people.before[i];
    entry.outcome = profiles.outcome[i] != 0;
    entry.count = profiles.count[i];
    if (people.has_score) entry.score = profiles.prediction[i];
    if (people.has_decision) entry.decision = profiles.decision[i] != 0;
    people.second[i] = profiles.codes[periods.attribute][i] == periods.label ? 1 : 0;
  }
  people.after = people.before;
  return people;
}

CompareResult compare_periods(const ConditionalInput& input, const Periods& periods,
                              const ComparePeriodsOptions& options, const Hooks& hooks,
                              resample::Checkpoint* checkpoint) {
  CompareResult result;
  ChangeTable table = change_table(periods_of(input.profiles, periods), options.table, hooks);
  // The scans of one class are one family.
  const std::size_t families = table.tests > 0 ? 2 : 1;
  give_change_verdicts(static_cast<std::int64_t>(families), options.scan.alpha, table);
  ConditionalOptions scan = options.scan;
  scan.other_families = families - 1;
  scan.words = kPeriodWords;
  ConditionalResult found = conditional_scan(input, {periods.after}, scan, hooks, checkpoint);
  for (Finding& finding : found.findings) {
    const Metric& metric = metric_named(name_of(finding.metric));
    finding.worse = finding.direction == worse_direction(metric, options.harm);
  }
  result.findings = std::move(found.findings);
  order_by_evidence(result.findings);
  result.models = std::move(found.models);
  result.notices = std::move(found.notices);
  result.partial = found.partial;
  result.report = {.kind = CompareKind::periods,
                   .after = periods.after.value,
                   .confidence = 1 - options.scan.alpha,
                   .tests = table.tests,
                   .families = static_cast<std::int64_t>(families),
                   .notices = std::move(table.notices),
                   .changes = std::move(table.changes)};
  return result;
}

}  // namespace faultline::methods
