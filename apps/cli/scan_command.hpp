#pragma once
// `faultline scan`: its options, and the analysis they ask for.

#include <optional>
#include <string>

#include "cli/data_options.hpp"
#include "cli/output.hpp"

#include "faultline/audit/bias_scan/bias_scan.hpp"
#include "faultline/audit/result.hpp"
#include "faultline/sql/people.hpp"

namespace faultline::cli {

struct ScanOptions {
  DataOptions data{};
  audit::BiasScanOptions scan{};
  std::optional<double> clip{};
  bool power = false;
  std::string subgroup{};  // for power
  OutputOptions output{};
};

/// From people to result: everything but the configuration's echo. Throws InputError when a
/// prediction makes an outcome impossible and --clip is not given.
[[nodiscard]] audit::Result analyse(const sql::People& people, const ScanOptions& options,
                                    const audit::Hooks& hooks);

}  // namespace faultline::cli
