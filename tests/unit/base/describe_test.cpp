#include "faultline/base/describe.hpp"

#include "described_person.hpp"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "faultline/base/error.hpp"

namespace faultline::test {
namespace {

using ::testing::ThrowsMessage;

void refuses(const Person& person, const std::string& message) {
  EXPECT_THAT(
      [&] { describe::check_ranges(description(static_cast<const Person*>(nullptr)), &person); },
      ThrowsMessage<ConfigError>(message));
}

TEST(Describe, NumbersOutsideTheirRangeAreNamed) {
  refuses({.rank = 0}, "rank = 0: must be 1 or more");
  refuses({.theta = 0}, "theta = 0: must be above 0");
  Person fine;
  EXPECT_NO_THROW(describe::check_ranges(description(static_cast<const Person*>(nullptr)), &fine));
}

TEST(Describe, InlinedMembersStandInTheirParentsPlace) {
  Person person;
  const auto count = [&person] {
    return describe::fields(description(static_cast<const Person*>(nullptr)), &person).size();
  };
  const std::size_t without = count();
  person.extra.emplace();
  EXPECT_EQ(count(), without + 2);
}

TEST(Describe, WordsGoBothWays) {
  EXPECT_EQ(describe::name_of(Colour::green), "green");
  EXPECT_EQ(describe::value_named<Colour>("red"), Colour::red);
  EXPECT_EQ(describe::value_named<Colour>("blue"), std::nullopt);
}

}  // namespace
}  // namespace faultline::test
