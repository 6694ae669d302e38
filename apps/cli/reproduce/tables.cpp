#include "cli/reproduce/tables.hpp"

#include <chrono>
#include <filesystem>
#include <optional>

#include "cli/options/options.hpp"
#include "cli/reproduce/case_studies.hpp"
#include "cli/terminal/interrupt.hpp"
#include "cli/terminal/output.hpp"
#include "cli/terminal/progress_bar.hpp"
#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"
#include "faultline/base/version.hpp"
#include "faultline/base/whole_file.hpp"
#include "faultline/data/profiles.hpp"
#include "faultline/sql/people.hpp"
#include "faultline/studies/conditional/table_default.hpp"
#include "faultline/studies/conditional/table_risk.hpp"
#include "faultline/studies/conditional/table_rivals.hpp"
#include "faultline/studies/conditional/tables.hpp"

namespace faultline::cli {
namespace {

/// What differs between the two tables.
struct TableStudy {
  const char* name;        // of the study and its default folder
  const char* table;       // file names without extension
  const char* propensity;  // figures
  const char* expectation;
  const char* description;
  const char* file;  // help of the input
  std::int64_t permutations;
  int bins;
  std::int64_t people;  // that the paper has
  const char* learner;
  std::vector<std::string> sensitive;  // of GerryFair
  std::span<const studies::PaperClass> (*paper)();
  studies::RivalWords (*rivals)();
  data::Profiles (*read)(const std::string& path, int threads, const std::stop_token& stop);
};

data::Profiles profiles_of(CaseStudy study, int threads, const std::stop_token& stop) {
  study.input.threads = threads;
  const sql::People people = sql::People::open(study.input, study.roles, stop);
  data::ProfilesBuilder builder(people.attributes());
  people.stream(builder, stop);
  return std::move(builder).finish();
}

data::Profiles read_compas(const std::string& path, int threads, const std::stop_token& stop) {
  return profiles_of(compas_options(path), threads, stop);
}

data::Profiles read_german(const std::string& path, int threads, const std::stop_token& stop) {
  static const std::vector<std::string> kPredictors = {"credit_history", "age_group", "housing"};
  return studies::with_risk_model(profiles_of(german_options(path), threads, stop), kPredictors);
}

const TableStudy& table5() {
  static const TableStudy kStudy{
      .name = "cbs-table5",
      .table = "table5",
      .propensity = "figure9",
      .expectation = "figure10",
      .description =
          "Runs Conditional Bias Scan on COMPAS for 14 protected classes: Table 5 of the paper "
          "(and "
          "Table 3, which is part of it) beside ours, the calibration of all models (Figures 9 and "
          "10), what two rival auditors find, and what the default test of `faultline audit` says "
          "instead. Writes the table (CSV, Markdown) and the charts "
          "(SVG).",
      .file = "Read compas-scores-two-years.csv, as ProPublica published it",
      .permutations = 1'000,
      .bins = 10,
      .people = 6'172,
      .learner = "logistic",
      .sensitive = {"race", "sex", "under_25"},
      .paper = &studies::paper_table5,
      .rivals = &studies::paper_compas_rivals,
      .read = &read_compas};
  return kStudy;
}

const TableStudy& table6() {
  static const TableStudy kStudy{
      .name = "cbs-table6",
      .table = "table6",
      .propensity = "figure11",
      .expectation = "figure12",
      .description =
          "Runs Conditional Bias Scan on a credit risk model for the German credit data, for 11 "
          "protected "
          "classes: Table 6 of the paper beside ours, the calibration of all models (Figures 11 "
          "and 12), what two rival auditors find, and what the default test of `faultline audit` "
          "says instead. Writes the table (CSV, Markdown) and the "
          "charts (SVG).",
      .file = "Read german.data, as the Statlog collection has it",
      .permutations = 199,
      .bins = 5,
      .people = 1'000,
      .learner = "boosted",
      .sensitive = {"marital", "sex"},
      .paper = &studies::paper_table6,
      .rivals = &studies::paper_german_rivals,
      .read = &read_german};
  return kStudy;
}

void print_rivals(const std::vector<std::string>& lines) {
  fmt::print("\n");
  for (const std::string& line : lines) {
    const auto colon = line.find(": ");
    const bool heading = colon == std::string::npos;
    if (heading) {
      fmt::print("{}\n", line);
    } else {
      print_paragraph(line, "  ");
    }
  }
}

std::string rivals_markdown(const std::vector<std::string>& lines) {
  std::string text = "\n";
  for (const std::string& line : lines) {
    const bool part = line.find(": ") != std::string::npos;
    text += (part ? "  - " : "- **") + line + (part ? "\n" : "**\n");
  }
  return text;
}

int run(const TableStudy& study, std::vector<std::string> arguments) {
  studies::CbsTableOptions table;
  table.permutations = study.permutations;
  table.calibration_bins = study.bins;
  std::string input;
  std::string folder = study.name;
  std::string learner = study.learner;
  std::int64_t seed = 1;
  std::int64_t runs = 100;
  Options options(study.description, fmt::format("faultline reproduce {}", study.name));
  options.allow_config();
  options.add("input", input, study.file)->required();
  options.add("--permutations,--replicates", table.permutations,
              "Permute class membership N times for each class; 0 skips the test");
  options.choice("--model", learner, {"logistic", "boosted", "forest"},
                 "Fit propensities and expectations with this model");
  options.add("--rival-runs", runs, "Run MultiAccuracy Boost N times; 0 skips the rivals");
  options.add("--output", folder, "Write the table and the charts to this folder")
      ->type_name("FOLDER");
  options.add_seed(seed);
  options.add_threads(table.threads);
  if (!options.parse_or_help(std::move(arguments))) return 0;
  if (runs < 0) throw ConfigError(fmt::format("--rival-runs {}: must be 0 or more", runs));
  table.seed = checked_seed(seed);
  for (const auto kind :
       {model::LearnerKind::logistic, model::LearnerKind::boosted, model::LearnerKind::forest}) {
    if (model::name_of(kind) == learner) table.learner = kind;
  }
  const InterruptWatcher interrupt;
  const auto start = std::chrono::steady_clock::now();
  const data::Profiles profiles = study.read(input, table.threads, interrupt.token());
  if (profiles.people() != study.people) {
    throw InputError(fmt::format("{}: {} people after preparation, and the paper has {}; is it {}?",
                                 input, with_thousands(profiles.people()),
                                 with_thousands(study.people), study.file));
  }
  make_folder(folder);
  ProgressBar bar(true);
  const studies::CbsTable result = studies::cbs_table(
      profiles, study.paper(), table, {.progress = bar.function(), .stop = interrupt.token()});
  std::optional<studies::CbsDefault> by_default;
  if (table.permutations > 0 && !result.partial) {
    by_default = studies::cbs_default(profiles, study.paper(), table,
                                      {.progress = bar.function(), .stop = interrupt.token()});
  }
  bar.clear();
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  std::vector<std::string> rivals;
  if (runs > 0) {
    rivals = studies::compare_rivals(studies::run_rivals(profiles, {.sensitive = study.sensitive,
                                                                    .runs = runs,
                                                                    .seed = table.seed,
                                                                    .threads = table.threads}),
                                     study.rivals());
  }
  const std::filesystem::path to(folder);
  const std::string name = study.table;
  write_whole_file((to / (name + ".csv")).string(), studies::to_csv(result));
  write_whole_file((to / (name + ".md")).string(),
                   studies::to_markdown(result) + (rivals.empty() ? "" : rivals_markdown(rivals)));
  if (by_default) {
    write_whole_file((to / (name + "_default.md")).string(),
                     studies::default_markdown(result, *by_default));
  }
  write_whole_file((to / fmt::format("{}.svg", study.propensity)).string(),
                   studies::propensity_svg(result, "Propensity models"));
  write_whole_file((to / fmt::format("{}.svg", study.expectation)).string(),
                   studies::expectation_svg(result, "Expectation models"));
  fmt::print("{}", studies::to_text(result));
  if (!rivals.empty()) print_rivals(rivals);
  fmt::print("\n{} models, {}, seed {}, version {}; {:.1f} s\n", learner,
             plural(table.permutations, "permutation"), seed, version(), seconds.count());
  fmt::print("wrote {0}.csv, {0}.md, {4}{1}.svg and {2}.svg to {3}\n", study.table,
             study.propensity, study.expectation, folder,
             by_default ? fmt::format("{}_default.md, ", study.table) : "");
  return result.partial || (by_default && by_default->partial) ? 130 : 0;
}

}  // namespace

int run_cbs_table5(std::vector<std::string> arguments) {
  return run(table5(), std::move(arguments));
}

int run_cbs_table6(std::vector<std::string> arguments) {
  return run(table6(), std::move(arguments));
}

}  // namespace faultline::cli
