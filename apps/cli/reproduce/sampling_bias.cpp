#include "cli/reproduce/sampling_bias.hpp"

#include <filesystem>

#include "cli/options/number_list.hpp"
#include "cli/options/options.hpp"
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

}  // namespace

int run_sampling_bias_study(std::vector<std::string> arguments) {
  studies::SamplingBiasStudyOptions study;
  std::string folder = "sampling-bias";
  std::int64_t seed = 1;
  std::vector<std::string> deltas = as_text(study.deltas);
  std::vector<std::string> train_rows = as_text(study.train_rows);
  std::vector<std::string> test_rows = as_text(study.test_rows);
  Options options(
      "Measures how often Bias Scan finds a differential sampling bias as Delta and the data grow, "
      "with the "
      "theory (Theorems 1 to 4) beside the simulation. Writes a table (CSV) and a chart (SVG).",
      "faultline reproduce sampling-bias");
  options.allow_config();
  options.add("--deltas", deltas, "Use these odds factors of the bias, 1 (no bias) or more", true)
      ->type_name("X,Y");
  options.add("--train-rows", train_rows, "Use these sizes of training data", true)
      ->type_name("N,M");
  options.add("--test-rows", test_rows, "Use these sizes of test data", true)->type_name("N,M");
  options.add("--repetitions", study.repetitions, "Draw N data sets per setting");
  options.add("--replicates", study.replicates,
              "Redraw N times for the randomisation test of each data set; 0 skips it");
  options.add("--alpha", study.alpha, "Test at level X");
  options.add("--output", folder, "Write power.csv and power.svg to this folder")
      ->type_name("FOLDER");
  options.add_seed(seed);
  options.add_threads(study.threads);
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

}  // namespace faultline::cli
