#include "faultline/studies/counterfactual/designs.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "faultline/base/csv.hpp"
#include "faultline/base/text.hpp"
#include "faultline/parallel/for_each.hpp"
#include "faultline/report/render/chart.hpp"
#include "faultline/studies/curves.hpp"

namespace faultline::studies {
namespace {

using methods::SummaryKind;
using simulate::CounterfactualDesign;

constexpr int kSteps = 10;

struct Panel {
  CounterfactualDesign design{};
  const char* name;
  const char* title;
  const char* x_label;
  SummaryKind beside;  // drawn with AVG
};
constexpr std::array<Panel, 4> kPanels{{
    {CounterfactualDesign::a, "a", "A: AVG and OBS", "intervention strength, minority",
     SummaryKind::obs},
    {CounterfactualDesign::b, "b", "B: AVG and MARG, smaller minority",
     "intervention strength, minority", SummaryKind::marg},
    {CounterfactualDesign::c, "c", "C: AVG and MAX", "intervention strength, minority",
     SummaryKind::max},
    {CounterfactualDesign::d, "d", "D: AVG, VAR and SD", "intervention strength, M1 and M2",
     SummaryKind::var},
}};

double at(const methods::SummaryValues& values, SummaryKind kind) {
  return values[static_cast<std::size_t>(kind)];
}

/// Columns of the CSV: the groups' cFNR, then the summaries of cFNR.
std::string csv_line(const DesignPoint& point, const char* panel, const char* kind,
                     const methods::Rates& rates) {
  const methods::SummaryValues summaries = summaries_of(rates, false);
  std::vector<CsvField> line{panel, point.z, kind};
  line.insert(line.end(), rates.cfnr.begin(), rates.cfnr.end());
  line.insert(line.end(), summaries.begin(), summaries.end());
  return csv_row(line);
}

std::string summary_chart(const std::vector<DesignPoint>& points, const Panel& panel) {
  std::vector<SummaryKind> kinds{SummaryKind::avg, panel.beside};
  if (panel.beside == SummaryKind::var) kinds.push_back(SummaryKind::sd);
  report::Figure figure{.title = fmt::format("Figure 1{}", panel.title),
                        .chart = {.across = {.title = panel.x_label},
                                  .up = {.title = "unfairness of cFNR"},
                                  .legend = true}};
  for (const bool exact : {true, false}) {
    for (std::size_t k = 0; k < kinds.size(); ++k) {
      std::string name(methods::name_of(kinds[k]));
      report::Series series = curve(exact ? name : name + ", drawn", k, !exact);
      for (const DesignPoint& point : points) {
        if (point.design != panel.design) continue;
        series.points.push_back(
            {point.z, at(summaries_of(exact ? point.exact : point.drawn, false), kinds[k])});
      }
      figure.chart.series.push_back(std::move(series));
    }
  }
  return to_svg(figure);
}

std::string rate_chart(const std::vector<DesignPoint>& points, const Panel& panel) {
  report::Figure figure{.title = fmt::format("Figure 1{}: groups", panel.name),
                        .chart = {.across = {.title = panel.x_label},
                                  .up = {.title = "cFNR", .range = std::pair(0.0, 1.0)},
                                  .legend = true}};
  for (std::size_t g = 0; g < simulate::kGroups; ++g) {
    report::Series series = curve(simulate::group_words(g), g);
    for (const DesignPoint& point : points) {
      if (point.design != panel.design) continue;
      series.points.push_back({point.z, point.exact.cfnr[g]});
    }
    figure.chart.series.push_back(std::move(series));
  }
  return to_svg(figure);
}

}  // namespace

methods::Rates rates_by_truth(const simulate::CounterfactualPeople& people) {
  std::array<simulate::GroupSums, simulate::kGroups> sums{};
  std::array<double, simulate::kGroups> size{};
  for (std::int64_t i = 0; i < people.size(); ++i) {
    simulate::GroupSums& s = sums[people.group[i]];
    ++size[people.group[i]];
    const bool decided = people.decision[i] != 0;
    const bool need = people.untreated_outcome[i] != 0;
    const bool happened = people.outcome[i] != 0;
    s.need += need ? 1 : 0;
    s.missed_need += need && !decided ? 1 : 0;
    s.false_alarm += !need && decided ? 1 : 0;
    s.outcome += happened ? 1 : 0;
    s.missed_outcome += happened && !decided ? 1 : 0;
    s.decision += decided ? 1 : 0;
    s.treated += people.treated[i];
  }
  for (std::size_t g = 0; g < sums.size(); ++g) {
    simulate::GroupSums& s = sums[g];
    for (double* part : {&s.need, &s.missed_need, &s.false_alarm, &s.outcome, &s.missed_outcome,
                         &s.decision, &s.treated}) {
      *part /= size[g];
    }
    s.share = size[g] / static_cast<double>(people.size());
  }
  return rates_of(simulate::truth_of(sums));
}

std::vector<DesignPoint> design_points(std::int64_t people, std::uint64_t seed, int threads) {
  std::vector<DesignPoint> points;
  for (const Panel& panel : kPanels) {
    for (int step = 0; step <= kSteps; ++step) {
      points.push_back({.design = panel.design, .z = static_cast<double>(step) / kSteps});
    }
  }
  parallel::for_each(static_cast<std::int64_t>(points.size()), threads, [&](std::int64_t i) {
    DesignPoint& point = points[i];
    point.exact = rates_of(simulate::truth_of(point.design, point.z));
    point.drawn = rates_by_truth(simulate::draw_people(
        point.design, point.z, people, seed * 1'000 + static_cast<std::uint64_t>(i)));
  });
  return points;
}

StudyOutput designs_output(const std::vector<DesignPoint>& points, std::int64_t people) {
  StudyOutput output;
  output.text = fmt::format(
      "Unfairness of cFNR, exact; in brackets from {} drawn people.\n"
      "The paper prints no numbers for this figure.\n\n"
      "  {:<7}{:>4}  {:>14}  {:>14}  {:>14}  {:>14}\n",
      with_thousands(people), "panel", "z", "AVG", "MAX", "MARG", "OBS");
  std::string csv = csv_row({"panel", "z", "kind", "cfnr_00", "cfnr_01", "cfnr_10", "cfnr_11",
                             "avg", "max", "var", "sd", "marg", "obs"});
  double furthest = 0;
  for (const DesignPoint& point : points) {
    const char* panel = kPanels[static_cast<std::size_t>(point.design)].name;
    csv += csv_line(point, panel, "exact", point.exact);
    csv += csv_line(point, panel, "drawn", point.drawn);
    const methods::SummaryValues exact = summaries_of(point.exact, false);
    const methods::SummaryValues drawn = summaries_of(point.drawn, false);
    for (const SummaryKind kind : {SummaryKind::avg, SummaryKind::max, SummaryKind::marg}) {
      furthest = std::max(furthest, std::abs(at(exact, kind) - at(drawn, kind)));
    }
    if (std::lround(point.z * kSteps) % 5 != 0) continue;
    output.text += fmt::format("  {:<7}{:>4}", panel, shortest(point.z));
    for (const SummaryKind kind :
         {SummaryKind::avg, SummaryKind::max, SummaryKind::marg, SummaryKind::obs}) {
      output.text += fmt::format("  {:.4f} ({:.3f})", at(exact, kind), at(drawn, kind));
    }
    output.text += "\n";
  }
  output.text += fmt::format(
      "\nFurthest distance between exact and drawn AVG, MAX or MARG: {:.3f}.\n", furthest);
  output.files.emplace_back("fig1.csv", std::move(csv));
  for (const Panel& panel : kPanels) {
    output.files.emplace_back(fmt::format("fig1{}.svg", panel.name), summary_chart(points, panel));
    output.files.emplace_back(fmt::format("fig1{}-groups.svg", panel.name),
                              rate_chart(points, panel));
  }
  return output;
}

}  // namespace faultline::studies
