#pragma once
// The tests of a run with several parts, adjusted together: Holm's adjustment stands between
// families whose p-values are adjusted within already (resample/holm_families.hpp). Families are
// added by the parts as they come to know them; the first question for an answer closes the list.

#include <cstddef>
#include <vector>

#include "faultline/resample/holm_families.hpp"

namespace faultline::run {

class JointTests {
 public:
  explicit JointTests(double alpha) : alpha_(alpha) {}

  /// Returns where the first of them stands. Throws InternalError once an answer was given: it
  /// would have been another one.
  std::size_t add(const std::vector<resample::FamilyPValues>& families);

  /// Of so many families, from this one on.
  [[nodiscard]] resample::FamilyAdjustment adjusted(std::size_t first, std::size_t count);

  [[nodiscard]] std::size_t size() const { return families_.size(); }
  /// Families in which something was tested.
  [[nodiscard]] std::size_t tested() const;

 private:
  double alpha_;
  bool closed_ = false;
  std::vector<resample::FamilyPValues> families_{};
  resample::FamilyAdjustment all_{};
};

}  // namespace faultline::run
