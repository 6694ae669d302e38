#include "faultline/methods/sources/contrasts.hpp"

namespace faultline::methods {

std::vector<std::int32_t> Contrast::sides(std::span<const std::int32_t> group) const {
  std::vector<std::int32_t> result;
  result.reserve(group.size());
  for (const std::int32_t g : group) result.push_back(side_of[static_cast<std::size_t>(g)]);
  return result;
}

std::vector<Contrast> contrasts_of(const std::vector<std::string>& groups) {
  std::vector<Contrast> contrasts;
  if (groups.size() < 2) return contrasts;
  if (groups.size() == 2) {
    contrasts.push_back({.names = {groups[0], groups[1]}, .side_of = {0, 1}});
    return contrasts;
  }
  for (std::size_t g = 0; g < groups.size(); ++g) {
    Contrast one{.names = {groups[g], kOthers}};
    one.side_of.assign(groups.size(), 1);
    one.side_of[g] = 0;
    contrasts.push_back(std::move(one));
  }
  return contrasts;
}

}  // namespace faultline::methods
