#include "faultline/methods/counterfactual/covariates.hpp"

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/methods/group_rows.hpp"

namespace faultline::methods {

void add_covariates(const data::Profiles& profiles, const std::vector<std::string>& names,
                    model::Design& design) {
  for (const std::string& name : names) {
    if (const auto a = position_of(profiles.attributes, name)) {
      design.add(profiles.attributes[*a], profiles.codes[*a]);
    } else if (const auto v = position_of(profiles.number_names, name)) {
      design.add(name, profiles.numbers[*v]);
    } else {
      throw InternalError(fmt::format("no covariate '{}'", name));
    }
  }
}

}  // namespace faultline::methods
