#include "cli/probability_options.hpp"

#include <utility>

#include "cli/same_people.hpp"
#include <fmt/format.h>

#include "faultline/audit/ijdi/fit_probability.hpp"
#include "faultline/base/error.hpp"
#include "faultline/model/learner.hpp"

namespace faultline::cli {

void add_probability_options(Options& options, DataOptions& data, ProbabilityOptions& probability) {
  options.heading("Roles");
  options
      .add("--true-probability", probability.column,
           "Column with the true probability of the outcome, 0 to 1; its means are the base rates")
      ->type_name("COL");
  options.choice("--fit-probability", probability.fit, {"logistic", "boosted", "forest"},
                 "Or predict it from --covariates, out of fold, with this model");
  add_covariate_options(options, data);
}

void take_probability(const ProbabilityOptions& probability, const std::string& command,
                      DataOptions& data) {
  if (probability.column.empty() == probability.fit.empty()) {
    throw ConfigError(fmt::format(
        "{} needs {} true probability of the outcome: --true-probability COL {} --fit-probability "
        "logistic",
        command, probability.fit.empty() ? "the" : "one",
        probability.fit.empty() ? "or" : "excludes"));
  }
  if (!data.roles.covariates.empty() && probability.fit.empty()) {
    throw ConfigError("--covariates are what --fit-probability learns from; add it");
  }
  if (!probability.column.empty()) {
    data.roles.numbers.push_back(probability.column);
    data.roles.numbers_option = "--true-probability";
  }
}

ProbablePeople read_with_probability(const sql::People& people,
                                     const ProbabilityOptions& probability, std::uint64_t seed,
                                     const std::stop_token& stop) {
  ProbablePeople read;
  data::ProfilesBuilder builder(people.attributes(), people.numbers());
  people.stream(builder, stop);
  read.profiles = std::move(builder).finish();
  check_same_people(people.summary(), read.profiles.people());
  read.column = probability.column;
  if (probability.fit.empty()) return read;
  model::LearnerOptions options;
  for (const model::LearnerKind kind :
       {model::LearnerKind::logistic, model::LearnerKind::boosted, model::LearnerKind::forest}) {
    if (probability.fit == model::name_of(kind)) options.kind = kind;
  }
  options.seed = seed;
  audit::FittedProbability fitted =
      audit::fit_probability(read.profiles, people.covariates(), options);
  read.profiles = std::move(fitted.profiles);
  read.column = audit::kFittedProbability;
  read.model = std::move(fitted.report);
  return read;
}

}  // namespace faultline::cli
