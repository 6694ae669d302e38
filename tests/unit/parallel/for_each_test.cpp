#include "faultline/parallel/for_each.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <mutex>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "faultline/base/error.hpp"

namespace faultline::parallel {
namespace {

constexpr int kThreads[] = {1, 2, 3, 8};

TEST(ForEach, EveryIndexOnceWhateverTheThreads) {
  for (const int threads : kThreads) {
    std::vector<int> calls(5000, 0);
    EXPECT_EQ(
        for_each(5000, threads, [&](std::int64_t i) { ++calls[static_cast<std::size_t>(i)]; }),
        5000);
    EXPECT_THAT(calls, ::testing::Each(1)) << threads;
  }
}

TEST(ForEach, SameBitsForAnyNumberOfThreads) {
  const auto run = [](int threads) {
    std::vector<double> out(1000);
    for_each(1000, threads, [&](std::int64_t i) {
      double sum = 0;
      for (int k = 1; k <= 50; ++k) sum += std::sin(static_cast<double>(i * k));
      out[static_cast<std::size_t>(i)] = sum;
    });
    return out;
  };
  const std::vector<double> expected = run(1);
  for (const int threads : kThreads) EXPECT_EQ(run(threads), expected) << threads;
}

TEST(ForEach, OneThreadRunsInlineAndInOrder) {
  const auto caller = std::this_thread::get_id();
  std::vector<std::int64_t> order;
  for_each(100, 1, [&](std::int64_t i) {
    EXPECT_EQ(std::this_thread::get_id(), caller);
    order.push_back(i);
  });
  EXPECT_EQ(order.size(), 100U);
  EXPECT_TRUE(std::is_sorted(order.begin(), order.end()));
}

TEST(ForEach, NeverMoreThreadsThanAsked) {
  std::mutex mutex;
  std::set<std::thread::id> seen;
  for_each(200, 3, [&](std::int64_t) {
    std::this_thread::sleep_for(std::chrono::microseconds(200));
    const std::lock_guard lock(mutex);
    seen.insert(std::this_thread::get_id());
  });
  EXPECT_LE(seen.size(), 3U);
  EXPECT_GE(seen.size(), 2U) << "three threads were asked for, the work ran on one";
}

TEST(ForEach, NothingToDo) {
  for (const int threads : kThreads) {
    EXPECT_EQ(for_each(0, threads, [](std::int64_t) { FAIL(); }), 0);
  }
}

TEST(ForEach, TheLowestFailingIndexIsReported) {
  for (const int threads : kThreads) {
    for (int repeat = 0; repeat < 20; ++repeat) {
      try {
        for_each(500, threads, [](std::int64_t i) {
          if (i % 7 == 6) throw std::runtime_error(std::to_string(i));
        });
        FAIL() << "the error was lost";
      } catch (const std::runtime_error& error) {
        EXPECT_STREQ(error.what(), "6") << threads;
      }
    }
  }
}

TEST(ForEach, AnErrorEndsTheLoopEarly) {
  for (const int threads : kThreads) {
    std::atomic<int> calls = 0;
    std::atomic<bool> failed = false;
    EXPECT_THROW(for_each(1'000'000, threads,
                          [&](std::int64_t i) {
                            ++calls;
                            if (i == 10) {
                              failed = true;
                              throw InputError("no");
                            }
                            // Later indices wait for the error, and are slow once it is there:
                            // however the threads are scheduled, a loop that goes on would take
                            // minutes.
                            while (i > 10 && !failed) std::this_thread::yield();
                            if (failed) std::this_thread::sleep_for(std::chrono::milliseconds(1));
                          }),
                 InputError);
    EXPECT_LT(calls.load(), 1'000'000);
  }
}

TEST(ForEach, StopLeavesAFinishedPrefix) {
  for (const int threads : kThreads) {
    std::stop_source source;
    std::vector<int> calls(100'000, 0);
    const std::int64_t done = for_each(
        std::ssize(calls), threads,
        [&](std::int64_t i) {
          calls[static_cast<std::size_t>(i)] = 1;
          if (i == 40) source.request_stop();
          while (i > 40 && !source.stop_requested()) std::this_thread::yield();
        },
        source.get_token());
    EXPECT_GT(done, 40) << threads;
    EXPECT_LT(done, 100'000) << threads;
    EXPECT_TRUE(std::all_of(calls.begin(), calls.begin() + done, [](int c) { return c == 1; }));
  }
}

TEST(ForEach, StopBeforeTheStart) {
  std::stop_source source;
  source.request_stop();
  for (const int threads : kThreads) {
    EXPECT_EQ(for_each(10, threads, [](std::int64_t) { FAIL(); }, source.get_token()), 0);
  }
}

TEST(ForEach, LoopsCanBeNested) {
  std::vector<int> calls(100, 0);
  for_each(10, 3, [&](std::int64_t outer) {
    for_each(10, 2,
             [&](std::int64_t inner) { ++calls[static_cast<std::size_t>(outer * 10 + inner)]; });
  });
  EXPECT_THAT(calls, ::testing::Each(1));
}

TEST(ResolveThreads, ZeroMeansAll) {
  EXPECT_GE(resolve_threads(0), 1);
  EXPECT_EQ(resolve_threads(5), 5);
}

TEST(ResolveThreads, NegativeIsRejected) {
  try {
    static_cast<void>(resolve_threads(-2));
    FAIL() << "a negative number of threads was accepted";
  } catch (const ConfigError& error) {
    EXPECT_THAT(error.what(),
                ::testing::HasSubstr("threads = -2: must be at least 1, or 0 for all cores"));
  }
  EXPECT_THROW(for_each(-1, 1, [](std::int64_t) {}), InternalError);
}

}  // namespace
}  // namespace faultline::parallel
