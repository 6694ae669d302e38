#include <cmath>

#include <fmt/format.h>

#include "faultline/base/text.hpp"
#include "faultline/report/document/format.hpp"
#include "faultline/report/methods/sources/curve_figures.hpp"
#include "faultline/report/methods/sources/rows.hpp"
#include "faultline/report/methods/sources/sections.hpp"

namespace faultline::report {
namespace {

using Report = result::SourcesReport;
using Factor = std::optional<double>;  // of the largest training size; none: without limit

// Curves that a terminal shows.
constexpr std::size_t kTerminalCurves = 2;

/// In ascending order, without limit last.
std::vector<Factor> factors_of(const std::vector<Report::GapCurve>& curves) {
  std::vector<Factor> factors;
  for (const Report::GapCurve& curve : curves) {
    for (const Report::Extrapolation& one : curve.extrapolation) {
      if (std::ranges::find(factors, one.factor) == factors.end()) factors.push_back(one.factor);
    }
  }
  std::ranges::sort(factors, [](const Factor& a, const Factor& b) {
    if (!a || !b) return a.has_value();
    return *a < *b;
  });
  return factors;
}

Column column_of(const Factor& factor) {
  if (!factor) return {.head = "without limit", .notes = Detail::brief};
  // Twice and ten times say how it falls; there is room for no more on a terminal.
  const bool shown = *factor == 2 || *factor == 10;
  return {.head = fmt::format("{} times", shortest(*factor)),
          .detail = shown ? Detail::brief : Detail::full,
          .notes = Detail::brief};
}

Cell cell_at(const Report& report, const Report::GapCurve& curve, const Factor& factor) {
  const auto found = std::ranges::find(curve.extrapolation, factor, &Report::Extrapolation::factor);
  const bool any = found != curve.extrapolation.end();
  Cell cell = any ? gap_with_range(report, found->value, found->interval) : Cell(kNone);
  if (!factor && (!any || !curve.limit_identified)) cell.text = "not known";
  return cell;
}

Cell cell_now(const Report& report, const Report::GapCurve& curve) {
  if (curve.points.empty()) return {kNone};
  const Report::CurvePoint& last = curve.points.back();
  return {gap_cell(report, last.mean), fmt::format("se {}", gap_cell(report, last.sem))};
}

}  // namespace

Table horizon_table(const Report& report, const std::string& grows) {
  std::vector<Report::GapCurve> curves;
  double largest = 0;
  for (const Report::GapCurve& curve : report.gap_curves) {
    if (curve.grows != grows) continue;
    curves.push_back(curve);
    if (!curve.points.empty()) largest = std::max(largest, size_of(curve.points.back(), grows));
  }
  const bool named = one_pair(curves, &Report::GapCurve::groups);
  Table table{
      .caption = fmt::format("Differences, {}{} ({}s)", who(curves, &Report::GapCurve::groups),
                             points_words(report), interval_head(report)),
      .columns = {{.head = "Trained on", .kind = Column::Kind::words},
                  {.head = fmt::format("{} people{}", quantity(std::round(largest)),
                                       grows.empty() ? "" : " of " + grows),
                   .notes = Detail::brief}},
      .noun = "curve"};
  const std::vector<Factor> factors = factors_of(curves);
  for (const Factor& factor : factors) table.columns.push_back(column_of(factor));
  const std::vector<Detail> details =
      foremost(curves, kTerminalCurves, [&](const Report::GapCurve& one) {
        return weight(report, one.metric, one.points.empty() ? 0 : one.points.back().mean);
      });
  for (std::size_t i = 0; i < curves.size(); ++i) {
    std::vector<Cell> cells = {row_label(report, curves[i].metric, curves[i].groups, named),
                               cell_now(report, curves[i])};
    for (const Factor& factor : factors) cells.push_back(cell_at(report, curves[i], factor));
    table.add(std::move(cells)).detail = details[i];
  }
  return table;
}

}  // namespace faultline::report
