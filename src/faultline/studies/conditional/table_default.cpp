#include "faultline/studies/conditional/table_default.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"
#include "faultline/report/document/format.hpp"
#include "faultline/report/render/markdown.hpp"
#include "faultline/studies/conditional/table_lines.hpp"

namespace faultline::studies {
namespace {

bool below(const std::optional<double>& p, double level) { return p && *p < level; }

std::string verdict_words(const methods::Finding& finding) {
  if (finding.verdict) return std::string(name_of(*finding.verdict));
  return finding.subgroup ? "not tested" : "nothing";
}

std::string p_words(const std::optional<double>& p) { return p ? report::p_value(*p) : "-"; }

report::Cell score_cell_of(const methods::Finding& finding, bool strong) {
  report::Cell cell(finding.subgroup ? report::score(finding.score) : "0.0");
  cell.strong = strong;
  return cell;
}

/// What changes, counted.
std::string changes(const CbsTable& table, const CbsDefault& by_default) {
  const double level = table.options.significance;
  std::int64_t papers = 0;
  std::int64_t raw = 0;
  std::int64_t evidence = 0;
  std::int64_t lost = 0;
  std::int64_t gained = 0;
  std::int64_t incomparable = 0;
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    const methods::Finding& found = by_default.findings[i];
    const bool before = below(table.rows[i].ours.p_value, level);
    const bool after = below(found.p_value, level);
    papers += before ? 1 : 0;
    raw += after ? 1 : 0;
    lost += before && !after ? 1 : 0;
    gained += after && !before ? 1 : 0;
    evidence += found.verdict == methods::Verdict::evidence ? 1 : 0;
    incomparable += found.verdict == methods::Verdict::not_comparable ? 1 : 0;
  }
  const std::size_t all = table.rows.size();
  return fmt::format(
      "- p < {} by the paper's test: {} of {}\n"
      "- p < {} by the default test: {} of {}; below it no longer: {}, newly: {}\n"
      "- evidence after the adjustment for the four criteria of a class: {} of {}\n"
      "- not comparable, and therefore without a p-value: {} of {}\n",
      shortest(level), papers, all, shortest(level), raw, all, lost, gained, evidence, all,
      incomparable, all);
}

}  // namespace

CbsDefault cbs_default(const data::Profiles& profiles, std::span<const PaperClass> paper,
                       const CbsTableOptions& options, const methods::Hooks& hooks) {
  methods::ConditionalOptions audit;
  const auto scans = methods::default_scans(methods::Harm::positive);
  audit.scans.assign(scans.begin(), scans.end());
  for (model::LearnerOptions* learner : {&audit.propensity, &audit.expectation}) {
    learner->kind = options.learner;
    learner->seed = options.seed;
  }
  audit.alpha = options.significance;
  audit.seed = options.seed;
  audit.threads = options.threads;
  methods::ConditionalInput input{.profiles = profiles};
  input.scanned.reserve(profiles.attributes.size());
  for (const data::Attribute& attribute : profiles.attributes) {
    input.scanned.push_back(attribute.name);
  }
  input.covariates = input.scanned;
  CbsDefault result;
  for (const PaperClass& of : paper) {
    methods::ConditionalResult found = methods::conditional_scan(
        input, {{std::string(of.attribute), std::string(of.value)}}, audit, hooks);
    if (found.findings.size() != audit.scans.size()) {
      throw Cancelled("stopped before every protected class was searched");
    }
    result.partial = result.partial || found.partial;
    std::move(found.findings.begin(), found.findings.end(), std::back_inserter(result.findings));
  }
  return result;
}

std::string default_markdown(const CbsTable& table, const CbsDefault& by_default) {
  using enum report::Column::Kind;
  report::Table compared{.columns = {{"class", words},
                                     {"", words},
                                     {"paper's test: subgroup", words},
                                     {"score"},
                                     {"p"},
                                     {"default: subgroup", words},
                                     {"score"},
                                     {"p"},
                                     {"adjusted"},
                                     {"replicates"},
                                     {"verdict", words}}};
  const PaperClass* last = nullptr;
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    const CbsTableRow& row = table.rows[i];
    const methods::Finding& found = by_default.findings[i];
    const double level = table.options.significance;
    const auto subgroup = [](const methods::Finding& finding) -> std::string {
      if (!finding.subgroup) return "-";
      return finding.subgroup->empty() ? "everybody" : finding.text;
    };
    report::Cell name;
    if (row.protected_class != last) name = row.protected_class->name;
    name.strong = row.protected_class->selected;
    last = row.protected_class;
    const std::string ours = subgroup(row.ours);
    const std::string theirs = subgroup(found);
    compared.add({name, kPaperMetrics[row.scan], ours,
                  score_cell_of(row.ours, below(row.ours.p_value, level)),
                  p_words(row.ours.p_value), ours == theirs && ours != "-" ? "same" : theirs,
                  score_cell_of(found, found.verdict == methods::Verdict::evidence),
                  p_words(found.p_value), p_words(found.p_value_adjusted),
                  with_thousands(found.replicates), verdict_words(found)});
  }
  return changes(table, by_default) + "\n" + report::render_markdown(compared) +
         fmt::format("\nScores in bold: p < {} (paper's test), evidence (default).\n",
                     shortest(table.options.significance));
}

}  // namespace faultline::studies
