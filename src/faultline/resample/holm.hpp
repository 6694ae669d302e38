#pragma once
// Holm's (1979) step-down adjustment: with m p-values in ascending order, the i-th becomes the
// largest of (m - j + 1) p_j over j <= i, at most 1. Rejecting where the adjusted p is at most
// alpha keeps the family-wise error below alpha, whatever the dependence.

#include <optional>
#include <span>
#include <vector>

namespace faultline::resample {

/// In the order given. Tests without a p-value stay without and do not count towards m. Throws
/// InternalError for a p-value outside [0, 1].
[[nodiscard]] std::vector<std::optional<double>> holm_adjusted(
    std::span<const std::optional<double>> p_values);

}  // namespace faultline::resample
