#pragma once
// What studies of `faultline reproduce` do alike: options that all have, progress, files, the last
// lines on the terminal.

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "cli/options/options.hpp"

#include "faultline/methods/hooks.hpp"
#include "faultline/studies/study_output.hpp"

namespace faultline::cli {

class StudyRun {
 public:
  /// `name` is also the folder that results go to, unless told otherwise.
  StudyRun(const std::string& name, const std::string& description);
  [[nodiscard]] Options& options() { return options_; }
  /// After parse().
  [[nodiscard]] std::uint64_t seed() const { return checked_seed(seed_); }
  [[nodiscard]] int threads() const { return threads_; }

  /// Adds --output, --seed and --threads after the study's own options; false after --help.
  [[nodiscard]] bool parse(std::vector<std::string> arguments);
  /// The same, and gives the study its seed and threads.
  template <typename Study>
  [[nodiscard]] bool parse(std::vector<std::string> arguments, Study& study) {
    if (!parse(std::move(arguments))) return false;
    study.seed = seed();
    study.threads = threads();
    return true;
  }
  /// Runs the study, writes its files and prints its text. Returns the exit code.
  int finish(const std::function<studies::StudyOutput(const methods::Hooks&)>& work) const;

 private:
  std::string folder_;
  Options options_;
  std::int64_t seed_ = 1;
  int threads_ = 0;
};

}  // namespace faultline::cli
