#pragma once
// `faultline counterfactual`: its options, and the analysis they ask for.

#include <string>
#include <vector>

#include "cli/data_options.hpp"
#include "cli/output.hpp"

#include "faultline/audit/counterfactual/counterfactual.hpp"
#include "faultline/audit/result.hpp"
#include "faultline/sql/people.hpp"

namespace faultline::cli {

struct CounterfactualCommandOptions {
  DataOptions data{};  // its flags are the treatment, then the decisions
  std::vector<std::string> protected_attributes{};
  std::string propensity_column{};  // empty: a model
  audit::CounterfactualOptions counterfactual{};
  OutputOptions output{};
};

/// From people to result: everything but the configuration's echo.
[[nodiscard]] audit::Result analyse(const sql::People& people,
                                    const CounterfactualCommandOptions& options,
                                    const audit::Hooks& hooks);

}  // namespace faultline::cli
