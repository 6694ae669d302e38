#include "faultline/methods/group_rows.hpp"

#include <vector>

#include <gtest/gtest.h>

namespace faultline::methods {
namespace {

TEST(GroupRows, NumbersGroupsByTheirTuples) {
  const Grouping grouping = group_rows(5, {{2, 1, 2, 1, 1}, {0, 5, 0, 4, 5}});
  EXPECT_EQ(grouping.group_of, (std::vector<std::int32_t>{2, 1, 2, 0, 1}));
  EXPECT_EQ(grouping.example, (std::vector<std::int64_t>{3, 1, 0}));
  EXPECT_EQ(group_rows(3, {}).groups(), 1);
  EXPECT_EQ(group_rows(0, {{}}).groups(), 0);
}

TEST(GroupRows, WordsOrderAsNumbersDo) {
  const std::vector<double> ascending = {-1e300, -2, -1e-300, 0, 1e-300, 0.5, 7, 1e300};
  for (std::size_t i = 1; i < ascending.size(); ++i) {
    EXPECT_LT(ordered_word(ascending[i - 1]), ordered_word(ascending[i]));
  }
  EXPECT_EQ(ordered_word(-0.0), ordered_word(0.0));
}

}  // namespace
}  // namespace faultline::methods
