#pragma once
// What every command that analyses people does around its analysis: Ctrl-C, progress, reading, the
// time it took, and at the end the outputs and the exit code.

#include <string>

#include "cli/data_options.hpp"
#include "cli/interrupt.hpp"
#include "cli/output.hpp"
#include "cli/progress_bar.hpp"
#include "cli/stopwatch.hpp"

#include "faultline/audit/hooks.hpp"
#include "faultline/audit/result.hpp"
#include "faultline/parallel/for_each.hpp"
#include "faultline/sql/people.hpp"

namespace faultline::cli {

class PeopleRun {
 public:
  /// Reads and checks the input. Keeps a reference to `output`.
  PeopleRun(const DataOptions& data, const OutputOptions& output)
      : output_(output),
        bar_(!output.quiet),
        people_((bar_.update("reading", 0, 0),
                 sql::People::open(data.input, data.roles, interrupt_.token()))),
        read_(watch_.seconds()) {}

  [[nodiscard]] const sql::People& people() const { return people_; }
  [[nodiscard]] audit::Hooks hooks() {
    return {.progress = bar_.function(), .stop = interrupt_.token()};
  }
  /// Completes the result, writes the outputs and returns the exit code.
  int finish(audit::Result& result, audit::Command command, audit::Config config) {
    result.command = command;
    result.config = std::move(config);
    result.timing.insert(result.timing.begin(), {"read", read_});
    bar_.clear();
    write_outputs(result, output_);
    return exit_code(result, output_);
  }

 private:
  const OutputOptions& output_;
  InterruptWatcher interrupt_;
  Stopwatch watch_;
  ProgressBar bar_;
  sql::People people_;
  double read_;
};

/// A result with what all analyses say alike; `Analysis` is the library's options.
template <typename Analysis>
[[nodiscard]] audit::Result begin_result(const sql::People& people, const Analysis& analysis) {
  audit::Result result;
  result.seed = analysis.seed;
  result.alpha = analysis.alpha;
  result.threads = parallel::resolve_threads(analysis.threads);
  result.data = people.summary();
  return result;
}

}  // namespace faultline::cli
