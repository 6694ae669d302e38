#pragma once
// `faultline ijdi`: its options, and the analysis they ask for.

#include <string>

#include "cli/data_options.hpp"
#include "cli/output.hpp"
#include "cli/probability_options.hpp"

#include "faultline/audit/ijdi/ijdi.hpp"
#include "faultline/audit/result.hpp"
#include "faultline/sql/people.hpp"

namespace faultline::cli {

struct IjdiCommandOptions {
  DataOptions data{};
  ProbabilityOptions probability{};
  audit::IjdiOptions ijdi{};
  std::string checkpoint{};
  OutputOptions output{};
};

/// From people to result: everything but the configuration's echo. `fingerprint` tells runs apart
/// that must not share a checkpoint.
[[nodiscard]] audit::Result analyse(const sql::People& people, const IjdiCommandOptions& options,
                                    const std::string& fingerprint, const audit::Hooks& hooks);

}  // namespace faultline::cli
