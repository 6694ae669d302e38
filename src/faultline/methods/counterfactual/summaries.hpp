#pragma once
// Summaries of the differences between groups' rates, over all unordered pairs of groups whose rate
// is defined (a report hands in only those that rest on enough people): AVG their mean absolute
// difference, MAX the largest, VAR their variance (divided by pairs - 1) and SD its root; MARG the
// mean over pairs of values within each attribute, which no intersection enters; OBS the AVG of the
// observed rates of the same groups.

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "faultline/methods/counterfactual/rates.hpp"
#include "faultline/methods/result.hpp"

namespace faultline::methods {

inline constexpr std::size_t kSummaries = kSummaryKinds.size();

/// NaN where there are not enough pairs: one for AVG, MAX, MARG and OBS, two for VAR and SD.
using SummaryValues = std::array<double, kSummaries>;

/// Nothing for NaN.
[[nodiscard]] std::optional<double> if_defined(double value);

/// Observed rates of the groups whose counterfactual rate is defined; NaN for the others.
[[nodiscard]] std::vector<double> observed_of_same_groups(const Rates& rates, bool cfpr);

/// Of cFPR (false: cFNR). `arities` are the numbers of values of the protected attributes.
[[nodiscard]] SummaryValues summarise(const Rates& rates, bool cfpr,
                                      std::span<const std::size_t> arities);

/// The pair with the largest difference, in order; the first ones on ties. None with fewer than two
/// defined rates.
[[nodiscard]] std::optional<std::pair<std::size_t, std::size_t>> largest_difference(
    std::span<const double> rates);

}  // namespace faultline::methods
