#include <fmt/format.h>

#include "faultline/report/audit_words.hpp"
#include "faultline/report/format.hpp"
#include "faultline/report/html/blocks.hpp"
#include "faultline/report/sentences.hpp"

namespace faultline::report::html {
namespace {

constexpr const char* kNone = "\u2013";

Markup scan_row(std::size_t number, const result::Finding& finding, const result::Result& result) {
  const bool found = finding.subgroup.has_value();
  const bool compared = found && finding.comparison && finding.comparison->n > 0;
  const auto rate = [](bool there, double value) {
    return there ? unbroken(percent(value)) : std::string(kNone);
  };
  std::string p = kNone;
  if (found && finding.p_value) p = p_value(finding.p_value_adjusted.value_or(*finding.p_value));
  return element(
      "tr",
      {element(
           "th", {{"scope", "row"}},
           {element("a", {{"href", fmt::format("#finding-{}", number)}}, {scan_label(finding)})}),
       headed_cell("Subgroup", subgroup_words(finding), "who"),
       headed_cell("Observed", rate(found, finding.observed)),
       headed_cell("Expected", rate(found, finding.expected)),
       headed_cell("Outside", rate(compared, compared ? finding.comparison->observed : 0)),
       headed_cell("Score", score(finding.score)), headed_cell("p adj.", p),
       headed_cell(
           "Evidence",
           verdict_badge(finding, result.alpha, verdict_in_brief(verdict(finding, result.alpha))),
           "verdict")});
}

Markup class_row(const ClassAudit& entry, std::size_t number) {
  return element("tr", {{"class", "group"}},
                 {element("th", {{"scope", "rowgroup"}, {"colspan", "8"}},
                          {element("a", {{"href", fmt::format("#class-{}", number)}},
                                   {class_words(entry.who)})})});
}

Markup head_row() {
  Markup heads;
  for (const char* head : {"Scan", "Subgroup"}) heads += element("th", {{"scope", "col"}}, {head});
  for (const char* head : {"Observed", "Expected", "Outside", "Score", "p adj."}) {
    heads += element("th", {{"scope", "col"}, {"class", "number"}}, {head});
  }
  heads += element("th", {{"scope", "col"}}, {"Evidence"});
  return element("tr", {heads});
}

}  // namespace

Markup scans_block(const result::Result& result) {
  if (result.findings.empty()) return {};
  Markup body;
  std::size_t class_number = 0;
  for (const ClassAudit& entry : by_class(result)) {
    ++class_number;
    if (entry.findings.empty()) continue;
    body += class_row(entry, class_number);
    for (const auto& [number, finding] : entry.findings) body += scan_row(number, *finding, result);
  }
  Markup open;
  for (const std::string& sentence : open_sentences(result)) open += paragraph(sentence);
  return element(
      "section", {{"class", "card"}, {"id", "summary"}},
      {element("h2", {"In short"}),
       element("p", {{"class", "lead"}}, {unbroken(count_sentence(result))}),
       element(
           "div", {{"class", "scroll"}},
           {element("table", {{"class", "scans"}},
                    {element("caption",
                             {"Every scan. Observed in the subgroup, inside the class; expected "
                              "from comparable people outside the class; observed in the same "
                              "subgroup outside it. Rates, or mean predictions; p-values "
                              "adjusted for all tests of the run."}),
                     element("thead", {head_row()}), element("tbody", {body})})}),
       open.empty() ? Markup{} : element("h3", {"What was not found"}), open});
}

}  // namespace faultline::report::html
