// Counts what operator new is asked for: a refit must ask for nothing.

#include <atomic>
#include <cstdlib>
#include <new>
#include <vector>

#include "random_rows.hpp"
#include <gtest/gtest.h>

#include "faultline/model/logistic.hpp"

namespace {
std::atomic<std::int64_t> allocations = 0;
}

void* operator new(std::size_t size) {
  ++allocations;
  if (void* memory = std::malloc(size == 0 ? 1 : size)) return memory;
  throw std::bad_alloc();
}
void* operator new(std::size_t size, std::align_val_t alignment) {
  ++allocations;
  const auto a = static_cast<std::size_t>(alignment);
  if (void* memory = std::aligned_alloc(a, (size + a - 1) / a * a)) return memory;
  throw std::bad_alloc();
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }

namespace faultline::model {
namespace {

TEST(LogisticAllocation, RefitAndPredictionAskForNoMemory) {
  for (const double ridge : {0.0, 1.0}) {
    const testing::Rows first = testing::random_rows(31, 300, true);
    testing::Rows second = testing::random_rows(32, 300, true);
    second.weight[3] = second.positive[3] = 0;
    Logistic logistic(first.design, {.ridge = ridge, .standardise = true});
    std::vector<double> eta(300);
    logistic.fit(first.view());
    logistic.predict(eta);
    const std::int64_t before = allocations;
    logistic.fit(second.view());
    logistic.fit(first.view());
    logistic.predict(eta);
    EXPECT_EQ(allocations - before, 0);
    EXPECT_TRUE(logistic.converged());
  }
}

TEST(LogisticAllocation, TheCounterCounts) {
  const std::int64_t before = allocations;
  const std::vector<double> some(100, 1.0);
  EXPECT_GT(allocations - before, 0);
  EXPECT_EQ(some.size(), 100U);
}

}  // namespace
}  // namespace faultline::model
