#include <fmt/format.h>

#include "faultline/base/text.hpp"
#include "faultline/report/document/format.hpp"
#include "faultline/report/html/blocks.hpp"
#include "faultline/report/html/cells.hpp"
#include "faultline/report/html/sources_sections.hpp"
#include "faultline/report/sources_words.hpp"

namespace faultline::report::html {
namespace {

using Report = result::SourcesReport;

// More pairs than this are folded.
constexpr std::size_t kOpen = 6;

Markup advice_item(const Report& report, const Report::Recommendation& one) {
  return element(
      "article", {{"class", "advice"}},
      {element(
           "h3",
           {one.action == result::Action::none  // by every metric
                ? both_words(one.groups)
                : fmt::format("{}: {}", both_words(one.groups), metric_words(report, one.metric)),
            " ",
            element(
                "span",
                {{"class", one.action == result::Action::none ? "badge none" : "badge advised"}},
                {action_words(one.action)})}),
       element("p", {{"class", "lead"}}, {unbroken(one.advice)}), list_of(one.because, "story")});
}

}  // namespace

Markup card(const char* id, const char* heading, const Markup& content) {
  if (content.empty()) return {};
  return element("section", {{"class", "card"}, {"id", id}}, {element("h2", {heading}), content});
}

Markup advice_section(const Report& report) {
  Markup open;
  Markup folded;
  std::size_t shown = 0;
  // What asks for something comes first.
  for (const bool nothing : {false, true}) {
    for (const Report::Recommendation& one : report.recommendation) {
      if ((one.action == result::Action::none) != nothing) continue;
      (shown++ < kOpen ? open : folded) += advice_item(report, one);
    }
  }
  if (!folded.empty()) {
    open +=
        element("details", {element("summary", {fmt::format("{} more", shown - kOpen)}), folded});
  }
  if (open.empty()) {
    open = paragraph(
        "No advice was worked out: it takes the costs of at least two groups, and "
        "their decomposition or learning curves.");
  }
  const std::string done = sources_done_sentence(report);
  open += element("p", {{"class", "note"}}, {unbroken(done)});
  return card("summary", "What to do", open);
}

Markup cut_section(const Report& report) {
  const std::vector<std::string> sentences = care_sentences(report);
  return card("cut", "Left out, or to be read with care", list_of(sentences, "story"));
}

Markup sources_block(const result::Result& result) {
  const Report& report = *result.sources;
  Markup parts = advice_section(report);
  parts += costs_section(report);
  parts += decomposition_section(report);
  parts += curves_section(report);
  parts += noise_section(report);
  parts += clusters_section(report);
  parts += cut_section(report);
  return parts;
}

}  // namespace faultline::report::html
