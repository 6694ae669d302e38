#include "cli/reproduce/sources.hpp"

#include <utility>

#include "cli/options/number_list.hpp"
#include "cli/options/options.hpp"
#include "cli/reproduce/study_run.hpp"
#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"
#include "faultline/run/sources_input.hpp"
#include "faultline/sql/files.hpp"
#include "faultline/studies/sources/adult.hpp"
#include "faultline/studies/sources/advice.hpp"
#include "faultline/studies/sources/scenarios.hpp"
#include "faultline/studies/sources/synthetic.hpp"
#include "faultline/studies/sources/text.hpp"

namespace faultline::cli {
namespace {

/// The census file as published: no header, "?" a value like others; the paper's 105 features leave
/// out sex and the census weight.
methods::SourcesInput read_adult(const std::string& path, int threads,
                                 const std::stop_token& stop) {
  run::SourcesSpec spec;
  spec.input = {
      .path = path,
      .input_format = data::Format::csv,
      .columns = {"age", "workclass", "fnlwgt", "education", "education_num", "marital_status",
                  "occupation", "relationship", "race", "sex", "capital_gain", "capital_loss",
                  "hours_per_week", "native_country", "income"},
      .threads = threads};
  spec.outcome = "income=>50K";
  spec.protected_columns = {"sex"};
  spec.covariates = {"age",           "workclass",      "education",
                     "education_num", "marital_status", "occupation",
                     "relationship",  "race",           "capital_gain",
                     "capital_loss",  "hours_per_week", "native_country"};
  sql::Files files;
  const auto people = files.open(spec.input,
                                 {.outcome = spec.outcome,
                                  .attributes = spec.protected_columns,
                                  .protected_classes = spec.protected_columns,
                                  .covariates = spec.covariates},
                                 stop);
  methods::SourcesInput input = run::read_sources(*people, spec, files, stop);
  // Rows of adult.data as published, and the paper's number of features.
  constexpr std::int64_t kPeople = 32'561;
  constexpr int kFeatures = 105;
  if (input.people() != kPeople || input.features->columns() != kFeatures) {
    throw InputError(fmt::format(
        "{}: {} people and {} features, and the paper has {} and {}; is it the census file "
        "adult.data?",
        path, with_thousands(input.people()), input.features->columns(), with_thousands(kPeople),
        kFeatures));
  }
  return input;
}

}  // namespace

int run_sources_adult(std::vector<std::string> arguments) {
  StudyRun run("sources-adult",
               "Reproduces section 5.1 of the paper on sources: income of men and women predicted "
               "by a forest, with its "
               "costs, learning curves (Figure 2a), bounds on the Bayes error (Figure 2b) and the "
               "cluster of executives and managers, the paper's numbers beside ours. Writes tables "
               "(CSV) and "
               "charts (SVG).");
  studies::AdultStudyOptions study;
  std::string path;
  std::vector<std::string> sizes;
  sizes.reserve(study.sizes.size());
  for (const std::int64_t size : study.sizes) sizes.push_back(fmt::format("{}", size));
  run.options().add("input", path, "Read adult.data, as published")->type_name("FILE")->required();
  run.options().add("--repetitions", study.repetitions, "Draw N splits for the learning curve");
  run.options()
      .add("--sizes", sizes, "Train on these numbers of people", true)
      ->type_name("N1,N2,N3");
  run.options().flag(
      "--forests", study.forests,
      "Also look at executives and managers under forests of other depths and sizes");
  if (!run.parse(std::move(arguments), study)) return 0;
  study.sizes = whole_numbers("--sizes", sizes);
  return run.finish([&](const methods::Hooks& hooks) {
    return to_output(
        studies::adult_study(read_adult(path, study.threads, hooks.stop), study, hooks));
  });
}

int run_sources_advice(std::vector<std::string> arguments) {
  StudyRun run("sources-advice",
               "Holds the advice of `faultline sources` against brute force on data whose causes "
               "are known: what another model, telling it the group, more data and the best "
               "prediction really leave of a difference. Writes every run (CSV) and the table of "
               "words and verdicts (Markdown).");
  studies::AdviceStudyOptions study;
  run.options()
      .add("--designs", study.designs, "Draw data of these designs; without it, of all", true)
      ->type_name("D1,D2");
  run.options()
      .add("--learners", study.learners,
           "Audit these learners; linear is logistic or ridge regression", true)
      ->type_name("L1,L2");
  run.options().add("--data-sets", study.data_sets, "Draw N data sets per design and learner");
  run.options().add("--truth-sets", study.truth_sets,
                    "Draw N fresh training sets for what is true");
  run.options().add("--part-sets", study.part_sets,
                    "Draw N fresh training sets for true bias and variance; 0 leaves them out");
  if (!run.parse(std::move(arguments), study)) return 0;
  studies::validate(study);
  return run.finish(
      [&](const methods::Hooks& hooks) { return to_output(studies::advice_study(study, hooks)); });
}

int run_sources_scenarios(std::vector<std::string> arguments) {
  StudyRun run(
      "sources-scenarios",
      "Draws the three scenarios of Figure 1: groups whose error rates differ by variance, "
      "by noise and by bias, taken apart over fresh training sets with the known "
      "probability of the outcome. Writes a table (CSV) and charts (SVG).");
  studies::ScenarioStudyOptions study;
  run.options().add("--training-sets", study.training_sets, "Draw N training sets per scenario");
  if (!run.parse(std::move(arguments), study)) return 0;
  studies::validate(study);
  return run.finish([&](const methods::Hooks& hooks) {
    return to_output(studies::scenario_study(study, hooks));
  });
}

int run_sources_synthetic(std::vector<std::string> arguments) {
  StudyRun run(
      "sources-synthetic",
      "Reproduces supplement B.2: learning curves of a tree, a forest and a ridge regression on a "
      "quadratic with heteroskedastic noise, with power laws and extrapolations beside "
      "the known Bayes errors (Figure 4). Writes tables (CSV) and charts (SVG).");
  studies::SyntheticStudyOptions study;
  run.options().add("--repetitions", study.repetitions, "Draw N training sets per size");
  run.options().add("--smallest", study.smallest,
                    "Start with training sets of 2 to the power N people");
  run.options().add("--largest", study.largest,
                    "End with training sets of 2 to the power N people; the paper ends with 17");
  if (!run.parse(std::move(arguments), study)) return 0;
  studies::validate(study);
  return run.finish([&](const methods::Hooks& hooks) {
    return to_output(studies::synthetic_study(study, hooks));
  });
}

int run_sources_text(std::vector<std::string> arguments) {
  StudyRun run(
      "sources-text",
      "Repeats the analysis of clinical notes (section 5.2) on generated notes with known topics "
      "and a known gap, because the paper's notes are not public: L1 logistic regression on words, "
      "Tukey's test, learning curves, error rates by topic, and the learning curve inside the "
      "topic "
      "that stands out (Figure 6c), with the truth beside them. Writes tables (CSV) and charts "
      "(SVG).");
  studies::TextStudyOptions study;
  run.options().add("--people", study.people, "Generate N notes");
  run.options().add("--repetitions", study.repetitions, "Draw N splits for the learning curve");
  if (!run.parse(std::move(arguments), study)) return 0;
  studies::validate(study);
  return run.finish(
      [&](const methods::Hooks& hooks) { return to_output(studies::text_study(study, hooks)); });
}

}  // namespace faultline::cli
