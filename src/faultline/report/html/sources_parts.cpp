#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "faultline/base/text.hpp"
#include "faultline/report/document/format.hpp"
#include "faultline/report/html/cells.hpp"
#include "faultline/report/html/sources_sections.hpp"
#include "faultline/report/html/value_row.hpp"
#include "faultline/report/methods/shared/sentences.hpp"
#include "faultline/report/sources_tables.hpp"

namespace faultline::report::html {
namespace {

using Report = result::SourcesReport;

Markup parts_legend() {
  const auto item = [](const char* css, const char* words) {
    return element("li", {element("span", {{"class", css}, {"aria-hidden", "true"}}, {}), words});
  };
  return element("ul", {{"class", "legend"}},
                 {item("key-part key-noise", "noise"), item("key-part key-bias", "bias"),
                  item("key-part key-variance", "variance"),
                  item("key-total", "their sum: the cost, or the difference")});
}

/// What is stacked: the ends of the positive and of the negative parts, for the axis.
void add_ends(std::span<const StackPart> parts, double total, std::vector<double>& values) {
  double up = 0;
  double down = 0;
  for (const StackPart& part : parts) {
    if (std::isfinite(part.value)) (part.value > 0 ? up : down) += part.value;
  }
  values.insert(values.end(), {up, down, total});
}

template <typename Item>
std::array<StackPart, 3> parts_of(const Item& one) {
  return {{{"part-noise", one.noise}, {"part-bias", one.bias}, {"part-variance", one.variance}}};
}

template <typename Item>
PlotTable::Row part_row(const Report& report, const std::string& name, const Item& one,
                        double total, const ValueAxis& axis) {
  const std::array<StackPart, 3> parts = parts_of(one);
  const std::string label = fmt::format("{}: {} = noise {} + bias {} + variance {}", name,
                                        gap_cell(report, total), gap_cell(report, one.noise),
                                        gap_cell(report, one.bias), gap_cell(report, one.variance));
  return {.head = name,
          .plot = stack_row(parts, total, axis, label),
          .cells = {element("strong", {gap_cell(report, total)}), gap_cell(report, one.noise),
                    gap_cell(report, one.bias), gap_cell(report, one.variance)}};
}

/// One section per model and metric: its groups, then their differences, on one axis.
Markup parts_chart(const Report& report) {
  PlotTable table{
      .caption = fmt::format("Costs and differences taken apart, {}", unit_words(report)),
      .head = "Group",
      .heads = {"Sum", "Noise", "Bias", "Variance"}};
  std::vector<std::pair<std::string, result::CostMetric>> sections;
  const auto add = [&](const std::string& model, result::CostMetric metric) {
    const std::pair<std::string, result::CostMetric> key = {model, metric};
    if (std::find(sections.begin(), sections.end(), key) == sections.end()) sections.push_back(key);
  };
  for (const Report::Decomposition& one : report.decomposition) add(one.model, one.metric);
  for (const Report::DecompositionGap& one : report.decomposition_gaps) add(one.model, one.metric);
  const bool models = std::any_of(sections.begin(), sections.end(), [&](const auto& one) {
    return one.first != sections.front().first;
  });
  for (const auto& [model, metric] : sections) {
    std::vector<double> values;
    const auto mine = [&, name = model, cost = metric](const auto& one) {
      return one.model == name && one.metric == cost;
    };
    for (const Report::Decomposition& one : report.decomposition) {
      if (mine(one)) add_ends(parts_of(one), one.cost, values);
    }
    for (const Report::DecompositionGap& one : report.decomposition_gaps) {
      if (mine(one)) add_ends(parts_of(one), one.level, values);
    }
    const ValueAxis axis = value_axis(values);
    std::string title = capitalised(metric_words(report, metric));
    if (models) title += ", " + model;
    PlotTable::Section section{.title = element("strong", {title}),
                               .scale = value_scale(axis, shown_scale(report))};
    for (const Report::Decomposition& one : report.decomposition) {
      if (mine(one)) section.rows.push_back(part_row(report, one.group, one, one.cost, axis));
    }
    for (const Report::DecompositionGap& one : report.decomposition_gaps) {
      if (!mine(one)) continue;
      PlotTable::Row row = part_row(report, minus_words(one.groups), one, one.level, axis);
      if (one.variance_interval) {
        row.cells.back() +=
            element("span", {{"class", "people"}}, {gap_range(report, one.variance_interval)});
      }
      section.rows.push_back(std::move(row));
    }
    table.sections.push_back(std::move(section));
  }
  return render(table);
}

}  // namespace

Markup decomposition_section(const Report& report) {
  const Markup drawing = parts_chart(report);
  if (drawing.empty()) return {};
  Markup parts = paragraph(
      "Cost = noise + bias + variance. A difference in variance shrinks with more people; one in "
      "bias asks for another model, one in noise for other variables.");
  parts += parts_legend();
  parts += drawing;
  parts += element(
      "p", {{"class", "note"}},
      {unbroken(fmt::format(
          "Below the variance of a difference: its {} interval. Noise rests on an estimate of the "
          "best possible prediction, and bias on the same one; where two estimates were used, the "
          "table below has both.{}",
          confidence_words(report.confidence),
          report.outcome == result::OutcomeKind::number
              ? ""
              : " Bars to the left of 0 are negative: where the best prediction is wrong for "
                "somebody, noise or variance can make a decision right by accident."))});
  const Markup numbers = table_of(decomposition_table(report));
  if (!numbers.empty()) {
    parts += element("details",
                     {element("summary", {"All numbers, ranges and what is left over"}), numbers});
  }
  return card("decomposition", "Where the difference comes from", parts);
}

Markup noise_section(const Report& report) {
  if (report.noise.empty()) return {};
  std::vector<double> values;
  std::vector<result::NoiseMethod> methods;
  for (const Report::Noise& one : report.noise) {
    values.insert(values.end(), {one.lower.value_or(0), one.upper.value_or(0)});
    if (std::find(methods.begin(), methods.end(), one.method) == methods.end()) {
      methods.push_back(one.method);
    }
  }
  const ValueAxis axis = value_axis(values);
  PlotTable table{.caption = "Bounds on the Bayes error of each group, in %",
                  .head = "Group",
                  .heads = {"Bounds", "People"}};
  for (const result::NoiseMethod method : methods) {
    PlotTable::Section section{.title = element("strong", {noise_method_words(method)}),
                               .scale = value_scale(axis, 100)};
    for (const Report::Noise& one : report.noise) {
      if (one.method != method) continue;
      std::string bounds = noise_range(one);
      if (one.lambda) bounds += fmt::format(" (lambda = {})", shortest(*one.lambda));
      section.rows.push_back(
          {.head = one.group,
           .plot = range_row(one.lower, one.upper, axis,
                             fmt::format("{}, {}: {}", one.group, name_of(method), bounds)),
           .cells = {unbroken(bounds), with_thousands(one.n)}});
    }
    table.sections.push_back(std::move(section));
  }
  Markup parts = paragraph(
      "However good a model and however much data: with these variables, a share of each group "
      "cannot be predicted. The three methods bound that share, each under assumptions of its "
      "own; they often disagree.");
  parts += render(table);
  parts += list_of(noise_notes(report), "note");
  return card("noise", "How well could anybody predict?", parts);
}

Markup clusters_section(const Report& report) {
  if (report.clusters.empty() && report.topics.empty()) return {};
  PlotTable table{
      .caption = fmt::format("Groups that differ most inside a cluster, with {} intervals; {}",
                             confidence_words(report.confidence), unit_words(report)),
      .head = "Cluster",
      .heads = {"Gap", "Costs", "Among others", "p, adjusted"}};
  std::vector<result::CostMetric> metrics;
  for (const Report::Cluster& one : report.clusters) {
    if (std::find(metrics.begin(), metrics.end(), one.metric) == metrics.end()) {
      metrics.push_back(one.metric);
    }
  }
  for (const result::CostMetric metric : metrics) {
    std::vector<double> values;
    for (const Report::Cluster& one : report.clusters) {
      if (one.metric != metric) continue;
      values.insert(values.end(), {one.gap, one.gap_outside});
      if (one.interval) values.insert(values.end(), {one.interval->first, one.interval->second});
    }
    const ValueAxis axis = value_axis(values);
    PlotTable::Section section{
        .title = element("strong", {capitalised(metric_words(report, metric))}),
        .scale = value_scale(axis, shown_scale(report))};
    for (const Report::Cluster& one : report.clusters) {
      if (one.metric != metric) continue;
      Markup head = one.cluster;
      head += element("span", {{"class", "people"}},
                      {unbroken(fmt::format("{}; {} of everybody", minus_words(one.pair),
                                            percent(one.share)))});
      Markup costs;
      for (const Report::ClusterGroup& group : one.groups) {
        costs += element("span", {{"class", "line"}},
                         {fmt::format("{} {}", group.group, cost_cell(report, group.cost))});
      }
      const std::string range = gap_range(report, one.interval);
      Markup gap = element("strong", {gap_cell(report, one.gap)});
      gap += element("span", {{"class", "people"}}, {range});
      section.rows.push_back(
          {.head = head,
           .plot = value_row(
               one.gap, one.interval, axis,
               fmt::format("{}: {}, interval {}", one.cluster, gap_cell(report, one.gap), range)),
           .cells = {gap, costs, gap_cell(report, one.gap_outside), p_cell(one.p_value_adjusted)}});
    }
    table.sections.push_back(std::move(section));
  }
  Markup parts = paragraph(fmt::format(
      "{} tried. Those with the largest gaps stand here; their p-values are adjusted for all, "
      "because the largest of many gaps is large by chance, too.",
      capitalised(plural(report.clusters_tried, "cluster"))));
  parts += render(table);
  if (!report.topics.empty()) {
    Markup items;
    for (const std::string& words : report.topics) items += element("li", {words});
    parts +=
        element("details", {element("summary", {"Words of each topic"}), element("ol", {items})});
  }
  return card("clusters", "Where the groups differ most", parts);
}

}  // namespace faultline::report::html
