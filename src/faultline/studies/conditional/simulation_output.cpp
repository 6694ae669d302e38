// The simulation study as CSV, as a table for the terminal, and as charts.

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "faultline/base/csv.hpp"
#include "faultline/base/text.hpp"
#include "faultline/report/render/chart.hpp"
#include "faultline/studies/conditional/simulation.hpp"
#include "faultline/studies/curves.hpp"

namespace faultline::studies {
namespace {

constexpr std::array<Auditor, kAuditors> kAll = {
    Auditor::separation_scores,  Auditor::separation_decisions,
    Auditor::sufficiency_scores, Auditor::sufficiency_decisions,
    Auditor::gerryfair,          Auditor::multiaccuracy};
constexpr std::array<const char*, kAuditors> kShort = {"sep-score", "sep-dec", "suf-score",
                                                       "suf-dec",   "GerryF.", "MultiAcc"};
// What a chart of this width and a line of 80 columns can show.
constexpr std::size_t kChartPoints = 26;
constexpr std::size_t kTextPoints = 6;

const char* form_of(bool log_odds) { return log_odds ? "log-odds" : "probability"; }

/// At most `most` positions of 0 .. n - 1, evenly spaced, the last among them.
std::vector<std::size_t> thinned(std::size_t n, std::size_t most) {
  const std::size_t step = n <= most ? 1 : (n - 2) / (most - 1) + 1;
  std::vector<std::size_t> positions;
  for (std::size_t i = 0; i < n; i += step) positions.push_back(i);
  if (n > 0 && positions.back() != n - 1) positions.push_back(n - 1);
  return positions;
}

/// Four decimals are far below the interval's width.
std::string rounded(double value) { return shortest(std::round(value * 1e4) / 1e4); }

std::string file_name(const SimulationPanel& panel) {
  std::string name = panel.name;
  std::replace(name.begin(), name.end(), ' ', '_');
  // Figures 5 and 6 are in log-odds by themselves.
  const bool tell_form = panel.log_odds && panel.figure != 5 && panel.figure != 6;
  return fmt::format("figure{}_{}{}.svg", panel.figure, name, tell_form ? "_log_odds" : "");
}

/// "mu_sep = 0.5, in log-odds", or nothing.
std::string given(const SimulationPanel& panel) {
  std::string text = panel.signal;
  if (panel.log_odds) text += text.empty() ? "shifts of log-odds" : ", shifts of log-odds";
  return text;
}

std::string reference_table(const CbsSimulation& study) {
  std::string lines;
  for (const SimulationReference& reference : simulation_references()) {
    for (const SimulationPanel& panel : study.grid.panels) {
      if (panel.figure != 1 || panel.name != reference.signal) continue;
      const auto at = std::find(panel.x.begin(), panel.x.end(), reference.x);
      if (at == panel.x.end()) continue;
      const std::size_t c = panel.configuration[static_cast<std::size_t>(at - panel.x.begin())];
      lines += fmt::format("{:>7} {:>4}", reference.signal, shortest(reference.x));
      for (std::size_t a = 0; a < reference.mean.size(); ++a) {
        lines += fmt::format("  {:>6.2f} {:>6.2f}", study.mean(c, kAll[a]).mean, reference.mean[a]);
      }
      lines += '\n';
    }
  }
  if (lines.empty()) return lines;
  return fmt::format(
             "\nFigure 1 beside an independent Python implementation (40 data sets of its\n"
             "own, so means differ by chance: standard errors are up to .07 there):\n"
             "{:>12}  {:^13}  {:^13}  {:^13}  {:^13}\n{:>12}",
             "", kShort[0], kShort[1], kShort[2], kShort[3], "") +
         fmt::format("  {:>6} {:>6}  {:>6} {:>6}  {:>6} {:>6}  {:>6} {:>6}\n", "ours", "ref.",
                     "ours", "ref.", "ours", "ref.", "ours", "ref.") +
         lines;
}

}  // namespace

std::string to_csv(const CbsSimulation& study) {
  std::string text =
      csv_row({"figure", "form", "panel", "x", "auditor", "mean", "low", "high", "data_sets"});
  for (const SimulationPanel& panel : study.grid.panels) {
    for (std::size_t i = 0; i < panel.x.size(); ++i) {
      for (const Auditor auditor : kAll) {
        const MeanAccuracy accuracy = study.mean(panel.configuration[i], auditor);
        text += csv_row({panel.figure, form_of(panel.log_odds), panel.name, rounded(panel.x[i]),
                         name_of(auditor), rounded(accuracy.mean), rounded(accuracy.interval.first),
                         rounded(accuracy.interval.second), study.options.data_sets});
      }
    }
  }
  return text;
}

std::string to_raw_csv(const CbsSimulation& study) {
  std::string text =
      csv_row({"data_set", "class_attribute", "class_value", "form", "mu_sep", "mu_suf", "delta",
               "n_bias", "p_bias", "sigma_true", "sigma_predict", "auditor", "accuracy"});
  const std::vector<SimulationConfiguration>& all = study.grid.configurations;
  for (std::size_t d = 0; d < study.classes.size(); ++d) {
    for (std::size_t c = 0; c < all.size(); ++c) {
      const SimulationConfiguration& of = all[c];
      for (const Auditor auditor : kAll) {
        text += csv_row({d, study.classes[d].attribute, study.classes[d].value,
                         form_of(of.log_odds), of.mu_sep, of.mu_suf, of.delta, of.n_bias, of.p_bias,
                         of.sigma_true, of.sigma_predict, name_of(auditor),
                         study.accuracies[d * all.size() + c][static_cast<std::size_t>(auditor)]});
      }
    }
  }
  return text;
}

std::string to_text(const CbsSimulation& study) {
  std::string text = fmt::format(
      "Finding an injected bias: mean overlap (Jaccard, eq. 3) with the true subgroup,\n"
      "{} of {} with {} each, seed {}\n",
      plural(study.options.data_sets, "data set"), people(study.people),
      plural(static_cast<std::int64_t>(study.grid.configurations.size()), "configuration"),
      study.options.seed);
  for (const SimulationPanel& panel : study.grid.panels) {
    const std::string with = given(panel);
    text += fmt::format("\nFigure {}{}\n{:>14}", panel.figure, with.empty() ? "" : ": " + with,
                        panel.x_name);
    for (const char* name : kShort) text += fmt::format(" {:>9}", name);
    text += '\n';
    for (const std::size_t i : thinned(panel.x.size(), kTextPoints)) {
      text += fmt::format("{:>14}", rounded(panel.x[i]));
      for (const Auditor auditor : kAll)
        text += fmt::format(" {:>9.2f}", study.mean(panel.configuration[i], auditor).mean);
      text += '\n';
    }
  }
  return text + reference_table(study);
}

std::vector<NamedChart> charts(const CbsSimulation& study) {
  std::vector<NamedChart> made;
  for (const SimulationPanel& panel : study.grid.panels) {
    const std::string with = given(panel);
    report::Figure figure{
        .title = fmt::format("Accuracy against {}{} (Figure {})", panel.x_name,
                             with.empty() ? "" : ", " + with, panel.figure),
        .chart = {.across = {.title = panel.x_name},
                  .up = {.title = "mean accuracy (Jaccard)", .range = std::pair(0.0, 1.0)},
                  .legend = true}};
    if (panel.x_name == "n_bias") figure.chart.across.ticks = ticks_at(panel.x);
    for (const Auditor auditor : kAll) {
      const bool rival = auditor == Auditor::gerryfair || auditor == Auditor::multiaccuracy;
      report::Series series =
          curve(std::string(name_of(auditor)), static_cast<std::size_t>(auditor), rival);
      for (const std::size_t i : thinned(panel.x.size(), kChartPoints)) {
        const MeanAccuracy accuracy = study.mean(panel.configuration[i], auditor);
        series.points.push_back({panel.x[i], accuracy.mean});
        if (study.options.data_sets > 1) series.points.back().interval = accuracy.interval;
      }
      figure.chart.series.push_back(std::move(series));
    }
    made.push_back({file_name(panel), to_svg(figure)});
  }
  return made;
}

}  // namespace faultline::studies
