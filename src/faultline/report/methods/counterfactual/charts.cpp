#include "faultline/report/methods/counterfactual/charts.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "faultline/base/text.hpp"
#include "faultline/report/methods/shared/sentences.hpp"

namespace faultline::report {
namespace {

using Report = result::CounterfactualReport;
using Form = PlotMark::Form;

/// One for both rates. Finer than rate_axis: groups are compared with each other, and rates near
/// 50 % are usual. What is no rate (regression can give more than 100 %) stands at the edge.
PlotAxis axis_of(const Report::Decision& decision) {
  std::vector<double> rates;
  const auto take = [&](double rate) { rates.push_back(std::clamp(rate, 0.0, 1.0)); };
  for (const Report::Group& group : decision.groups) {
    for (const CounterfactualRate rate : kBothRates) {
      const Report::GroupRate& values = rate_of(group, rate);
      if (values.estimate) take(*values.estimate);
      if (values.interval) take(values.interval->second);
      if (observed_rate(group, rate)) take(*observed_rate(group, rate));
    }
  }
  return plot_axis(rates, 100);
}

Cell rate_cell(const Report::Group& group, CounterfactualRate rate) {
  const Report::GroupRate& values = rate_of(group, rate);
  const std::optional<double>& observed = observed_rate(group, rate);
  const std::string seen = observed ? percent(*observed) : kNotAvailable;
  const std::string estimate = values.estimate ? percent(*values.estimate) : kNotAvailable;
  RowPlot plot{
      .label = fmt::format("{}, {} {}: observed {}", group.text, short_name(rate), estimate, seen)};
  std::vector<std::string> notes;
  if (values.interval) {
    plot.marks.push_back(
        {.form = Form::interval, .from = values.interval->first, .to = values.interval->second});
    notes.push_back(percent_interval(*values.interval));
  }
  if (values.estimate) plot.marks.push_back({.form = Form::dot, .from = *values.estimate});
  if (!values.estimate && !values.why.empty()) notes.push_back(values.why);
  // The ring last: it must not hide below a dot at the same place.
  if (observed) {
    plot.marks.push_back({.form = Form::ring, .from = *observed});
    notes.push_back("seen " + seen);
  }
  Cell cell(std::move(plot));
  cell.text = values.estimate ? estimate : "not estimable";
  cell.strong = true;
  if (!notes.empty()) cell.note = fmt::format("({})", fmt::join(notes, "; "));
  return cell;
}

std::string average_sentence(const Report::AverageGap& average) {
  std::string text = fmt::format("Average gap {} points", points(*average.estimate));
  if (const Report::Interval& interval = shown_interval(average)) {
    text += fmt::format(" ({})", points_interval(*interval));
  }
  if (average.u_value) text += fmt::format(", u-value {}", u_value_words(*average.u_value));
  return text + ".";
}

std::optional<Chart> permutation_chart(const Report::AverageGap& average,
                                       const std::string& label) {
  std::vector<double> values;
  for (const double value : average.null) {
    if (std::isfinite(value)) values.push_back(value);
  }
  if (values.empty() || !average.estimate || !std::isfinite(*average.estimate)) return std::nullopt;
  const auto [smallest, largest] = std::minmax_element(values.begin(), values.end());
  const double from = std::min(0.0, *smallest);
  double low = std::min(from, *average.estimate);
  double high = std::max(*largest, *average.estimate);
  const Report::Interval& interval = shown_interval(average);
  if (interval) {
    low = std::min(low, interval->first);
    high = std::max(high, interval->second);
  }
  if (!std::isfinite(high - low)) return std::nullopt;
  // Room at the right for the last bar; one point where everything is 0.
  high = high > low ? low + 1.04 * (high - low) : low + 0.01;
  // Fine enough to show the shape, but never so fine that bars vanish beside a far interval.
  const double finest = (high - low) / 140;
  const Histogram bars = histogram(values, from, std::max(*largest, finest), 36, finest);
  return Chart{.label = label,
               .across = {.title = "average gap, percentage points",
                          .range = std::pair(low, std::max(high, bars.end())),
                          .shown = 100},
               .up = {.title = "permutations", .zero = true},
               .series = {count_bars(bars)},
               .positions = {{.at = *average.estimate,
                              .words = fmt::format("in the data: {}", points(*average.estimate)),
                              .interval = interval}}};
}

}  // namespace

Table rates_plot(const Report& report, const Report::Decision& decision) {
  Table table{.caption = "Error rates of each group, in %",
              .key = {{{.form = Form::dot}, "had nobody been treated"}},
              .columns = {{.head = "Group", .kind = Column::Kind::words}},
              .noun = "group"};
  if (report.bootstrap > 0) {
    table.key.push_back(
        {{.form = Form::interval}, fmt::format("{} interval", confidence_words(report))});
  }
  table.key.push_back({{.form = Form::ring}, "seen: outcomes as they happened"});
  for (const CounterfactualRate rate : kBothRates) {
    table.columns.push_back(
        {.head = short_name(rate), .kind = Column::Kind::plot, .meaning = meaning(rate)});
  }
  table.groups.push_back({.axis = axis_of(decision)});
  for (const Report::Group& group : decision.groups) {
    table.add(
        {Cell(group.text,
              fmt::format("{}, {} untreated", people(group.n), with_thousands(group.untreated))),
         rate_cell(group, CounterfactualRate::cfpr), rate_cell(group, CounterfactualRate::cfnr)});
  }
  return table;
}

std::vector<Figure> permutation_figures(const Report::Decision& decision) {
  std::vector<Figure> figures;
  for (const CounterfactualRate rate : kBothRates) {
    const Report::AverageGap& average = decision.of(rate).avg;
    if (!average.estimate) continue;
    const std::string sentence = average_sentence(average);
    std::optional<Chart> chart = permutation_chart(
        average, fmt::format("Histogram of the average gap in {} over the permutations. {}",
                             short_name(rate), sentence));
    if (!chart) continue;
    figures.push_back(
        {.title = capitalised(long_name(rate)), .chart = std::move(*chart), .caption = sentence});
  }
  return figures;
}

}  // namespace faultline::report
