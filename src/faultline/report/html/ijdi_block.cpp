#include <fmt/format.h>

#include "faultline/base/text.hpp"
#include "faultline/report/html/blocks.hpp"
#include "faultline/report/methods/ijdi/words.hpp"
#include "faultline/report/methods/shared/sentences.hpp"

namespace faultline::report::html {
namespace {

/// Of a long sweep only one finding stands open: the one at the largest lambda with evidence.
const result::Finding* opened(const ErrorSweep& sweep, double alpha) {
  const result::Finding* last = nullptr;
  for (const result::Finding* finding : sweep.best()) {
    if (verdict(*finding, alpha) == Verdict::significant) last = finding;
  }
  return last;
}

Markup finding_details(std::size_t number, const result::Finding& finding,
                       const result::Result& result, bool open) {
  Attributes attributes = {{"class", "finding"}, {"id", fmt::format("finding-{}", number)}};
  if (open) attributes.emplace_back("open", "");
  return element(
      "details", attributes,
      {element("summary", {element("strong", {unbroken(lambda_label(finding))}), ": ",
                           subgroup_words(finding), " ", verdict_badge(finding, result.alpha)}),
       element("p", {{"class", "note"}},
               {fmt::format("With {}, {}.", unbroken(lambda_label(finding)),
                            lambda_meaning(ijdi_of(finding).lambda, ijdi_of(finding).error))}),
       finding_parts(finding, result)});
}

}  // namespace

Markup adjustments_block(const result::Finding& finding) {
  // The other ranks come from the same search.
  if (ijdi_of(finding).adjustments.empty() || finding.rank > 1) return {};
  Markup items;
  for (const result::Adjustment& adjustment : ijdi_of(finding).adjustments) {
    items += element("li", {unbroken(adjustment_sentence(adjustment))});
  }
  return element(
      "details", {{"class", "adjustments"}},
      {element("summary", {plural(static_cast<std::int64_t>(ijdi_of(finding).adjustments.size()),
                                  "adjustment"),
                           " on the way to this answer"}),
       paragraph(kAdjustmentsMeaning), element("ol", {items})});
}

Markup ijdi_block(const result::Result& result) {
  Markup cards;
  for (const ErrorSweep& sweep : by_error(result)) {
    const result::Finding* open = opened(sweep, result.alpha);
    Markup findings;
    for (const auto& [number, finding] : sweep.findings) {
      findings += finding_details(number, *finding, result, finding == open);
    }
    cards += element(
        "section", {{"class", "card"}, {"id", fmt::format("error-{}", name_of(sweep.error))}},
        {element("h2", {fmt::format("Each lambda: {}", error_name(sweep.error))}), findings});
  }
  return cards;
}

}  // namespace faultline::report::html
