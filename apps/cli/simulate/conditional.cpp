#include "cli/simulate/conditional.hpp"

#include <algorithm>

#include "cli/options/options.hpp"
#include "cli/simulate/people_table.hpp"
#include "cli/terminal/output.hpp"
#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"
#include "faultline/base/whole_file.hpp"
#include "faultline/rng/stream.hpp"
#include "faultline/simulate/columns.hpp"
#include "faultline/simulate/population.hpp"
#include "faultline/simulate/random_choice.hpp"
#include "faultline/simulate/semi_synthetic.hpp"
#include "faultline/simulate/write_csv.hpp"

namespace faultline::cli {
namespace {

struct CbsOptions {
  data::InputOptions input{};
  std::vector<std::string> attributes{};
  std::string protected_class{};
  std::string output = "simulated.csv";
  std::int64_t rows = 6'000;
  std::int64_t seed = 1;
  int n_bias = 2;
  double p_bias = 0.5;
  simulate::Injection injection{};
  simulate::SemiSyntheticOptions data{};
};

void add_options(Options& options, CbsOptions& cbs) {
  options.heading("People");
  options.add("--rows", cbs.rows, "Invent N patients, when no file is named");
  options.add(data::description(&cbs.input), &cbs.input);
  options.positionals_are_optional();
  options.add("--attributes", cbs.attributes, "Use these columns as covariates", true)
      ->type_name("A,B,C");

  options.heading("Bias");
  options.add("--mu-sep", cbs.injection.mu_sep,
              "Raise the predictions of the affected people by X");
  options.add(
      "--mu-suf", cbs.injection.mu_suf,
      "Lower the true probabilities of the affected people by X and draw their outcomes again");
  options.add("--delta", cbs.injection.delta,
              "Raise both by X, which gives the affected people a higher base rate");
  options.flag("--log-odds", cbs.injection.log_odds,
               "Apply --mu-sep, --mu-suf and --delta to log-odds instead of probabilities");
  options
      .add("--protected", cbs.protected_class,
           "Put the bias into this protected class; without it, into a random one")
      ->type_name("COL=VALUE");
  options.add("--n-bias", cbs.n_bias, "Define the affected subgroup by N attributes");
  options.add("--p-bias", cbs.p_bias,
              "Let each value of these attributes belong to the subgroup with probability X");

  options.heading("Noise");
  options.add("--sigma-true", cbs.data.sigma_true,
              "Set the standard deviation of the true log-odds that covariates do not explain");
  options.add("--sigma-predict", cbs.data.sigma_predict,
              "Set the standard deviation of the predictor's noise, in log-odds");
  options.heading("Output");
  options.add("--output", cbs.output, "Write the data to this CSV file")->type_name("FILE");
  options.add_seed(cbs.seed);
}

data::Table covariates(const CbsOptions& cbs) {
  if (cbs.input.path.empty()) {
    rng::Stream stream = simulate::stream_for(cbs.data.seed, 0, simulate::kCovariates);
    return simulate::patients(cbs.rows, stream);
  }
  data::RoleOptions roles;
  roles.attributes = cbs.attributes;
  return people_table(sql::People::open(cbs.input, roles));
}

simulate::ClassChoice class_of(const CbsOptions& cbs, const data::Table& table) {
  if (cbs.protected_class.empty()) return simulate::random_class(table, cbs.data.seed);
  std::vector<std::string> names;
  for (const auto* column : simulate::categorical_columns(table))
    names.push_back(column->attribute.name);
  const data::BinaryRole named = data::parse_binary_role(cbs.protected_class, names);
  if (!named.positive) {
    throw ConfigError(fmt::format("--protected {}: must name a value too, as in {}=VALUE",
                                  cbs.protected_class, cbs.protected_class));
  }
  return {named.column, *named.positive};
}

/// "mu_sep = 0.5 and delta = 0.1, as log-odds".
std::string injected(const simulate::Truth& truth) {
  std::vector<std::string> signals;
  for (const auto& [name, value] :
       {std::pair{"mu_sep", truth.mu_sep}, std::pair{"mu_suf", truth.mu_suf},
        std::pair{"delta", truth.delta}}) {
    if (value != 0) signals.push_back(fmt::format("{} = {}", name, shortest(value)));
  }
  if (signals.empty()) return "nothing (the data is fair)";
  return join_words(signals) + (truth.log_odds ? ", as shifts of log-odds" : "");
}

void refuse_taken_names(const data::Table& table) {
  for (const auto* column : simulate::categorical_columns(table)) {
    const std::string& name = column->attribute.name;
    for (const char* taken :
         {"outcome", "prediction", "decision", "in_class", "in_subgroup", "true_probability"}) {
      if (name == taken) {
        throw InputError(fmt::format(
            "the file has a column '{}', a name that the simulated data needs; leave it out with "
            "--attributes",
            name));
      }
    }
  }
}

}  // namespace

int run_simulate_cbs(std::vector<std::string> arguments) {
  CbsOptions cbs;
  Options options(
      "Simulates outcomes and predictions that are fair except for one subgroup of a protected "
      "class (Algorithm 1 and Step B of the paper on Conditional Bias Scan), on the covariates of "
      "a file or, without one, of invented patients. The columns in_class, in_subgroup and "
      "true_probability hold the truth, and the file .truth.txt beside the data describes it.",
      "faultline simulate cbs");
  options.footer(
      "\nExample:\n"
      "  faultline simulate cbs --mu-sep 0.3 --protected sex=Female --output people.csv\n"
      "  faultline audit people.csv --outcome outcome --score prediction \\\n"
      "    --decision decision --protected sex=Female \\\n"
      "    --attributes age_group,insurance,prior_admissions,ward\n");
  options.allow_config();
  add_options(options, cbs);
  if (!options.parse_or_help(std::move(arguments))) return 0;
  if (cbs.output.empty()) throw ConfigError("--output '': must name a file");
  cbs.data.seed = checked_seed(cbs.seed);
  cbs.data.injection = cbs.injection;
  simulate::validate(cbs.data);

  const data::Table people = covariates(cbs);
  refuse_taken_names(people);
  const simulate::ClassChoice protected_class = class_of(cbs, people);
  cbs.data.protected_attribute = protected_class.attribute;
  cbs.data.protected_value = protected_class.value;
  cbs.data.injection->subgroup =
      simulate::random_subgroup(people, protected_class, cbs.n_bias, cbs.p_bias, cbs.data.seed);
  simulate::SemiSynthetic made = simulate::semi_synthetic(people, cbs.data);
  const auto in_class =
      simulate::rows_with(people, protected_class.attribute, protected_class.value);
  made.table.add(data::NumericColumn{"in_class", {in_class.begin(), in_class.end()}});
  made.table.add(data::NumericColumn{"in_subgroup", {made.affected.begin(), made.affected.end()}});
  made.table.add(data::NumericColumn{"true_probability", made.true_probability});
  write_whole_file(cbs.output, simulate::to_csv(made.table));

  const std::int64_t members = std::count(in_class.begin(), in_class.end(), 1);
  const std::string truth =
      fmt::format("protected class: {}={} ({} of {})\nsubgroup: {} ({})\ninjected: {}\nseed: {}\n",
                  protected_class.attribute, protected_class.value, with_thousands(members),
                  faultline::people(made.table.rows()), simulate::to_text(made.truth.subgroup),
                  faultline::people(made.truth.people), injected(made.truth), cbs.seed);
  const std::string truth_file = cbs.output + ".truth.txt";
  write_whole_file(truth_file, truth);
  fmt::print("{}wrote {} and {}\n", truth, cbs.output, truth_file);
  return 0;
}

}  // namespace faultline::cli
