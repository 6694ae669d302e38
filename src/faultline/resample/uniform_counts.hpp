#pragma once
// How many of a group's uniform random numbers lie below a limit, without drawing the numbers. Of k
// numbers known to lie between two limits, those below a third one are binomial; what is known of a
// group is kept, so that all answers are about the same numbers, whatever is asked and how often.
// Costs grow with the questions, not with the numbers.

#include <cstdint>
#include <span>
#include <vector>

#include "faultline/rng/stream.hpp"

namespace faultline::resample {

class UniformCounts {
 public:
  /// Groups of these sizes, with numbers that nobody has asked about. The stream answers from now
  /// on: the same questions in the same order have the same answers.
  void begin(std::span<const std::int64_t> sizes, const rng::Stream& stream);

  /// Numbers of a group below `limit`.
  [[nodiscard]] std::int64_t below(std::size_t group, double limit);

  /// How many of the `wanted` smallest numbers of these groups together belong to each of them;
  /// 0 <= wanted <= their number.
  void smallest(std::span<const std::int32_t> groups, std::int64_t wanted,
                std::span<std::int64_t> out);

 private:
  struct Known {
    double limit = 0;
    std::int64_t below = 0;
  };
  std::int64_t below_all(std::span<const std::int32_t> groups, double limit,
                         std::span<std::int64_t> out);

  std::span<const std::int64_t> sizes_{};
  rng::Stream stream_{0, rng::Purpose::permutation, 0};
  std::vector<std::vector<Known>> known_{};  // [group], by limit
};

}  // namespace faultline::resample
