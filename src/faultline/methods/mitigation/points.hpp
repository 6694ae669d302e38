#pragma once
// Points rules at work: sums of points, groups, and decisions.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "faultline/data/profiles.hpp"
#include "faultline/methods/result.hpp"

namespace faultline::methods {

/// The sum of points of every profile. A value without points has 0. Throws InputError when an
/// attribute is not there.
[[nodiscard]] std::vector<std::int64_t> sums_of_points(const data::Profiles& profiles,
                                                       const PointsRule& rule);
/// The group of every profile.
[[nodiscard]] std::vector<std::size_t> groups_of(const data::Profiles& profiles,
                                                 const PointsRule& rule);
/// How many people of each profile are positive; lots are dealt out evenly (cutoff.hpp) within
/// group and outcome.
[[nodiscard]] std::vector<std::int64_t> decide(const data::Profiles& profiles,
                                               const PointsRule& rule);

/// "up to -4 points", "-3 to 2 points", "7 points or more", "any number of points".
[[nodiscard]] std::string points_words(const PointsRule& rule, std::size_t group);

/// Whether the lot flags this person: from the seed and the id where there is one, else from the
/// seed and the number of the row, and nothing else.
[[nodiscard]] bool lot_flags(double share, std::uint64_t seed, std::int64_t row,
                             const std::optional<std::string>& id);

}  // namespace faultline::methods
