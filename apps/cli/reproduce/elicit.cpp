#include "cli/reproduce/elicit.hpp"

#include <utility>

#include "cli/options/options.hpp"
#include "cli/reproduce/study_run.hpp"

#include "faultline/studies/elicitation/coverage.hpp"

namespace faultline::cli {

int run_elicit_coverage(std::vector<std::string> arguments) {
  studies::ElicitCoverageOptions study;
  StudyRun run("elicit-coverage",
               "Asks invented people, of whom it is known what a disparity costs them, and who "
               "answer with errors: how the weight is spread over the questions, how far the "
               "estimate is off, and how often its interval holds the truth; with our questions "
               "and with those of the paper's appendix. Writes tables (CSV, Markdown).");
  run.options().add("--data-sets", study.data_sets, "Ask N times per cell of the tables");
  if (!run.parse(std::move(arguments), study)) return 0;
  studies::validate(study);
  return run.finish([&](const methods::Hooks& hooks) {
    return to_output(studies::elicit_coverage_study(study, hooks));
  });
}

}  // namespace faultline::cli
