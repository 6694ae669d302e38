#include "cli/reproduce/level.hpp"

#include <filesystem>
#include <utility>

#include "cli/options/options.hpp"
#include "cli/terminal/interrupt.hpp"
#include "cli/terminal/output.hpp"
#include "cli/terminal/progress_bar.hpp"
#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/options.hpp"
#include "faultline/base/text.hpp"
#include "faultline/base/whole_file.hpp"
#include "faultline/studies/conditional/level.hpp"

namespace faultline::cli {
namespace {

/// Words of an enum, separated by commas. Throws ConfigError naming the option.
template <typename Enum>
std::vector<Enum> parse_words(const std::string& option, const std::string& text) {
  std::vector<Enum> values;
  for (const std::string& word : split(text, ',')) {
    const auto value = describe::value_named<Enum>(word);
    if (!value) {
      const std::vector<std::string> allowed = describe::names_of(words(Enum{}));
      throw OptionError(option, word, "must be " + join_words(allowed, allowed.size(), "or"));
    }
    values.push_back(*value);
  }
  return values;
}

}  // namespace

int run_cbs_level(std::vector<std::string> arguments) {
  studies::LevelStudyOptions study;
  std::string folder = "cbs-level";
  std::string designs;
  std::string permute = "auto,everyone";
  std::int64_t seed = 1;
  Options options(
      "Measures how often an audit calls data unfair that is known to be fair, or with --bias "
      "finds "
      "an unfairness that is known to be there, in fifteen designs: the class independent of the "
      "covariates, dependent on them in ways that models can and cannot express, with numbers, "
      "poor "
      "overlap, a small class. Writes a table (CSV).",
      "faultline reproduce cbs-level");
  options.allow_config();
  options.add("--people", study.people, "Draw N people for each data set");
  options.add("--data-sets", study.data_sets, "Draw N data sets per design");
  options.add("--designs", designs, "Draw these designs only")->type_name("A,B");
  options.add("--permute", permute, "Make null memberships in these ways")->type_name("A,B");
  options.add("--bias", study.bias, "Shift the class's scores in one subgroup by X log-odds");
  options.flag("--rounded", study.rounded, "Round predictions to steps of .05");
  options.flag("--all-criteria", study.all_criteria, "Audit all criteria, not four");
  options.add("--permutations,--replicates", study.replicates, "Redraw at most N times");
  options.add("--output", folder, "Write level.csv to this folder")->type_name("FOLDER");
  options.add_seed(seed);
  options.add_threads(study.threads);
  if (!options.parse_or_help(std::move(arguments))) return 0;
  study.seed = checked_seed(seed);
  if (!designs.empty()) study.designs = parse_words<simulate::TruthDesign>("designs", designs);
  study.permute = parse_words<methods::Permute>("permute", permute);
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
