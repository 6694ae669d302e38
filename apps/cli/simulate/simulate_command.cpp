// `faultline simulate GENERATOR`: the papers' data generators, with the truth beside the data.

#include <array>

#include "cli/command.hpp"
#include "cli/options/named_list.hpp"
#include "cli/options/options.hpp"
#include "cli/simulate/conditional.hpp"
#include "cli/simulate/counterfactual.hpp"
#include "cli/simulate/sources.hpp"
#include "cli/terminal/output.hpp"
#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"
#include "faultline/base/whole_file.hpp"
#include "faultline/search/subgroup.hpp"
#include "faultline/simulate/sampling_bias.hpp"
#include "faultline/simulate/write_csv.hpp"

namespace faultline::cli {
namespace {

/// The subgroup by names, as the generator takes it.
simulate::NamedSubgroup named_subgroup(const search::Subgroup& subgroup,
                                       const std::vector<data::Attribute>& attributes) {
  simulate::NamedSubgroup named;
  for (std::size_t a = 0; a < attributes.size(); ++a) {
    if (subgroup.sets[a] == search::all_values(attributes[a].arity())) continue;
    auto& values = named.emplace_back(attributes[a].name, std::vector<std::string>{}).second;
    for (int v = 0; v < attributes[a].arity(); ++v) {
      if (((subgroup.sets[a] >> v) & 1) != 0) values.push_back(attributes[a].labels[v]);
    }
  }
  return named;
}

int run_sampling_bias(std::vector<std::string> arguments) {
  simulate::SamplingBiasOptions sampling;
  std::string subgroup = "age_group=75 or over;prior_admissions=None";
  std::string train = "train.csv";
  std::string test = "test.csv";
  std::int64_t seed = 1;
  Options options(
      "Training data in which, inside one subgroup, records without the outcome are kept with "
      "probability 1/Delta only; a classifier that predicts each profile's training rate; and "
      "unbiased test data with those predictions and the true probabilities.",
      "faultline simulate sampling-bias");
  options.footer(
      "\nExample:\n"
      "  faultline simulate sampling-bias --delta 2 --train train.csv --test test.csv\n"
      "  faultline scan test.csv --outcome outcome --score prediction --direction lower\n");
  options.allow_config();
  options.add("--delta", sampling.delta,
              "Odds factor by which the outcome is over-sampled in the subgroup, 1 or more");
  options.add("--subgroup", subgroup, "The subgroup with the bias")->type_name("SETS");
  options.add("--train-rows", sampling.train_rows, "Training records that are kept");
  options.add("--test-rows", sampling.test_rows, "Test records");
  options.add("--train", train, "Where the training data goes; '' for nowhere")->type_name("FILE");
  options.add("--test", test, "Where the test data goes")->type_name("FILE");
  options.add("--seed", seed, "Of all random numbers");
  if (!options.parse_or_help(std::move(arguments))) return 0;
  sampling.seed = checked_seed(seed);
  const simulate::ProfilePopulation population = simulate::patient_population(sampling.seed);
  const search::Subgroup biased = search::parse_subgroup(subgroup, population.attributes);
  sampling.subgroup = named_subgroup(biased, population.attributes);
  const simulate::SamplingBias made = simulate::sampling_bias(population, sampling);
  if (!train.empty()) write_whole_file(train, simulate::to_csv(made.train));
  write_whole_file(test, simulate::to_csv(made.test));
  print_paragraph(fmt::format("{} in {}, {} of them in the subgroup with the bias ({})",
                              plural(made.test.rows(), "test record"), test,
                              with_thousands(made.people),
                              search::in_words(biased, population.attributes)));
  if (!train.empty())
    print_paragraph(fmt::format("{} in {}", plural(made.train.rows(), "training record"), train));
  print_paragraph(fmt::format(
      "Delta = {}: inside the subgroup the predictions tend to Delta p / (Delta p + 1 - p), where "
      "p stands in the column true_probability",
      made.delta));
  if (made.adjusted_profiles > 0) {
    print_paragraph(fmt::format(
        "{} with a training rate of 0 or 1, or without training records, {} moved "
        "inside (0, 1)",
        plural(made.adjusted_profiles, "profile"), made.adjusted_profiles == 1 ? "was" : "were"));
  }
  return 0;
}

constexpr std::array<Named, 6> kGenerators{{
    {"cbs", "fair data with a bias in one subgroup of a protected class", &run_simulate_cbs},
    {"counterfactual", "people treated or not, and the rates had nobody been treated",
     &run_simulate_counterfactual},
    {"notes", "clinical notes with known topics; in one, one group is noisier",
     &run_simulate_notes},
    {"quadratic", "a number with noise that differs between two groups", &run_simulate_regression},
    {"reviews", "book reviews, harder to learn in the rarer group", &run_simulate_reviews},
    {"sampling-bias", "training data with differential sampling bias, and test data",
     &run_sampling_bias},
}};

}  // namespace

int run_simulate(std::vector<std::string> arguments) {
  return run_named("simulate", "generator", kGenerators, std::move(arguments));
}

}  // namespace faultline::cli
