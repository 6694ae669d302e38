#pragma once
// Rates of small groups (small_groups.hpp) of the people of a counterfactual audit, borrowing from
// people of another data set of whom only the group and some covariates are known. They are matched
// by names: of attributes, values and covariates.

#include <string>
#include <vector>

#include "faultline/methods/counterfactual/counterfactual.hpp"

namespace faultline::methods {

struct ExternalPeople {
  std::string source{};                   // what the report calls them
  const data::Profiles& profiles;         // with the protected attributes
  std::vector<std::string> covariates{};  // at least one; the audit has them too
};

/// One entry per decision. External people in a group or with a value of a category that the audit
/// does not have are left out, and a warning counts them. Throws InputError when nobody is left, or
/// when a covariate holds numbers in one data set and categories in the other.
[[nodiscard]] std::vector<CounterfactualReport::SmallGroups> borrow(
    const CounterfactualInput& input, const CounterfactualOptions& options,
    const ExternalPeople& external, const Hooks& hooks = {});

}  // namespace faultline::methods
