#include "cli/reproduce/study_run.hpp"

#include <filesystem>
#include <utility>

#include "cli/terminal/interrupt.hpp"
#include "cli/terminal/output.hpp"
#include "cli/terminal/progress_bar.hpp"
#include <fmt/format.h>

#include "faultline/base/text.hpp"
#include "faultline/base/version.hpp"
#include "faultline/base/whole_file.hpp"
#include "faultline/run/stopwatch.hpp"

namespace faultline::cli {

StudyRun::StudyRun(const std::string& name, const std::string& description)
    : folder_(name), options_(description, "faultline reproduce " + name) {
  options_.allow_config();
}

bool StudyRun::parse(std::vector<std::string> arguments) {
  options_.add("--output", folder_, "Write tables and charts to this folder")->type_name("FOLDER");
  options_.add_seed(seed_);
  options_.add_threads(threads_);
  if (!options_.parse_or_help(std::move(arguments))) return false;
  (void)checked_seed(seed_);
  return true;
}

int StudyRun::finish(const std::function<studies::StudyOutput(const methods::Hooks&)>& work) const {
  make_folder(folder_);
  const InterruptWatcher interrupt;
  const run::Stopwatch watch;
  ProgressBar bar(true);
  const studies::StudyOutput output = work({.progress = bar.function(), .stop = interrupt.token()});
  bar.clear();
  const double seconds = watch.seconds();
  std::vector<std::string> names;
  for (const auto& [name, content] : output.files) {
    write_whole_file((std::filesystem::path(folder_) / name).string(), content);
    names.push_back(name);
  }
  fmt::print("{}\nseed {}, version {}; {:.1f} s\n", output.text, seed(), version(), seconds);
  print_paragraph(fmt::format("wrote {} to {}", join_words(names, 20), folder_));
  return 0;
}

}  // namespace faultline::cli
