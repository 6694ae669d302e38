#pragma once
// What decisions do to a subgroup: its rates, and how far its error rate exceeds what the criterion
// allows.

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "faultline/methods/ijdi/error_problem.hpp"
#include "faultline/methods/mitigation/mitigation.hpp"

namespace faultline::methods {

/// FPR, TPR, accuracy, selection rate; a rate without people is none. `positive` counts people per
/// profile.
[[nodiscard]] MitigationReport::Rates rates_of(const data::Profiles& profiles,
                                               std::span<const std::int64_t> positive,
                                               const NamedValues& subgroup,
                                               const std::string& text);

/// Inside against outside, among the people of the error rate.
[[nodiscard]] InsideOutside compare(const MitigationInput& input, ErrorRate error,
                                    std::span<const std::int64_t> positive,
                                    const NamedValues& subgroup);

/// Error rate minus the allowed one; 0 where it is within it, or nobody is inside or outside.
[[nodiscard]] double excess(const InsideOutside& sums, double lambda);

/// One sentence when the excess over the allowed rate rose from `before` to `after`, else empty.
[[nodiscard]] std::string worse_sentence(const std::string& text, ErrorRate error,
                                         const InsideOutside& before, const InsideOutside& after,
                                         double lambda);

}  // namespace faultline::methods
