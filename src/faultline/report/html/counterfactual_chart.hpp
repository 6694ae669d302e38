#pragma once
// Charts of counterfactual error rates: a group's rate with its interval, and where a summary
// stands among its permutations.

#include <optional>
#include <span>
#include <string>
#include <utility>

#include "faultline/report/html/chart.hpp"

namespace faultline::report::html {

/// One line: a dot for the counterfactual rate, a bar for its interval, a ring for the observed
/// rate; each where there is one.
[[nodiscard]] Markup group_rate_row(const std::optional<double>& rate,
                                    const std::optional<std::pair<double, double>>& interval,
                                    const std::optional<double>& observed, const RateAxis& axis,
                                    const std::string& label);

/// The permutations as bars, the estimate as a marked line and its interval as a segment on the
/// axis, in percentage points. Empty without permutations.
[[nodiscard]] Markup reference_chart(std::span<const double> permutations, double estimate,
                                     const std::optional<std::pair<double, double>>& interval,
                                     const std::string& label);

}  // namespace faultline::report::html
