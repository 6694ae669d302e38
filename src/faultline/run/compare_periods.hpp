#pragma once
// The part of `compare` that is about one model in two periods or files.

#include "faultline/run/compare.hpp"

namespace faultline::run {

/// `spec` is valid, and names a column that tells the periods apart, or a second file.
[[nodiscard]] methods::Result compare_periods(const CompareSpec& spec, data::Source& source,
                                              const Context& context);

/// The scans that a spec asks for, as far as its roles allow, in the direction it asks for. Throws
/// ConfigError when a criterion that was named cannot be had.
[[nodiscard]] std::vector<methods::CriterionScan> period_scans(const CompareSpec& spec);

}  // namespace faultline::run
