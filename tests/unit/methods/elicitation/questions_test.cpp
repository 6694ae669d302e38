#include "faultline/methods/elicitation/questions.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include <gtest/gtest.h>

namespace faultline::methods {
namespace {

TEST(ElicitQuestions, EveryGapIsWideAndLeavesRoomForTheAnswer) {
  int worse_in_a = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    for (std::uint32_t i = 0; i < 20; ++i) {
      const Question question = draw_question(seed, i);
      const int gap = std::abs(question.z1 - question.z2);
      EXPECT_GE(gap, kNarrowestGap);
      EXPECT_LE(gap, kWidestGap);
      EXPECT_EQ((question.z1 + question.z2) % 2, 0);
      EXPECT_GE(std::min(question.z1, question.z2), 0);
      // An answer with a ratio of 4 lies a whole gap above the mean.
      EXPECT_LE((question.z1 + question.z2) / 2 + gap, 100);
      worse_in_a += question.z1 > question.z2 ? 1 : 0;
    }
  }
  // 4,000 fair coins: 2,000 with standard deviation 32.
  EXPECT_NEAR(worse_in_a, 2000, 200);
}

TEST(ElicitQuestions, NoQuestionWeighsMuchMoreThanAnother) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    for (const std::uint32_t asked : {3U, 5U, 10U}) {
      double sum = 0;
      double most = 0;
      std::set<int> gaps;
      for (std::uint32_t i = 0; i < asked; ++i) {
        const Question question = draw_question(seed, i);
        const int gap = std::abs(question.z1 - question.z2);
        gaps.insert(gap);
        sum += gap * gap;
        most = std::max(most, static_cast<double>(gap * gap));
      }
      EXPECT_LE(most / sum, 2.0 / asked) << "seed " << seed;
      // Spread, not repeated: the eleven gaps are used in turn.
      EXPECT_GE(gaps.size(), std::min<std::size_t>(asked, 5) - 1) << "seed " << seed;
    }
  }
}

TEST(ElicitQuestions, ThoseOfTheAppendixCoverAllPairs) {
  std::set<std::pair<int, int>> seen;
  int lowest = 100;
  int highest = 0;
  for (std::uint32_t i = 0; i < 2000; ++i) {
    const Question question = draw_published_question(7, i);
    EXPECT_NE(question.z1, question.z2);
    EXPECT_EQ((question.z1 + question.z2) % 2, 0);
    lowest = std::min({lowest, question.z1, question.z2});
    highest = std::max({highest, question.z1, question.z2});
    seen.emplace(question.z1, question.z2);
  }
  EXPECT_EQ(lowest, 0);
  EXPECT_EQ(highest, 100);
  // 2,000 draws from 5,000 pairs show 1,648 different ones on average, with standard deviation
  // below 20.
  EXPECT_GT(seen.size(), 1500U);
  EXPECT_LT(seen.size(), 1800U);
}

TEST(ElicitQuestions, TheSeedAndTheNumberDecideTheQuestion) {
  EXPECT_EQ(draw_question(3, 4), draw_question(3, 4));
  EXPECT_NE(draw_question(3, 4), draw_question(3, 5));
  EXPECT_NE(draw_question(3, 4), draw_question(4, 4));
}

}  // namespace
}  // namespace faultline::methods
