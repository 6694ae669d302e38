#include "faultline/run/joint_tests.hpp"

#include <algorithm>

#include "faultline/base/error.hpp"

namespace faultline::run {

std::size_t JointTests::add(const std::vector<resample::FamilyPValues>& families) {
  if (closed_) throw InternalError("a family of tests came after the others were adjusted");
  const std::size_t first = families_.size();
  families_.insert(families_.end(), families.begin(), families.end());
  return first;
}

resample::FamilyAdjustment JointTests::adjusted(std::size_t first, std::size_t count) {
  if (!closed_) all_ = resample::holm_families(families_, alpha_);
  closed_ = true;
  resample::FamilyAdjustment some;
  for (std::size_t f = first; f < first + count; ++f) {
    some.adjusted.push_back(all_.adjusted.at(f));
    some.level.push_back(all_.level.at(f));
  }
  return some;
}

std::size_t JointTests::tested() const {
  return static_cast<std::size_t>(
      std::ranges::count_if(families_, [](const resample::FamilyPValues& family) {
        return std::ranges::any_of(family, [](const auto& p) { return p.has_value(); });
      }));
}

}  // namespace faultline::run
