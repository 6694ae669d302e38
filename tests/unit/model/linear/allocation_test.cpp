// Counts what operator new is asked for: a refit must ask for nothing.

#include <cstdint>
#include <vector>

#include "unit/model/linear/counting_new.hpp"
#include "unit/model/random_rows.hpp"
#include <gtest/gtest.h>

#include "faultline/model/linear/logistic.hpp"

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
    logistic.predict_log_odds(eta);
    const std::int64_t before = faultline::testing::allocations_so_far();
    logistic.fit(second.view());
    logistic.fit(first.view());
    logistic.predict_log_odds(eta);
    EXPECT_EQ(faultline::testing::allocations_so_far() - before, 0);
    EXPECT_TRUE(logistic.converged());
  }
}

TEST(LogisticAllocation, TheCounterCounts) {
  const std::int64_t before = faultline::testing::allocations_so_far();
  const std::vector<double> some(100, 1.0);
  EXPECT_GT(faultline::testing::allocations_so_far() - before, 0);
  EXPECT_EQ(some.size(), 100U);
}

}  // namespace
}  // namespace faultline::model
