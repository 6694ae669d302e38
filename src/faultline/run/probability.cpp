#include "faultline/run/probability.hpp"

#include <array>
#include <utility>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/methods/ijdi/fit_probability.hpp"
#include "faultline/run/run_frame.hpp"

namespace faultline::run {

std::span<const describe::Word> words(FittedModel) {
  static constexpr std::array kWords{
      describe::word(FittedModel::logistic, "logistic", "Logistic regression"),
      describe::word(FittedModel::boosted, "boosted", "Boosted trees"),
      describe::word(FittedModel::forest, "forest", "A forest")};
  return kWords;
}

model::LearnerKind learner_of(FittedModel model) {
  switch (model) {
    case FittedModel::logistic:
      return model::LearnerKind::logistic;
    case FittedModel::boosted:
      return model::LearnerKind::boosted;
    case FittedModel::forest:
      return model::LearnerKind::forest;
  }
  throw InternalError("a model has no learner");
}

const describe::Object& description(const ProbabilitySpec*) {
  using describe::member;
  static const describe::Object object{
      "Where the true probability of the outcome comes from",
      {member<&ProbabilitySpec::column>("true_probability",
                                        "Take the true probability of the outcome, 0 to 1, from "
                                        "this column; its means are the base rates")
           .under("Roles")
           .named("COL"),
       member<&ProbabilitySpec::fit>(
           "fit_probability",
           "Estimate the true probability from `covariates` with this model, out of fold"),
       member<&ProbabilitySpec::covariates>("covariates",
                                            "Give these columns, categories or numbers, to the "
                                            "model; without it, the attributes that form subgroups")
           .named("A,B,C")
           .split()}};
  return object;
}

void validate(const ProbabilitySpec& probability, Command command) {
  if (probability.column.empty() != probability.fit.has_value()) {
    throw ConfigError(
        fmt::format("{} needs {} true probability of the outcome: `true_probability = COL` {} "
                    "`fit_probability = logistic`",
                    describe::name_of(command), probability.fit ? "one" : "the",
                    probability.fit ? "excludes" : "or"));
  }
  if (!probability.covariates.empty() && !probability.fit)
    throw ConfigError("`covariates` are what `fit_probability` learns from; add it");
}

void add_roles(const ProbabilitySpec& probability, data::RoleOptions& roles) {
  roles.covariates = probability.covariates;
  if (probability.column.empty()) return;
  roles.numbers.push_back(probability.column);
  roles.numbers_option = "`true_probability`";
}

std::unique_ptr<methods::ProbabilityRecipe> recipe_of(const data::Profiles& profiles,
                                                      const std::vector<std::string>& covariates,
                                                      const ProbabilitySpec& probability,
                                                      std::uint64_t seed) {
  if (!probability.fit) return nullptr;
  model::LearnerOptions options;
  options.kind = learner_of(*probability.fit);
  options.seed = seed;
  return std::make_unique<methods::ProbabilityRecipe>(profiles, covariates, options);
}

ProbablePeople with_probability(data::Profiles profiles, const std::vector<std::string>& covariates,
                                const ProbabilitySpec& probability, std::uint64_t seed) {
  ProbablePeople read;
  read.profiles = std::move(profiles);
  read.column = probability.column;
  read.recipe = recipe_of(read.profiles, covariates, probability, seed);
  if (!read.recipe) return read;
  methods::FittedProbability fitted = methods::fit_probability(read.profiles, *read.recipe);
  read.profiles = std::move(fitted.profiles);
  read.column = methods::kFittedProbability;
  read.model = std::move(fitted.report);
  return read;
}

ProbablePeople read_with_probability(const data::People& people, const ProbabilitySpec& probability,
                                     std::uint64_t seed, const std::stop_token& stop) {
  return with_probability(read_profiles(people, stop), people.covariates(), probability, seed);
}

}  // namespace faultline::run
