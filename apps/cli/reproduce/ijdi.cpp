#include "cli/reproduce/ijdi.hpp"

#include <functional>
#include <utility>

#include "cli/options/options.hpp"
#include "cli/reproduce/case_studies.hpp"
#include "cli/reproduce/parse_words.hpp"
#include "cli/reproduce/study_run.hpp"
#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"
#include "faultline/methods/ijdi/fit_probability.hpp"
#include "faultline/methods/ijdi/lambda_list.hpp"
#include "faultline/sql/people.hpp"
#include "faultline/studies/conditional/table_risk.hpp"
#include "faultline/studies/ijdi/biased.hpp"
#include "faultline/studies/ijdi/level.hpp"
#include "faultline/studies/ijdi/mitigation.hpp"
#include "faultline/studies/ijdi/randomization.hpp"
#include "faultline/studies/ijdi/thresholding.hpp"

namespace faultline::cli {
namespace {

/// One study of this file: the options that all have.
class Run {
 public:
  Run(const std::string& name, const std::string& description, std::int64_t repetitions)
      : run_(name, description) {
    study_.repetitions = repetitions;
  }
  [[nodiscard]] Options& options() { return run_.options(); }
  [[nodiscard]] studies::IjdiStudyOptions& study() { return study_; }
  void offer_lambdas() {
    options()
        .add("--lambda", lambdas_,
             "Use these values instead of the study's own; a range is FROM:TO:STEP", true)
        ->type_name("X,Y");
  }
  void offer_repetitions(const std::string& help) {
    options().add("--repetitions", study_.repetitions, help);
  }

  /// False after --help.
  [[nodiscard]] bool parse(std::vector<std::string> arguments) {
    if (!run_.parse(std::move(arguments))) return false;
    study_.seed = run_.seed();
    study_.threads = run_.threads();
    if (!lambdas_.empty()) study_.lambdas = methods::parse_lambdas(lambdas_);
    studies::validate(study_);
    return true;
  }

  int finish(const std::function<studies::StudyOutput(const methods::Hooks&)>& work) const {
    return run_.finish(work);
  }

