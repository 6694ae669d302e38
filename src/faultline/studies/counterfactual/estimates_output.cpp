// Figures 2, 3 and 4 as tables, CSV and charts.

#include <cmath>

#include <fmt/format.h>

#include "faultline/base/text.hpp"
#include "faultline/studies/counterfactual/estimates.hpp"
#include "faultline/studies/line_chart.hpp"

namespace faultline::studies {
namespace {

constexpr const char* kSpreadColumns = "truth,mean,mean_error,low,high";

std::string spread_csv(double truth, const Spread& spread) {
  return fmt::format("{:.6f},{:.6f},{:.6f},{:.6f},{:.6f}", truth, spread.mean.value,
                     spread.mean.half_width, spread.low, spread.high);
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

void add_point(Series& series, double x, const Spread& spread) {
  series.x.push_back(x);
  series.y.push_back(spread.mean.value);
  series.interval.emplace_back(spread.low, spread.high);
}

}  // namespace

StudyOutput group_rates_output(const std::vector<Estimates>& estimates) {
  StudyOutput output;
  output.text = fmt::format(
      "Groups' rates over {}:\nmean with Monte Carlo error, .025 and .975 quantiles.\n"
      "The paper prints no numbers for this figure.\n\n"
      "  {:<10}{:<6}{:<15}{:>8}  {:<16}  {}\n",
      data_sets(estimates.front()), "scenario", "rate", "group", "truth", "mean", "quantiles");
  std::string csv = fmt::format("scenario,rate,group,{}\n", kSpreadColumns);
  for (const bool cfpr : {true, false}) {
    LineChart chart{.title = fmt::format("Figure 2: {} of groups", rate_name(cfpr)),
                    .x_label = "scenario (dashed: truth)",
                    .y_label = rate_name(cfpr),
                    .y_range = std::pair{0.0, 1.0},
                    .x_ticks = {1, 2, 3}};
    for (std::size_t g = 0; g < simulate::kGroups; ++g) {
      Series ours{.name = simulate::group_words(g), .group = static_cast<int>(g)};
      Series truth{.dashed = true, .group = static_cast<int>(g)};
      for (const Estimates& of : estimates) {
        const Spread spread = spread_over(
            of, [&](const methods::Rates& rates) { return (cfpr ? rates.cfpr : rates.cfnr)[g]; });
        const double exact = (cfpr ? of.truth.cfpr : of.truth.cfnr)[g];
        // Beside each other, so that bars can be told apart.
        const double x = of.scenario + 0.06 * (static_cast<double>(g) - 1.5);
        add_point(ours, x, spread);
        truth.x.push_back(x);
        truth.y.push_back(exact);
        csv += fmt::format("{},{},{},{}\n", of.scenario, cfpr ? "cfpr" : "cfnr",
                           simulate::group_name(g), spread_csv(exact, spread));
        output.text += fmt::format("  {:<10}{:<6}{:<15}{}\n", of.scenario, rate_name(cfpr),
                                   simulate::group_words(g), spread_text(exact, spread));
      }
      chart.series.push_back(std::move(ours));
      chart.series.push_back(std::move(truth));
    }
    output.files.emplace_back(cfpr ? "fig2a.svg" : "fig2b.svg", to_svg(chart));
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
  std::string csv = fmt::format("scenario,rate,summary,{}\n", kSpreadColumns);
  for (const bool cfpr : {true, false}) {
    LineChart chart{.title = fmt::format("Figure 3: summaries of {}", rate_name(cfpr)),
                    .x_label = "scenario (dashed: truth)",
                    .y_label = "unfairness",
                    .x_ticks = {1, 2, 3}};
    for (std::size_t k = 0; k < methods::kSummaries; ++k) {
      Series ours{.name = std::string(methods::name_of(methods::kSummaryKinds[k])),
                  .group = static_cast<int>(k)};
      Series truth{.dashed = true, .group = static_cast<int>(k)};
      for (const Estimates& of : estimates) {
        const Spread spread = spread_over(
            of, [&](const methods::Rates& rates) { return summaries_of(rates, cfpr)[k]; });
        const double exact = true_summaries(of.truth, cfpr)[k];
        const double x = of.scenario + 0.06 * (static_cast<double>(k) - 1.5);
        add_point(ours, x, spread);
        truth.x.push_back(x);
        truth.y.push_back(exact);
        csv += fmt::format("{},{},{},{}\n", of.scenario, cfpr ? "cfpr" : "cfnr",
                           methods::name_of(methods::kSummaryKinds[k]), spread_csv(exact, spread));
        output.text +=
            fmt::format("  {:<10}{:<6}{:<8}{}\n", of.scenario, rate_name(cfpr),
                        methods::name_of(methods::kSummaryKinds[k]), spread_text(exact, spread));
      }
      if (k > static_cast<std::size_t>(methods::SummaryKind::sd)) continue;  // as in the figure
      chart.series.push_back(std::move(ours));
      chart.series.push_back(std::move(truth));
    }
    output.files.emplace_back(cfpr ? "fig3a.svg" : "fig3b.svg", to_svg(chart));
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
  std::string csv = fmt::format("scenario,people,estimator,data_sets,{}\n", kSpreadColumns);
  std::vector<int> scenarios;
  for (const Estimates& of : estimates) {
    if (scenarios.empty() || scenarios.back() != of.scenario) scenarios.push_back(of.scenario);
    if (of.rates.empty()) continue;
    const Spread spread =
        spread_over(of, [](const methods::Rates& r) { return summaries_of(r, false)[kAvg]; });
    const double truth = true_summaries(of.truth, false)[kAvg];
    const auto name = kEstimatorNames[static_cast<std::size_t>(of.estimator)];
    csv += fmt::format("{},{},{},{},{}\n", of.scenario, of.people, name, of.rates.size(),
                       spread_csv(truth, spread));
    output.text += fmt::format("  {:<4}{:>6}  {:<15}{:>5} {}\n", of.scenario, of.people, name,
                               of.rates.size(), spread_text(truth, spread));
  }
  output.files.emplace_back("fig4.csv", std::move(csv));
  for (const int scenario : scenarios) {
    LineChart chart{.title = fmt::format("Figure 4: AVG of cFNR, scenario {}", scenario),
                    .x_label = "people",
                    .y_label = "AVG of cFNR"};
    Series truth{.name = "truth", .dashed = true};
    for (std::size_t e = 0; e < kEstimatorNames.size(); ++e) {
      Series series{.name = std::string(kEstimatorNames[e])};
      for (const Estimates& of : estimates) {
        if (of.scenario != scenario || static_cast<std::size_t>(of.estimator) != e) continue;
        if (of.rates.empty()) continue;
        const double aside = 90 * (static_cast<double>(e) - 2);
        add_point(
            series, static_cast<double>(of.people) + aside,
            spread_over(of, [](const methods::Rates& r) { return summaries_of(r, false)[kAvg]; }));
        if (truth.x.empty() || truth.x.back() < static_cast<double>(of.people)) {
          truth.x.push_back(static_cast<double>(of.people));
          truth.y.push_back(true_summaries(of.truth, false)[kAvg]);
        }
      }
      if (!series.x.empty()) chart.series.push_back(std::move(series));
    }
    chart.series.push_back(std::move(truth));
    output.files.emplace_back(fmt::format("fig4-scenario{}.svg", scenario), to_svg(chart));
  }
  return output;
}

}  // namespace faultline::studies
