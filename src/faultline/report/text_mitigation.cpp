#include "faultline/report/text_mitigation.hpp"

#include "faultline/base/text.hpp"
#include "faultline/report/document/format.hpp"
#include "faultline/report/methods/shared/sentences.hpp"
#include "faultline/report/mitigation_words.hpp"
#include "faultline/report/text_table.hpp"

namespace faultline::report {
namespace {

using result::MitigationReport;

constexpr const char* kNone = "-";

void write_rules(const MitigationReport& report, Page& page) {
  if (report.rules.empty()) return;
  page.blank();
  page.heading("The new rules");
  int number = 0;
  for (const MitigationReport::Rule& rule : report.rules) {
    page.paragraph(rule_sentence(rule), fmt::format("  {}. ", ++number));
  }
  if (const std::string order = rules_order_sentence(report); !order.empty()) {
    page.paragraph(order, "  ");
  }
}

std::vector<std::string> table_row(const std::string& name, const char* when,
                                   const MitigationReport::Rates& rates) {
  const auto rate = [](const std::optional<double>& value) {
    return value ? percent_number(*value) : std::string(kNone);
  };
  return {name,
          when,
          with_thousands(rates.n),
          rate(rates.fpr),
          rate(rates.tpr),
          rate(rates.accuracy),
          rate(rates.selection_rate),
          rates.score ? score(*rates.score) : kNone,
          rates.p_value ? p_value(*rates.p_value) : kNone};
}

/// For where a table has no room.
std::string list_item(const std::vector<std::string>& cells) {
  return fmt::format(
      "{}, {}: {} people; FPR {} %, TPR {} %, accuracy {} %, flagged {} %; score {}, p {}",
      cells[0], cells[1], cells[2], cells[3], cells[4], cells[5], cells[6], cells[7], cells[8]);
}

void write_table(const MitigationReport& report, Page& page) {
  TextTable table{
      .heads = {"Group", "", "People", "FPR %", "TPR %", "Acc. %", "Flag. %", "Score", "p"},
      .numeric = 7,
      .rows = {}};
  std::vector<std::string> names;
  for (const BeforeAfter& row : before_and_after(report)) {
    const std::string name = row.any().subgroup.empty() ? "everybody" : printable(row.any().text);
    if (row.before != nullptr) {
      table.rows.push_back(table_row(name, "before", *row.before));
      names.push_back(name);
    }
    if (row.after != nullptr) {
      // The name stands once where both lines follow each other.
      table.rows.push_back(table_row(row.before != nullptr ? "" : name, "after", *row.after));
      names.push_back(name);
    }
  }
  if (table.rows.empty()) return;
  page.blank();
  page.heading("Before and after");
  const bool fits = table.least_width() <= page.width();
  const TextLines lines = render(table, page.width());
  if (fits) page.lines(lines.head);
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    if (fits) {
      page.lines(lines.rows[i]);
    } else {
      std::vector<std::string> cells = table.rows[i];
      cells[0] = names[i];
      page.paragraph(list_item(cells), "    ");
    }
  }
  page.paragraph(
      "FPR and TPR: flagged among people without and with the outcome. Acc.: decisions that agree "
      "with the outcome. Flag.: flagged. Score and p: of the search over everybody.",
      "  ");
}

void write_corrections(const MitigationReport& report, Page& page) {
  if (report.corrections.empty()) return;
  page.blank();
  page.heading("Corrections");
  for (const MitigationReport::Correction& correction : report.corrections) {
    page.paragraph(correction_sentence(correction, report),
                   fmt::format("  {}. ", correction.number));
    for (const std::string& sentence : correction.worse) {
      page.paragraph(sentence, "     Worse: ");
    }
  }
  if (const std::string sentence = nobody_worse_sentence(report); !sentence.empty()) {
    page.paragraph(sentence, "  ");
  }
}

void write_scans(const result::Result& result, Page& page) {
  if (result.findings.empty()) return;
  page.blank();
  page.heading("What the scans found");
  for (std::size_t i = 0; i < result.findings.size(); ++i) {
    const result::Finding& finding = result.findings[i];
    const std::string who =
        finding.subgroup ? fmt::format("\u201c{}\u201d. ", subgroup_words(finding)) : "";
    page.paragraph(
        fmt::format("{}: {}{} {}", scanned_words(i, result.findings.size()), who,
                    finding_sentence(finding, result), evidence_sentence(finding, result)),
        "  - ");
    std::vector<std::string> warnings = texts(finding.warnings);
    if (!finding.search.certified) warnings.push_back(search_sentence(finding));
    if (!warnings.empty()) page.field("Warning", join_sentences(warnings), "33");
  }
}

}  // namespace

void write_mitigation(const result::Result& result, Page& page) {
  if (!result.mitigation) return;
  const MitigationReport& report = *result.mitigation;
  page.blank();
  page.heading("In short");
  page.paragraph(mitigation_sentence(report, result), "  ");
  if (!report.ended.empty()) page.paragraph(fmt::format("How it ended: {}", report.ended), "  ");
  write_rules(report, page);
  write_table(report, page);
  write_corrections(report, page);
  write_scans(result, page);
  page.blank();
  page.heading("What this does not promise");
  for (const std::string& sentence : limit_sentences(report)) page.paragraph(sentence, "  ");
}

}  // namespace faultline::report
