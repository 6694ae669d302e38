#include "faultline/report/methods/mitigation/document.hpp"

#include <fmt/format.h>

#include "faultline/base/text.hpp"
#include "faultline/report/document/format.hpp"
#include "faultline/report/methods/ijdi/sections.hpp"
#include "faultline/report/methods/mitigation/ledger_words.hpp"
#include "faultline/report/methods/mitigation/points_words.hpp"
#include "faultline/report/methods/mitigation/words.hpp"
#include "faultline/report/methods/shared/finding_blocks.hpp"
#include "faultline/report/methods/shared/front.hpp"
#include "faultline/report/methods/shared/sentences.hpp"

namespace faultline::report {
namespace {

using result::MitigationReport;

// A terminal shows so many; a page and the JSON have them all.
constexpr std::size_t kShownWorse = 3;

Section summary(const MitigationReport& report, const result::Result& result) {
  Section section{.heading = "In short", .id = "summary"};
  section.add(brief(Paragraph{
      report.points ? smooth_sentence(report, result) : mitigation_sentence(report, result),
      Paragraph::Tone::lead}));
  section.add(brief(Paragraph{report.points ? groups_sentence(report) : ""}));
  if (report.changed > 0 || !report.points) section.add(brief(Paragraph{price_sentence(report)}));
  section.add(brief(Paragraph{worth_sentence(report)}));
  section.add(brief(Paragraph{people_sentence(report, result)}));
  if (!report.ended.empty()) {
    section.add(brief(Paragraph{fmt::format("How it ended: {}", report.ended)}));
  }
  return section;
}

Section rules_section(const MitigationReport& report) {
  if (report.points) return points_section(report);
  List rules{.numbered = true};
  for (const MitigationReport::Rule& rule : report.rules) {
    rules.items.push_back(rule_sentence(rule, report));
  }
  Section section{.heading = "The new rules", .id = "rules"};
  section.add(brief(std::move(rules)));
  section.add(brief(Paragraph{rules_order_sentence(report)}));
  return section;
}

std::vector<Cell> rates_cells(const char* when, const MitigationReport::Rates& rates) {
  const auto rate = [](const std::optional<double>& value) {
    return value ? percent_number(*value) : std::string(kNone);
  };
  return {when,
          with_thousands(rates.n),
          rate(rates.fpr),
          rate(rates.tpr),
          rate(rates.accuracy),
          rate(rates.selection_rate),
          rates.score ? score(*rates.score) : kNone,
          rates.p_value ? p_value(*rates.p_value) : kNone};
}

Table rates_table(const MitigationReport& report) {
  Table table{.columns = {{.head = "Decisions", .kind = Column::Kind::words},
                          {.head = "People"},
                          {.head = "FPR %", .meaning = "flagged among people without the outcome"},
                          {.head = "TPR %", .meaning = "flagged among people with the outcome"},
                          {.head = "Accuracy %",
                           .brief = "Acc. %",
                           .meaning = "decisions that agree with the outcome"},
                          {.head = "Flagged %", .brief = "Flag. %", .meaning = "flagged among all"},
                          {.head = "Score", .meaning = "of the search over everybody"},
                          {.head = "p", .meaning = "of the same search"}}};
  for (const BeforeAfter& row : before_and_after(report)) {
    const MitigationReport::Rates& any = row.any();
    table.groups.push_back({.title = any.subgroup.empty() ? "Everybody" : any.text});
    if (row.before != nullptr) table.add(rates_cells("before", *row.before));
    if (row.after != nullptr) {
      table.add(rates_cells("after", *row.after)).weight = Row::Weight::strong;
    }
  }
  return table;
}

Section rates_section(const MitigationReport& report) {
  Section section{.heading = "Before and after", .id = "rates"};
  section.add(brief(rates_table(report)));
  section.add(brief(Paragraph{rates_sentence(report)}));
  return section;
}

Section corrections_section(const MitigationReport& report) {
  List corrections{.numbered = true};
  Warnings worse{.title = "Made worse", .limit = kShownWorse};
  for (const MitigationReport::Correction& correction : report.corrections) {
    corrections.items.push_back(correction_sentence(correction, report));
    for (const std::string& sentence : correction.worse) {
      worse.items.push_back(fmt::format("by correction {}: {}", correction.number, sentence));
    }
  }
  Section section{.heading = "Corrections, and whom they made worse", .id = "corrections"};
  section.add(brief(std::move(corrections)));
  section.add(brief(std::move(worse)));
  section.add(brief(Paragraph{nobody_worse_sentence(report)}));
  return section;
}

std::string scan_story(const std::string& scan, const result::Finding& finding,
                       const result::Result& result) {
  const std::string who =
      finding.subgroup ? fmt::format("\u201c{}\u201d. ", subgroup_words(finding)) : "";
  return fmt::format("{}: {}{} {}", scan, who, finding_sentence(finding, result),
                     evidence_sentence(finding, result));
}

Section finding_section(const std::string& scan, std::size_t number, const result::Finding& finding,
                        const result::Result& result) {
  Section section{.heading = scan,
                  .id = finding_anchor(number),
                  .lead_in = subgroup_words(finding),
                  .badges = {verdict_badge(finding, result.alpha)},
                  .fold = Section::Fold::closed};
  add_finding(finding, result, section);
  return section;
}

Section scans_section(const result::Result& result) {
  List stories;
  Warnings warnings;
  std::vector<Section> findings;
  for (std::size_t i = 0; i < result.findings.size(); ++i) {
    const result::Finding& finding = result.findings[i];
    const std::string scan = scanned_words(i, result.findings.size());
    stories.items.push_back(scan_story(scan, finding, result));
    if (const std::vector<std::string> sentences = cautions(finding); !sentences.empty()) {
      warnings.items.push_back(fmt::format("{}: {}", scan, join_sentences(sentences)));
    }
    findings.push_back(finding_section(scan, i + 1, finding, result));
  }
  Section section{.heading = "What the scans found", .id = "scans"};
  section.add(brief(std::move(stories)));
  section.add(brief(std::move(warnings)));
  for (Section& finding : findings) section.add(full(std::move(finding)));
  return section;
}

Section limits_section(const MitigationReport& report, const result::Result& result) {
  Section section{.heading = "What this does not promise", .id = "limits"};
  for (std::string& sentence :
       limit_sentences(report, option_words(result, "quantile") == "linear")) {
    section.add(brief(Paragraph{std::move(sentence)}));
  }
  return section;
}

}  // namespace

void write_mitigation(const result::Result& result, Document& document) {
  const MitigationReport& report = *result.mitigation;
  document.add(brief(summary(report, result)));
  document.add(brief(rules_section(report)));
  document.add(brief(rates_section(report)));
  document.add(brief(ledger_section(report)));
  document.add(brief(corrections_section(report)));
  document.add(brief(scans_section(result)));
  document.add(brief(limits_section(report, result)));
  document.add(full(probability_model_section(result)));
  document.add(full(ijdi_guide_section(result)));
}

}  // namespace faultline::report
