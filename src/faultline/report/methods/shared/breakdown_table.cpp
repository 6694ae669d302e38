#include <fmt/format.h>

#include "faultline/base/text.hpp"
#include "faultline/report/document/format.hpp"
#include "faultline/report/methods/bias_scan/family_words.hpp"
#include "faultline/report/methods/compare/words.hpp"
#include "faultline/report/methods/shared/effect_words.hpp"
#include "faultline/report/methods/shared/finding_blocks.hpp"

namespace faultline::report {
namespace {

// Rates of fewer people than this are shown faint: one person moves them by more than ten points.
constexpr std::int64_t kFew = 10;
constexpr const char* kEveryone = "Everyone in the subgroup";

/// The two rates as marks on one line.
RowPlot rates_plot(const std::string& name, double observed, double expected,
                   const Interval& interval) {
  using Form = PlotMark::Form;
  RowPlot plot{.label = fmt::format("{}: observed {}, expected {}", name, percent(observed),
                                    percent(expected))};
  plot.marks.push_back({.form = Form::link, .from = expected, .to = observed});
  if (interval) {
    plot.marks.push_back({.form = Form::interval, .from = interval->first, .to = interval->second});
  }
  plot.marks.push_back({.form = Form::ring, .from = expected});
  plot.marks.push_back({.form = Form::dot, .from = observed});
  return plot;
}

std::string caption(const result::Finding& finding, const result::Result& result, bool few) {
  const char* what = finding.theta_name == result::ThetaName::q ? "rate" : "mean";
  std::string text =
      fmt::format("Observed and expected {}s among the people of the subgroup.", what);
  if (finding.observed_interval) {
    text += fmt::format(" The bar in the first row is that of the observed {}: {}.", what,
                        rate_interval_words(finding, result));
  }
  if (few) text += fmt::format(" Rows of fewer than {} people are faint.", kFew);
  return text;
}

}  // namespace

Table breakdown_table(const result::Finding& finding, const result::Result& result) {
  if (finding.breakdown.empty() || !finding.subgroup) return {};
  if (compares_means(finding)) return mean_table(finding);
  if (compares_losses(finding)) return loss_breakdown(finding);
  std::vector<double> rates = {finding.observed, finding.expected};
  for (const result::Breakdown& row : finding.breakdown) {
    rates.insert(rates.end(), {row.observed, row.expected});
  }
  const PlotAxis axis = rate_axis(rates);
  Table table{.key = {{{.form = PlotMark::Form::dot}, "observed"},
                      {{.form = PlotMark::Form::ring}, "expected"}},
              .columns = {{.head = "Value", .kind = Column::Kind::words},
                          {.head = "People"},
                          {.head = "Observed"},
                          {.head = "Expected"},
                          {.head = "", .kind = Column::Kind::plot}},
              .noun = "value"};
  table.groups.push_back({.axis = axis});
  table
      .add({kEveryone, with_thousands(finding.n), percent(finding.observed),
            percent(finding.expected),
            rates_plot(kEveryone, finding.observed, finding.expected, finding.observed_interval)})
      .weight = Row::Weight::strong;
  bool few = false;
  const result::Breakdown* previous = nullptr;
  for (const result::Breakdown& row : finding.breakdown) {
    if (previous == nullptr || previous->attribute != row.attribute) {
      table.groups.push_back({.title = row.attribute,
                              .tag = row.restricted ? "defines the subgroup" : "",
                              .axis = axis});
    }
    previous = &row;
    Row& line = table.add(
        {row.label, with_thousands(row.n), percent(row.observed), percent(row.expected),
         rates_plot(row.attribute + " " + row.label, row.observed, row.expected, std::nullopt)});
    if (row.n >= kFew) continue;
    few = true;
    line.weight = Row::Weight::faint;
  }
  table.caption = caption(finding, result, few);
  return table;
}

}  // namespace faultline::report
