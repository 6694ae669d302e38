#include "cli/simulate/counterfactual.hpp"

#include <optional>

#include "cli/options/options.hpp"
#include "cli/terminal/output.hpp"
#include <fmt/format.h>

#include "faultline/base/csv.hpp"
#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"
#include "faultline/base/whole_file.hpp"
#include "faultline/simulate/counterfactual_design.hpp"
#include "faultline/simulate/counterfactual_population.hpp"
#include "faultline/simulate/write_csv.hpp"
#include "faultline/sql/table_file.hpp"
#include "faultline/studies/counterfactual/truth.hpp"

namespace faultline::cli {
namespace {

struct Made {
  simulate::CounterfactualPeople people{};
  simulate::CounterfactualTruth truth{};
  std::string source{};  // in words
};

/// Rates by group, then summaries: one line each.
std::string truth_csv(const simulate::CounterfactualTruth& truth) {
  std::string csv = csv_row({"quantity", "group", "value"});
  const auto add = [&csv](const char* name, const std::array<double, 4>& values) {
    for (std::size_t g = 0; g < values.size(); ++g) {
      csv += csv_row({name, simulate::group_name(g), values[g]});
    }
  };
  add("cfpr", truth.cfpr);
  add("cfnr", truth.cfnr);
  add("observed_fpr", truth.observed_fpr);
  add("observed_fnr", truth.observed_fnr);
  add("untreated_outcome_rate", truth.untreated_rate);
  add("decision_rate", truth.decision_rate);
  add("treatment_rate", truth.treated_rate);
  for (const bool cfpr : {true, false}) {
    const methods::SummaryValues values = studies::true_summaries(truth, cfpr);
    for (std::size_t k = 0; k < values.size(); ++k) {
      csv += csv_row({fmt::format("{}_{}", methods::name_of(methods::kSummaryKinds[k]),
                                  cfpr ? "cfpr" : "cfnr"),
                      CsvField(), values[k]});
    }
  }
  return csv;
}

std::string truth_text(const simulate::CounterfactualTruth& truth) {
  std::string text = fmt::format("  {:<15}{:>8}{:>8}{:>15}{:>15}\n", "group A1 A2", "cFPR", "cFNR",
                                 "observed FPR", "observed FNR");
  for (std::size_t g = 0; g < simulate::kGroups; ++g) {
    text += fmt::format("  {:<15}{:>8.4f}{:>8.4f}{:>15.4f}{:>15.4f}\n", simulate::group_words(g),
                        truth.cfpr[g], truth.cfnr[g], truth.observed_fpr[g], truth.observed_fnr[g]);
  }
  for (const bool cfpr : {true, false}) {
    text += fmt::format("  {}:", cfpr ? "cFPR" : "cFNR");
    const methods::SummaryValues values = studies::true_summaries(truth, cfpr);
    for (std::size_t k = 0; k < values.size(); ++k) {
      text += fmt::format(" {} {:.4f}", methods::name_of(methods::kSummaryKinds[k]), values[k]);
    }
    text += "\n";
  }
  return text;
}

void write_people(const std::string& path, const data::Table& table) {
  std::vector<std::pair<std::string, std::string>> columns;
  for (const auto& column : table.columns()) {
    const std::string& name = std::get<data::NumericColumn>(column).name;
    const bool number = name.starts_with("X.") || name == "S_prob" || name == "pi_true";
    columns.emplace_back(name, number ? "DOUBLE" : "TINYINT");
  }
  sql::TableFile file(path);
  file.write(simulate::to_csv(table));
  file.finish(columns);
}

}  // namespace

int run_simulate_counterfactual(std::vector<std::string> arguments) {
  simulate::CounterfactualPopulationOptions world;
  std::string design;
  std::string output = "simulated.csv";
  double z = 0.5;
  std::int64_t people = 5'000;
  std::int64_t seed = 1;
  Options options(
      "Simulates people of whom some are treated, with the outcome that each would have without "
      "treatment (Y0) and with it (Y1), and the true error rates had nobody been treated. The "
      "people come from a scenario, in which treatment depends on group, covariates and the "
      "decision of a risk model, or from a design without covariates, in which treatment depends "
      "on Y0 itself, so that the rates are known but cannot be estimated. The file .truth.csv "
      "beside the data holds the truth.",
      "faultline simulate counterfactual");
  options.footer(
      "\nExample:\n"
      "  faultline simulate counterfactual --scenario 2 --output people.csv\n"
      "  faultline counterfactual people.csv --outcome Y --decision S --treatment D \\\n"
      "    --protected A1,A2 --covariates X.1,X.2,X.3,X.4\n");
  options.allow_config();
  Option* scenario = options.add("--scenario", world.scenario,
                                 "Draw from a scenario: 1 has similar rates in all groups, in 2 "
                                 "several groups differ, in 3 one group differs");
  options.add("--people", people, "Draw N people");
  options.add("--training", world.training, "Train the risk model on N people");
  options.add("--trees", world.trees, "Grow N trees in the forest of the risk model");
  options.add("--cutoff", world.cutoff, "Decide positively where the score is at least X");
  options.add(
      "--vectors", world.vectors,
      "Draw people from a finite population of N covariate vectors, for which the truth is exact");
  Option* panel = options.choice("--design", design, {"4a", "4b", "4c", "4d"},
                                 "Draw from this design instead of a scenario");
  panel->excludes(scenario);
  options.add("--z", z, "Set the strength of the intervention that varies in a design, 0 to 1");
  options.add("--output", output, "Write the data to this file, .csv or .parquet")
      ->type_name("FILE");
  options.add_seed(seed);
  if (!options.parse_or_help(std::move(arguments))) return 0;
  check_file("--output", output);
  sql::TableFile::check("output", output);
  if (people < 1) throw ConfigError(fmt::format("--people {}: must be at least 1", people));
  world.seed = checked_seed(seed);

  Made made;
  if (!design.empty()) {
    const simulate::CounterfactualDesign which = simulate::parse_design(design);
    made = {.people = simulate::draw_people(which, z, people, world.seed),
            .truth = simulate::truth_of(which, z),
            .source = fmt::format("design {}, z = {}", design, shortest(z))};
  } else {
    const simulate::CounterfactualPopulation population =
        simulate::counterfactual_population(world);
    made = {.people = simulate::draw_people(population, people, world.seed),
            .truth = simulate::truth_of(population),
            .source = fmt::format("scenario {}", world.scenario)};
  }
  const std::string truth_file = output + ".truth.csv";
  write_people(output, simulate::to_table(made.people));
  write_whole_file(truth_file, truth_csv(made.truth));
  fmt::print("{}, {}, seed {}; the truth:\n{}wrote {} and {}\n", made.source,
             faultline::people(people), seed, truth_text(made.truth), output, truth_file);
  return 0;
}

}  // namespace faultline::cli
