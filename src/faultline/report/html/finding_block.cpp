#include <algorithm>

#include <fmt/format.h>

#include "faultline/base/text.hpp"
#include "faultline/report/document/format.hpp"
#include "faultline/report/html/blocks.hpp"
#include "faultline/report/html/chart.hpp"
#include "faultline/report/methods/shared/sentences.hpp"
#include "faultline/report/methods/shared/wording.hpp"

namespace faultline::report::html {
namespace {

/// The subgroup as "attribute: value or value", one line per restricted attribute.
Markup subgroup_list(const result::Finding& finding) {
  if (!finding.subgroup) return {};
  if (finding.subgroup->empty())
    return element("p", {{"class", "subgroup"}}, {capitalised(wording(finding).everybody)});
  Markup items;
  for (const auto& [attribute, values] : *finding.subgroup) {
    items += element("li", {element("span", {{"class", "attribute"}}, {attribute}), " ",
                            element("strong", {join_words(values, values.size(), "or")})});
  }
  return element("ul", {{"class", "subgroup"}, {"aria-label", "the subgroup"}}, {items});
}

Markup null_section(const result::Finding& finding, const result::Result& result) {
  const std::vector<double>& scores = finding.null.scores;
  if (scores.empty() || !finding.subgroup) return {};
  const auto above = std::count_if(scores.begin(), scores.end(),
                                   [&](double value) { return value >= finding.score; });
  const double largest = *std::max_element(scores.begin(), scores.end());
  const std::string summary = fmt::format(
      "Best scores of {} {}: {} of them reach this finding's score of {}; the largest is {}.",
      plural(static_cast<std::int64_t>(scores.size()), "data set"), null_data(finding, result),
      above == 0 ? "none" : with_thousands(above), score(finding.score), score(largest));
  std::optional<double> critical;
  for (const auto& [probability, value] : finding.null.quantiles) {
    if (probability == 0.95) critical = value;
  }
  Markup quantiles;
  if (!finding.null.quantiles.empty()) {
    std::vector<std::string> parts;
    parts.reserve(finding.null.quantiles.size());
    for (const auto& [probability, value] : finding.null.quantiles) {
      parts.push_back(fmt::format("{:.4g} % below {}", 100 * probability, score(value)));
    }
    quantiles = element("p", {{"class", "note"}},
                        {unbroken("Of the null scores, " + join_words(parts, parts.size()) + ".")});
  }
  return element("section",
                 {element("h3", {"Could it be chance?"}), paragraph(summary),
                  null_chart(scores, finding.score, critical, "Histogram. " + summary), quantiles});
}

}  // namespace

Markup verdict_badge(const result::Finding& finding, double alpha, std::string_view words) {
  const Verdict found = verdict(finding, alpha);
  const char* css = found == Verdict::significant       ? "badge evidence"
                    : found == Verdict::not_significant ? "badge open"
                    : found == Verdict::nothing_found   ? "badge none"
                                                        : "badge untested";
  const char* shape = found == Verdict::significant       ? "\u25B2"
                      : found == Verdict::not_significant ? "\u25CB"
                      : found == Verdict::nothing_found   ? "\u2013"
                                                          : "?";
  return element("span", {{"class", css}},
                 {element("span", {{"aria-hidden", "true"}}, {shape}), " ",
                  words.empty() ? Markup(verdict_label(found)) : Markup(words)});
}

Markup warning_box(const std::vector<std::string>& warnings) {
  if (warnings.empty()) return {};
  Markup items;
  for (const std::string& warning : warnings) items += element("li", {unbroken(warning)});
  return element(
      "div", {{"class", "warning"}, {"role", "note"}},
      {element("strong", {warnings.size() == 1 ? "Warning" : "Warnings"}), element("ul", {items})});
}

Markup finding_parts(const result::Finding& finding, const result::Result& result) {
  Markup parts = subgroup_list(finding);
  parts += element("p", {{"class", "lead"}}, {unbroken(finding_sentence(finding, result))});
  parts += paragraph(evidence_sentence(finding, result));
  parts += warning_box(texts(finding.warnings));
  if (finding.subgroup) parts += facts_block(finding, result);
  parts += null_section(finding, result);
  parts += breakdown_block(finding);
  parts += element(
      "section", {element("h3", {"How the search was made"}), paragraph(search_sentence(finding))});
  return parts;
}

Markup finding_block(const result::Finding& finding, const result::Result& result,
                     std::size_t number) {
  std::string heading = fmt::format("{}. {}", number, wording(finding).title);
  if (finding.protected_class) {
    heading += fmt::format(" ({}: {})", finding.protected_class->attribute,
                           finding.protected_class->value);
  }
  if (finding.rank > 1) heading += fmt::format(", rank {}", finding.rank);
  return element("article", {{"class", "card"}, {"id", fmt::format("finding-{}", number)}},
                 {element("h2", {heading}), verdict_badge(finding, result.alpha),
                  finding_parts(finding, result)});
}

}  // namespace faultline::report::html
