// Calibration curves of the models behind a table, all in one chart, as the paper's Figures 9 to 12
// show them: mean prediction against observed rate over quantile bins, the diagonal dashed.

#include <map>

#include <fmt/format.h>

#include "faultline/studies/conditional/tables.hpp"
#include "faultline/studies/line_chart.hpp"

namespace faultline::studies {
namespace {

constexpr int kBlack = 5;   // position of the colour for the diagonal
constexpr int kLooks = 12;  // colours and markers repeat after so many series

LineChart blank(std::string_view title, int bins) {
  LineChart chart;
  chart.title = fmt::format("{} ({} quantile bins)", title, bins);
  chart.x_label = "mean prediction of the bin";
  chart.y_label = "observed rate";
  chart.x_range = {0.0, 1.0};
  chart.y_range = {0.0, 1.0};
  Series diagonal;
  diagonal.name = "perfect calibration";
  diagonal.x = {0, 1};
  diagonal.y = {0, 1};
  diagonal.dashed = true;
  diagonal.group = kBlack;
  chart.series.push_back(std::move(diagonal));
  return chart;
}

Series curve(const methods::ModelReport& model) {
  Series series;
  for (const methods::ModelReport::CalibrationPoint& point : model.calibration) {
    series.x.push_back(point.predicted);
    series.y.push_back(point.observed);
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
  LineChart chart = blank(title, table.options.calibration_bins);
  int look = 0;
  for (const methods::ModelReport& model : table.models) {
    if (model.name != methods::ModelName::propensity) continue;
    Series series = curve(model);
    const methods::ProtectedClass who = model.protected_class.value_or(methods::ProtectedClass{});
    series.name = names[{who.attribute, who.value}];
    series.group = look;
    series.dashed = look >= kLooks;
    ++look;
    chart.series.push_back(std::move(series));
  }
  return to_svg(chart);
}

std::string expectation_svg(const CbsTable& table, std::string_view title) {
  LineChart chart = blank(title, table.options.calibration_bins);
  const auto scans = methods::default_scans(methods::Harm::positive);
  for (std::size_t scan = 0; scan < scans.size(); ++scan) {
    std::string name = fmt::format("{} ({}), one curve per class", kPaperMetrics[scan],
                                   scans[scan].metric->name());
    for (const methods::ModelReport& model : table.models) {
      if (model.name != methods::ModelName::expectation) continue;
      if (model.metric != scans[scan].metric->name()) continue;
      Series series = curve(model);
      // One entry of the legend stands for all curves of the scan.
      series.name = std::exchange(name, "");
      series.group = static_cast<int>(scan);
      chart.series.push_back(std::move(series));
    }
  }
  return to_svg(chart);
}

}  // namespace faultline::studies
