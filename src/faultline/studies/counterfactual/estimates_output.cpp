// Figures 2, 3 and 4 as tables, CSV and charts.

#include <cmath>

#include <fmt/format.h>

#include "faultline/base/csv.hpp"
#include "faultline/base/text.hpp"
#include "faultline/report/render/chart.hpp"
#include "faultline/studies/counterfactual/estimates.hpp"
#include "faultline/studies/curves.hpp"

namespace faultline::studies {
namespace {

/// A row of names, those of spread_row() at the end.
std::string spread_header(std::vector<CsvField> names) {
  names.insert(names.end(), {"truth", "mean", "mean_error", "low", "high"});
  return csv_row(names);
}

std::string spread_row(std::vector<CsvField> fields, double truth, const Spread& spread) {
  for (const double value :
       {truth, spread.mean.value, spread.mean.half_width, spread.low, spread.high}) {
    fields.push_back(csv_rounded(value, 6));
  }
  return csv_row(fields);
}

std::string spread_text(double truth, const Spread& spread) {
  return fmt::format("{:>8.4f}  {:.4f} +- {:.4f}  {:.4f} .. {:.4f}", truth, spread.mean.value,
                     spread.mean.half_width, spread.low, spread.high);
}

template <typename Value>
Spread spread_over(const Estimates& estimates, const Value& value) {
  std::vector<double> values;
  values.reserve(estimates.rates.size());
  for (const methods::Rates& rates : estimates.rates) values.push_back(value(rates));
  return spread_of(values);
}

const char* rate_name(bool cfpr) { return cfpr ? "cFPR" : "cFNR"; }

std::string data_sets(const Estimates& of) {
  return fmt::format("{} of {} people,\nweighting with logistic propensities",
                     plural(static_cast<std::int64_t>(of.rates.size()), "data set"),
                     with_thousands(of.people));
}

report::Point point_of(double x, const Spread& spread) {
  return {x, spread.mean.value, std::pair(spread.low, spread.high)};
}

/// Against the scenarios: what was estimated of one thing, and the truth dashed.
struct ScenarioCurves {
  report::Series ours;
  report::Series truth;
  std::size_t number;

  ScenarioCurves(const std::string& name, std::size_t at)
      : ours(curve(name, at)), truth(curve("", at, true)), number(at) {}

  void add(int scenario, const Spread& spread, double exact) {
    // Beside each other, so that bars can be told apart; four stand around the scenario's place.
    const double x = scenario + 0.06 * (static_cast<double>(number) - 1.5);
    ours.points.push_back(point_of(x, spread));
    truth.points.push_back({x, exact});
  }

