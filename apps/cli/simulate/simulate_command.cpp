// `faultline simulate GENERATOR`: the papers' data generators, with the truth beside the data.

#include <array>

#include "cli/command.hpp"
#include "cli/options/named_list.hpp"
#include "cli/simulate/conditional.hpp"
#include "cli/simulate/counterfactual.hpp"
#include "cli/simulate/sampling_bias.hpp"
#include "cli/simulate/sources.hpp"

namespace faultline::cli {
namespace {

constexpr std::array<NamedTask, 6> kGenerators{{
    {"cbs", "fair data with a bias in one subgroup of a protected class", &run_simulate_cbs},
    {"counterfactual", "treated and untreated people, with the true error rates",
     &run_simulate_counterfactual},
    {"notes", "clinical notes with known topics, one of them noisier for one group",
     &run_simulate_notes},
    {"quadratic", "a number whose noise differs between two groups", &run_simulate_regression},
    {"reviews", "book reviews that are harder to learn for the rarer group", &run_simulate_reviews},
    {"sampling-bias", "training data with differential sampling bias, and test data",
     &run_simulate_sampling_bias},
}};

}  // namespace

int run_simulate(std::vector<std::string> arguments) {
  return run_named("simulate", "generator", kGenerators, std::move(arguments));
}

}  // namespace faultline::cli
