#pragma once
// The groups of a run: everybody, then the values of each attribute, then the intersections of all
// attributes. Groups of the same attributes form a set and are disjoint. A missing value is no
// group: where missing values are let in, those people are among everybody alone.

#include <cstdint>
#include <string>
#include <vector>

#include "faultline/methods/metrics/measure.hpp"
#include "faultline/methods/metrics/tally.hpp"

namespace faultline::methods {

struct MeasuredGroup {
  std::vector<int> codes{};  // per attribute; -1: any value
  std::int64_t n = 0;
  Measures measures{};
  std::vector<Unit> units{};  // by cluster, where people come in clusters
};

struct GroupSet {
  std::vector<std::size_t> attributes{};
  std::vector<std::size_t> groups{};  // positions in the list of groups
};

struct Groups {
  std::vector<MeasuredGroup> list{};  // everybody first
  std::vector<GroupSet> sets{};
};

/// Groups without their measures.
[[nodiscard]] Groups form_groups(const Tallies& tallies);

/// The people of a group, or everybody else.
[[nodiscard]] Tally people_of(const MeasuredGroup& group, const Tallies& tallies,
                              bool complement = false);

[[nodiscard]] MetricsReport::GroupValues values_of(const MeasuredGroup& group,
                                                   const Tallies& tallies);
/// "sex = Female, race = A"; "everybody".
[[nodiscard]] std::string words_of_group(const MeasuredGroup& group, const Tallies& tallies);

}  // namespace faultline::methods
