#pragma once
// The ledger of new decisions: what they cost and save against the old ones, with intervals. People
// are resampled with replacement and each time the worst subgroup is searched again, so that what
// the search makes of chance is in the interval; it is the change of cost plus and minus 1.96
// standard deviations over the resamples. Probabilities are taken as they are.

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "faultline/methods/mitigation/mitigation.hpp"

namespace faultline::methods {

/// Everybody in parts: who a threshold is for.
struct LedgerParts {
  std::vector<std::size_t> of_profile{};
  std::vector<Ledger::Group> groups{};  // with their names and ends, to be filled
};
/// By groups of points, or by the rule that decides.
[[nodiscard]] LedgerParts ledger_parts(const data::Profiles& profiles,
                                       const MitigationReport& report);

/// `old` and `positive` count people per profile.
[[nodiscard]] Ledger make_ledger(const MitigationInput& tested, const MitigationOptions& options,
                                 std::span<const std::int64_t> old,
                                 std::span<const std::int64_t> positive, LedgerParts parts,
                                 const Hooks& hooks);

}  // namespace faultline::methods
