#pragma once
// `faultline counterfactual`: its options, and the analysis they ask for.

#include <string>
#include <vector>

#include "cli/data_options.hpp"
#include "cli/output.hpp"

#include "faultline/audit/counterfactual/counterfactual.hpp"
#include "faultline/audit/result.hpp"
#include "faultline/data/profiles.hpp"
#include "faultline/sql/people.hpp"

namespace faultline::cli {

/// People of another file, of whom only the group and some covariates are known.
struct ExternalOptions {
  std::string path{};                     // empty: none
  std::vector<std::string> covariates{};  // empty: those that both files have
};

struct CounterfactualCommandOptions {
  DataOptions data{};  // its flags are the treatment, then the decisions
  std::vector<std::string> protected_attributes{};
  std::string propensity_column{};  // empty: a model
  audit::CounterfactualOptions counterfactual{};
  ExternalOptions external{};
  OutputOptions output{};
};

struct ReadExternal {
  data::Profiles profiles{};
  std::vector<std::string> covariates{};
  data::Summary summary{};
};

/// Reads the external file as it is, without preparation. Throws InputError and ConfigError.
[[nodiscard]] ReadExternal read_external(const CounterfactualCommandOptions& options,
                                         const std::stop_token& stop);

/// From people to result: everything but the configuration's echo.
[[nodiscard]] audit::Result analyse(const sql::People& people,
                                    const CounterfactualCommandOptions& options,
                                    const audit::Hooks& hooks);

}  // namespace faultline::cli
