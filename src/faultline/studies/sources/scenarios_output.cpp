#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "faultline/base/csv.hpp"
#include "faultline/report/render/chart.hpp"
#include "faultline/studies/curves.hpp"
#include "faultline/studies/sources/scenarios.hpp"

namespace faultline::studies {
namespace {

/// Noise, bias and variance in the order of the table.
std::array<double, 3> parts_of(const ScenarioGroup& group) {
  return {group.parts.noise, group.parts.bias, group.parts.variance};
}

std::string table_row(const std::string& name, double cost, const std::array<double, 3>& parts,
                      double bayes_risk) {
  return fmt::format("    {:<20}{:>8.3f}{:>9.3f}{:>8.3f}{:>10.3f}{:>12.3f}\n", name, cost, parts[0],
                     parts[1], parts[2], bayes_risk);
}

std::string words_of(const ScenarioResult& result) {
  std::string text = fmt::format("  {}\n    {}\n", result.scenario->title, result.scenario->what);
  for (std::size_t g = 0; g < kScenarioGroups; ++g) {
    const ScenarioGroup& group = result.groups[g];
    text += table_row(fmt::format("group {}", g), group.parts.cost, parts_of(group),
                      group.parts.bayes_risk);
  }
  const auto first = parts_of(result.groups[0]);
  const auto second = parts_of(result.groups[1]);
  text += table_row("group 1 - group 0", result.difference.value,
                    {second[0] - first[0], second[1] - first[1], second[2] - first[2]},
                    result.groups[1].parts.bayes_risk - result.groups[0].parts.bayes_risk);
  return text + "\n";
}

report::Series line_of(std::string name, const std::vector<double>& x, const std::vector<double>& y,
                       double scale = 1) {
  report::Series series = reference_line(std::move(name));
  for (std::size_t i = 0; i < x.size(); ++i) series.points.push_back({x[i], scale * y[i]});
  return series;
}

report::Series numbered(report::Series series, std::size_t number, bool dashed) {
  series.look = report::Look::numbered;
  series.number = static_cast<int>(number);
  series.dashed = dashed;
  return series;
}

/// The rule, who lives where, and what models decide there.
report::Figure scene_figure(const ScenarioStudy& study, const ScenarioResult& result) {
  report::Figure figure{.title = fmt::format("Figure 1{}", result.scenario->title),
                        .chart = {.across = {.title = "x"},
                                  .up = {.title = "probability", .range = {{0, 1}}},
                                  .legend = true},
                        .caption = std::string(result.scenario->what)};
  std::vector<double> positive;
  positive.reserve(study.x.size());
  for (const double x : study.x) positive.push_back(result.scenario->positive(x));
  figure.chart.series.push_back(line_of("P(Y = 1 | x)", study.x, positive));
  double highest = 0;
  for (const ScenarioGroup& group : result.groups)
    highest = std::max(highest, *std::ranges::max_element(group.density));
  const bool alike = result.groups[0].density == result.groups[1].density;
  for (std::size_t g = 0; g < kScenarioGroups; ++g) {
    const ScenarioGroup& group = result.groups[g];
    // Densities have no unit in common with probabilities: the higher one fills half of the chart.
    if (g == 0 || !alike) {
      figure.chart.series.push_back(
          numbered(line_of(alike ? "people of both groups" : fmt::format("people of group {}", g),
                           study.x, group.density, 0.5 / highest),
                   g, true));
    }
    if (g == 0 || result.scenario->per_group) {
      figure.chart.series.push_back(
          numbered(line_of(result.scenario->per_group ? fmt::format("decided 1, model {}", g)
                                                      : std::string("decided 1"),
                           study.x, group.flagged),
                   result.scenario->per_group ? g : kScenarioGroups, false));
    }
  }
  return figure;
}

report::Figure parts_figure(const ScenarioResult& result) {
  report::Figure figure{.title = fmt::format("Parts of the error rate, {}", result.scenario->title),
                        .chart = {.across = {.range = {{-0.5, 2.5}},
                                             .ticks = {{0, "noise"}, {1, "bias"}, {2, "variance"}}},
                                  .up = {.title = "share of people, %", .shown = 100, .zero = true},
                                  .legend = true}};
  for (std::size_t g = 0; g < kScenarioGroups; ++g) {
    report::Series series = curve(fmt::format("group {}", g), g);
    series.form = report::Series::Form::marks;
    // Beside each other, where both are the same.
    const double shift = g == 0 ? -0.08 : 0.08;
    double at = 0;
    for (const double part : parts_of(result.groups[g]))
      series.points.push_back({at++ + shift, part});
    figure.chart.series.push_back(std::move(series));
  }
  return figure;
}

}  // namespace

StudyOutput to_output(const ScenarioStudy& study) {
  StudyOutput output;
  output.text = fmt::format(
      "Figure 1: error rates of two groups taken apart by Theorem 1, with the known\n"
      "probability of the outcome, over {} fresh training sets.\n\n"
      "    {:<20}{:>8}{:>9}{:>8}{:>10}{:>12}\n",
      study.options.training_sets, "", "cost", "noise", "bias", "variance", "Bayes risk");
  std::string csv = csv_row(
      {"scenario", "group", "cost", "cost_half_width", "noise", "bias", "variance", "bayes_risk"});
  double widest = 0;
  for (const ScenarioResult& result : study.results) {
    output.text += words_of(result);
    for (std::size_t g = 0; g < kScenarioGroups; ++g) {
      const ScenarioGroup& group = result.groups[g];
      const auto parts = parts_of(group);
      widest = std::max(widest, group.cost.half_width);
      csv += csv_row({result.scenario->name, static_cast<std::int64_t>(g), group.parts.cost,
                      group.cost.half_width, parts[0], parts[1], parts[2], group.parts.bayes_risk});
    }
  }
  output.text += fmt::format(
      "Monte Carlo error of the costs: 95 % half-widths of {:.4f} or less. The noise of\n"
      "the zero-one loss carries the factor c_n, so it is below the Bayes risk where\n"
      "models do not always decide as the best rule does.\n",
      widest);
  output.files.emplace_back("scenarios.csv", csv);
  for (const ScenarioResult& result : study.results) {
    output.files.emplace_back(fmt::format("figure{}.svg", result.scenario->name),
                              to_svg(scene_figure(study, result)));
    output.files.emplace_back(fmt::format("figure{}-parts.svg", result.scenario->name),
                              to_svg(parts_figure(result)));
  }
  return output;
}

}  // namespace faultline::studies
