#include "faultline/report/text_audit.hpp"

#include "faultline/base/text.hpp"
#include "faultline/report/audit_words.hpp"
#include "faultline/report/criterion.hpp"
#include "faultline/report/format.hpp"
#include "faultline/report/model_words.hpp"
#include "faultline/report/sentences.hpp"
#include "faultline/report/text_findings.hpp"
#include "faultline/report/wording.hpp"

namespace faultline::report {
namespace {

void write_story(const std::vector<ClassAudit>& classes, const result::Result& result, Page& page) {
  page.blank();
  page.heading("In short");
  page.paragraph(count_sentence(result), "  ");
  for (const ClassAudit& entry : classes) {
    bool first = true;
    for (const auto& [number, finding] : entry.findings) {
      if (!has_evidence(*finding, result)) continue;
      if (first) {
        page.blank();
        page.heading(class_words(entry.who) + ", against everyone else");
      }
      first = false;
      page.paragraph(fmt::format("{}: {}. {} {}", wording(*finding).title, subgroup_words(*finding),
                                 finding_sentence(*finding, result), strength_sentence(*finding)),
                     "  - ");
    }
  }
}

constexpr const char* kNone = "-";

std::vector<std::string> table_row(const result::Finding& finding, const result::Result& result) {
  const auto rate = [](bool there, double value) {
    return there ? percent_number(value) : std::string(kNone);
  };
  const bool found = finding.subgroup.has_value();
  const bool compared = found && finding.comparison && finding.comparison->n > 0;
  std::string p = kNone;
  if (found && finding.p_value) {
    p = p_value(finding.p_value_adjusted.value_or(*finding.p_value));
  }
  // The star's column is kept free in every row, so that the numbers stand below each other.
  p += has_evidence(finding, result) ? " *" : "  ";
  return {printable(scan_label(finding)),
          printable(subgroup_words(finding)),
          rate(found, finding.observed),
          rate(found, finding.expected),
          rate(compared, compared ? finding.comparison->observed : 0),
          score(finding.score),
          p};
}

/// For where a table has no room.
std::string list_item(const std::vector<std::string>& cells, bool found) {
  if (!found) return fmt::format("{}: {}", cells[0], cells[1]);
  return fmt::format("{}: {}; observed {} %, expected {} %, outside {}{}; score {}, p {}", cells[0],
                     cells[1], cells[2], cells[3], cells[4], cells[4] == kNone ? "" : " %",
                     cells[5], trim(cells[6]));
}

std::string legend(const result::Result& result) {
  std::string text = fmt::format(
      "Obs.: observed. Exp.: expected from comparable people outside the class. Out.: observed in "
      "the same subgroup outside the class. All are rates, or mean predictions. *: evidence at the "
      "level {}.",
      shortest(result.alpha));
  return all_proven(result) ? text + " Every search is proven: no subgroup scores higher." : text;
}

void write_table(const std::vector<ClassAudit>& classes, const result::Result& result, Page& page) {
  std::vector<FindingGroup> groups;
  for (const ClassAudit& entry : classes) {
    if (!entry.findings.empty()) groups.push_back({class_words(entry.who), entry.findings});
  }
  write_findings(
      {.heading = "Every scan",
       .table = {.heads = {"Scan", "Subgroup", "Obs. %", "Exp. %", "Out. %", "Score", "p adj.  "},
                 .numeric = 5,
                 .rows = {}},
       .cells = table_row,
       .list_item = list_item},
      groups, result, page);
  page.paragraph(legend(result), "  ");
}

void write_criteria(const result::Result& result, Page& page) {
  page.blank();
  page.heading("What the criteria ask");
  for (const result::Criterion metric : metrics_of(result)) {
    page.paragraph(fmt::format("{}: {}?", name_of(metric), criterion(metric).question), "  ");
  }
}

void write_open(const result::Result& result, Page& page) {
  const std::vector<std::string> sentences = open_sentences(result);
  if (sentences.empty()) return;
  page.blank();
  page.heading("What was not found");
  for (const std::string& sentence : sentences) page.paragraph(sentence, "  ");
}

/// Searches without proof, and warnings of findings and models.
void write_warnings(const std::vector<ClassAudit>& classes, Page& page) {
  bool first = true;
  const auto warn = [&](const ClassAudit& entry, const std::string& what,
                        const std::vector<std::string>& sentences) {
    if (sentences.empty()) return;
    if (first) page.blank();
    first = false;
    page.field("Warning",
               fmt::format("{}, {}: {}", class_words(entry.who), what, join_sentences(sentences)),
               "33");
  };
  for (const ClassAudit& entry : classes) {
    for (const auto& [number, finding] : entry.findings) {
      std::vector<std::string> sentences = texts(finding->warnings);
      if (!finding->search.certified && finding->rank == 1) {
        sentences.push_back(search_sentence(*finding));
      }
      warn(entry, scan_label(*finding), sentences);
    }
    for (const result::ModelReport* model : entry.models) {
      warn(entry, inside_sentence(model_name(*model)), model_warnings(*model));
    }
  }
}

}  // namespace

void write_audit(const result::Result& result, Page& page) {
  const std::vector<ClassAudit> classes = by_class(result);
  write_story(classes, result, page);
  if (!result.findings.empty()) {
    write_table(classes, result, page);
    write_criteria(result, page);
  }
  write_open(result, page);
  write_warnings(classes, page);
}

}  // namespace faultline::report