  void move_to(report::Chart& chart) {
    chart.series.push_back(std::move(ours));
    chart.series.push_back(std::move(truth));
  }
};

report::Figure scenario_figure(std::string title, std::string up, report::Interval range) {
  constexpr std::array kScenarios{1.0, 2.0, 3.0};
  return {.title = std::move(title),
          .chart = {.across = {.title = "scenario (dashed: truth)", .ticks = ticks_at(kScenarios)},
                    .up = {.title = std::move(up), .range = range},
                    .legend = true}};
}

}  // namespace

StudyOutput group_rates_output(const std::vector<Estimates>& estimates) {
  StudyOutput output;
  output.text = fmt::format(
      "Groups' rates over {}:\nmean with Monte Carlo error, .025 and .975 quantiles.\n"
      "The paper prints no numbers for this figure.\n\n"
      "  {:<10}{:<6}{:<15}{:>8}  {:<16}  {}\n",
      data_sets(estimates.front()), "scenario", "rate", "group", "truth", "mean", "quantiles");
  std::string csv = spread_header({"scenario", "rate", "group"});
  for (const bool cfpr : {true, false}) {
    report::Figure figure = scenario_figure(fmt::format("Figure 2: {} of groups", rate_name(cfpr)),
                                            rate_name(cfpr), std::pair(0.0, 1.0));
    for (std::size_t g = 0; g < simulate::kGroups; ++g) {
      ScenarioCurves curves(simulate::group_words(g), g);
      for (const Estimates& of : estimates) {
        const Spread spread = spread_over(
            of, [&](const methods::Rates& rates) { return (cfpr ? rates.cfpr : rates.cfnr)[g]; });
        const double exact = (cfpr ? of.truth.cfpr : of.truth.cfnr)[g];
        curves.add(of.scenario, spread, exact);
        csv += spread_row({of.scenario, cfpr ? "cfpr" : "cfnr", simulate::group_name(g)}, exact,
                          spread);
        output.text += fmt::format("  {:<10}{:<6}{:<15}{}\n", of.scenario, rate_name(cfpr),
                                   simulate::group_words(g), spread_text(exact, spread));
      }
      curves.move_to(figure.chart);
    }
    output.files.emplace_back(cfpr ? "fig2a.svg" : "fig2b.svg", to_svg(figure));
  }
  output.files.emplace_back("fig2.csv", std::move(csv));
  return output;
}

StudyOutput summaries_output(const std::vector<Estimates>& estimates) {
  StudyOutput output;
  output.text = fmt::format(
      "Summaries over {}:\nmean with Monte Carlo error, .025 and .975 quantiles.\n"
      "The paper prints no numbers for this figure. VAR is the variance of eq. 7; what\n"
      "the paper says of it fits its root, SD.\n\n  {:<10}{:<6}{:<8}{:>8}  {:<16}  {}\n",
      data_sets(estimates.front()), "scenario", "rate", "summary", "truth", "mean", "quantiles");
  std::string csv = spread_header({"scenario", "rate", "summary"});
  for (const bool cfpr : {true, false}) {
    report::Figure figure = scenario_figure(
        fmt::format("Figure 3: summaries of {}", rate_name(cfpr)), "unfairness", std::nullopt);
    for (std::size_t k = 0; k < methods::kSummaries; ++k) {
      ScenarioCurves curves(std::string(methods::name_of(methods::kSummaryKinds[k])), k);
      for (const Estimates& of : estimates) {
        const Spread spread = spread_over(
            of, [&](const methods::Rates& rates) { return summaries_of(rates, cfpr)[k]; });
        const double exact = true_summaries(of.truth, cfpr)[k];
        curves.add(of.scenario, spread, exact);
        csv += spread_row(
            {of.scenario, cfpr ? "cfpr" : "cfnr", methods::name_of(methods::kSummaryKinds[k])},
            exact, spread);
        output.text +=
            fmt::format("  {:<10}{:<6}{:<8}{}\n", of.scenario, rate_name(cfpr),
                        methods::name_of(methods::kSummaryKinds[k]), spread_text(exact, spread));
      }
      if (k > static_cast<std::size_t>(methods::SummaryKind::sd)) continue;  // as in the figure
      curves.move_to(figure.chart);
    }
    output.files.emplace_back(cfpr ? "fig3a.svg" : "fig3b.svg", to_svg(figure));
  }
  output.files.emplace_back("fig3.csv", std::move(csv));
  return output;
}

StudyOutput estimators_output(const std::vector<Estimates>& estimates) {
  constexpr auto kAvg = static_cast<std::size_t>(methods::SummaryKind::avg);
  StudyOutput output;
  output.text = fmt::format(
      "AVG of cFNR by estimator and size: mean with Monte Carlo error, .025 and .975\n"
      "quantiles. Logistic, ensemble and true propensity: weighting. The paper prints\n"
      "no numbers for this figure.\n\n"
      "  {:<4}{:>6}  {:<15}{:>5} {:>8}  {:<16}  {}\n",
      "sc.", "people", "estimator", "sets", "truth", "mean", "quantiles");
  std::string csv = spread_header({"scenario", "people", "estimator", "data_sets"});
  std::vector<int> scenarios;
  for (const Estimates& of : estimates) {
    if (scenarios.empty() || scenarios.back() != of.scenario) scenarios.push_back(of.scenario);
    if (of.rates.empty()) continue;
    const Spread spread =
        spread_over(of, [](const methods::Rates& r) { return summaries_of(r, false)[kAvg]; });
    const double truth = true_summaries(of.truth, false)[kAvg];
    const auto name = kEstimatorNames[static_cast<std::size_t>(of.estimator)];
    csv += spread_row({of.scenario, of.people, name, of.rates.size()}, truth, spread);
    output.text += fmt::format("  {:<4}{:>6}  {:<15}{:>5} {}\n", of.scenario, of.people, name,
                               of.rates.size(), spread_text(truth, spread));
  }
  output.files.emplace_back("fig4.csv", std::move(csv));
  for (const int scenario : scenarios) {
    report::Figure figure{
        .title = fmt::format("Figure 4: AVG of cFNR, scenario {}", scenario),
        .chart = {.across = {.title = "people"}, .up = {.title = "AVG of cFNR"}, .legend = true}};
    report::Series truth = reference_line("truth");
    for (std::size_t e = 0; e < kEstimatorNames.size(); ++e) {
      report::Series series = curve(std::string(kEstimatorNames[e]), e);
      for (const Estimates& of : estimates) {
        if (of.scenario != scenario || static_cast<std::size_t>(of.estimator) != e) continue;
        if (of.rates.empty()) continue;
        const auto people = static_cast<double>(of.people);
        const double aside = 90 * (static_cast<double>(e) - 2);
        series.points.push_back(point_of(
            people + aside,
            spread_over(of, [](const methods::Rates& r) { return summaries_of(r, false)[kAvg]; })));
        if (truth.points.empty() || truth.points.back().x < people) {
          truth.points.push_back({people, true_summaries(of.truth, false)[kAvg]});
        }
      }
      if (!series.points.empty()) figure.chart.series.push_back(std::move(series));
    }
    figure.chart.series.push_back(std::move(truth));
    output.files.emplace_back(fmt::format("fig4-scenario{}.svg", scenario), to_svg(figure));
  }
  return output;
}

}  // namespace faultline::studies
