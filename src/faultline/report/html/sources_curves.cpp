#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "faultline/base/text.hpp"
#include "faultline/report/document/format.hpp"
#include "faultline/report/html/cells.hpp"
#include "faultline/report/html/curve_chart.hpp"
#include "faultline/report/html/sources_sections.hpp"
#include "faultline/report/methods/shared/sentences.hpp"
#include "faultline/report/sources_tables.hpp"

namespace faultline::report::html {
namespace {

using Report = result::SourcesReport;

// Error bars of measured points: two standard errors to both sides.
constexpr double kErrors = 2;
// As many series can be told apart.
constexpr std::size_t kColours = 6;
// More pairs, or more ways to sample, than this are folded.
constexpr std::size_t kOpen = 3;

std::function<double(double)> law_of(const Report::CurveFit& fit) {
  return [fit](double n) { return fit.alpha * std::pow(n, -fit.beta) + fit.delta; };
}

/// What the curves are drawn and fitted against: people of the group that grows, or everybody.
double size_of(const Report::CurvePoint& point, const std::string& grows) {
  return grows.empty() ? static_cast<double>(point.n) : point.group_n;
}

std::string size_title(const std::string& grows) {
  return grows.empty() ? "people trained on (logarithmic)"
                       : fmt::format("people of {} trained on (logarithmic)", grows);
}

template <typename Curve>
CurveSeries series_of(const Curve& curve, bool limit, int colour) {
  CurveSeries series{.colour = colour};
  for (const Report::CurvePoint& point : curve.points) {
    const double half = std::isfinite(point.sem) ? kErrors * point.sem : 0;
    series.points.push_back({.n = size_of(point, curve.grows),
                             .value = point.mean,
                             .interval = {{point.mean - half, point.mean + half}}});
  }
  for (const Report::Extrapolation& one : curve.extrapolation) {
    if (one.factor && one.n) {
      series.beyond.push_back({.n = *one.n, .value = one.value, .interval = one.interval});
    } else if (limit && !one.factor) {
      series.limit = CurveSeries::Point{.n = 0, .value = one.value, .interval = one.interval};
    }
  }
  return series;
}

const Report::LearningCurve* curve_of(const Report& report, const std::string& group,
                                      result::CostMetric metric, const std::string& grows) {
  const auto found =
      std::find_if(report.learning_curves.begin(), report.learning_curves.end(),
                   [&](const Report::LearningCurve& one) {
                     return one.group == group && one.metric == metric && one.grows == grows;
                   });
  return found == report.learning_curves.end() ? nullptr : &*found;
}

/// Position of the group, which gives its colour.
int colour_of(const Report& report, const std::string& group) {
  const auto found = std::find_if(report.groups.begin(), report.groups.end(),
                                  [&](const Report::Group& one) { return one.group == group; });
  return static_cast<int>(found - report.groups.begin());
}

Markup costs_figure(const Report& report, result::CostMetric metric, const std::string& grows) {
  std::vector<CurveSeries> series;
  std::vector<std::string> unknown;
  for (const Report::LearningCurve& one : report.learning_curves) {
    if (one.metric != metric || one.grows != grows) continue;
    const bool identified = one.fit && one.fit->identified;
    series.push_back(series_of(one, identified, colour_of(report, one.group)));
    if (one.fit) series.back().law = law_of(*one.fit);
    if (one.fit && !identified) {
      unknown.push_back(one.fit->why.empty() ? one.group
                                             : fmt::format("{} ({})", one.group, one.fit->why));
    }
  }
  const std::string words = capitalised(metric_words(report, metric));
  const Markup drawing =
      curve_chart(series,
                  {.scale = shown_scale(report),
                   .title = report.outcome == result::OutcomeKind::number ? "cost" : "cost, %",
                   .size_title = size_title(grows)},
                  fmt::format("{} of each group against the number of people trained on", words));
  if (drawing.empty()) return {};
  Markup caption;
  if (!unknown.empty()) {
    caption = element(
        "figcaption",
        {unbroken(fmt::format("The points do not tell the limit of {}.", join_words(unknown, 4)))});
  }
  return element("figure", {element("h3", {words}), drawing, caption});
}

/// The curves with the largest differences now, as many as have a colour of their own.
std::vector<const Report::GapCurve*> widest(std::vector<const Report::GapCurve*> curves) {
  const auto now = [](const Report::GapCurve* one) {
    const double mean = one->points.empty() ? 0 : std::abs(one->points.back().mean);
    return std::isfinite(mean) ? mean : 0.0;
  };
  std::stable_sort(curves.begin(), curves.end(),
                   [&](const auto* a, const auto* b) { return now(a) > now(b); });
  if (curves.size() > kColours) curves.resize(kColours);
  return curves;
}

Markup gap_figure(const Report& report, const std::vector<const Report::GapCurve*>& all) {
  const std::vector<const Report::GapCurve*> curves = widest(all);
  std::vector<CurveSeries> series;
  int colour = 0;
  for (const Report::GapCurve* one : curves) {
    series.push_back(series_of(*one, one->limit_identified, colour++));
    const Report::LearningCurve* first =
        curve_of(report, one->groups.first, one->metric, one->grows);
    const Report::LearningCurve* second =
        curve_of(report, one->groups.second, one->metric, one->grows);
    if (first != nullptr && second != nullptr && first->fit && second->fit) {
      series.back().law = [a = law_of(*first->fit), b = law_of(*second->fit)](double n) {
        return a(n) - b(n);
      };
    }
  }
  const std::string words = metric_words(report, curves.front()->metric);
  const Markup drawing = curve_chart(
      series,
      {.scale = shown_scale(report),
       .title = report.outcome == result::OutcomeKind::number ? "difference" : "difference, points",
       .size_title = size_title(curves.front()->grows),
       .zero = true},
      fmt::format("Difference in {} against the number of people trained on", words));
  if (drawing.empty()) return {};
  Markup keys;
  for (std::size_t i = 0; i < curves.size(); ++i) {
    keys += element("li", {series_key(static_cast<int>(i)), minus_words(curves[i]->groups)});
  }
  return element(
      "figure", {element("h3", {fmt::format("Difference in {}", words)}), drawing,
                 curves.size() > 1 ? element("ul", {{"class", "legend"}}, {keys})
                                   : element("figcaption", {minus_words(curves.front()->groups)})});
}

/// Answers for a metric, and where the fitted difference changes sign.
std::vector<std::string> answers(const Report& report,
                                 const std::vector<const Report::GapCurve*>& curves) {
  std::vector<std::string> list;
  for (const Report::GapCurve* one : curves) {
    std::string text = answer_words(report, *one);
    if (!text.empty()) text = "down to " + text;
    if (!one->crossings.empty()) {
      std::vector<std::string> sizes;
      for (const double size : one->crossings) sizes.push_back(size_words(size));
      text += fmt::format("{}The fitted difference changes sign at about {} people.",
                          text.empty() ? "" : " ", join_words(sizes));
    }
    if (text.empty()) continue;
    list.push_back(curves.size() > 1 ? fmt::format("{}: {}", minus_words(one->groups), text)
                                     : text);
  }
  return list;
}

/// Every horizon of every difference.
CellTable horizons(const Report& report, const std::vector<const Report::GapCurve*>& curves) {
  CellTable table{.caption = "Differences at several times as many people",
                  .heads = {"Groups and cost", "People trained on", "Difference",
                            fmt::format("{} interval", confidence_words(report.confidence))}};
  for (const Report::GapCurve* one : curves) {
    const std::string name =
        fmt::format("{}, {}", minus_words(one->groups), metric_short(report, one->metric));
    if (!one->points.empty()) {
      const Report::CurvePoint& last = one->points.back();
      table.rows.push_back({name, quantity(std::round(size_of(last, one->grows))),
                            gap_cell(report, last.mean),
                            fmt::format("se {}", gap_cell(report, last.sem))});
    }
    for (const Report::Extrapolation& at : one->extrapolation) {
      table.rows.push_back({name, at.n ? size_words(*at.n) : "without limit",
                            at.factor ? gap_cell(report, at.value) : limit_cell(report, *one),
                            gap_range(report, at.interval)});
    }
  }
  return table;
}

/// All of one way to sample more: everybody, or one group.
Markup growth(const Report& report, const std::string& grows) {
  Markup figures;
  Markup words;
  std::vector<const Report::GapCurve*> all;
  std::size_t most = 0;  // pairs
  for (const result::CostMetric metric : metrics_in(report)) {
    std::vector<const Report::GapCurve*> curves;
    for (const Report::GapCurve& one : report.gap_curves) {
      if (one.metric == metric && one.grows == grows) curves.push_back(&one);
    }
    figures += costs_figure(report, metric, grows);
    if (curves.empty()) continue;
    most = std::max(most, curves.size());
    figures += gap_figure(report, curves);
    all.insert(all.end(), curves.begin(), curves.end());
    const std::vector<std::string> sentences = answers(report, curves);
    if (sentences.empty()) continue;
    words += element("li", {element("strong", {capitalised(metric_words(report, metric))}), ", ",
                            sentences.size() == 1 ? Markup(unbroken(sentences[0]))
                                                  : list_of(sentences, "story")});
  }
  if (figures.empty() && words.empty()) return {};
  Markup keys;
  for (std::size_t i = 0; i < report.groups.size(); ++i) {
    keys += element("li", {series_key(static_cast<int>(i)), report.groups[i].group});
  }
  const Markup numbers = table_of(horizons(report, all));
  return element(
      "section",
      {element("h3", {{"class", "growth"}},
               {grows.empty() ? "More of everybody" : fmt::format("More of {} alone", grows)}),
       words.empty() ? Markup{}
                     : folded_when(most > kOpen, "The answer for every pair",
                                   element("ul", {{"class", "story"}}, {words})),
       element("ul", {{"class", "legend"}}, {keys}),
       element("div", {{"class", "wide-figures"}}, {figures}),
       numbers.empty() ? Markup{}
                       : element("details", {element("summary", {"All numbers"}), numbers})});
}

}  // namespace

Markup curves_section(const Report& report) {
  std::vector<std::string> ways = {""};
  for (const Report::LearningCurve& one : report.learning_curves) {
    if (std::find(ways.begin(), ways.end(), one.grows) == ways.end()) ways.push_back(one.grows);
  }
  Markup parts;
  for (const std::string& grows : ways) {
    parts += folded_when(!grows.empty() && ways.size() > kOpen + 1,
                         fmt::format("More of {} alone", grows), growth(report, grows));
  }
  if (parts.empty()) return {};
  Markup all = paragraph(fmt::format(
      "Filled marks are measured: means over {}, with two standard errors to both sides. The line "
      "is an inverse power law fitted to them. Beyond the largest size it is dashed and the marks "
      "are hollow: extrapolated, with {} intervals.",
      plural(report.repetitions, "repetition"), confidence_words(report.confidence)));
  all += parts;
  return card("curves", "What would more data do?", all);
}

}  // namespace faultline::report::html
