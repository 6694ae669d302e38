#include "cli/reproduce/metrics.hpp"

#include <utility>

#include "cli/reproduce/study_run.hpp"

#include "faultline/studies/metrics/survey_level.hpp"

namespace faultline::cli {

int run_metrics_level(std::vector<std::string> arguments) {
  studies::SurveyLevelOptions study;
  StudyRun run("metrics-level",
               "Draws two groups that differ in nothing, as clusters of people, with weights, or "
               "with outcomes that are numbers, and measures how often the intervals of rates and "
               "differences hold the truth, and how often there is evidence of a difference. "
               "Writes tables (CSV, Markdown).");
  run.options().add("--data-sets", study.data_sets, "Draw N data sets per row of the tables");
  if (!run.parse(std::move(arguments), study)) return 0;
  studies::validate(study);
  return run.finish([&](const methods::Hooks& hooks) {
    return studies::to_output(studies::survey_level_study(study, hooks));
  });
}

}  // namespace faultline::cli
