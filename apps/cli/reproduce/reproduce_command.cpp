// `faultline reproduce STUDY`: the papers' tables and figures, theory beside simulation.

#include <array>
#include <filesystem>

#include "cli/command.hpp"
#include "cli/options/named_list.hpp"
#include "cli/options/number_list.hpp"
#include "cli/options/options.hpp"
#include "cli/reproduce/counterfactual.hpp"
#include "cli/reproduce/ijdi.hpp"
#include "cli/reproduce/level.hpp"
#include "cli/reproduce/simulation.hpp"
#include "cli/reproduce/sources.hpp"
#include "cli/reproduce/tables.hpp"
#include "cli/terminal/interrupt.hpp"
#include "cli/terminal/output.hpp"
#include "cli/terminal/progress_bar.hpp"
#include <fmt/format.h>

#include "faultline/base/whole_file.hpp"
#include "faultline/studies/bias_scan/sampling_bias.hpp"

namespace faultline::cli {
namespace {

template <typename T>
std::vector<std::string> as_text(const std::vector<T>& values) {
  std::vector<std::string> texts;
  texts.reserve(values.size());
  for (const T& value : values) texts.push_back(fmt::format("{}", value));
  return texts;
}

int run_sampling_bias(std::vector<std::string> arguments) {
  studies::SamplingBiasStudyOptions study;
  std::string folder = "sampling-bias";
  std::int64_t seed = 1;
  std::vector<std::string> deltas = as_text(study.deltas);
  std::vector<std::string> train_rows = as_text(study.train_rows);
  std::vector<std::string> test_rows = as_text(study.test_rows);
  Options options(
      "How often Bias Scan finds a differential sampling bias as Delta and the data grow, with the "
      "theory (Theorems 1 to 4) beside the simulation. Writes a table (CSV) and a chart (SVG).",
      "faultline reproduce sampling-bias");
  options.allow_config();
  options.add("--deltas", deltas, "Odds factors of the bias, 1 (none) or more", true)
      ->type_name("X,Y");
  options.add("--train-rows", train_rows, "Sizes of the training data", true)->type_name("N,M");
  options.add("--test-rows", test_rows, "Sizes of the test data", true)->type_name("N,M");
  options.add("--repetitions", study.repetitions, "Data sets per setting");
  options.add("--replicates", study.replicates,
              "Redraws of the randomisation test in each; 0 leaves it out");
  options.add("--alpha", study.alpha, "Level of the tests");
  options.add("--output", folder, "Folder for power.csv and power.svg")->type_name("FOLDER");
  options.add("--seed", seed, "Of all random numbers");
  options.add("--threads", study.threads, "0 is all; the result does not depend on it");
  if (!options.parse_or_help(std::move(arguments))) return 0;
  study.seed = checked_seed(seed);
  study.deltas = numbers("--deltas", deltas);
  study.train_rows = whole_numbers("--train-rows", train_rows);
  study.test_rows = whole_numbers("--test-rows", test_rows);
  studies::validate(study);
  make_folder(folder);
  const InterruptWatcher interrupt;
  ProgressBar bar(true);
  const studies::SamplingBiasStudy result =
      studies::sampling_bias_study(study, bar.function(), interrupt.token());
  bar.clear();
  const std::filesystem::path to(folder);
  write_whole_file((to / "power.csv").string(), studies::to_csv(result));
  write_whole_file((to / "power.svg").string(), studies::to_svg(result));
  fmt::print("{}\nwrote {} and {}\n", studies::to_text(result), (to / "power.csv").string(),
             (to / "power.svg").string());
  return 0;
}

constexpr std::array<Named, 18> kStudies{{
    {"cbs-level", "how often an audit of unbiased data cries wolf, both permutation tests",
     &run_cbs_level},
    {"cbs-simulation", "finding an injected bias, beside two rivals (Figures 1 to 8)",
     &run_cbs_simulation},
    {"cbs-table5", "COMPAS, 14 protected classes, theirs beside ours (Tables 3 and 5)",
     &run_cbs_table5},
    {"cbs-table6", "German credit, 11 protected classes, theirs beside ours (Table 6)",
     &run_cbs_table6},
    {"counterfactual-fig1", "summaries of four designs, exact and drawn (Figure 1)",
     &run_counterfactual_fig1},
    {"counterfactual-fig2", "groups' rates had nobody been treated (Figure 2)",
     &run_counterfactual_fig2},
    {"counterfactual-fig3", "summaries of these rates (Figure 3)", &run_counterfactual_fig3},
    {"counterfactual-fig4", "estimators by number of people (Figure 4)", &run_counterfactual_fig4},
    {"counterfactual-fig5", "coverage and length of intervals (Figure 5)",
     &run_counterfactual_fig5},
    {"counterfactual-fig6", "one audit with u-value and intervals (Figure 6)",
     &run_counterfactual_fig6},
    {"ijdi-biased-predictions", "IJDI-Scan finding shifted predictions (Experiment 2)",
     &run_ijdi_biased_predictions},
    {"ijdi-mitigation", "thresholds per group, iterative correction (Tables 1, 3 to 10)",
     &run_ijdi_mitigation},
    {"ijdi-randomization", "randomised thresholds beside their promise (Appendix M)",
     &run_ijdi_randomization},
    {"ijdi-thresholding", "IJDI-Scan up to the theoretical lambda* (Experiment 1)",
     &run_ijdi_thresholding},
    {"sampling-bias", "detection power as sampling bias and data grow (Bias Scan theory)",
     &run_sampling_bias},
    {"sources-adult", "income of men and women, theirs beside ours (section 5.1, Figure 2)",
     &run_sources_adult},
    {"sources-synthetic", "learning curves with known Bayes errors (supplement B.2, Figure 4)",
     &run_sources_synthetic},
    {"sources-text", "notes and reviews with known topics and gaps, generated", &run_sources_text},
}};

}  // namespace

int run_reproduce(std::vector<std::string> arguments) {
  return run_named("reproduce", "study", kStudies, std::move(arguments));
}

}  // namespace faultline::cli
