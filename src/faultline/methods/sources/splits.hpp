#pragma once
// Who is trained on and who is tested, drawn at random. Training people stand in an order of which
// every prefix is a training set, so that training sets of growing size are nested. The grid of
// sizes is geometric.

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "faultline/data/notice.hpp"
#include "faultline/rng/stream.hpp"

namespace faultline::methods {

struct Split {
  std::vector<std::int64_t> training{};  // in random order
  std::vector<std::int64_t> test{};      // ascending
};

/// Size of the test part: the share of the people, rounded, at least one and not everybody; a
/// single person is trained on.
[[nodiscard]] std::int64_t test_people(std::int64_t people, double test_share);

[[nodiscard]] Split random_split(rng::Stream& stream, std::int64_t people, double test_share);

/// Of every group its own share is tested. Training people of the group `grows` come last, after
/// `others` people of the other groups (all of them when there are not more), so that prefixes
/// longer than that grow the one group alone.
[[nodiscard]] Split targeted_split(rng::Stream& stream, std::span<const std::int32_t> group,
                                   int groups, int grows, double test_share, std::int64_t others);

/// One half is trained on, the other tested; `second`: the other way round.
[[nodiscard]] Split half_split(rng::Stream& stream, std::int64_t people, bool second);

/// n people drawn with replacement, in `training`; those who were not drawn are tested.
[[nodiscard]] Split bootstrap_split(rng::Stream& stream, std::int64_t people);

/// At most `count` different sizes from `smallest` to `largest`, in equal ratios, rounded.
[[nodiscard]] std::vector<std::int64_t> geometric_sizes(double smallest, std::int64_t largest,
                                                        int count);

/// Eight sizes up to the whole training part, from the larger of 50 and a 64th of it; from a
/// quarter where that would leave no room.
[[nodiscard]] std::vector<std::int64_t> default_sizes(std::int64_t training_people);

/// Given sizes, ascending and each once, without those that there are not enough people for; what
/// was left out is said in `notices`.
[[nodiscard]] std::vector<std::int64_t> usable_sizes(std::span<const std::int64_t> sizes,
                                                     std::int64_t training_people,
                                                     data::Notices& notices);

}  // namespace faultline::methods
