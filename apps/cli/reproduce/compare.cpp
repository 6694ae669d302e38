#include "cli/reproduce/compare.hpp"

#include <utility>

#include "cli/reproduce/study_run.hpp"

#include "faultline/studies/compare/compare_level.hpp"
#include "faultline/studies/compare/period_level.hpp"

namespace faultline::cli {

int run_compare_level(std::vector<std::string> arguments) {
  studies::CompareLevelOptions study;
  StudyRun run("compare-level",
               "Compares two models that are equally good for everybody, in ten designs (unequal "
               "spreads, heavy tails, skewness, few differences, tiny groups), and measures how "
               "often something seems to have got worse; then with a change planted in one "
               "subgroup, how often it is found and its interval holds. Writes tables (CSV, "
               "Markdown).");
  run.options().add("--data-sets", study.data_sets, "Draw N data sets per row of the tables");
  run.options().add("--replicates", study.replicates, "Exchange losses N times in each test");
  run.options().add("--effect", study.effect,
                    "Plant a change of X times the size that each design has for it");
  if (!run.parse(std::move(arguments), study)) return 0;
  studies::validate(study);
  return run.finish([&](const methods::Hooks& hooks) {
    return studies::to_output(studies::compare_level_study(study, hooks));
  });
}

int run_compare_periods(std::vector<std::string> arguments) {
  studies::PeriodLevelOptions study;
  StudyRun run("compare-periods",
               "Compares two periods between which nothing changed but who came (covariate shift), "
               "in seven designs, and measures how often something seems to have got worse; then "
               "with scores shifted in one subgroup of the second. Writes tables (CSV, Markdown).");
  run.options().add("--people", study.people, "Draw N people per data set");
  run.options().add("--data-sets", study.data_sets, "Draw N data sets per row of the tables");
  run.options().add("--replicates", study.replicates,
                    "Redraw periods at most N times in each test");
  run.options().add("--bias", study.bias, "Shift the log-odds of scores by X in one subgroup");
  if (!run.parse(std::move(arguments), study)) return 0;
  studies::validate(study);
  return run.finish([&](const methods::Hooks& hooks) {
    return studies::to_output(studies::period_level_study(study, hooks));
  });
}

}  // namespace faultline::cli
