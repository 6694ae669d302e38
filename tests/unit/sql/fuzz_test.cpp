#include "sql/fuzz.hpp"

#include <gtest/gtest.h>

namespace faultline::sql {
namespace {

TEST(FuzzPeople, WorksOrRefuses) {
  const int worked = testing::fuzz_people(1, 200);
  EXPECT_GT(worked, 20);
  EXPECT_LT(worked, 180);
}

}  // namespace
}  // namespace faultline::sql
