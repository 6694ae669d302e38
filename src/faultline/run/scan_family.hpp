#pragma once
// `faultline scan` of outcomes that are not one of two values: numbers, counts, ordered classes,
// several classes.

#include "faultline/data/source.hpp"
#include "faultline/methods/bias_scan/bias_scan.hpp"
#include "faultline/methods/result.hpp"
#include "faultline/run/context.hpp"
#include "faultline/run/scan.hpp"

namespace faultline::run {

/// Neither two values nor left to the data.
[[nodiscard]] constexpr bool is_other(result::Family family) {
  return family != result::Family::automatic && family != result::Family::bernoulli;
}

/// What of the spec does not go with its family. Throws ConfigError.
void check_family(const ScanSpec& spec);

/// Directions and settings of the method.
[[nodiscard]] methods::BiasScanOptions method_options(const ScanSpec& spec);

/// Throws InputError when an outcome is not of its family.
[[nodiscard]] methods::Result scan_family(const ScanSpec& spec, data::Source& source,
                                          const Context& context);

}  // namespace faultline::run
