#pragma once
// What the samples of Bias Scan are made of.

#include "faultline/audit/result.hpp"

namespace faultline::report::samples {

/// A run on a thousand people without findings.
[[nodiscard]] audit::Result scan_run();
/// "Male, under 45" of scan_run(), not tested.
[[nodiscard]] audit::Finding young_men(const char* direction);
/// An exhaustive search of so many subgroups.
[[nodiscard]] audit::SearchReport exhaustive(double subgroups);
/// Gives the finding a test of 999 replicates.
void test_with(audit::Finding& finding, double p, double adjusted, bool significant);

}  // namespace faultline::report::samples
