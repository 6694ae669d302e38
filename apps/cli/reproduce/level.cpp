#include "cli/reproduce/level.hpp"

#include <filesystem>
#include <utility>

#include "cli/options/options.hpp"
#include "cli/terminal/interrupt.hpp"
#include "cli/terminal/output.hpp"
#include "cli/terminal/progress_bar.hpp"
#include <fmt/format.h>

#include "faultline/base/whole_file.hpp"
#include "faultline/studies/conditional/level.hpp"

namespace faultline::cli {

int run_cbs_level(std::vector<std::string> arguments) {
  studies::LevelStudyOptions study;
  std::string folder = "cbs-level";
  std::int64_t seed = 1;
  Options options(
      "Measures how often Conditional Bias Scan finds something in data without any bias, by both "
      "permutation tests, with the class independent of the covariates, dependent on them, and "
      "dependent in a way that the models cannot express. Writes a table (CSV).",
      "faultline reproduce cbs-level");
  options.allow_config();
  options.add("--people", study.people, "Draw N people for each data set");
  options.add("--data-sets", study.data_sets, "Draw N data sets per design");
  options.add("--permutations,--replicates", study.replicates, "Permute N times in each test");
  options.add("--output", folder, "Write level.csv to this folder")->type_name("FOLDER");
  options.add_seed(seed);
  options.add_threads(study.threads);
  if (!options.parse_or_help(std::move(arguments))) return 0;
  study.seed = checked_seed(seed);
  studies::validate(study);
  make_folder(folder);
  const InterruptWatcher interrupt;
  ProgressBar bar(true);
  const studies::LevelStudy result = studies::level_study(study, bar.function(), interrupt.token());
  bar.clear();
  const std::string path = (std::filesystem::path(folder) / "level.csv").string();
  write_whole_file(path, studies::to_csv(result));
  fmt::print("{}\nwrote {}\n", studies::to_text(result), path);
  return 0;
}

}  // namespace faultline::cli
