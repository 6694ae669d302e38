#include "cli/simulate/sampling_bias.hpp"

#include "cli/options/options.hpp"
#include "cli/terminal/output.hpp"
#include <fmt/format.h>

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

}  // namespace

int run_simulate_sampling_bias(std::vector<std::string> arguments) {
  simulate::SamplingBiasOptions sampling;
  std::string subgroup = "age_group=75 or over;prior_admissions=None";
  std::string train = "train.csv";
  std::string test = "test.csv";
  std::int64_t seed = 1;
  Options options(
      "Simulates training data in which one subgroup keeps records without the outcome only with "
      "probability 1/Delta, a classifier that predicts the training rate of each profile, and "
      "unbiased test data with these predictions and the true probabilities.",
      "faultline simulate sampling-bias");
  options.footer(
      "\nExample:\n"
      "  faultline simulate sampling-bias --delta 2 --train train.csv --test test.csv\n"
      "  faultline scan test.csv --outcome outcome --score prediction --direction lower\n");
  options.allow_config();
  options.add(
      "--delta", sampling.delta,
      "Multiply the odds of the outcome in the subgroup of the training data by X, 1 or more");
  options.add("--subgroup", subgroup, "Put the bias into this subgroup")->type_name("SETS");
  options.add("--train-rows", sampling.train_rows, "Keep N training records");
  options.add("--test-rows", sampling.test_rows, "Draw N test records");
  options.add("--train", train, "Write the training data to this CSV file; '' writes none")
      ->type_name("FILE");
  options.add("--test", test, "Write the test data to this CSV file")->type_name("FILE");
  options.add_seed(seed);
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

}  // namespace faultline::cli
