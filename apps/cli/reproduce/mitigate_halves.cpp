#include <utility>

#include "cli/options/options.hpp"
#include "cli/reproduce/case_studies.hpp"
#include "cli/reproduce/ijdi.hpp"
#include "cli/reproduce/parse_words.hpp"
#include "cli/reproduce/study_run.hpp"

#include "faultline/methods/ijdi/fit_probability.hpp"
#include "faultline/methods/ijdi/lambda_list.hpp"
#include "faultline/studies/ijdi/halves.hpp"

namespace faultline::cli {
namespace {

/// All 7,214 people; flagged from decile 6 on, which are the deciles where more than half reoffend.
studies::HalvesData compas_data(const std::string& path, int threads, const std::stop_token& stop) {
  CaseStudy compas = compas_options(path);
  compas.input.where.clear();
  compas.roles.decision.clear();
  return {.name = "COMPAS",
          .profiles = read_profiles(compas.input, compas.roles, threads, stop),
          .attributes = compas.roles.attributes,
          .base = {.text = "everybody", .threshold = 0.5}};
}

/// 1,000 customers. The file has no score: it is a logistic regression on all twenty columns, out
/// of fold; flagged above a half.
studies::HalvesData german_data(const std::string& path, int threads, const std::stop_token& stop) {
  CaseStudy german = german_options(path);
  const std::vector<std::string> scanned = german.roles.attributes;
  const std::vector<std::string> others = {
      "checking",    "purpose", "savings",   "employed",       "guarantor", "property",
      "other_plans", "job",     "telephone", "foreign_worker", "history",   "personal"};
  german.roles.attributes.insert(german.roles.attributes.end(), others.begin(), others.end());
  german.roles.numbers = {"months", "amount",  "instalment", "residence",
                          "age",    "credits", "dependants"};
  data::Profiles profiles = read_profiles(german.input, german.roles, threads, stop);
  std::vector<std::string> covariates = others;
  covariates.emplace_back("housing");
  covariates.insert(covariates.end(), german.roles.numbers.begin(), german.roles.numbers.end());
  const methods::ProbabilityRecipe recipe(profiles, covariates, {});
  const data::Profiles fitted = methods::fit_probability(profiles, recipe).profiles;
  // From here on the score is given, like anybody's: the columns it was made of are gone.
  data::Profiles scored;
  for (std::size_t a = 0; a < scanned.size(); ++a) {
    scored.attributes.push_back(fitted.attributes[a]);
    scored.codes.push_back(fitted.codes[a]);
  }
  scored.prediction = fitted.numbers.back();
  scored.outcome = fitted.outcome;
  scored.count = fitted.count;
  data::ProfilesBuilder builder(scored.attributes);
  data::send(scored, builder);
  return {.name = "German credit",
          .profiles = std::move(builder).finish(),
          .attributes = scanned,
          .base = {.text = "everybody", .threshold = 0.5}};
}

}  // namespace

int run_mitigate_halves(std::vector<std::string> arguments) {
  studies::HalvesOptions study;
  std::string compas;
  std::string german;
  std::string chosen;
  std::vector<std::string> lambdas;
  StudyRun run("mitigate-halves",
               "Cuts people into random halves, makes new thresholds from one half and measures "
               "them on the other: the score of the scan, errors and cost, before and after, for "
               "the default method, for thresholds that only rise, and for the paper's iterative "
               "correction. Writes tables (CSV, Markdown).");
  Options& options = run.options();
  options.add("compas", compas, "Read compas-scores-two-years.csv, as ProPublica published it")
      ->type_name("FILE")
      ->required();
  options.add("german", german, "Also read german.data, as the Statlog collection has it")
      ->type_name("FILE");
  options.add("--splits", study.splits, "Draw N random halves");
  options.add("--replicates", study.replicates,
              "Redraw N times in each test, which also stops the paper's method; 0: no test");
  options.add("--resamples", study.resamples,
              "Resample people N times for the interval of the cost; 0: no interval");
  options.flag("--separate", study.separate,
               "Fit the true probability in each half by itself, not once on everybody");
  options.add("--methods", chosen, "Compare these: smooth, raising, iterative, exact")
      ->type_name("A,B");
  options.add("--lambda", lambdas, "Use these values instead of the study's own", true)
      ->type_name("X,Y");
  if (!run.parse(std::move(arguments), study)) return 0;
  if (!chosen.empty()) study.methods = parse_words<studies::HalvesMethod>("methods", chosen);
  if (!lambdas.empty()) study.lambdas = methods::parse_lambdas(lambdas);
  studies::validate(study);
  return run.finish([&](const methods::Hooks& hooks) {
    std::vector<studies::HalvesData> data;
    data.push_back(compas_data(compas, study.threads, hooks.stop));
    if (!german.empty()) data.push_back(german_data(german, study.threads, hooks.stop));
    return to_output(studies::halves_study(data, study, hooks));
  });
}

}  // namespace faultline::cli
