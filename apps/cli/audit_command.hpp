#pragma once
// `faultline audit`: its options, and the analysis they ask for.

#include <string>
#include <vector>

#include "cli/data_options.hpp"
#include "cli/output.hpp"

#include "faultline/audit/conditional/conditional.hpp"
#include "faultline/audit/result.hpp"
#include "faultline/sql/people.hpp"

namespace faultline::cli {

struct AuditOptions {
  DataOptions data{};
  audit::ConditionalOptions audit{};
  std::string checkpoint{};
  std::vector<std::string> left_out{};  // default metrics that the roles do not allow
  OutputOptions output{};
};

/// From people to result: everything but the configuration's echo. `fingerprint` tells runs apart
/// that must not share a checkpoint.
[[nodiscard]] audit::Result analyse(const sql::People& people, const AuditOptions& options,
                                    const std::string& fingerprint, const audit::Hooks& hooks);

}  // namespace faultline::cli
