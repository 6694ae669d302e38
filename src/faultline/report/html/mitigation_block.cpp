#include <fmt/format.h>

#include "faultline/base/text.hpp"
#include "faultline/report/document/format.hpp"
#include "faultline/report/html/blocks.hpp"
#include "faultline/report/methods/shared/sentences.hpp"
#include "faultline/report/mitigation_words.hpp"

namespace faultline::report::html {
namespace {

using result::MitigationReport;

constexpr const char* kNone = "\u2013";

Markup rules_section(const MitigationReport& report) {
  if (report.rules.empty()) return {};
  Markup items;
  for (const MitigationReport::Rule& rule : report.rules) {
    items += element("li", {unbroken(rule_sentence(rule))});
  }
  const std::string order = rules_order_sentence(report);
  return element("section", {{"class", "card"}, {"id", "rules"}},
                 {element("h2", {"The new rules"}), element("ol", {items}),
                  order.empty() ? Markup{} : paragraph(order)});
}

/// "43.7 % -> 26.0 %" in two lines of a cell.
Markup change(const char* head, const std::string& before, const std::string& after) {
  Markup both = element("span", {{"class", "was"}}, {unbroken(before)});
  both += " ";
  both += element("span", {{"class", "becomes"}}, {unbroken(after)});
  return headed_cell(head, both);
}

std::string rate(const std::optional<double>& value) { return value ? percent(*value) : kNone; }

Markup rates_row(const BeforeAfter& row) {
  const auto cell = [&](const char* head, auto text) {
    return change(head, row.before != nullptr ? text(*row.before) : kNone,
                  row.after != nullptr ? text(*row.after) : kNone);
  };
  using Rates = MitigationReport::Rates;
  const Rates& any = row.any();
  return element(
      "tr", {element("th", {{"scope", "row"}}, {any.subgroup.empty() ? "Everybody" : any.text}),
             headed_cell("People", with_thousands(any.n)),
             cell("FPR", [](const Rates& rates) { return rate(rates.fpr); }),
             cell("TPR", [](const Rates& rates) { return rate(rates.tpr); }),
             cell("Accuracy", [](const Rates& rates) { return percent(rates.accuracy); }),
             cell("Flagged", [](const Rates& rates) { return percent(rates.selection_rate); }),
             cell("Score",
                  [](const Rates& rates) {
                    return rates.score ? score(*rates.score) : std::string(kNone);
                  }),
             cell("p", [](const Rates& rates) {
               return rates.p_value ? p_value(*rates.p_value) : std::string(kNone);
             })});
}

Markup rates_section(const MitigationReport& report) {
  Markup body;
  for (const BeforeAfter& row : before_and_after(report)) body += rates_row(row);
  if (body.empty()) return {};
  Markup heads = element("th", {{"scope", "col"}}, {"Group"});
  for (const char* head : {"People", "FPR", "TPR", "Accuracy", "Flagged", "Score", "p"}) {
    heads += element("th", {{"scope", "col"}, {"class", "number"}}, {head});
  }
  return element(
      "section", {{"class", "card"}, {"id", "rates"}},
      {element("h2", {"Before and after"}),
       element("div", {{"class", "scroll"}},
               {element(
                   "table", {{"class", "scans rates"}},
                   {element("caption",
                            {"In each cell, before above and after below. FPR and TPR: flagged "
                             "among people without and with the outcome; accuracy: decisions that "
                             "agree with the outcome; score and p: of the search over everybody."}),
                    element("thead", {element("tr", {heads})}), element("tbody", {body})})})});
}

Markup worse_box(const std::vector<std::string>& sentences) {
  Markup items;
  for (const std::string& sentence : sentences) items += element("li", {unbroken(sentence)});
  return element("div", {{"class", "warning"}, {"role", "note"}},
                 {element("strong", {"Made worse"}), element("ul", {items})});
}

Markup corrections_section(const MitigationReport& report) {
  if (report.corrections.empty()) return {};
  Markup items;
  for (const MitigationReport::Correction& correction : report.corrections) {
    items += element("li", {{"value", fmt::format("{}", correction.number)}},
                     {unbroken(correction_sentence(correction, report)),
                      correction.worse.empty() ? Markup{} : worse_box(correction.worse)});
  }
  const std::string nobody = nobody_worse_sentence(report);
  return element("section", {{"class", "card"}, {"id", "corrections"}},
                 {element("h2", {"Corrections, and whom they made worse"}), element("ol", {items}),
                  nobody.empty() ? Markup{} : paragraph(nobody)});
}

Markup scans_section(const result::Result& result) {
  if (result.findings.empty()) return {};
  Markup scans;
  for (std::size_t i = 0; i < result.findings.size(); ++i) {
    const result::Finding& finding = result.findings[i];
    scans += element(
        "details", {{"class", "finding"}, {"id", fmt::format("finding-{}", i + 1)}},
        {element("summary", {element("strong", {scanned_words(i, result.findings.size())}), ": ",
                             subgroup_words(finding), " ", verdict_badge(finding, result.alpha)}),
         finding_parts(finding, result)});
  }
  return element("section", {{"class", "card"}, {"id", "scans"}},
                 {element("h2", {"What the scans found"}), scans});
}

Markup limits_section(const MitigationReport& report) {
  Markup items;
  for (const std::string& sentence : limit_sentences(report)) items += paragraph(sentence);
  return element("section", {{"class", "card"}, {"id", "limits"}},
                 {element("h2", {"What this does not promise"}), items});
}

}  // namespace

Markup mitigation_block(const result::Result& result) {
  const MitigationReport& report = *result.mitigation;
  Markup parts = element(
      "section", {{"class", "card"}, {"id", "summary"}},
      {element("h2", {"In short"}),
       element("p", {{"class", "lead"}}, {unbroken(mitigation_sentence(report, result))}),
       report.ended.empty()
           ? Markup{}
           : element("p", {element("strong", {"How it ended: "}), unbroken(report.ended)})});
  parts += rules_section(report);
  parts += rates_section(report);
  parts += corrections_section(report);
  parts += scans_section(result);
  parts += limits_section(report);
  return parts;
}

}  // namespace faultline::report::html
