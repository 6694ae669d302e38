// Calibration curves of the models behind a table, all in one chart, as the paper's Figures 9 to 12
// show them: mean prediction against observed rate over quantile bins, the diagonal dashed.

#include <map>

#include <fmt/format.h>

#include "faultline/report/render/chart.hpp"
#include "faultline/studies/conditional/tables.hpp"
#include "faultline/studies/curves.hpp"

namespace faultline::studies {
namespace {

report::Figure blank(std::string_view title, int bins) {
  report::Series diagonal = reference_line("perfect calibration");
  diagonal.points = {{0, 0}, {1, 1}};
  const auto whole = std::pair(0.0, 1.0);
  return {.title = fmt::format("{} ({} quantile bins)", title, bins),
          .chart = {.across = {.title = "mean prediction of the bin", .range = whole},
                    .up = {.title = "observed rate", .range = whole},
                    .series = {std::move(diagonal)},
                    .legend = true}};
}

report::Series calibration(const methods::ModelReport& model, std::string name,
                           std::size_t number) {
  report::Series series = curve(std::move(name), number);
  for (const methods::ModelReport::CalibrationPoint& point : model.calibration) {
    series.points.push_back({point.predicted, point.observed});
  }
  return series;
}

}  // namespace

std::string propensity_svg(const CbsTable& table, std::string_view title) {
  std::map<std::pair<std::string, std::string>, std::string> names;
  for (const CbsTableRow& row : table.rows) {
    const PaperClass& of = *row.protected_class;
    names[{std::string(of.attribute), std::string(of.value)}] = of.name;
  }
  report::Figure figure = blank(title, table.options.calibration_bins);
  std::size_t number = 0;
  for (const methods::ModelReport& model : table.models) {
    if (model.name != methods::ModelName::propensity) continue;
    const methods::ProtectedClass who = model.protected_class.value_or(methods::ProtectedClass{});
    figure.chart.series.push_back(calibration(model, names[{who.attribute, who.value}], number++));
  }
  return to_svg(figure);
}

std::string expectation_svg(const CbsTable& table, std::string_view title) {
  report::Figure figure = blank(title, table.options.calibration_bins);
  const auto scans = methods::default_scans(methods::Harm::positive);
  for (std::size_t scan = 0; scan < scans.size(); ++scan) {
    std::string name = fmt::format("{} ({}), one curve per class", kPaperMetrics[scan],
                                   scans[scan].metric->name());
    for (const methods::ModelReport& model : table.models) {
      if (model.name != methods::ModelName::expectation) continue;
      if (model.metric != scans[scan].metric->name()) continue;
      // One entry of the legend stands for all curves of the scan.
      figure.chart.series.push_back(calibration(model, std::exchange(name, ""), scan));
    }
  }
  return to_svg(figure);
}

}  // namespace faultline::studies
