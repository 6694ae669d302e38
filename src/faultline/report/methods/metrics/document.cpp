#include "faultline/report/methods/metrics/document.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "faultline/report/document/format.hpp"
#include "faultline/report/methods/metrics/along.hpp"
#include "faultline/report/methods/metrics/impact.hpp"
#include "faultline/report/methods/metrics/sections.hpp"
#include "faultline/report/methods/shared/front.hpp"

namespace faultline::report {
namespace {

using Report = result::MetricsReport;
using result::RateName;

constexpr std::size_t kListed = 8;

/// Those of the list that the result has.
std::vector<RateName> there(const Report& report, std::initializer_list<RateName> list) {
  const std::vector<RateName> all = rates_in(report);
  std::vector<RateName> kept;
  for (const RateName rate : list) {
    if (std::ranges::find(all, rate) != all.end()) kept.push_back(rate);
  }
  return kept;
}

void add_boards(const Report& report, Section& section) {
  using enum RateName;
  const std::string intervals = fmt::format("{} intervals", confidence_words(report.confidence));
  const std::vector<RateName> all = rates_in(report);
  const std::vector<RateName> decisions = there(report, {base_rate, selection_rate, fpr, fnr, ppv});
  const bool of_numbers = !there(report, {mean_outcome, mean_error, mae, rmse}).empty();
  const std::vector<RateName> numbers =
      of_numbers ? there(report, {mean_outcome, mean_score, mean_error, mae, rmse})
                 : std::vector<RateName>{};
  const std::vector<RateName> scores =
      of_numbers ? std::vector<RateName>{}
                 : there(report, {mean_score, calibration_gap, calibration_slope, brier, auc});
  std::vector<RateName> others;
  for (const RateName rate : all) {
    if (std::ranges::find(decisions, rate) == decisions.end() &&
        std::ranges::find(scores, rate) == scores.end() &&
        std::ranges::find(numbers, rate) == numbers.end())
      others.push_back(rate);
  }
  section.add(brief(rates_board(report, decisions,
                                fmt::format("Outcomes and decisions, in %, with {}", intervals))));
  section.add(brief(rates_board(
      report, numbers,
      fmt::format("Outcomes that are numbers, and how far predictions miss them, with {}",
                  intervals))));
  section.add(brief(rates_board(report, scores, fmt::format("Predictions, with {}", intervals))));
  // Where few rates were asked for, they are what a terminal shows.
  const bool few =
      (decisions.empty() && scores.empty() && numbers.empty()) || all.size() <= 2 * kBeside;
  Section further{.heading = "Further rates", .fold = Section::Fold::closed};
  for (std::size_t i = 0; i < others.size(); i += kBeside) {
    const auto begin = others.begin() + static_cast<std::ptrdiff_t>(i);
    const auto end =
        others.begin() + static_cast<std::ptrdiff_t>(std::min(i + kBeside, others.size()));
    Table board =
        rates_board(report, {begin, end},
                    fmt::format("Further rates, in % but for log loss, with {}", intervals));
    (few ? section : further).add(few ? brief(std::move(board)) : full(std::move(board)));
  }
  section.add(full(std::move(further)));
}

}  // namespace

void write_metrics(const result::Result& result, Document& document) {
  if (!result.metrics) return;
  const Report& report = *result.metrics;
  Section summary{.heading = "In short", .id = "summary"};
  Paragraph::Tone tone = Paragraph::Tone::lead;
  std::vector<std::string> story;
  // Where nothing but decisions was asked for, there is nothing without a threshold.
  if (report.thresholds.empty() || !rates_in(report).empty()) {
    std::string outcome = option_words(result, "outcome").value_or("");
    if (const auto equals = outcome.find('='); equals != std::string::npos) {
      outcome.replace(equals, 1, " = ");
    } else if (!outcome.empty()) {
      outcome = fmt::format("column '{}'", outcome);
    }
    story = metrics_story(report, outcome);
  }
  if (std::string along = thresholds_sentence(report); !along.empty())
    story.insert(story.begin(), std::move(along));
  if (std::string impact = impact_sentence(report); !impact.empty())
    story.insert(story.begin(), std::move(impact));
  if (std::string parts = parts_sentence(report); !parts.empty()) story.push_back(std::move(parts));
  for (const std::string& sentence : story) {
    summary.add(brief(Paragraph{sentence, tone}));
    tone = Paragraph::Tone::plain;
  }
  summary.add(brief(Warnings{.items = texts(report.notices, result::NoticeKind::warning)}));
  document.add(brief(std::move(summary)));

  document.add(brief(impact_section(report)));
  Section rates{.heading = "Rates, group by group", .id = "rates"};
  rates.add(brief(List{.items = texts(report.notices, result::NoticeKind::note)}));
  add_boards(report, rates);
  rates.add(brief(List{.items = not_estimable(report), .limit = kListed, .noun = "line"}));
  document.add(brief(std::move(rates)));

  document.add(brief(thresholds_section(report)));
  document.add(brief(parts_section(report)));

  Section differences{.heading = "Differences between groups", .id = "differences"};
  Table table = comparisons_table(report);
  if (!table.empty()) {
    differences.add(brief(Paragraph{reference_sentence(report), Paragraph::Tone::note}));
    differences.add(brief(std::move(table)));
  }
  document.add(brief(std::move(differences)));
  Section gaps{.heading = "How far the extremes lie apart", .id = "gaps"};
  gaps.add(brief(gaps_table(report)));
  document.add(brief(std::move(gaps)));

  for (const ShownSet& set : sets_of(report)) {
    Section all{.heading = set.title.empty() ? "Every rate of everybody"
                                             : fmt::format("Every rate by {}", set.title),
                .fold = Section::Fold::closed};
    all.add(full(set_table(report, set)));
    document.add(full(std::move(all)));
  }
  document.add(full(metrics_guide(report)));
}

}  // namespace faultline::report
