#pragma once
// Who is tested when, once for everything that asks "what if": five folds, dealt inside every group
// and outcome so that small groups are in all of them, and in every fold an order of which prefixes
// are smaller training sets with the same mix. Whatever is compared is compared on the same people
// under the same folds, so that differences are means of paired differences over people.

#include <cstdint>
#include <span>
#include <vector>

#include "faultline/methods/sources/input.hpp"

namespace faultline::methods {

inline constexpr int kPlanFolds = 5;

struct FoldPlan {
  std::vector<std::int64_t> person{};  // positions in the input, ascending
  std::vector<std::int32_t> group{};   // per entry of `person`, as everything below
  std::vector<std::int32_t> fold{};
  /// Place in the order of the entry's group, outcome and fold, between 0 and 1.
  std::vector<double> rank{};

  [[nodiscard]] std::size_t size() const { return person.size(); }
  /// Per entry, whether it is of the group.
  [[nodiscard]] std::vector<bool> of_group(std::size_t g) const;
  /// Entries that are tested in a fold, ascending.
  [[nodiscard]] std::vector<std::size_t> tested(int fold) const;
  /// Positions of the people of all other folds whose rank is below the share of their group: one
  /// share per group. Ascending; smaller shares are part of larger ones.
  [[nodiscard]] std::vector<std::int64_t> training(int fold, std::span<const double> share) const;
};

/// Everybody, or `most` people drawn in proportion from every group and outcome.
[[nodiscard]] FoldPlan deal_plan(const SourcesInput& input, std::uint64_t seed, std::int64_t most);

}  // namespace faultline::methods
