#pragma once
// Covariates of profiles as columns of a model's design, by name.

#include <string>
#include <vector>

#include "faultline/data/profiles.hpp"
#include "faultline/model/design/design.hpp"

namespace faultline::methods {

/// Adds attributes as dummies and numbers as they are, in the order of the names. Throws
/// InternalError for a name that is neither.
void add_covariates(const data::Profiles& profiles, const std::vector<std::string>& names,
                    model::Design& design);

}  // namespace faultline::methods
