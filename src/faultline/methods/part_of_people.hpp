#pragma once
// Some of the people: the same profiles with other counts.

#include <cstdint>
#include <vector>

#include "faultline/data/profiles.hpp"

namespace faultline::methods {

/// As many people of each profile as `count` says; profiles without anybody are left out, the
/// others stay in order.
[[nodiscard]] data::Profiles with_counts(const data::Profiles& profiles,
                                         const std::vector<std::int64_t>& count);

}  // namespace faultline::methods
