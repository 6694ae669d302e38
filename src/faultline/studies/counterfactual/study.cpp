#include "faultline/studies/counterfactual/study.hpp"

#include <array>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"
#include "faultline/parallel/for_each.hpp"
#include "faultline/resample/quantiles.hpp"

namespace faultline::studies {
namespace {

data::Profiles profiles_of(const simulate::CounterfactualPeople& people) {
  data::Profiles profiles;
  profiles.attributes = {{.name = "A1", .labels = {"0", "1"}},
                         {.name = "A2", .labels = {"0", "1"}}};
  profiles.codes.resize(2);
  for (const std::uint8_t group : people.group) {
    profiles.codes[0].push_back(static_cast<data::Code>(group / 2));
    profiles.codes[1].push_back(static_cast<data::Code>(group % 2));
  }
  for (std::size_t j = 0; j < people.covariates.size(); ++j) {
    profiles.number_names.push_back(fmt::format("X.{}", j + 1));
  }
  profiles.numbers = people.covariates;
  profiles.outcome = people.outcome;
  profiles.count.assign(people.group.size(), 1);
  return profiles;
}

}  // namespace

void validate(const CounterfactualStudyOptions& options) {
  const auto at_least = [](const char* option, std::int64_t value, std::int64_t least) {
    if (value < least) {
      throw ConfigError(fmt::format("{} {}: must be at least {}", option, value, least));
    }
  };
  at_least("`repetitions`", options.repetitions, 1);
  at_least("`bootstrap`", options.bootstrap, 20);
  at_least("`replicates`", options.permutations, 1);
  at_least("`ensembles`", options.ensembles, 0);
  at_least("`vectors`", options.vectors, 100);
  for (const std::int64_t size : options.sizes) at_least("`people`", size, 100);
  for (const int scenario : options.scenarios) (void)simulate::counterfactual_scenario(scenario);
  if (!(options.alpha > 0 && options.alpha < 1)) {
    throw ConfigError(fmt::format("`alpha` {}: must be between 0 and 1", shortest(options.alpha)));
  }
}

SimulatedPeople::SimulatedPeople(const simulate::CounterfactualPeople& people)
    : profiles_(profiles_of(people)),
      input_{.profiles = profiles_,
             .protected_attributes = {"A1", "A2"},
             .covariates = profiles_.number_names,
             .treatment = people.treated,
             .decisions = {{.name = "S", .made = people.decision}},
             .propensity = people.propensity} {}

std::vector<simulate::CounterfactualPopulation> populations_of(
    const CounterfactualStudyOptions& options) {
  std::vector<simulate::CounterfactualPopulation> populations(options.scenarios.size());
  parallel::for_each(
      static_cast<std::int64_t>(populations.size()), options.threads, [&](std::int64_t i) {
        populations[i] = simulate::counterfactual_population({.scenario = options.scenarios[i],
                                                              .vectors = options.vectors,
                                                              .trees = options.trees,
                                                              .seed = options.seed});
      });
  return populations;
}

Spread spread_of(std::span<const double> values) {
  std::vector<double> defined;
  for (const double value : values) {
    if (!std::isnan(value)) defined.push_back(value);
  }
  if (defined.empty()) {
    constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
    return {.mean = {kNone, kNone}, .low = kNone, .high = kNone};
  }
  const std::vector<double> ends = resample::quantiles(defined, std::array{0.025, 0.975});
  return {.mean = mean_of(defined), .low = ends[0], .high = ends[1]};
}

}  // namespace faultline::studies
