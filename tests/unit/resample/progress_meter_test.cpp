#include "faultline/resample/progress_meter.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <vector>

#include <gtest/gtest.h>

#include "faultline/parallel/for_each.hpp"

namespace faultline::resample {
namespace {

TEST(ProgressMeter, ReportsSeldomInOrderAndFromOneThreadAtATime) {
  std::vector<std::int64_t> reports;
  std::atomic<int> inside = 0;
  const parallel::ProgressFunction report = [&](std::string_view phase, std::int64_t done,
                                                std::int64_t total) {
    EXPECT_EQ(inside.fetch_add(1), 0) << "two reports at once";
    EXPECT_EQ(phase, "phase");
    EXPECT_EQ(total, 100'000);
    reports.push_back(done);
    inside.fetch_sub(1);
  };
  ProgressMeter meter("phase", 100'000, report);
  const auto start = std::chrono::steady_clock::now();
  parallel::for_each(100'000, 4, [&](std::int64_t) { meter.tick(); });
  meter.finish();
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  ASSERT_GE(reports.size(), 2U);
  EXPECT_LE(static_cast<double>(reports.size()), 20 * seconds + 2);
  EXPECT_TRUE(std::is_sorted(reports.begin(), reports.end()));
  EXPECT_EQ(reports.back(), 100'000);
}

TEST(ProgressMeter, NobodyNeedsToListen) {
  const parallel::ProgressFunction nobody;
  ProgressMeter meter("phase", 1, nobody);
  meter.tick();
  meter.finish();
}

}  // namespace
}  // namespace faultline::resample
