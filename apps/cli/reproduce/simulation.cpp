#include "cli/reproduce/simulation.hpp"

#include <chrono>
#include <filesystem>

#include "cli/options/options.hpp"
#include "cli/reproduce/case_studies.hpp"
#include "cli/simulate/people_table.hpp"
#include "cli/terminal/interrupt.hpp"
#include "cli/terminal/output.hpp"
#include "cli/terminal/progress_bar.hpp"
#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"
#include "faultline/base/whole_file.hpp"
#include "faultline/studies/conditional/simulation.hpp"

namespace faultline::cli {
namespace {

std::vector<int> figures_of(const std::vector<std::string>& texts) {
  std::vector<int> figures;
  for (const std::string& text : texts) {
    const auto value = parse_integer(text);
    if (!value || *value < 1 || *value > 8)
      throw ConfigError(fmt::format("--figures {}: must be numbers from 1 to 8", text));
    figures.push_back(static_cast<int>(*value));
  }
  return figures;
}

/// The covariates of the study's people; outcomes and scores of the file play no part.
data::Table covariates(const std::string& path, int threads, const std::stop_token& stop) {
  CaseStudy compas = compas_options(path);
  compas.input.threads = threads;
  data::RoleOptions roles;
  roles.attributes = compas.roles.attributes;
  return people_table(sql::People::open(compas.input, roles, stop), stop);
}

}  // namespace

int run_cbs_simulation(std::vector<std::string> arguments) {
  studies::CbsSimulationOptions study;
  std::string input;
  std::string grid = "small";
  std::string form = "both";
  std::string folder = "cbs-simulation";
  std::vector<std::string> figures;
  std::int64_t seed = 1;
  bool raw = false;
  Options options(
      "Measures how well Conditional Bias Scan and two rival auditors find a bias put into a "
      "random "
      "subgroup "
      "of a random protected class: Figures 1 to 8 of the paper. Takes the raw COMPAS file "
      "(compas-scores-two-years.csv) for the covariates of its 6,172 people, and writes a table "
      "(CSV) and a chart per plot (SVG).",
      "faultline reproduce cbs-simulation");
  options.footer(
      "\nExamples:\n"
      "  faultline reproduce cbs-simulation compas-scores-two-years.csv\n"
      "  faultline reproduce cbs-simulation compas-scores-two-years.csv --grid full \\\n"
      "    --form probability --data-sets 1\n");
  options.allow_config();
  options.add("input", input, "Read compas-scores-two-years.csv, as ProPublica published it")
      ->required();
  options.choice("--grid", grid, {"small", "full"},
                 "Run the small grid, or the full one with 1,344 configurations as probabilities "
                 "and 1,504 as log-odds, as many as in the paper");
  options.choice("--form", form, {"probability", "log-odds", "both"},
                 "Shift predictions and outcomes by the bias in this form");
  options.add("--figures", figures, "Run only these figures of the paper", true)->type_name("1,2");
  options.add("--data-sets", study.data_sets, "Simulate N data sets per configuration");
  options.flag("--raw", raw, "Also write raw.csv, with one line per data set and configuration");
  options.add("--output", folder, "Write results.csv and the charts to this folder")
      ->type_name("FOLDER");
  options.add_seed(seed);
  options.add_threads(study.threads);
  if (!options.parse_or_help(std::move(arguments))) return 0;
  study.seed = checked_seed(seed);
  study.grid.full = grid == "full";
  study.grid.probability = form != "log-odds";
  study.grid.log_odds = form != "probability";
  study.grid.figures = figures_of(figures);
  studies::validate(study);
  const InterruptWatcher interrupt;
  const data::Table people = covariates(input, study.threads, interrupt.token());
  make_folder(folder);
  ProgressBar bar(true);
  const auto start = std::chrono::steady_clock::now();
  const studies::CbsSimulation result =
      studies::cbs_simulation(people, study, bar.function(), interrupt.token());
  bar.clear();
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  const std::filesystem::path to(folder);
  write_whole_file((to / "results.csv").string(), studies::to_csv(result));
  if (raw) write_whole_file((to / "raw.csv").string(), studies::to_raw_csv(result));
  const std::vector<studies::NamedChart> charts = studies::charts(result);
  for (const studies::NamedChart& chart : charts)
    write_whole_file((to / chart.file).string(), chart.svg);
  fmt::print("{}\nwrote {} and {} to {}; {:.1f} s\n", studies::to_text(result),
             raw ? "results.csv, raw.csv" : "results.csv",
             plural(static_cast<std::int64_t>(charts.size()), "chart"), folder, seconds.count());
  return 0;
}

}  // namespace faultline::cli
