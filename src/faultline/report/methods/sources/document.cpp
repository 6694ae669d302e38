#include "faultline/report/methods/sources/document.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "faultline/report/methods/sources/sections.hpp"
#include "faultline/report/methods/sources/words.hpp"

namespace faultline::report {
namespace {

using Report = result::SourcesReport;

// Pieces of advice and sentences of caution that a terminal shows.
constexpr std::size_t kTerminalAdvice = 3;
constexpr std::size_t kTerminalCautions = 5;
// More pieces of advice than this are folded on a page.
constexpr std::size_t kOpen = 6;

bool is_nothing(const Report::Recommendation& one) { return one.action == result::Action::none; }

/// Where no difference between the two could be tested, each reason ends so, and nothing can be
/// said.
std::string badge_words(const Report::Recommendation& one) {
  const bool untested = std::ranges::all_of(
      one.because, [](const std::string& reason) { return reason.ends_with(", not tested."); });
  return is_nothing(one) && untested && !one.because.empty() ? "Too few people"
                                                             : action_words(one.action);
}

/// The first has its table on a terminal, too: it is the worst.
Section advice_item(const Report& report, const Report::Recommendation& one, bool first) {
  Section section{.heading = both_words(one.groups)};
  // Where there is nothing to do, that is so by every metric.
  if (!is_nothing(one)) section.heading += ": " + metric_words(report, one.metric);
  section.badges.push_back(
      {.standing = is_nothing(one) ? Badge::Standing::none : Badge::Standing::advice,
       .words = badge_words(one)});
  section.add(brief(Paragraph{one.advice, Paragraph::Tone::lead}));
  if (!one.shares.empty()) {
    Table shares = shares_table(one);
    section.add(first ? brief(std::move(shares)) : full(std::move(shares)));
  }
  // One piece of advice has room on a terminal for all it rests on; of several, the tables below
  // say the rest, and all where there is nothing to do.
  const bool alone = report.recommendation.size() == 1;
  List because{.items = one.because, .limit = alone ? 0U : 1U, .noun = "reason"};
  section.add(alone || !is_nothing(one) ? brief(std::move(because)) : full(std::move(because)));
  return section;
}

Section advice_section(const Report& report) {
  Section section{
      .heading = "What to do", .id = "summary", .limit = kTerminalAdvice, .noun = "pair"};
  if (report.models.size() > 1 && !report.recommendation.empty()) {
    section.heading += " about model " + report.models.front().name;
  }
  section.add(brief(Paragraph{done_sentence(report), Paragraph::Tone::note}));
  // What asks for something comes first.
  std::vector<Report::Recommendation> list = report.recommendation;
  std::ranges::stable_partition(list, [](const auto& one) { return !is_nothing(one); });
  for (std::size_t i = 0; i < list.size(); ++i) {
    Section item = advice_item(report, list[i], i == 0);
    if (i >= kOpen) item.fold = Section::Fold::closed;
    section.add(brief(std::move(item)));
  }
  if (list.empty()) {
    section.add(brief(
        Paragraph{"No advice was worked out: that needs the costs of at least two groups, and a "
                  "model that can be retrained."}));
  }
  return section;
}

Section cautions_section(const Report& report) {
  Section section{.heading = "Left out, or to be read with care", .id = "cut"};
  section.add(
      brief(List{.items = care_sentences(report), .limit = kTerminalCautions, .noun = "sentence"}));
  return section;
}

}  // namespace

void write_sources(const result::Result& result, Document& document) {
  if (!result.sources) return;
  const Report& report = *result.sources;
  document.add(brief(advice_section(report)));
  document.add(brief(costs_section(report)));
  document.add(brief(optimum_section(report)));
  document.add(brief(columns_section(report)));
  document.add(full(column_steps_section(report)));
  document.add(brief(forecasts_section(report)));
  document.add(brief(labels_section(report)));
  document.add(brief(regrets_section(report)));
  document.add(brief(decomposition_section(report)));
  document.add(brief(curves_section(report)));
  document.add(brief(noise_section(report)));
  document.add(brief(clusters_section(report)));
  document.add(brief(cautions_section(report)));
  document.add(full(sources_guide(report)));
}

}  // namespace faultline::report
