#include <fmt/format.h>

#include "faultline/report/audit_words.hpp"
#include "faultline/report/html/blocks.hpp"
#include "faultline/report/sentences.hpp"
#include "faultline/report/wording.hpp"

namespace faultline::report::html {
namespace {

/// Folded unless there is evidence: the fifty scans of a large audit stay one line each.
Markup finding_details(std::size_t number, const result::Finding& finding,
                       const result::Result& result) {
  Attributes attributes = {{"class", "finding"}, {"id", fmt::format("finding-{}", number)}};
  if (verdict(finding, result.alpha) == Verdict::significant) attributes.emplace_back("open", "");
  std::string title = wording(finding).title;
  if (finding.rank > 1) title += fmt::format(", rank {}", finding.rank);
  return element("details", attributes,
                 {element("summary", {element("strong", {title}), ": ", subgroup_words(finding),
                                      " ", verdict_badge(finding, result.alpha)}),
                  finding_parts(finding, result)});
}

}  // namespace

Markup classes_block(const result::Result& result) {
  Markup cards;
  std::size_t class_number = 0;
  for (const ClassAudit& entry : by_class(result)) {
    ++class_number;
    if (entry.findings.empty()) continue;
    Markup findings;
    for (const auto& [number, finding] : entry.findings) {
      findings += finding_details(number, *finding, result);
    }
    cards +=
        element("section", {{"class", "card"}, {"id", fmt::format("class-{}", class_number)}},
                {element("h2", {class_words(entry.who) + ", against everyone else"}), findings});
  }
  return cards;
}

}  // namespace faultline::report::html
