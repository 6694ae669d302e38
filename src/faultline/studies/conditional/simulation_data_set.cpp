#include "faultline/studies/conditional/simulation_data_set.hpp"

#include <map>
#include <string>

#include "faultline/base/error.hpp"
#include "faultline/methods/conditional/class_problem.hpp"
#include "faultline/methods/conditional/class_scanner.hpp"
#include "faultline/rivals/gerryfair.hpp"
#include "faultline/rivals/multiaccuracy.hpp"
#include "faultline/simulate/columns.hpp"
#include "faultline/simulate/semi_synthetic.hpp"

namespace faultline::studies {
namespace {

/// The overlap of two sets of people, given row by row.
class Overlap {
 public:
  void add(bool found, bool treated) {
    both_ += found && treated ? 1 : 0;
    either_ += found || treated ? 1 : 0;
  }
  [[nodiscard]] double jaccard() const {
    return either_ == 0 ? 0.0 : static_cast<double>(both_) / static_cast<double>(either_);
  }

 private:
  std::int64_t both_ = 0;
  std::int64_t either_ = 0;
};

methods::ConditionalOptions scan_options() {
  methods::ConditionalOptions options;
  for (const auto auditor : {Auditor::separation_scores, Auditor::separation_decisions,
                             Auditor::sufficiency_scores, Auditor::sufficiency_decisions}) {
    const methods::Metric& metric = methods::metric_named(name_of(auditor));
    options.scans.push_back({&metric, methods::harmful_direction(metric, methods::Harm::positive)});
  }
  options.permute = methods::Permute::everyone;  // the paper's method: nobody is left out
  options.replicates = 0;
  return options;
}

}  // namespace

struct SimulationDataSet::People {
  std::vector<std::uint8_t> treated{};  // per row, like all
  std::vector<double> prediction{};
  std::vector<std::uint8_t> outcome{};
  std::vector<std::uint8_t> decision{};
};

std::string_view name_of(Auditor auditor) {
  switch (auditor) {
    case Auditor::separation_scores:
      return "separation-scores";
    case Auditor::separation_decisions:
      return "separation-decisions";
    case Auditor::sufficiency_scores:
      return "sufficiency-scores";
    case Auditor::sufficiency_decisions:
      return "sufficiency-decisions";
    case Auditor::gerryfair:
      return "GerryFair";
    case Auditor::multiaccuracy:
      return "MultiAccuracy Boost";
  }
  throw InternalError("unknown auditor");
}

SimulationDataSet::SimulationDataSet(const data::Table& covariates, std::uint64_t seed,
                                     std::uint32_t replicate)
    : covariates_(covariates),
      seed_(seed),
      replicate_(replicate),
      class_(simulate::random_class(covariates, seed, replicate)),
      fair_(covariates, class_.attribute, simulate::SemiSyntheticOptions{}.weight_sd, seed,
            replicate),
      in_class_(simulate::rows_with(covariates, class_.attribute, class_.value)) {
  // The rivals' features: the other attributes, and whether somebody is in the class.
  std::vector<const data::CategoricalColumn*> columns;
  for (const auto* column : simulate::categorical_columns(covariates)) {
    if (column->attribute.name != class_.attribute) columns.push_back(column);
  }
  std::map<std::vector<data::Code>, std::int32_t> tuples;
  std::vector<data::Code> tuple(columns.size() + 1);
  const auto fill = [&](std::size_t row) {
    for (std::size_t a = 0; a < columns.size(); ++a) tuple[a] = columns[a]->codes[row];
    tuple.back() = in_class_[row];
  };
  for (std::size_t row = 0; row < in_class_.size(); ++row) {
    fill(row);
    tuples.emplace(tuple, 0);
  }
  std::vector<std::vector<data::Code>> codes(tuple.size());
  std::int32_t next = 0;
  for (auto& [key, position] : tuples) {
    position = next++;
    for (std::size_t a = 0; a < key.size(); ++a) codes[a].push_back(key[a]);
  }
  feature_row_.reserve(in_class_.size());
  for (std::size_t row = 0; row < in_class_.size(); ++row) {
    fill(row);
    feature_row_.push_back(tuples.at(tuple));
  }
  features_ = model::Design(next);
  for (std::size_t a = 0; a < columns.size(); ++a) features_.add(columns[a]->attribute, codes[a]);
  features_.add(data::Attribute{"class", {"outside", "inside"}}, codes.back());
}

SimulationDataSet::People SimulationDataSet::make_people(
    const SimulationConfiguration& configuration) const {
  simulate::SemiSyntheticOptions options;
  options.sigma_true = configuration.sigma_true;
  options.sigma_predict = configuration.sigma_predict;
  simulate::Injection injection;
  injection.subgroup = simulate::random_subgroup(covariates_, class_, configuration.n_bias,
                                                 configuration.p_bias, seed_, replicate_);
  injection.mu_sep = configuration.mu_sep;
  injection.mu_suf = configuration.mu_suf;
  injection.delta = configuration.delta;
  injection.log_odds = configuration.log_odds;
  People people;
  people.treated = simulate::rows_reached(covariates_, class_, injection.subgroup);
  const std::size_t rows = fair_.rows();
  people.prediction.reserve(rows);
  people.outcome.reserve(rows);
  people.decision.reserve(rows);
  for (std::size_t row = 0; row < rows; ++row) {
    const simulate::Person person =
        fair_.person(row, options, people.treated[row] != 0 ? &injection : nullptr);
    people.prediction.push_back(person.prediction);
    people.outcome.push_back(person.outcome ? 1 : 0);
    people.decision.push_back(person.decision ? 1 : 0);
  }
  return people;
}

void SimulationDataSet::scan(const People& people, Accuracies& accuracies) const {
  data::Profiles profiles;
  std::vector<std::string> names;
  std::vector<const data::CategoricalColumn*> scanned;
  for (const auto* column : simulate::categorical_columns(covariates_)) {
    profiles.attributes.push_back(column->attribute);
    profiles.codes.push_back(column->codes);
    if (column->attribute.name == class_.attribute) continue;
    names.push_back(column->attribute.name);
    scanned.push_back(column);
  }
  profiles.prediction = people.prediction;
  profiles.outcome = people.outcome;
  profiles.decision = people.decision;
  profiles.count.assign(fair_.rows(), 1);
  const methods::ConditionalInput input{profiles, names, names};
  const methods::ClassProblem problem(input, {class_.attribute, class_.value}, scan_options());
  methods::ClassScanner scanner(problem);
  scanner.use(problem.members());
  for (std::size_t s = 0; s < problem.criteria().size(); ++s) {
    accuracies[s] = 0;
    if (!scanner.expect(s)) continue;
    const search::SearchResult result =
        scanner.search(s, problem.options().search_options(problem.criteria()[s].direction));
    if (result.found.empty()) continue;
    const search::Subgroup& subgroup = result.found.front().subgroup;
    Overlap overlap;
    for (std::size_t row = 0; row < in_class_.size(); ++row) {
      if (in_class_[row] == 0) continue;
      bool found = true;
      for (std::size_t a = 0; a < scanned.size(); ++a)
        found = found && ((subgroup.sets[a] >> scanned[a]->codes[row]) & 1U) != 0;
      overlap.add(found, people.treated[row] != 0);
    }
    accuracies[s] = overlap.jaccard();
  }
}

void SimulationDataSet::ask_rivals(const People& people, Accuracies& accuracies) const {
  const std::vector<std::int64_t> count(in_class_.size(), 1);
  const rivals::AuditRows rows{.design = features_,
                               .design_row = feature_row_,
                               .prediction = people.prediction,
                               .outcome = people.outcome,
                               .count = count};
  // Both may name people outside the class; these are left out, as the paper does.
  const auto accuracy = [&](const std::vector<std::uint8_t>& member) {
    Overlap overlap;
    for (std::size_t row = 0; row < in_class_.size(); ++row) {
      if (in_class_[row] != 0) overlap.add(member[row] != 0, people.treated[row] != 0);
    }
    return overlap.jaccard();
  };
  accuracies[static_cast<std::size_t>(Auditor::gerryfair)] =
      accuracy(rivals::gerryfair(rows, {.deviation = rivals::Deviation::above}).member);
  const rivals::MultiAccuracyResult boost =
      rivals::multiaccuracy(rows, {.directional = true,
                                   .heuristic = rivals::ResidualHeuristic::signed_residual,
                                   .seed = seed_,
                                   .replicate = replicate_});
  accuracies[static_cast<std::size_t>(Auditor::multiaccuracy)] =
      boost.best ? accuracy(boost.best->member) : 0.0;
}

Accuracies SimulationDataSet::run(const SimulationConfiguration& configuration) const {
  const People people = make_people(configuration);
  Accuracies accuracies{};
  scan(people, accuracies);
  ask_rivals(people, accuracies);
  return accuracies;
}

}  // namespace faultline::studies
