#include "faultline/studies/counterfactual/demonstration.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "faultline/base/csv.hpp"
#include "faultline/base/text.hpp"
#include "faultline/report/render/chart.hpp"
#include "faultline/studies/curves.hpp"
#include "faultline/studies/run_all.hpp"

namespace faultline::studies {
namespace {

constexpr auto kAvg = static_cast<std::size_t>(methods::SummaryKind::avg);
// A u-value to half a percent is enough where only the spread over data sets is shown.
constexpr std::int64_t kFurtherPermutations = 199;
constexpr int kBars = 24;

/// The u-values that the paper prints.
std::string theirs(int scenario) {
  if (scenario == 1) return ".825";
  return scenario == 2 ? "1" : "-";
}

methods::CounterfactualReport::AverageGap audit_average(
    const simulate::CounterfactualPopulation& population, std::int64_t people,
    std::uint32_t repetition, const methods::CounterfactualOptions& options,
    const methods::Hooks& hooks, std::uint64_t seed) {
  const SimulatedPeople drawn(simulate::draw_people(population, people, seed, repetition));
  return methods::counterfactual(drawn.input(), options, hooks).report.decisions.front().cfnr.avg;
}

/// The distribution of the permutations as a line through the middles of equal bars.
report::Series density(const std::vector<double>& null) {
  const auto [low, high] = std::minmax_element(null.begin(), null.end());
  const double width = std::max(*high - *low, 1e-12) / kBars;
  std::vector<double> counts(kBars, 0);
  for (const double value : null) {
    const int bar = std::min(kBars - 1, static_cast<int>((value - *low) / width));
    ++counts[static_cast<std::size_t>(bar)];
  }
  report::Series series = curve("permutations (density)", 0);
  for (int bar = 0; bar < kBars; ++bar) {
    series.points.push_back(
        {*low + (bar + 0.5) * width,
         counts[static_cast<std::size_t>(bar)] / (static_cast<double>(null.size()) * width)});
  }
  return series;
}

std::string chart(const Demonstration& of) {
  report::Series null = density(of.summary.null);
  double top = 0;
  for (const report::Point& point : null.points) top = std::max(top, point.y);
  report::Figure figure{.title = fmt::format("Figure 6: scenario {}, u = {:.3f}", of.scenario,
                                             of.summary.u_value.value_or(0)),
                        .chart = {.across = {.title = "AVG of cFNR"},
                                  .up = {.title = "density"},
                                  .series = {std::move(null)},
                                  .positions = {{of.truth, "truth", report::Look::reference}},
                                  .legend = true}};
  const auto& intervals = of.summary.intervals;
  const std::array<std::pair<const char*, methods::CounterfactualReport::Interval>, 2> drawn{
      {{"t interval", intervals.t}, {"adaptive interval", intervals.adaptive}}};
  double height = 0.04 * top;
  for (const auto& [name, interval] : drawn) {
    if (!interval) continue;
    report::Series series = curve(name, figure.chart.series.size());
    for (const double x : {interval->first, *of.summary.estimate, interval->second}) {
      series.points.push_back({x, height});
    }
    figure.chart.series.push_back(std::move(series));
    height += 0.04 * top;
  }
  return to_svg(figure);
}

std::string interval_text(const methods::CounterfactualReport::Interval& interval) {
  return interval ? fmt::format("{:.4f} .. {:.4f}", interval->first, interval->second) : "-";
}

}  // namespace

std::vector<Demonstration> demonstrations(const CounterfactualStudyOptions& options,
                                          const methods::Hooks& hooks) {
  validate(options);
  const std::vector<simulate::CounterfactualPopulation> populations = populations_of(options);
  const std::int64_t people = options.sizes.front();
  std::vector<Demonstration> list;
  for (std::size_t s = 0; s < populations.size(); ++s) {
    Demonstration of{.scenario = options.scenarios[s], .people = people};
    of.truth = true_summaries(simulate::truth_of(populations[s]), false)[kAvg];
    methods::CounterfactualOptions audit_options;
    audit_options.replicates = options.permutations;
    audit_options.bootstrap = options.bootstrap;
    audit_options.alpha = options.alpha;
    audit_options.seed = options.seed;
    audit_options.threads = options.threads;
    of.summary = audit_average(populations[s], people, 0, audit_options, hooks, options.seed);
    of.u_values.assign(static_cast<std::size_t>(options.repetitions),
                       std::numeric_limits<double>::quiet_NaN());
    of.u_values[0] = of.summary.u_value.value_or(of.u_values[0]);
    const auto work = [&](std::int64_t i) {
      methods::CounterfactualOptions further = audit_options;
      further.replicates = kFurtherPermutations;
      further.bootstrap = 0;
      further.threads = 1;
      further.seed = options.seed + static_cast<std::uint64_t>(i);
      if (i > 0) {
        of.u_values[i] = audit_average(populations[s], people, static_cast<std::uint32_t>(i),
                                       further, {}, options.seed)
                             .u_value.value_or(of.u_values[i]);
      }
    };
    run_all("data sets", options.repetitions, options.threads, hooks, work);
    list.push_back(std::move(of));
  }
  return list;
}

StudyOutput demonstration_output(const std::vector<Demonstration>& list, double confidence) {
  StudyOutput output;
  output.text = fmt::format(
      "One data set per scenario, audited: AVG of cFNR with {:.0f} % intervals and u-value\n"
      "beside the paper's; then how u-values spread over more data sets.\n",
      100 * confidence);
  std::string csv = csv_row({"scenario", "people", "truth", "estimate", "se", "u_value",
                             "u_value_paper", "t_low", "t_high", "adaptive_low", "adaptive_high",
                             "data_sets", "u_median", "u_low", "u_high"});
  for (const Demonstration& of : list) {
    const auto& summary = of.summary;
    const Spread spread = spread_of(of.u_values);
    std::vector<double> sorted = of.u_values;
    std::sort(sorted.begin(), sorted.end());
    const double median = sorted[sorted.size() / 2];
    const auto end = [](const methods::CounterfactualReport::Interval& interval, bool high) {
      if (!interval) return CsvField();
      return csv_rounded(high ? interval->second : interval->first, 6);
    };
    csv += csv_row({of.scenario, of.people, csv_rounded(of.truth, 6),
                    csv_rounded(*summary.estimate, 6), csv_rounded(summary.paper_se.value_or(0), 6),
                    csv_rounded(of.u_values[0], 6), theirs(of.scenario),
                    end(summary.intervals.t, false), end(summary.intervals.t, true),
                    end(summary.intervals.adaptive, false), end(summary.intervals.adaptive, true),
                    of.u_values.size(), csv_rounded(median, 4), csv_rounded(spread.low, 4),
                    csv_rounded(spread.high, 4)});
    output.text += fmt::format(
        "\nscenario {}, {} people\n"
        "  estimate {:.4f} (truth {:.4f}), standard error {:.4f}\n"
        "  t interval         {}\n  adaptive interval  {}\n"
        "  u-value {:.3f} ({}), theirs {}\n"
        "  over {}: median {:.3f}, .025 and .975 quantiles {:.3f} .. {:.3f}\n",
        of.scenario, with_thousands(of.people), *summary.estimate, of.truth,
        summary.paper_se.value_or(0), interval_text(summary.intervals.t),
        interval_text(summary.intervals.adaptive), of.u_values[0],
        summary.u_value_interval ? fmt::format("{:.3f} to {:.3f}", summary.u_value_interval->first,
                                               summary.u_value_interval->second)
                                 : "-",
        theirs(of.scenario), plural(static_cast<std::int64_t>(of.u_values.size()), "data set"),
        median, spread.low, spread.high);
    output.files.emplace_back(fmt::format("fig6-scenario{}.svg", of.scenario), chart(of));
  }
  output.files.emplace_back("fig6.csv", std::move(csv));
  return output;
}

}  // namespace faultline::studies
