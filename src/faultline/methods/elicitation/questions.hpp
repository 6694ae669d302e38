#pragma once
// Which pairs of rates are asked about. An answer weighs with the square of its gap (fit_ratio), so
// gaps of any size, as the appendix draws them, leave the estimate to the one or two widest; and
// where both rates are high there is no room above their mean for somebody who minds a gap. Here
// gaps are 30 to 50 points, so that no question weighs three times as much as another, and the mean
// leaves room for a ratio of 4. Gaps and means follow an additive sequence (Roberts 2018: R2),
// which spreads any run of questions, however many are asked.

#include <cstdint>

namespace faultline::methods {

/// Error rates of groups A and B under the uneven system, in percent.
struct Question {
  int z1 = 0;
  int z2 = 0;
  friend bool operator==(const Question&, const Question&) = default;
};

/// Of the gap between two groups, in points; even, so that the mean is a whole number.
inline constexpr int kNarrowestGap = 30;
inline constexpr int kWidestGap = 50;
/// With 100 as the end of the scale, the mean of a question leaves room for an answer with this
/// ratio: the mean and the gap together are at most 100.
inline constexpr int kAnswerableRatio = 4;

/// Question `number` (from 0) of a seed. The same whatever was asked before.
[[nodiscard]] Question draw_question(std::uint64_t seed, std::uint32_t number);

/// As the appendix draws it: uniform over the pairs of whole numbers from 0 to 100 that differ and
/// have a whole mean.
[[nodiscard]] Question draw_published_question(std::uint64_t seed, std::uint32_t number);

}  // namespace faultline::methods
