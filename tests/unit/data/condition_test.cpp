#include "faultline/data/condition.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace faultline::data {
namespace {

using Kind = Comparison::Kind;
using ::testing::ElementsAre;

std::vector<Comparison> read(const char* sql) {
  return parse_conditions(sql).value_or(std::vector<Comparison>{});
}

TEST(Condition, ComparisonsJoinedByAnd) {
  EXPECT_THAT(
      read(R"(age >= 25 and "last name" <> 'O''Hara' AND y = true AND x IS NOT NULL)"),
      ElementsAre(Comparison{"age", Kind::at_least, {"25"}},
                  Comparison{"last name", Kind::unequal, {"O'Hara"}},
                  Comparison{"y", Kind::equal, {"true"}}, Comparison{"x", Kind::not_null, {}}));
  EXPECT_THAT(read("race IN ('A', 'B') AND z NOT IN (1,-2.5) AND w is null"),
              ElementsAre(Comparison{"race", Kind::among, {"A", "B"}},
                          Comparison{"z", Kind::not_among, {"1", "-2.5"}},
                          Comparison{"w", Kind::null, {}}));
}

TEST(Condition, WhatIsMoreThanThatIsLeftToAnEngine) {
  for (const char* sql : {"", "age", "age + 1 > 2", "lower(sex) = 'f'", "a = b", "a = 1 OR b = 2",
                          "(a = 1)", "a = 'x", "a IN ()", "a = 1 AND", "a NOT = 1", "a = 1;"})
    EXPECT_FALSE(parse_conditions(sql)) << sql;
}

}  // namespace
}  // namespace faultline::data
