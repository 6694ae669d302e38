#pragma once
// Where the true probability of the outcome comes from, the same for every method of the IJDI
// criterion: a column, or a model fitted to the data.

#include <memory>
#include <optional>
#include <span>
#include <string>

#include "faultline/base/describe.hpp"
#include "faultline/data/people.hpp"
#include "faultline/data/profiles.hpp"
#include "faultline/methods/ijdi/probability_recipe.hpp"
#include "faultline/methods/result.hpp"
#include "faultline/model/registry.hpp"
#include "faultline/run/spec.hpp"

namespace faultline::run {

/// The models that a probability can be fitted with.
enum class FittedModel { logistic, boosted, forest };
[[nodiscard]] std::span<const describe::Word> words(FittedModel);
[[nodiscard]] model::LearnerKind learner_of(FittedModel model);

struct ProbabilitySpec {
  std::string column{};
  std::optional<FittedModel> fit{};
  std::vector<std::string> covariates{};
};
[[nodiscard]] const describe::Object& description(const ProbabilitySpec*);

/// One of the two, and covariates only for a fit. Throws ConfigError.
void validate(const ProbabilitySpec& probability, Command command);

/// Adds what the probability needs to the roles.
void add_roles(const ProbabilitySpec& probability, data::RoleOptions& roles);

/// The people with the true probability as a column of numbers.
struct ProbablePeople {
  data::Profiles profiles{};
  std::string column{};
  // When it was fitted.
  std::optional<methods::ModelReport> model{};
  std::unique_ptr<methods::ProbabilityRecipe> recipe{};
};

/// The same of profiles that were read already.
[[nodiscard]] ProbablePeople with_probability(data::Profiles profiles,
                                              const std::vector<std::string>& covariates,
                                              const ProbabilitySpec& probability,
                                              std::uint64_t seed);

/// How the probability of these people would be fitted by themselves; null where a column has it.
[[nodiscard]] std::unique_ptr<methods::ProbabilityRecipe> recipe_of(
    const data::Profiles& profiles, const std::vector<std::string>& covariates,
    const ProbabilitySpec& probability, std::uint64_t seed);

/// Streams the people once and fits the model where one is asked for. Throws InputError.
[[nodiscard]] ProbablePeople read_with_probability(const data::People& people,
                                                   const ProbabilitySpec& probability,
                                                   std::uint64_t seed, const std::stop_token& stop);

}  // namespace faultline::run
