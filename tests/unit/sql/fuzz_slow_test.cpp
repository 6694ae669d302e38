#include "sql/fuzz.hpp"
#include <gtest/gtest.h>

namespace faultline::sql {
namespace {

TEST(FuzzPeopleLong, WorksOrRefuses) { EXPECT_GT(testing::fuzz_people(2, 3000), 300); }

}  // namespace
}  // namespace faultline::sql
