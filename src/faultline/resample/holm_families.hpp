#pragma once
// Holm's adjustment between families whose p-values are already adjusted within: every member of m
// families is tested at alpha / m; a family all of whose members are rejected leaves, and those
// that remain are tested at alpha / (m - 1), and so on. Within a family the error is kept at any
// level, so the family-wise error over all is at most alpha. A family leaves only as a whole: one
// that still holds a true hypothesis must keep its share. With one member each this is Holm's
// (1979) procedure.

#include <optional>
#include <vector>

namespace faultline::resample {

using FamilyPValues = std::vector<std::optional<double>>;

struct FamilyAdjustment {
  std::vector<FamilyPValues> adjusted{};
  std::vector<double> level{};  // [family]: at which its members were last tested
};

/// Members without a p-value were not tested: they stay without, and a family of such members alone
/// does not count. Throws InternalError for a p-value outside [0, 1].
[[nodiscard]] FamilyAdjustment holm_families(const std::vector<FamilyPValues>& within,
                                             double alpha);

}  // namespace faultline::resample
