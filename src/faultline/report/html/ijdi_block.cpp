#include <fmt/format.h>

#include "faultline/base/text.hpp"
#include "faultline/report/html/blocks.hpp"
#include "faultline/report/ijdi_words.hpp"
#include "faultline/report/sentences.hpp"

namespace faultline::report::html {
namespace {

Markup finding_details(std::size_t number, const audit::Finding& finding,
                       const audit::Result& result) {
  Attributes attributes = {{"class", "finding"}, {"id", fmt::format("finding-{}", number)}};
  if (verdict(finding, result.alpha) == Verdict::significant) attributes.emplace_back("open", "");
  return element(
      "details", attributes,
      {element("summary", {element("strong", {unbroken(lambda_label(finding))}), ": ",
                           subgroup_words(finding), " ", verdict_badge(finding, result.alpha)}),
       element("p", {{"class", "note"}},
               {fmt::format("With {}, {}.", unbroken(lambda_label(finding)),
                            lambda_meaning(finding.lambda.value_or(0), finding.error))}),
       finding_parts(finding, result)});
}

}  // namespace

Markup adjustments_block(const audit::Finding& finding) {
  // The other ranks come from the same search.
  if (finding.adjustments.empty() || finding.rank > 1) return {};
  Markup items;
  for (const audit::Adjustment& adjustment : finding.adjustments) {
    items += element("li", {unbroken(adjustment_sentence(adjustment))});
  }
  return element("details", {{"class", "adjustments"}},
                 {element("summary", {plural(static_cast<std::int64_t>(finding.adjustments.size()),
                                             "adjustment"),
                                      " on the way to this answer"}),
                  paragraph(kAdjustmentsMeaning), element("ol", {items})});
}

Markup ijdi_block(const audit::Result& result) {
  Markup cards;
  for (const ErrorSweep& sweep : by_error(result)) {
    Markup findings;
    for (const auto& [number, finding] : sweep.findings) {
      findings += finding_details(number, *finding, result);
    }
    cards += element(
        "section", {{"class", "card"}, {"id", fmt::format("error-{}", sweep.error)}},
        {element("h2", {fmt::format("Each lambda: {}", error_name(sweep.error))}), findings});
  }
  return cards;
}

}  // namespace faultline::report::html
