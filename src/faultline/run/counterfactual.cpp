// The run behind `faultline counterfactual`: people become profiles, of whose numbers some are who
// was treated and what was decided.

#include "faultline/run/counterfactual.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"
#include "faultline/methods/counterfactual/borrowing.hpp"
#include "faultline/run/external.hpp"
#include "faultline/run/run_frame.hpp"

namespace faultline::run {
namespace {

/// The column of propensities; empty: a model.
std::string propensity_column(const CounterfactualSpec& spec) {
  return spec.propensity == "logistic" || spec.propensity == "ensemble" ? "" : spec.propensity;
}

/// Treatment and decisions become flags, the protected attributes all there is to tell apart.
data::RoleOptions roles_of(const CounterfactualSpec& spec) {
  data::RoleOptions roles;
  roles.outcome = spec.outcome;
  roles.covariates = spec.covariates;
  roles.count = spec.count;
  roles.attributes = spec.protected_attributes;
  roles.attributes_option = "`protected`";
  roles.protected_classes = spec.protected_attributes;  // so that nobody's is missing
  roles.flags.push_back({.option = "`treatment`", .column = spec.treatment});
  for (const std::string& column : spec.decisions)
    roles.flags.push_back({.option = "`decision`", .column = column});
  for (const std::string& column : spec.scores)
    roles.flags.push_back({.option = "`score`", .column = column, .threshold = spec.threshold});
  if (const std::string column = propensity_column(spec); !column.empty()) {
    roles.numbers.push_back(column);
    roles.numbers_option = "`propensity` (logistic, ensemble, or a column of probabilities)";
  }
  if (!spec.cluster.empty()) {
    roles.numbers.push_back(spec.cluster);
    roles.number_options.emplace_back(spec.cluster, "`cluster`");
    roles.ranked = {spec.cluster};
  }
  return roles;
}

methods::CounterfactualOptions method_options(const CounterfactualSpec& spec) {
  methods::CounterfactualOptions options = spec.method;
  using methods::PropensityKind;
  if (spec.propensity == "ensemble") options.propensity = PropensityKind::ensemble;
  if (!propensity_column(spec).empty()) options.propensity = PropensityKind::column;
  if (spec.refit) options.refit = *spec.refit == Choice::yes;
  options.size = methods::parse_resample_size(spec.m);
  methods::validate(options);
  return options;
}

const std::vector<double>& number_named(const data::Profiles& profiles, const std::string& name) {
  const auto at = std::find(profiles.number_names.begin(), profiles.number_names.end(), name);
  if (at == profiles.number_names.end())
    throw InternalError(fmt::format("column '{}' was not read", name));
  return profiles.numbers[static_cast<std::size_t>(at - profiles.number_names.begin())];
}

std::vector<std::uint8_t> flag_named(const data::Profiles& profiles, const std::string& name) {
  const std::vector<double>& numbers = number_named(profiles, name);
  std::vector<std::uint8_t> flag;
  flag.reserve(numbers.size());
  for (const double number : numbers) flag.push_back(number != 0 ? 1 : 0);
  return flag;
}

std::vector<double> propensity_named(const data::Profiles& profiles, const std::string& name) {
  std::vector<double> propensity = number_named(profiles, name);
  for (const double p : propensity) {
    if (p >= 0 && p <= 1) continue;
    throw InputError(
        fmt::format("`propensity` {}: the column holds {}, which is not a probability between 0 "
                    "and 1",
                    name, shortest(p)));
  }
  return propensity;
}

methods::CounterfactualInput input_of(const data::People& people, const CounterfactualSpec& spec,
                                      const data::Profiles& profiles) {
  methods::CounterfactualInput input{.profiles = profiles,
                                     .protected_attributes = spec.protected_attributes,
                                     .covariates = spec.covariates};
  const std::vector<std::string>& flags = people.flags();
  input.treatment = flag_named(profiles, flags.front());
  for (auto name = flags.begin() + 1; name != flags.end(); ++name)
    input.decisions.push_back({.name = *name, .made = flag_named(profiles, *name)});
  if (const std::string column = propensity_column(spec); !column.empty())
    input.propensity = propensity_named(profiles, column);
  if (!spec.cluster.empty()) input.cluster = number_named(profiles, spec.cluster);
  return input;
}

}  // namespace

methods::Result counterfactual(const CounterfactualSpec& spec, data::Source& source,
                               const Context& context) {
  validate(spec);
  const methods::CounterfactualOptions options = method_options(spec);
  const std::stop_token& stop = context.hooks.stop;
  const OpenedPeople opened = open(source, spec.input, roles_of(spec), options.threads, context);
  const data::People& people = *opened.people;
  methods::Result result = begin_result(opened, options);
  std::optional<External> external;
  if (!spec.external.empty()) {
    external = read_external(spec, source, stop);
    for (const data::Notice& dropped : external->summary.dropped) {
      result.notices.push_back(
          methods::Notice::warning(fmt::format("{}: {} left out ({})", external->summary.source,
                                               plural(dropped.count, "row"), dropped.text),
                                   external->summary.source));
    }
  }

  const Stopwatch grouping;
  const data::Profiles profiles = read_profiles(people, stop);
  result.data.profiles = profiles.size();
  result.timing.emplace_back("group", grouping.seconds());

  if (spec.covariates.empty() && propensity_column(spec).empty()) {
    result.notices.push_back(methods::Notice::warning(
        "no covariates are given: treatment is taken to be as good as random within each group and "
        "decision; name what it depends on with `covariates`"));
  }
  const Stopwatch estimating;
  const methods::CounterfactualInput input = input_of(people, spec, profiles);
  methods::CounterfactualResult found = methods::counterfactual(input, options, context.hooks);
  if (external && !found.partial) {
    found.report.small_groups = methods::borrow(input, options,
                                                {.source = external->summary.source,
                                                 .profiles = external->profiles,
                                                 .covariates = external->covariates},
                                                context.hooks);
  }
  result.counterfactual = std::move(found.report);
  result.models = std::move(found.models);
  append(result.notices, found.notices);
  result.partial = found.partial;
  result.timing.emplace_back("estimate", estimating.seconds());

  CounterfactualSpec resolved = spec;
  if (external)
    resolve(resolved, "external_covariates", resolved.external_covariates, external->covariates);
  finish_result(resolved, result);
  return result;
}

}  // namespace faultline::run
