#include "faultline/report/methods/conditional/expectations_section.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "faultline/base/text.hpp"
#include "faultline/report/document/format.hpp"
#include "faultline/report/methods/shared/finding_blocks.hpp"
#include "faultline/report/methods/shared/sentences.hpp"
#include "faultline/report/methods/shared/wording.hpp"

namespace faultline::report {
namespace {

using result::ModelFinding;

std::string_view model_words(result::ExpectationModel model) {
  using enum result::ExpectationModel;
  switch (model) {
    case logistic:
      return "logistic";
    case doubly_robust:
      return "doubly robust";
    case boosted:
      return "boosted trees";
    case forest:
      break;
  }
  return "forest";
}

/// What the rules for verdicts and cells need of a finding, so that they are those of any other.
result::Finding as_finding(const ModelFinding& under, const result::Finding& scan) {
  result::Finding finding;
  finding.method = scan.method;
  finding.protected_class = scan.protected_class;
  finding.subgroup = under.subgroup;
  finding.text = under.text;
  finding.p_value = under.p_value;
  finding.p_value_adjusted = under.p_value_adjusted;
  finding.replicates = under.replicates;
  finding.verdict = under.verdict;
  finding.search.subgroups = 1;  // there was something to search
  return finding;
}

/// "Race = B, fpr, higher: evidence with logistic and forest, not with boosted trees."; empty where
/// all models agree.
std::string disagreement(const ClassAudit& entry, const result::Finding& finding, double alpha) {
  std::vector<std::string> with;
  std::vector<std::string> without;
  for (const ModelFinding& under : finding.by_expectation) {
    (has_evidence(as_finding(under, finding), alpha) ? with : without)
        .emplace_back(model_words(under.model));
  }
  if (with.empty() || without.empty()) return {};
  return fmt::format("{}, {}: evidence with {}, not with {}.", class_words(entry.who),
                     scan_label(finding), join_words(with), join_words(without));
}

Row model_row(const ModelFinding& under, const result::Finding& scan, double alpha, bool first) {
  const result::Finding finding = as_finding(under, scan);
  return {.cells = {first ? scan_label(scan) : std::string(), std::string(model_words(under.model)),
                    subgroup_words(finding), score(under.score), p_value_cell(finding),
                    verdict_badge(finding, alpha, true)},
          .weight = has_evidence(finding, alpha) ? Row::Weight::strong : Row::Weight::normal};
}

}  // namespace

Section expectations_section(const std::vector<ClassAudit>& classes, const result::Result& result) {
  Section section{.heading = "Does it depend on the model?", .id = "expectations"};
  using Kind = Column::Kind;
  Table table{
      .caption = "Every scan under every model of what to expect",
      .columns = {{.head = "Scan", .kind = Kind::words},
                  {.head = "Model", .kind = Kind::words},
                  {.head = "Subgroup", .kind = Kind::words},
                  {.head = "Score"},
                  {.head = "p adj.", .meaning = "adjusted as if this model had been alone"},
                  {.head = "Evidence",
                   .kind = Kind::badge,
                   .brief = "*",
                   .meaning = fmt::format("evidence at the level {}", shortest(result.alpha))}},
      .noun = "line"};
  List differing;
  std::int64_t scans = 0;
  for (const ClassAudit& entry : classes) {
    RowGroup group{.title = class_words(entry.who)};
    for (const auto& [number, finding] : entry.findings) {
      if (finding->by_expectation.empty()) continue;
      ++scans;
      for (const ModelFinding& under : finding->by_expectation) {
        group.rows.push_back(
            model_row(under, *finding, result.alpha, &under == &finding->by_expectation.front()));
      }
      if (std::string words = disagreement(entry, *finding, result.alpha); !words.empty())
        differing.items.push_back(std::move(words));
    }
    if (!group.rows.empty()) table.groups.push_back(std::move(group));
  }
  if (scans == 0) return section;
  const auto differ = static_cast<std::int64_t>(differing.items.size());
  section.add(brief(Paragraph{fmt::format(
      "In {} of {} scans all models agree on whether there is evidence. The verdicts of this audit "
      "are those of logistic regression, chosen beforehand; the other models show whether they "
      "depend on that choice. A difference that only one model sees deserves a second look before "
      "anybody acts on it.",
      with_thousands(scans - differ), with_thousands(scans))}));
  section.add(brief(std::move(differing)));
  section.add(brief(std::move(table)));
  return section;
}

}  // namespace faultline::report
