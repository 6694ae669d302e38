// Things that are lent to one borrower at a time.

#include "faultline/parallel/pool.hpp"

#include <atomic>
#include <memory>

#include <gtest/gtest.h>

#include "faultline/parallel/for_each.hpp"

namespace faultline::parallel {
namespace {

TEST(Pool, NobodySharesAndNoMoreThanNeededAreMade) {
  struct Thing {
    std::atomic<bool> busy = false;
    int uses = 0;
  };
  std::atomic<int> made = 0;
  std::atomic<bool> shared = false;
  Pool<Thing> pool([&] {
    ++made;
    return std::make_unique<Thing>();
  });
  for_each(2000, 4, [&](std::int64_t) {
    const auto thing = pool.borrow();
    if (thing->busy.exchange(true)) shared = true;
    ++thing->uses;
    thing->busy = false;
  });
  EXPECT_FALSE(shared);
  EXPECT_GE(made, 1);
  EXPECT_LE(made, 4);
}

TEST(Pool, GivesBackWhenTheBorrowerThrows) {
  int made = 0;
  Pool<int> pool([&] {
    ++made;
    return std::make_unique<int>(7);
  });
  for (int i = 0; i < 3; ++i) {
    try {
      const auto thing = pool.borrow();
      throw *thing;
    } catch (const int seven) {
      EXPECT_EQ(seven, 7);
    }
  }
  EXPECT_EQ(made, 1);
}

}  // namespace
}  // namespace faultline::parallel
