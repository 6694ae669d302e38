// The detection studies as a table, as CSV and as charts.

#include <array>

#include <fmt/format.h>

#include "faultline/base/csv.hpp"
#include "faultline/base/text.hpp"
#include "faultline/report/render/chart.hpp"
#include "faultline/studies/curves.hpp"
#include "faultline/studies/ijdi/detection.hpp"

namespace faultline::studies {
namespace {

std::string series_name(const DetectionSetting& setting, const std::string& level) {
  return fmt::format("{} = {}{}{}", level, shortest(setting.level),
                     setting.kind.empty() ? "" : ", ", setting.kind);
}

std::string chart(const std::vector<DetectionRow>& rows, methods::ErrorRate error, bool iou,
                  const std::string& title, const std::string& level, bool log_lambda) {
  report::Figure figure{
      .title = fmt::format("{}, {}", title, capitals(error)),
      .chart = {.across = {.title = "lambda"},
                .up = {.title = iou ? "mean intersection over union" : "mean score"},
                .legend = true}};
  if (log_lambda) {
    constexpr std::array kTicks{0.1, 0.3, 1.0, 3.0, 10.0, 30.0, 100.0, 300.0, 1000.0};
    figure.chart.across.scale = report::Scale::logarithmic;
    figure.chart.across.ticks = ticks_at(kTicks);
  }
  if (iou) figure.chart.up.range = {0, 1};
  std::string name;
  std::vector<double> levels;  // both shifts of one level share its colour
  for (const DetectionRow& row : rows) {
    if (row.error != error || (log_lambda && row.lambda <= 0)) continue;
    if (const std::string own = series_name(row.setting, level); own != name) {
      name = own;
      if (levels.empty() || levels.back() != row.setting.level) {
        levels.push_back(row.setting.level);
      }
      figure.chart.series.push_back(
          curve(name, levels.size() - 1, row.setting.kind == "threshold"));
    }
    const Mean& mean = iou ? row.iou : row.score;
    figure.chart.series.back().points.push_back(
        {row.lambda, mean.value, around(mean.value, mean.half_width)});
  }
  return to_svg(figure);
}

}  // namespace

StudyOutput detection_output(const std::vector<DetectionRow>& rows, const std::string& name,
                             const std::string& title, const std::string& level, bool log_lambda) {
  StudyOutput output;
  std::string csv =
      csv_row({level, "shift", "error", "lambda", "iou", "iou_error", "score", "score_error"});
  output.text = fmt::format("  {:<8}{:<13}{:<7}{:>8}  {:>15}  {:>20}\n", level, "shift", "error",
                            "lambda", "IOU", "score");
  for (const DetectionRow& row : rows) {
    csv +=
        csv_row({row.setting.level, csv_unless_empty(row.setting.kind), methods::name_of(row.error),
                 row.lambda, csv_rounded(row.iou.value, 4), csv_rounded(row.iou.half_width, 4),
                 csv_rounded(row.score.value, 4), csv_rounded(row.score.half_width, 4)});
    output.text +=
        fmt::format("  {:<8}{:<13}{:<7}{:>8}  {:.3f} +- {:.3f}   {:>10.2f} +- {:.2f}\n",
                    shortest(row.setting.level), row.setting.kind.empty() ? "-" : row.setting.kind,
                    methods::name_of(row.error), shortest(row.lambda), row.iou.value,
                    row.iou.half_width, row.score.value, row.score.half_width);
  }
  output.files.emplace_back(name + ".csv", std::move(csv));
  for (const methods::ErrorRate error : {methods::ErrorRate::fpr, methods::ErrorRate::tpr}) {
    for (const bool iou : {true, false}) {
      output.files.emplace_back(
          fmt::format("{}-{}-{}.svg", name, iou ? "iou" : "score", methods::name_of(error)),
          chart(rows, error, iou, title, level, log_lambda));
    }
  }
  return output;
}

}  // namespace faultline::studies
