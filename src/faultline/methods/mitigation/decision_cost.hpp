#pragma once
// What decisions cost: c_FP false positives + c_FN false negatives + c_disparity times the excess
// of the worst subgroup, the one that IJDI-Scan finds: its positive decisions less those that the
// criterion expects of it. With costs 1 and 1 lambda says what a disparity costs: lambda = (c_FP +
// c_FN) / c_disparity.

#include <cstdint>
#include <span>
#include <vector>

#include "faultline/methods/mitigation/mitigation.hpp"

namespace faultline::methods {

/// 1, 1 and 2 / lambda; at lambda 0 no number of errors outweighs a disparity: 0, 0 and 1.
[[nodiscard]] Ledger::Costs costs_at(double lambda);

/// The subgroup that IJDI-Scan finds in these decisions, over the scanned attributes.
struct WorstSubgroup {
  double score = 0;
  double excess = 0;  // people beyond what is expected, as the last scan saw it
  std::optional<search::Subgroup> subgroup{};
};
[[nodiscard]] WorstSubgroup worst_subgroup(const MitigationInput& input,
                                           const MitigationOptions& options,
                                           std::span<const std::int64_t> positive);

/// Errors, excess and cost of decisions; `positive` counts people per profile.
[[nodiscard]] Ledger::Side cost_of(const MitigationInput& input, const MitigationOptions& options,
                                   std::span<const std::int64_t> positive);

/// c_FP false positives + c_FN false negatives.
[[nodiscard]] double error_cost(const Ledger::Costs& costs, std::int64_t false_positives,
                                std::int64_t false_negatives);

}  // namespace faultline::methods
