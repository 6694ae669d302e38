#include "faultline/methods/metrics/group_sets.hpp"

#include <numeric>

#include <fmt/format.h>

namespace faultline::methods {
namespace {

bool holds(const MeasuredGroup& group, const std::vector<data::Code>& codes) {
  for (std::size_t a = 0; a < codes.size(); ++a) {
    if (group.codes[a] >= 0 && group.codes[a] != static_cast<int>(codes[a])) return false;
  }
  return true;
}

bool is_missing(const Tallies& tallies, std::size_t attribute, std::size_t value) {
  return tallies.attributes[attribute].labels[value] == data::kMissingLabel;
}

}  // namespace

Groups form_groups(const Tallies& tallies) {
  const std::size_t attributes = tallies.attributes.size();
  Groups groups;
  const std::vector<int> any(attributes, -1);
  groups.list.push_back({.codes = any});
  for (std::size_t a = 0; a < attributes; ++a) {
    GroupSet set{.attributes = {a}};
    for (int value = 0; value < tallies.attributes[a].arity(); ++value) {
      if (is_missing(tallies, a, static_cast<std::size_t>(value))) continue;
      MeasuredGroup group{.codes = any};
      group.codes[a] = value;
      set.groups.push_back(groups.list.size());
      groups.list.push_back(std::move(group));
    }
    groups.sets.push_back(std::move(set));
  }
  if (attributes < 2) return groups;
  GroupSet set{.attributes = std::vector<std::size_t>(attributes)};
  std::iota(set.attributes.begin(), set.attributes.end(), std::size_t{0});
  for (const Tallies::Intersection& one : tallies.intersections) {
    bool unknown = false;
    for (std::size_t a = 0; a < attributes; ++a)
      unknown = unknown || is_missing(tallies, a, one.codes[a]);
    if (unknown) continue;
    set.groups.push_back(groups.list.size());
    groups.list.push_back({.codes = {one.codes.begin(), one.codes.end()}});
  }
  groups.sets.push_back(std::move(set));
  return groups;
}

Tally people_of(const MeasuredGroup& group, const Tallies& tallies, bool complement) {
  std::vector<const Tally*> parts;
  for (const Tallies::Intersection& one : tallies.intersections) {
    if (holds(group, one.codes) != complement) parts.push_back(&one.tally);
  }
  return merged(parts);
}

MetricsReport::GroupValues values_of(const MeasuredGroup& group, const Tallies& tallies) {
  MetricsReport::GroupValues values;
  for (std::size_t a = 0; a < group.codes.size(); ++a) {
    if (group.codes[a] < 0) continue;
    const data::Attribute& attribute = tallies.attributes[a];
    values.emplace_back(attribute.name, attribute.labels[static_cast<std::size_t>(group.codes[a])]);
  }
  return values;
}

std::string words_of_group(const MeasuredGroup& group, const Tallies& tallies) {
  std::string words;
  for (const auto& [name, label] : values_of(group, tallies))
    words += fmt::format("{}{} = {}", words.empty() ? "" : ", ", name, label);
  return words.empty() ? "everybody" : words;
}

}  // namespace faultline::methods
