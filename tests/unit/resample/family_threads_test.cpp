#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "faultline/resample/family_test.hpp"
#include "faultline/rng/draw.hpp"

namespace faultline::resample {
namespace {

// A family of three: exponential, normal, and a score with half of its mass at 0.
void draw_scores(std::uint32_t replicate, std::span<double> scores) {
  rng::Stream stream(11, rng::Purpose::null_redraw, replicate);
  scores[0] = -std::log(rng::uniform(stream));
  scores[1] = rng::normal(stream);
  scores[2] = std::max(0.0, rng::normal(stream));
}

void expect_identical(const FamilyResult& a, const FamilyResult& b) {
  ASSERT_EQ(a.tests.size(), b.tests.size());
  for (std::size_t t = 0; t < a.tests.size(); ++t) {
    EXPECT_EQ(a.tests[t].p_value, b.tests[t].p_value);
    EXPECT_EQ(a.tests[t].interval, b.tests[t].interval);
    EXPECT_EQ(a.tests[t].replicates, b.tests[t].replicates);
    EXPECT_EQ(a.tests[t].exceedances, b.tests[t].exceedances);
    EXPECT_EQ(a.tests[t].p_value_adjusted, b.tests[t].p_value_adjusted);
    EXPECT_EQ(a.tests[t].risk, b.tests[t].risk);
    EXPECT_EQ(a.tests[t].degenerate, b.tests[t].degenerate);
  }
  EXPECT_EQ(a.null_scores, b.null_scores);
  EXPECT_EQ(a.finished, b.finished);
  EXPECT_EQ(a.partial, b.partial);
}

TEST(FamilyThreads, SameBitsForAnyNumberOfThreads) {
  const std::vector<double> observed{4.0, 1.5, 0.8};
  for (const bool sequential : {true, false}) {
    FamilyOptions options{.replicates = 999, .threads = 1, .sequential = sequential};
    const FamilyResult expected = family_test(observed, draw_scores, options);
    for (const int threads : {2, 3, 8}) {
      options.threads = threads;
      expect_identical(family_test(observed, draw_scores, options), expected);
    }
  }
}

TEST(FamilyThreads, AnEarlyStopUsesAPrefixOfTheFullRun) {
  const std::vector<double> observed{4.0, 1.5, 0.8};
  const auto full =
      family_test(observed, draw_scores, {.replicates = 999, .threads = 2, .sequential = false});
  const auto stopped = family_test(observed, draw_scores, {.replicates = 999, .threads = 3});
  ASSERT_LT(stopped.finished, 999);
  for (std::size_t t = 0; t < 3; ++t) {
    const std::vector<double> prefix(full.null_scores[t].begin(),
                                     full.null_scores[t].begin() + stopped.finished);
    EXPECT_EQ(stopped.null_scores[t], prefix);
  }
}

TEST(FamilyThreads, StopGivesTheFinishedPrefix) {
  const std::vector<double> observed{4.0, 1.5, 0.8};
  const auto full =
      family_test(observed, draw_scores, {.replicates = 5000, .threads = 1, .sequential = false});
  {
    for (const int threads : {1, 2, 8}) {
      std::stop_source source;
      const auto result = family_test(
          observed,
          [&](std::uint32_t replicate, std::span<double> scores) {
            draw_scores(replicate, scores);
            if (replicate == 300) source.request_stop();
          },
          {.replicates = 5000, .threads = threads, .sequential = false}, {}, source.get_token());
      EXPECT_TRUE(result.partial);
      ASSERT_GE(result.finished, 300);
      ASSERT_LT(result.finished, 5000);
      for (std::size_t t = 0; t < 3; ++t) {
        const std::vector<double> prefix(full.null_scores[t].begin(),
                                         full.null_scores[t].begin() + result.finished);
        EXPECT_EQ(result.null_scores[t], prefix);
        const auto& test = result.tests[t];
        EXPECT_EQ(test.replicates, result.finished);
        EXPECT_DOUBLE_EQ(test.p_value.value(), (1.0 + static_cast<double>(test.exceedances)) /
                                                   (1.0 + static_cast<double>(test.replicates)));
      }
    }
  }
}

TEST(FamilyThreads, StopBeforeTheFirstReplicateLeavesNoPValue) {
  std::stop_source source;
  source.request_stop();
  const std::vector<double> observed{4.0, 1.5, 0.8};
  const auto result = family_test(observed, draw_scores, {.threads = 2}, {}, source.get_token());
  EXPECT_TRUE(result.partial);
  EXPECT_EQ(result.finished, 0);
  for (const auto& test : result.tests) EXPECT_FALSE(test.p_value);
}

TEST(FamilyThreads, AStopAfterTheLastReplicateIsNotPartial) {
  std::stop_source source;
  const auto result = family_test(
      std::vector<double>{1, 1, 1},
      [&](std::uint32_t replicate, std::span<double> scores) {
        draw_scores(replicate, scores);
        if (replicate == 50) source.request_stop();
      },
      {.replicates = 50, .threads = 1}, {}, source.get_token());
  EXPECT_FALSE(result.partial);
  EXPECT_EQ(result.finished, 50);
}

TEST(FamilyThreads, TheErrorOfTheLowestReplicateIsReported) {
  for (const int threads : {1, 2, 8}) {
    try {
      static_cast<void>(family_test(std::vector<double>{1, 1, 1},
                                    [](std::uint32_t replicate, std::span<double> scores) {
                                      draw_scores(replicate, scores);
                                      if (replicate < kPilot && replicate % 10 == 0)
                                        throw std::runtime_error(std::to_string(replicate));
                                    },
                                    {.threads = threads}));
      FAIL() << "the error was lost";
    } catch (const std::runtime_error& error) {
      EXPECT_STREQ(error.what(), "10");
    }
  }
}

TEST(FamilyThreads, ProgressEndsAtTheTotal) {
  std::int64_t last = 0;
  const auto result = family_test(std::vector<double>{4, 1.5, 0.8}, draw_scores,
                                  {.replicates = 200, .threads = 4, .sequential = false},
                                  [&](std::string_view, std::int64_t done, std::int64_t total) {
                                    EXPECT_EQ(total, 299) << "with the pilot";
                                    EXPECT_GE(done, last);
                                    last = done;
                                  });
  EXPECT_EQ(last, 299);
  EXPECT_EQ(result.finished, 200);
}

}  // namespace
}  // namespace faultline::resample
