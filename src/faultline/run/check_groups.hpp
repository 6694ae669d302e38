#pragma once
// The parts of a check that compare groups: rates (metrics) and costs (sources). Where both test
// the same difference, there is one test, that of the rates.

#include <vector>

#include "faultline/methods/sources/input.hpp"
#include "faultline/resample/holm_families.hpp"
#include "faultline/result/result.hpp"

namespace faultline::run {

/// p-values of all comparisons, adjusted within (Holm); none where nothing was tested.
[[nodiscard]] resample::FamilyPValues rate_tests(const result::MetricsReport& report);
/// Puts the adjusted ones in their place, with the verdicts that follow.
void settle_rates(const resample::FamilyPValues& adjusted, double alpha,
                  result::MetricsReport& report);

/// Marks the levels whose difference `rates` tests too, and adjusts the others within; none for
/// those that are marked. `rates` may be null.
[[nodiscard]] resample::FamilyPValues level_tests(const result::MetricsReport* rates,
                                                  result::SourcesReport& report);
/// Puts the adjusted ones in their place, those of the rates where they are marked, and words the
/// advice anew. The rates are settled.
void settle_levels(const resample::FamilyPValues& adjusted, const result::MetricsReport* rates,
                   const methods::SourcesOptions& options, result::SourcesReport& report);

}  // namespace faultline::run
