#include "cli/reproduce/after_search.hpp"

#include <utility>

#include "cli/reproduce/study_run.hpp"

#include "faultline/studies/bias_scan/after_search.hpp"
#include "faultline/studies/bias_scan/family_level.hpp"

namespace faultline::cli {

int run_after_search(std::vector<std::string> arguments) {
  studies::AfterSearchOptions study;
  StudyRun run("after-the-search",
               "Scans people with known odds and measures what the scan says of the subgroup that "
               "it found: evidence, coverage of the interval of q over the whole search, estimate "
               "and shrunken estimate, and a second subgroup claimed where there is one and where "
               "there is none. Writes two tables (CSV).");
  run.options().add("--data-sets", study.data_sets, "Draw N data sets per row of the tables");
  run.options().add("--replicates", study.replicates, "Redraw each data set N times in its test");
  if (!run.parse(std::move(arguments), study)) return 0;
  studies::validate(study);
  return run.finish([&](const methods::Hooks& hooks) {
    return studies::to_output(studies::after_search_study(study, hooks));
  });
}

int run_scan_families(std::vector<std::string> arguments) {
  studies::FamilyLevelOptions study;
  StudyRun run(
      "scan-families",
      "Scans numbers and counts that are predicted rightly, in sixteen designs (spread "
      "that differs, skewness, heavy tails, overdispersion), and measures how often there "
      "is evidence, with an effect in one subgroup and without, and how often the interval "
      "of the effect holds the truth. Writes tables (CSV, Markdown).");
  run.options().add("--data-sets", study.data_sets, "Draw N data sets per row of the tables");
  run.options().add("--replicates", study.replicates,
                    "Redraw each data set at most N times in its test");
  run.options().add("--effect", study.effect,
                    "Plant a shift of X in one subgroup, or a factor of 1 + X for counts");
  if (!run.parse(std::move(arguments), study)) return 0;
  studies::validate(study);
  return run.finish([&](const methods::Hooks& hooks) {
    return studies::to_output(studies::family_level_study(study, hooks));
  });
}

}  // namespace faultline::cli
