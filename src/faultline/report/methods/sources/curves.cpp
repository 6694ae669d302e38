#include <fmt/format.h>

#include "faultline/base/text.hpp"
#include "faultline/report/document/format.hpp"
#include "faultline/report/methods/shared/sentences.hpp"
#include "faultline/report/methods/sources/curve_figures.hpp"
#include "faultline/report/methods/sources/rows.hpp"
#include "faultline/report/methods/sources/sections.hpp"

namespace faultline::report {
namespace {

using Report = result::SourcesReport;

// More pairs of groups, or more groups that grow alone, than this are folded.
constexpr std::size_t kOpen = 3;
// Answers that a terminal shows: of everybody, and of the group whose growth matters most.
constexpr std::size_t kAnswers = 2;

double weight_of(const Report& report, const Report::GapCurve& curve) {
  return weight(report, curve.metric, curve.points.empty() ? 0 : curve.points.back().mean);
}

/// Everybody, and the groups of which more were sampled alone.
std::vector<std::string> ways_of(const Report& report) {
  std::vector<std::string> ways = {""};
  for (const Report::LearningCurve& one : report.learning_curves) {
    if (std::ranges::find(ways, one.grows) == ways.end()) ways.push_back(one.grows);
  }
  return ways;
}

/// The group whose growth alone has the weightiest answer; empty when none has one.
std::string foremost_group(const Report& report) {
  const Report::GapCurve* best = nullptr;
  for (const Report::GapCurve& one : report.gap_curves) {
    if (one.grows.empty() || one.answer.empty()) continue;
    if (best == nullptr || weight_of(report, one) > weight_of(report, *best)) best = &one;
  }
  return best == nullptr ? "" : best->grows;
}

/// How many people it would take, the weightiest first.
List answers(const Report& report, const std::string& grows) {
  std::vector<const Report::GapCurve*> curves;
  for (const Report::GapCurve& one : report.gap_curves) {
    if (one.grows == grows) curves.push_back(&one);
  }
  std::ranges::stable_sort(curves, std::greater{},
                           [&](const Report::GapCurve* one) { return weight_of(report, *one); });
  List list{.limit = grows.empty() ? kAnswers : 1, .noun = "answer"};
  for (const Report::GapCurve* one : curves) {
    const std::string words = answer_words(report, *one);
    if (words.empty()) continue;
    std::string about = capitalised(metric_words(report, one->metric));
    if (report.groups.size() > 2) about += ", " + minus_words(one->groups);
    list.items.push_back(fmt::format("{}, {}", about, words));
  }
  return list;
}

/// A chart of costs and one of differences for each metric.
Figures figures(const Report& report, const std::string& grows) {
  Figures all{.wide = true};
  for (std::size_t g = 0; g < report.groups.size(); ++g) {
    all.key.push_back(
        {{.form = PlotMark::Form::dot, .number = static_cast<int>(g)}, report.groups[g].group});
  }
  for (const result::CostMetric metric : metrics_in(report)) {
    std::vector<const Report::GapCurve*> curves;
    for (const Report::GapCurve& one : report.gap_curves) {
      if (one.metric == metric && one.grows == grows) curves.push_back(&one);
    }
    for (std::optional<Figure> figure :
         {costs_figure(report, metric, grows), gaps_figure(report, curves)}) {
      if (figure) all.list.push_back(std::move(*figure));
    }
  }
  return all;
}

/// All of one way to sample more.
Section growth_section(const Report& report, const std::string& grows) {
  Section section{.heading =
                      grows.empty() ? "More of everybody" : fmt::format("More of {} alone", grows)};
  const std::size_t metrics = metrics_in(report).size();
  List list = answers(report, grows);
  if (list.items.size() > kOpen * metrics) {
    Section folded{.heading = "How many people it would take", .fold = Section::Fold::closed};
    folded.add(brief(std::move(list)));
    section.add(brief(std::move(folded)));
  } else {
    section.add(brief(std::move(list)));
  }
  section.add(full(figures(report, grows)));
  Table numbers = horizon_table(report, grows);
  section.add(grows.empty() ? brief(std::move(numbers)) : full(std::move(numbers)));
  return section;
}

}  // namespace

Section curves_section(const Report& report) {
  Section section{.heading = report.forecasts.empty() ? "What would more data do?"
                                                      : "Learning curves over repeated splits",
                  .id = "curves"};
  if (report.learning_curves.empty() && report.gap_curves.empty()) return section;
  section.add(full(Paragraph{fmt::format(
      "Filled marks are measured: means over {}, with two standard errors to both sides. The line "
      "is an inverse power law fitted to them. Beyond the largest size it is dashed and the marks "
      "are hollow: extrapolated, with {} intervals.",
      plural(report.repetitions, "repetition"), confidence_words(report.confidence))}));
  const std::vector<std::string> ways = ways_of(report);
  const std::string shown = foremost_group(report);
  for (const std::string& grows : ways) {
    Section growth = growth_section(report, grows);
    if (!grows.empty() && ways.size() > kOpen + 1) growth.fold = Section::Fold::closed;
    section.add(grows.empty() || grows == shown ? brief(std::move(growth))
                                                : full(std::move(growth)));
  }
  return section;
}

}  // namespace faultline::report
