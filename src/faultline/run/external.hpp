#pragma once
// The file of `external`: people of whom only the group and some covariates are known.

#include <string>
#include <vector>

#include "faultline/data/profiles.hpp"
#include "faultline/data/source.hpp"
#include "faultline/run/counterfactual.hpp"

namespace faultline::run {

struct External {
  data::Profiles profiles{};
  std::vector<std::string> covariates{};
  data::Summary summary{};
};

/// Reads the file as it is, without preparation. Throws InputError and ConfigError.
[[nodiscard]] External read_external(const CounterfactualSpec& spec, data::Source& source,
                                     const std::stop_token& stop);

}  // namespace faultline::run
