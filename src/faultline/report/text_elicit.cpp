#include "faultline/report/text_elicit.hpp"

#include "faultline/report/elicit_words.hpp"
#include "faultline/report/text_table.hpp"
#include "faultline/report/version.hpp"
#include "faultline/report/wording.hpp"

namespace faultline::report {
namespace {

void write_table(const ElicitTable& content, Page& page) {
  if (content.rows.empty()) return;
  page.blank();
  page.heading(content.caption);
  TextTable table{.heads = content.heads, .numeric = static_cast<int>(content.heads.size()) - 1};
  for (const std::vector<std::string>& row : content.rows) {
    std::vector<std::string>& cells = table.rows.emplace_back();
    for (const std::string& cell : row) cells.push_back(printable(cell));
  }
  const TextLines lines = render(table, page.width());
  page.lines(lines.head);
  for (const std::string& row : lines.rows) page.lines(row);
}

}  // namespace

void write_elicit(const audit::Result& result, Page& page) {
  if (!result.elicit) return;
  const audit::ElicitReport& report = *result.elicit;
  page.heading(fmt::format("Faultline {}: {}, seed {}", version(), title(result.command).method,
                           result.seed));
  page.paragraph(fmt::format("{}: {}", result.data.source, answers_sentence(report)));
  if (result.partial) {
    page.paragraph("The questions ended early; this rests on the answers given until then.");
  }
  write_table(answers_table(report), page);
  write_table(people_table(report), page);
  page.blank();
  page.heading("What follows");
  for (const ElicitFact& fact : elicit_facts(report)) page.field(fact.label, fact.value);
  page.blank();
  for (const std::string& sentence : report.explanation) page.paragraph(sentence, "  ");
}

}  // namespace faultline::report
