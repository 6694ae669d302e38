#include "faultline/report/text_elicit.hpp"

#include "faultline/base/version.hpp"
#include "faultline/report/elicit_words.hpp"
#include "faultline/report/methods/shared/wording.hpp"
#include "faultline/report/text_cells.hpp"

namespace faultline::report {

void write_elicit(const result::Result& result, Page& page) {
  if (!result.elicit) return;
  const result::ElicitReport& report = *result.elicit;
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
