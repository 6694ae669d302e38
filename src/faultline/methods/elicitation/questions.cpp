#include "faultline/methods/elicitation/questions.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "faultline/rng/draw.hpp"

namespace faultline::methods {
namespace {

constexpr std::uint64_t kRates = 101;  // 0 to 100 out of a hundred
// Streams of one seed: what all its questions share, and one for each.
constexpr std::uint32_t kShared = 1;

// 1/g and 1/g^2 with g^3 = g + 1: of all pairs of steps the one whose points stay furthest apart.
constexpr double kGapStep = 0.7548776662466927;
constexpr double kMeanStep = 0.5698402909980532;

/// Whole numbers 0 to `count` - 1 along the additive sequence.
int at(double start, double step, std::uint32_t number, int count) {
  const double place = start + step * number;
  return std::min(count - 1, static_cast<int>((place - std::floor(place)) * count));
}

}  // namespace

Question draw_question(std::uint64_t seed, std::uint32_t number) {
  rng::Stream shared(seed, rng::Purpose::elicit, 0, kShared);
  const double gap_start = rng::uniform(shared);
  const double mean_start = rng::uniform(shared);
  const int gap =
      kNarrowestGap + 2 * at(gap_start, kGapStep, number, (kWidestGap - kNarrowestGap) / 2 + 1);
  const int lowest = gap / 2;
  const int highest = 100 - gap * kAnswerableRatio / 4;
  const int mean = lowest + at(mean_start, kMeanStep, number, highest - lowest + 1);
  Question question{.z1 = mean - gap / 2, .z2 = mean + gap / 2};
  // Which group fares worse is not to be guessed.
  rng::Stream own(seed, rng::Purpose::elicit, number);
  if (rng::below(own, std::uint64_t{2}) == 1) std::swap(question.z1, question.z2);
  return question;
}

Question draw_published_question(std::uint64_t seed, std::uint32_t number) {
  rng::Stream stream(seed, rng::Purpose::elicit, number);
  for (;;) {
    const Question question{.z1 = static_cast<int>(rng::below(stream, kRates)),
                            .z2 = static_cast<int>(rng::below(stream, kRates))};
    if (question.z1 != question.z2 && (question.z1 + question.z2) % 2 == 0) return question;
  }
}

}  // namespace faultline::methods
