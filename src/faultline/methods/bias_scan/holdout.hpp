#pragma once
// A Bias Scan on one part of the people, and estimate and test on the other part, which took no
// part in the search: the subgroups found are then named beforehand, and nothing has to be paid for
// having searched. It costs the people: with a part of them less is found.

#include <cstdint>

#include "faultline/data/profiles.hpp"
#include "faultline/methods/bias_scan/bias_scan.hpp"

namespace faultline::methods {

struct HoldoutParts {
  data::Profiles searched{};
  data::Profiles held_out{};
};

/// Draws the held-out part, a share of the people rounded to whole ones, without replacement.
/// Depends on the people and the seed, not on the order of rows: people whose tuples are equal are
/// interchangeable. Throws InputError when a part would be empty.
[[nodiscard]] HoldoutParts hold_out(const data::Profiles& profiles, double share,
                                    std::uint64_t seed);

/// The best subgroup of each direction in the searched part, with observed, expected, score, q,
/// p-value and interval in the held-out part; `search` says how it was found. Directions are one
/// family. A direction in which nothing was found, or whose subgroup has nobody in the held-out
/// part, has no finding, and a notice says so. Throws as bias_scan does.
[[nodiscard]] BiasScanResult holdout_scan(const BiasScanInput& searched,
                                          const BiasScanInput& held_out,
                                          const BiasScanOptions& options, const Hooks& hooks = {});

}  // namespace faultline::methods
