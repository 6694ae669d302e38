#pragma once
// How a long analysis talks to whoever started it.

#include <cstdint>
#include <stop_token>
#include <string_view>

#include "faultline/parallel/progress.hpp"

namespace faultline::methods {

struct Hooks {
  parallel::ProgressFunction progress{};
  std::stop_token stop{};
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
