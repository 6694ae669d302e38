#include "cli/reproduce/level.hpp"

#include <utility>

#include "cli/reproduce/parse_words.hpp"
#include "cli/reproduce/study_run.hpp"
#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/options.hpp"
#include "faultline/base/text.hpp"
#include "faultline/studies/conditional/coverage.hpp"
#include "faultline/studies/conditional/level.hpp"
#include "faultline/studies/conditional/planted.hpp"

namespace faultline::cli {
int run_cbs_level(std::vector<std::string> arguments) {
  studies::LevelStudyOptions study;
  std::string designs;
  std::string permute = "auto,everyone";
  StudyRun run(
      "cbs-level",
      fmt::format("Measures how often an audit calls data unfair that is known to be fair, or with "
                  "--bias finds an unfairness that is known to be there, in {} designs: the class "
                  "independent of the covariates, dependent on them in ways that models can and "
                  "cannot express, with numbers, poor overlap, a small class. Writes tables (CSV, "
                  "Markdown).",
                  study.designs.size()));
  Options& options = run.options();
  options.add("--people", study.people, "Draw N people for each data set");
  options.add("--data-sets", study.data_sets, "Draw N data sets per design");
  options.add("--designs", designs, "Draw these designs only")->type_name("A,B");
  options.add("--permute", permute, "Make null memberships in these ways")->type_name("A,B");
  options.add("--bias", study.bias, "Shift the class's scores in one subgroup by X log-odds");
  options.flag("--rounded", study.rounded, "Round predictions to steps of .05");
  options.flag("--all-criteria", study.all_criteria, "Audit all criteria, not four");
  options.add("--permutations,--replicates", study.replicates, "Redraw at most N times");
  if (!run.parse(std::move(arguments), study)) return 0;
  if (!designs.empty()) study.designs = parse_words<simulate::TruthDesign>("designs", designs);
  study.permute = parse_words<methods::Permute>("permute", permute);
  studies::validate(study);
  return run.finish([&](const methods::Hooks& hooks) {
    return to_output(studies::level_study(study, hooks.progress, hooks.stop));
  });
}

int run_cbs_coverage(std::vector<std::string> arguments) {
  studies::CoverageStudyOptions study;
  StudyRun run(
      "cbs-coverage",
      "Audits people of known truth and measures what the audit says of the subgroup that "
      "it found: how often the interval of the effect over the whole search holds the true "
      "one, without bias and with. Writes tables (CSV, Markdown).");
  run.options().add("--data-sets", study.data_sets, "Draw N data sets per row of the table");
  run.options().add("--replicates", study.replicates, "Redraw each data set N times in its test");
  std::string design(describe::name_of(study.design));
  run.options()
      .add("--design", design, "Draw people of this design, one without numbers")
      ->type_name("NAME");
  run.options().flag("--whole-class", study.whole_class,
                     "Shift the scores of the whole class, not of one subgroup of it");
  if (!run.parse(std::move(arguments), study)) return 0;
  study.design = parse_word<simulate::TruthDesign>("design", design);
  studies::validate(study);
  return run.finish([&](const methods::Hooks& hooks) {
    return to_output(studies::coverage_study(study, hooks));
  });
}

int run_cbs_planted(std::vector<std::string> arguments) {
  studies::PlantedStudyOptions study;
  StudyRun run(
      "cbs-planted",
      "Audits a class of whom one or two subgroups are known to be treated otherwise, and "
      "measures how often a second subgroup is claimed where there is one, how often it is "
      "found where there are two, and how often the effect that --power tells is found "
      "when it is there. Writes two tables (CSV).");
  run.options().add("--data-sets", study.data_sets, "Draw N data sets per row of the tables");
  if (!run.parse(std::move(arguments), study)) return 0;
  studies::validate(study);
  return run.finish(
      [&](const methods::Hooks& hooks) { return to_output(studies::planted_study(study, hooks)); });
}

}  // namespace faultline::cli
