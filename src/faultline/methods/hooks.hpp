#pragma once
// How a long analysis talks to whoever started it.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <stop_token>
#include <string_view>
#include <vector>

#include "faultline/parallel/progress.hpp"
#include "faultline/resample/holm_families.hpp"

namespace faultline::methods {

/// Families of tests that a run has beside those of one method: verdicts count them all.
struct Beside {
  std::size_t families = 0;  // at most so many
  /// Holm's adjustment of the method's own families, the others counted. Called once, when all of
  /// the method's own p-values are known and before anything is said of them; none: there are no
  /// others.
  std::function<resample::FamilyAdjustment(const std::vector<resample::FamilyPValues>& own)>
      adjust{};
};

struct Hooks {
  parallel::ProgressFunction progress{};
  std::stop_token stop{};
  Beside beside{};
};

/// The hooks of one part of a longer analysis: its progress counts on from `before`, of `total`.
[[nodiscard]] inline Hooks part_of(const Hooks& whole, std::int64_t before, std::int64_t total) {
  Hooks part = whole;
  if (whole.progress) {
    part.progress = [progress = whole.progress, before, total](std::string_view phase,
                                                               std::int64_t done, std::int64_t) {
      progress(phase, before + done, total);
    };
  }
  return part;
}

}  // namespace faultline::methods
