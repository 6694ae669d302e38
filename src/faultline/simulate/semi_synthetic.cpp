#include "faultline/simulate/semi_synthetic.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/simulate/columns.hpp"
#include "faultline/simulate/fair_data.hpp"
#include "faultline/simulate/population.hpp"

namespace faultline::simulate {
namespace {

void check_range(const char* name, double value, double low, double high) {
  if (!(value >= low && value <= high)) {
    throw ConfigError(
        fmt::format("{} is {}; it must lie between {} and {}", name, value, low, high));
  }
}

std::string kind_of(const Injection& injection) {
  std::vector<std::string> kinds;
  if (injection.mu_suf != 0) kinds.emplace_back("mu_suf");
  if (injection.mu_sep != 0) kinds.emplace_back("mu_sep");
  if (injection.delta != 0) kinds.emplace_back("delta");
  return kinds.empty() ? "none" : fmt::format("{}", fmt::join(kinds, "+"));
}

}  // namespace

void validate(const SemiSyntheticOptions& options) {
  check_range("sigma_true", options.sigma_true, 0, 100);
  check_range("sigma_predict", options.sigma_predict, 0, 100);
  check_range("weight_sd", options.weight_sd, 0, 100);
  check_range("threshold", options.threshold, 0, 1);
  check_range("clip", options.clip, 0, 0.5);
  if (!options.protected_value.empty() && options.protected_attribute.empty()) {
    throw ConfigError(fmt::format("the protected value '{}' has no attribute it belongs to",
                                  options.protected_value));
  }
  if (options.injection) {
    const double most = options.injection->log_odds ? 100 : 1;
    check_range("mu_suf", options.injection->mu_suf, -most, most);
    check_range("mu_sep", options.injection->mu_sep, -most, most);
    check_range("delta", options.injection->delta, -most, most);
  }
}

std::vector<std::uint8_t> rows_reached(const data::Table& covariates,
                                       const ClassChoice& protected_class,
                                       const NamedSubgroup& subgroup) {
  const auto columns = categorical_columns(covariates);
  const Membership membership(subgroup, attributes_of(columns));
  std::vector<std::uint8_t> reached(static_cast<std::size_t>(covariates.rows()), 1);
  if (!protected_class.value.empty()) {
    for (const auto& [name, values] : subgroup) {
      if (name == protected_class.attribute) {
        throw ConfigError(fmt::format(
            "the subgroup restricts '{}', which already says who is in the protected class", name));
      }
    }
    reached = rows_with(covariates, protected_class.attribute, protected_class.value);
  }
  std::vector<data::Code> person(columns.size());
  for (std::size_t row = 0; row < reached.size(); ++row) {
    for (std::size_t a = 0; a < columns.size(); ++a) person[a] = columns[a]->codes[row];
    if (!membership.contains(person)) reached[row] = 0;
  }
  return reached;
}

SemiSynthetic semi_synthetic(const data::Table& covariates, const SemiSyntheticOptions& options) {
  validate(options);
  const FairData fair(covariates, options.protected_attribute, options.weight_sd, options.seed,
                      options.replicate);
  SemiSynthetic made;
  made.affected.assign(fair.rows(), 0);
  const ClassChoice protected_class{options.protected_attribute, options.protected_value};
  if (options.injection)
    made.affected = rows_reached(covariates, protected_class, options.injection->subgroup);
  std::vector<double> outcome, prediction, decision;
  for (std::size_t row = 0; row < fair.rows(); ++row) {
    const Person person =
        fair.person(row, options, made.affected[row] != 0 ? &*options.injection : nullptr);
    made.true_probability.push_back(person.truth);
    outcome.push_back(person.outcome ? 1 : 0);
    prediction.push_back(person.prediction);
    decision.push_back(person.decision ? 1 : 0);
  }

  for (const auto* column : categorical_columns(covariates)) made.table.add(*column);
  made.table.add(data::NumericColumn{"outcome", std::move(outcome)});
  made.table.add(data::NumericColumn{"prediction", std::move(prediction)});
  made.table.add(data::NumericColumn{"decision", std::move(decision)});
  made.truth.protected_class = protected_class;
  if (options.injection) {
    const Injection& injection = *options.injection;
    made.truth.subgroup = injection.subgroup;
    made.truth.kind = kind_of(injection);
    made.truth.mu_suf = injection.mu_suf;
    made.truth.mu_sep = injection.mu_sep;
    made.truth.delta = injection.delta;
    made.truth.log_odds = injection.log_odds;
    made.truth.people = std::count(made.affected.begin(), made.affected.end(), 1);
  }
  return made;
}

SemiSynthetic semi_synthetic_patients(std::int64_t rows, const SemiSyntheticOptions& options) {
  rng::Stream stream = stream_for(options.seed, options.replicate, kCovariates);
  return semi_synthetic(patients(rows, stream), options);
}

}  // namespace faultline::simulate
