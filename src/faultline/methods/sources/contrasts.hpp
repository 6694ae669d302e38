#pragma once
// Who is compared with whom where one sentence per comparison is wanted: two groups with each
// other, of more groups each with everybody else. Pairs of ten groups are 45, and no reader wants
// 45 answers.

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "faultline/methods/result.hpp"

namespace faultline::methods {

/// What everybody outside a group is called where there are more than two groups.
inline constexpr auto kOthers = "all others";

struct Contrast {
  SourcesReport::Groups names{};        // differences are first minus second
  std::vector<std::int32_t> side_of{};  // per group: 0 first, 1 second

  /// One entry per person: the side of his or her group.
  [[nodiscard]] std::vector<std::int32_t> sides(std::span<const std::int32_t> group) const;
};

[[nodiscard]] std::vector<Contrast> contrasts_of(const std::vector<std::string>& groups);

}  // namespace faultline::methods