 private:
  StudyRun run_;
  studies::IjdiStudyOptions study_{};
  std::vector<std::string> lambdas_{};
};

/// All 7,214 people of the raw file, with their outcome.
data::Profiles read_all_compas(const std::string& path, int threads, const std::stop_token& stop) {
  CaseStudy compas = compas_options(path);
  compas.input.where.clear();
  compas.roles.risk_score.clear();
  compas.roles.decision.clear();
  data::Profiles profiles = read_profiles(compas.input, compas.roles, threads, stop);
  // Rows of the file as ProPublica published it.
  constexpr std::int64_t kPeople = 7'214;
  if (profiles.people() != kPeople) {
    throw InputError(fmt::format(
        "{}: {} people, and the paper has {}; is it ProPublica's compas-scores-two-years.csv?",
        path, with_thousands(profiles.people()), with_thousands(kPeople)));
  }
  return profiles;
}

/// Statlog's german.data has neither score nor probability. As the paper does: the score is a
/// logistic regression's on all attributes, the probability a forest's (out of fold, so that
/// nobody's own outcome enters). Their models have settings that are not stated.
data::Profiles read_raw_german(const std::string& path, int threads, const std::stop_token& stop) {
  const CaseStudy german = german_ijdi_options(path);
  const data::Profiles scored = studies::with_risk_model(
      read_profiles(german.input, german.roles, threads, stop), german.roles.attributes);
  const methods::ProbabilityRecipe recipe(scored, german.roles.attributes,
                                          {.kind = model::LearnerKind::forest});
  data::Profiles fitted = methods::fit_probability(scored, recipe).profiles;
  fitted.number_names.back() = "p";
  return fitted;
}

void add_compas(Options& options, std::string& path) {
  options.add("input", path, "Read compas-scores-two-years.csv, as ProPublica published it")
      ->type_name("FILE")
      ->required();
}

}  // namespace

int run_ijdi_thresholding(std::vector<std::string> arguments) {
  Run run("ijdi-thresholding",
          "Reproduces Experiment 1 on IJDI-Scan, which asks whether the scan finds a subgroup "
          "whose error rates differ because of "
          "a sharp threshold alone, up to the lambda* of the theory. Writes a table (CSV) and "
          "charts (SVG).",
          100);
  std::string path;
  add_compas(run.options(), path);
  run.offer_lambdas();
  run.offer_repetitions("Draw N data sets per k");
  if (!run.parse(std::move(arguments))) return 0;
  return run.finish([&](const methods::Hooks& hooks) {
    return to_output(studies::thresholding_study(
        read_all_compas(path, run.study().threads, hooks.stop), run.study(), hooks));
  });
}

int run_ijdi_biased_predictions(std::vector<std::string> arguments) {
  Run run("ijdi-biased-predictions",
          "Reproduces Experiment 2 on IJDI-Scan, which asks whether the scan finds a subgroup "
          "whose predictions (or thresholds) "
          "are shifted by gamma on the log-odds. Writes a table (CSV) and charts (SVG).",
          200);
  std::string path;
  bool learned = false;
  add_compas(run.options(), path);
  run.options().flag("--learned", learned,
                     "Scan with probabilities that are learned from the outcomes (Appendix K)");
  run.offer_lambdas();
  run.offer_repetitions("Draw N data sets per gamma and shift");
  if (!run.parse(std::move(arguments))) return 0;
  return run.finish([&](const methods::Hooks& hooks) {
    return to_output(studies::biased_study(read_all_compas(path, run.study().threads, hooks.stop),
                                           learned, run.study(), hooks));
  });
}

int run_ijdi_level(std::vector<std::string> arguments) {
  studies::IjdiLevelOptions study;
  std::string worlds;
  std::string tests;
  std::vector<std::string> lambdas;
  std::int64_t people = 0;
  StudyRun run("ijdi-level",
               "Scans people who are treated as the IJDI criterion allows at one lambda, and "
               "measures how often the scan gives evidence against it: with exact "
               "probabilities, with fitted ones that are taken for exact, with the fit drawn "
               "again, and with a column that was fitted to others; then with a group planted "
               "whose rate is too high; then in sweeps over "
               "lambda. Writes tables (CSV, Markdown).");
  Options& options = run.options();
  options.add("--people", people, "Draw N people for each data set, not 1000, 4000 and 20000");
  options.add("--data-sets", study.data_sets, "Draw N data sets per cell of the tables");
  options.add("--replicates", study.replicates, "Redraw N times in each test");
  options.add("--worlds", worlds, "Draw these worlds only")->type_name("A,B");
  options.add("--tests", tests, "Test in these ways: exact, published, refit, boosted, given")
      ->type_name("A,B");
  options.add("--lambda", lambdas, "Use these values instead of the study's own", true)
      ->type_name("X,Y");
  options.add("--shift", study.shift, "Shift the rate of the planted group by X");
  bool no_sweeps = false;
  options.flag("--no-sweeps", no_sweeps, "Leave out the sweeps over lambda");
  if (!run.parse(std::move(arguments), study)) return 0;
  study.sweeps = !no_sweeps;
  if (people > 0) study.people = {people};
  if (!worlds.empty()) study.worlds = parse_words<studies::CriterionWorld>("worlds", worlds);
  if (!tests.empty()) study.tests = parse_words<studies::IjdiTest>("tests", tests);
  if (!lambdas.empty()) study.lambdas = methods::parse_lambdas(lambdas);
  studies::validate(study);
  return run.finish([&](const methods::Hooks& hooks) {
    return to_output(studies::ijdi_level_study(study, hooks));
  });
}

int run_ijdi_mitigation(std::vector<std::string> arguments) {
  Run run("ijdi-mitigation",
          "Reproduces the mitigation study and prints the paper's numbers beside ours: thresholds "
          "per group (Table 1, Figure 3) and iterative "
          "correction (Tables 3 to 10) on COMPAS and, if its file is given, on German credit. The "
          "files hold "
          "one person per line: the score p_hat0, the true probability p, the outcome y (0 or 1) "
          "and the attributes; "
          "a column named row is ignored. Writes tables (CSV) and charts (SVG).",
          1);
  std::string compas;
  std::string german;
  run.options()
      .add("compas", compas,
           "Read COMPAS from this file, with sex, race, under_25, charge_degree and prior_offenses")
      ->type_name("FILE")
      ->required();
  run.options()
      .add("german", german,
           "Also read German credit from this file, with under_25, sex, job, housing, savings, "
           "checking, credit_amt, duration and purpose; or from german.data, as the Statlog "
           "collection has it: then score and probability are fitted, and differ from the paper's")
      ->type_name("FILE");
  if (!run.parse(std::move(arguments))) return 0;
  return run.finish([&](const methods::Hooks& hooks) {
    const auto read = [&](const std::string& path, std::vector<std::string> attributes) {
      data::InputOptions input;
      input.path = path;
      data::RoleOptions roles;
      roles.outcome = "y";
      roles.score = "p_hat0";
      roles.numbers = {"p"};
      roles.attributes = std::move(attributes);
      return read_profiles(std::move(input), roles, run.study().threads, hooks.stop);
    };
    const data::Profiles people =
        read(compas, {"sex", "race", "under_25", "charge_degree", "prior_offenses"});
    if (german.empty()) return to_output(mitigation_study(people, nullptr, run.study(), hooks));
    if (german.ends_with(".data")) {
      const data::Profiles customers = read_raw_german(german, run.study().threads, hooks.stop);
      return to_output(mitigation_study(people, &customers, run.study(), hooks, true));
    }
    const data::Profiles customers =
        read(german, {"under_25", "sex", "job", "housing", "savings", "checking", "credit_amt",
                      "duration", "purpose"});
    return to_output(mitigation_study(people, &customers, run.study(), hooks));
  });
}

int run_ijdi_randomization(std::vector<std::string> arguments) {
  Run run("ijdi-randomization",
          "Reproduces Appendix M on randomised thresholds: how far the error rates of two groups "
          "differ, "
          "beside what is promised, inside the conditions of the promise and outside them. Writes "
          "a table (CSV) and a chart (SVG).",
          1'000);
  run.offer_repetitions("Draw N times per case");
  if (!run.parse(std::move(arguments))) return 0;
  return run.finish([&](const methods::Hooks& hooks) {
    return to_output(studies::randomization_study(run.study(), hooks));
  });
}

}  // namespace faultline::cli
