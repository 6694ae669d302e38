#include "faultline/report/methods/shared/models_section.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include "faultline/base/text.hpp"
#include "faultline/report/document/format.hpp"
#include "faultline/report/methods/shared/model_words.hpp"

namespace faultline::report {
namespace {

// So many groups can stand open without burying what follows.
constexpr std::size_t kOpen = 3;

Chart calibration_chart(const result::ModelReport& model, const std::string& label) {
  std::vector<double> rates;
  Series seen{.look = Look::observed};
  for (const result::ModelReport::CalibrationPoint& point : model.calibration) {
    if (!std::isfinite(point.predicted) || !std::isfinite(point.observed)) continue;
    seen.points.push_back({.x = point.predicted, .y = point.observed, .interval = point.interval});
    rates.insert(rates.end(), {point.predicted, point.observed});
  }
  const double high = rate_axis(rates).high;
  Series equal{.form = Series::Form::line,
               .look = Look::reference,
               .points = {{.x = 0, .y = 0}, {.x = high, .y = high}}};
  return {.label = label,
          .across = {.title = "predicted, %", .range = std::pair(0.0, high), .shown = 100},
          .up = {.title = "observed, %", .range = std::pair(0.0, high), .shown = 100},
          .series = {std::move(equal), std::move(seen)}};
}

/// Shares of people per bin of the propensity: the class above the axis, the others below it.
Chart overlap_chart(const result::ModelReport& model, const std::string& label) {
  const result::ModelReport::Overlap& overlap = *model.overlap;
  const std::size_t bins = overlap.protected_people.size();
  Chart chart{.label = label,
              .across = {.title = "propensity, %", .range = std::pair(0.0, 1.0), .shown = 100},
              .up = {.title = "% of people", .shown = 100, .zero = true, .absolute = true},
              .legend = true};
  if (bins == 0 || overlap.comparison_people.size() != bins || overlap.edges.size() != bins + 1) {
    return chart;
  }
  const bool treatment = is_about_treatment(model);
  const auto side = [&](const std::vector<std::int64_t>& counts, const char* name, Look look,
                        double sign) {
    const std::int64_t all = std::accumulate(counts.begin(), counts.end(), std::int64_t{0});
    Series series{.name = fmt::format("{} ({})", name, people(all)),
                  .form = Series::Form::bars,
                  .look = look,
                  .width = overlap.edges[1] - overlap.edges[0]};
    if (all > 0) {
      for (std::size_t i = 0; i < bins; ++i) {
        series.points.push_back(
            {.x = overlap.edges[i],
             .y = sign * static_cast<double>(counts[i]) / static_cast<double>(all)});
      }
    }
    chart.series.push_back(std::move(series));
  };
  side(overlap.protected_people, treatment ? "above, the treated" : "above, the class",
       Look::observed, 1);
  side(overlap.comparison_people, treatment ? "below, the untreated" : "below, everyone else",
       Look::expected, -1);
  return chart;
}

void add_figures(const result::ModelReport& model, std::vector<Figure>& figures) {
  const std::string name = model_name(model);
  const std::string calibration = calibration_sentence(model);
  const std::string fit = fit_sentence(model);
  figures.push_back(
      {.title = name,
       .chart =
           calibration_chart(model, fmt::format("Calibration curve. {}: {}", name, calibration)),
       .caption = calibration.empty() ? fit : fmt::format("{} {}", calibration, fit)});
  if (!model.overlap) return;
  const std::string overlap = overlap_sentence(model);
  figures.push_back({.title = is_about_treatment(model) ? "Overlap of treated and untreated people"
                                                        : "Overlap of the class and everyone else",
                     .chart = overlap_chart(model, "Histogram of propensities. " + overlap),
                     .caption = overlap});
}

Section coefficients_section(const std::vector<const result::ModelReport*>& models) {
  Table table{.caption = "Coefficients of the models on the log-odds, and what has none",
              .columns = columns_of({"Model", "Column", "Coefficient"}, 2),
              .noun = "coefficient"};
  for (const result::ModelReport* model : models) {
    const std::string name = model_name(*model);
    for (const auto& [column, value] : model->coefficients) {
      table.add({name, column, ratio(value)});
    }
    for (const auto& [covariate, level] : model->reference_levels) {
      table.add({name, fmt::format("{} = {}", covariate, level), "reference"});
    }
    for (const std::string& column : model->dropped) table.add({name, column, "no variation"});
  }
  Section section{.heading = "Coefficients", .fold = Section::Fold::closed};
  section.add(full(std::move(table)));
  return section;
}

Section group_section(const ModelGroup& group, bool open) {
  Warnings warnings;
  Figures figures;
  for (const result::ModelReport* model : group.models) {
    const std::vector<std::string> own = named_warnings(*model);
    warnings.items.insert(warnings.items.end(), own.begin(), own.end());
    add_figures(*model, figures.list);
  }
  Section section{.heading = group.title};
  if (!group.title.empty()) {
    section.lead_in = warnings.items.empty()
                          ? "no warning"
                          : plural(static_cast<std::int64_t>(warnings.items.size()), "warning");
    section.fold = open ? Section::Fold::open : Section::Fold::closed;
  }
  section.add(brief(std::move(warnings)));
  section.add(full(std::move(figures)));
  section.add(full(coefficients_section(group.models)));
  return section;
}

}  // namespace

std::vector<std::string> named_warnings(const result::ModelReport& model) {
  std::vector<std::string> list;
  for (const std::string& sentence : model_warnings(model)) {
    list.push_back(fmt::format("{}: {}", model_name(model), sentence));
  }
  return list;
}

Section models_section(const std::string& heading, const std::vector<std::string>& introduction,
                       const std::vector<ModelGroup>& groups) {
  Section section{.heading = heading, .id = "models"};
  Section none = section;
  for (const std::string& sentence : introduction) section.add(full(Paragraph{sentence}));
  bool any = false;
  for (const ModelGroup& group : groups) {
    if (group.models.empty()) continue;
    any = true;
    section.add(brief(group_section(group, groups.size() <= kOpen)));
  }
  return any ? section : none;
}

}  // namespace faultline::report
