#include <algorithm>

#include <fmt/format.h>

#include "faultline/base/text.hpp"
#include "faultline/report/document/format.hpp"
#include "faultline/report/html/blocks.hpp"
#include "faultline/report/html/sweep_chart.hpp"
#include "faultline/report/methods/ijdi/words.hpp"
#include "faultline/report/methods/shared/sentences.hpp"

namespace faultline::report::html {
namespace {

constexpr const char* kNone = "\u2013";

Markup sweep_row(std::size_t number, const result::Finding& finding, const result::Result& result) {
  const bool found = finding.subgroup.has_value();
  const auto rate = [&](const std::optional<double>& value) {
    return found && value ? unbroken(percent(*value)) : std::string(kNone);
  };
  std::optional<double> outside;
  if (finding.comparison && finding.comparison->n > 0) outside = finding.comparison->observed;
  std::string p = kNone;
  if (found && finding.p_value) p = p_value(finding.p_value_adjusted.value_or(*finding.p_value));
  std::string lambda = shortest(ijdi_of(finding).lambda);
  if (finding.rank > 1) lambda += fmt::format(", rank {}", finding.rank);
  return element("tr",
                 {element("th", {{"scope", "row"}, {"data-head", "lambda = "}},
                          {element("a", {{"href", fmt::format("#finding-{}", number)}}, {lambda})}),
                  headed_cell("Subgroup", subgroup_words(finding), "who"),
                  headed_cell("Inside", rate(finding.observed)),
                  headed_cell("Justified", rate(ijdi_of(finding).allowed)),
                  headed_cell("Outside", rate(outside)),
                  headed_cell("Base in", rate(ijdi_of(finding).base_rate)),
                  headed_cell("Base out", rate(ijdi_of(finding).base_rate_outside)),
                  headed_cell("Score", score(finding.score)), headed_cell("p adj.", p),
                  headed_cell("Evidence",
                              verdict_badge(finding, result.alpha,
                                            verdict_in_brief(verdict(finding, result.alpha))),
                              "verdict")});
}

Markup head_row() {
  Markup heads;
  for (const char* head : {"lambda", "Subgroup"})
    heads += element("th", {{"scope", "col"}}, {head});
  for (const char* head :
       {"Inside", "Justified", "Outside", "Base in", "Base out", "Score", "p adj."}) {
    heads += element("th", {{"scope", "col"}, {"class", "number"}}, {head});
  }
  heads += element("th", {{"scope", "col"}}, {"Evidence"});
  return element("tr", {heads});
}

Markup sweep_table(const ErrorSweep& sweep, const result::Result& result) {
  Markup body;
  for (const auto& [number, finding] : sweep.findings) body += sweep_row(number, *finding, result);
  return element(
      "div", {{"class", "scroll"}},
      {element("table", {{"class", "scans sweep"}},
               {element("caption",
                        {fmt::format("Every lambda. The {} inside the subgroup, the most that base "
                                     "rates justify there, and the rate outside; the base rate "
                                     "(mean true probability) inside and outside; p-values "
                                     "adjusted for all tests of the run.",
                                     error_name(sweep.error))}),
                element("thead", {head_row()}), element("tbody", {body})})});
}

Markup score_chart(const ErrorSweep& sweep, const result::Result& result) {
  std::vector<SweepPoint> points;
  for (const result::Finding* finding : sweep.best()) {
    SweepPoint point{.lambda = shortest(ijdi_of(*finding).lambda),
                     .score = finding->score,
                     .critical = {},
                     .evidence = verdict(*finding, result.alpha) == Verdict::significant};
    for (const auto& [probability, value] : finding->null.quantiles) {
      if (probability == 0.95) point.critical = value;
    }
    points.push_back(point);
  }
  return sweep_chart(
      points, fmt::format("Line chart of the score against lambda, {}. {}", error_name(sweep.error),
                          sweep_sentence(sweep, result.alpha)));
}

}  // namespace

Markup sweep_block(const result::Result& result) {
  const std::vector<ErrorSweep> sweeps = by_error(result);
  if (sweeps.empty()) return {};
  Markup parts;
  for (const ErrorSweep& sweep : sweeps) {
    parts += element("h3", {fmt::format("{}, among {}", capitalised(error_name(sweep.error)),
                                        counted_people(sweep.error))});
    parts += element("p", {{"class", "lead"}}, {unbroken(sweep_sentence(sweep, result.alpha))});
    Markup items;
    for (const std::string& sentence : sweep_story(sweep, result.alpha)) {
      items += element("li", {unbroken(sentence)});
    }
    if (!items.empty()) parts += element("ul", {{"class", "story"}}, {items});
    parts += score_chart(sweep, result);
    parts += sweep_table(sweep, result);
  }
  Markup open;
  for (const std::string& sentence : ijdi_open_sentences(result)) open += paragraph(sentence);
  return element("section", {{"class", "card"}, {"id", "summary"}},
                 {element("h2", {"In short"}), parts,
                  open.empty() ? Markup{} : element("h3", {"What was not found"}), open});
}

}  // namespace faultline::report::html
