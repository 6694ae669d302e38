// The analysis behind `faultline counterfactual`: people become profiles, of whose numbers some are
// who was treated and what was decided.

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "cli/counterfactual_command.hpp"
#include "cli/people_run.hpp"
#include "cli/same_people.hpp"
#include <fmt/format.h>

#include "faultline/audit/counterfactual/borrowing.hpp"
#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"
#include "faultline/data/profiles.hpp"

namespace faultline::cli {
namespace {

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
        fmt::format("--propensity {}: the column holds {}, which is not a probability between 0 "
                    "and 1",
                    name, shortest(p)));
  }
  return propensity;
}

audit::CounterfactualInput input_of(const sql::People& people,
                                    const CounterfactualCommandOptions& options,
                                    const data::Profiles& profiles) {
  audit::CounterfactualInput input{.profiles = profiles,
                                   .protected_attributes = options.protected_attributes,
                                   .covariates = options.data.roles.covariates};
  const std::vector<std::string>& flags = people.flags();
  input.treatment = flag_named(profiles, flags.front());
  for (auto name = flags.begin() + 1; name != flags.end(); ++name)
    input.decisions.push_back({.name = *name, .made = flag_named(profiles, *name)});
  if (!options.propensity_column.empty())
    input.propensity = propensity_named(profiles, options.propensity_column);
  return input;
}

}  // namespace

audit::Result analyse(const sql::People& people, const CounterfactualCommandOptions& options,
                      const audit::Hooks& hooks) {
  audit::Result result = begin_result(people, options.counterfactual);
  std::optional<ReadExternal> external;
  if (!options.external.path.empty()) {
    external = read_external(options, hooks.stop);
    for (const data::Dropped& dropped : external->summary.dropped) {
      result.warnings.push_back(fmt::format("{}: {} left out ({})", external->summary.source,
                                            plural(dropped.count, "row"), dropped.reason));
    }
  }

  const Stopwatch grouping;
  data::ProfilesBuilder builder(people.attributes(), people.numbers());
  people.stream(builder, hooks.stop);
  const data::Profiles profiles = std::move(builder).finish();
  check_same_people(result.data, profiles.people());
  result.data.profiles = profiles.size();
  result.timing.emplace_back("group", grouping.seconds());

  if (options.data.roles.covariates.empty() && options.propensity_column.empty()) {
    result.warnings.emplace_back(
        "no covariates are given: treatment is taken to be as good as random within each group and "
        "decision; name what it depends on with --covariates");
  }
  const Stopwatch estimating;
  const audit::CounterfactualInput input = input_of(people, options, profiles);
  audit::CounterfactualResult found = audit::counterfactual(input, options.counterfactual, hooks);
  if (external && !found.partial) {
    found.report.small_groups = audit::borrow(input, options.counterfactual,
                                              {.source = external->summary.source,
                                               .profiles = external->profiles,
                                               .covariates = external->covariates},
                                              hooks);
  }
  result.counterfactual = std::move(found.report);
  result.models = std::move(found.models);
  result.warnings.insert(result.warnings.end(), found.warnings.begin(), found.warnings.end());
  result.partial = found.partial;
  result.timing.emplace_back("estimate", estimating.seconds());
  return result;
}

}  // namespace faultline::cli
