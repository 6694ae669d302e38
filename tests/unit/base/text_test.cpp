#include "faultline/base/text.hpp"

#include <clocale>
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

namespace faultline {
namespace {

using Words = std::vector<std::string>;

TEST(EditDistance, CountsEditsAndIgnoresCase) {
  EXPECT_EQ(edit_distance("", ""), 0U);
  EXPECT_EQ(edit_distance("", "abc"), 3U);
  EXPECT_EQ(edit_distance("abc", ""), 3U);
  EXPECT_EQ(edit_distance("Race", "race"), 0U);
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3U);
  EXPECT_EQ(edit_distance("sitting", "kitten"), 3U);
  EXPECT_EQ(edit_distance("ab", "ba"), 2U);
}

TEST(NearestName, FindsALikelySlipOrNothing) {
  const Words names = {"sex", "race", "charge_degree"};
  EXPECT_EQ(nearest_name("Sex", names), "sex");
  EXPECT_EQ(nearest_name("chargedegree", names), "charge_degree");
  EXPECT_EQ(nearest_name("priors_count", names), std::nullopt);
  EXPECT_EQ(nearest_name("x", Words{}), std::nullopt);
  EXPECT_EQ(nearest_name("zz", Words{"id", "y"}), std::nullopt) << "nothing in common";
  EXPECT_EQ(nearest_name("age", names), std::nullopt) << "two slips in three letters";
  EXPECT_EQ(nearest_name("rcae", names), "race") << "letters that changed places";
  // Equally near: the first.
  EXPECT_EQ(nearest_name("ab", Words{"ac", "ad"}), "ac");
}

TEST(JoinWords, ReadsLikeASentence) {
  EXPECT_EQ(join_words(Words{}), "");
  EXPECT_EQ(join_words(Words{"a"}), "a");
  EXPECT_EQ(join_words(Words{"a", "b"}), "a and b");
  EXPECT_EQ(join_words(Words{"a", "b", "c"}), "a, b and c");
  EXPECT_EQ(join_words(Words{"a", "b", "c"}, 10, "or"), "a, b or c");
  EXPECT_EQ(join_words(Words{"a", "b", "c"}, 3), "a, b and c");
  EXPECT_EQ(join_words(Words{"a", "b", "c", "d"}, 3), "a, b, c and 1 more");
  EXPECT_EQ(join_words(Words{"a", "b", "c", "d", "e"}, 2), "a, b and 3 more");
}

TEST(Split, TrimsAndKeepsEmptyParts) {
  EXPECT_EQ(split("", ','), Words{});
  EXPECT_EQ(split("a", ','), Words{"a"});
  EXPECT_EQ(split(" a , b,c ", ','), (Words{"a", "b", "c"}));
  EXPECT_EQ(split("a,,b,", ','), (Words{"a", "", "b", ""}));
  EXPECT_EQ(split("  ", ','), Words{""});
}

TEST(Trim, BlanksAtBothEndsOnly) {
  EXPECT_EQ(trim(" \t a b\r\n"), "a b");
  EXPECT_EQ(trim("   "), "");
  EXPECT_EQ(trim(""), "");
}

TEST(ParseDouble, WholeTextOrNothing) {
  EXPECT_EQ(parse_double("0.5"), 0.5);
  EXPECT_EQ(parse_double(" +1e-3 "), 1e-3);
  EXPECT_EQ(parse_double("-2"), -2.0);
  EXPECT_EQ(parse_double(".5"), 0.5);
  for (const char* bad : {"", " ", "1,5", "1.5x", "x", "0x10", "+", "1 2", "+-3", "++3"})
    EXPECT_EQ(parse_double(bad), std::nullopt) << bad;
}

TEST(ParseInteger, WholeTextOrNothing) {
  EXPECT_EQ(parse_integer("42"), 42);
  EXPECT_EQ(parse_integer(" +7 "), 7);
  EXPECT_EQ(parse_integer("-9223372036854775808"), std::numeric_limits<std::int64_t>::min());
  for (const char* bad : {"", "4.0", "1e3", "9223372036854775808", "x", "4 2", "+-3"})
    EXPECT_EQ(parse_integer(bad), std::nullopt) << bad;
}

TEST(WithThousands, GroupsDigits) {
  EXPECT_EQ(with_thousands(0), "0");
  EXPECT_EQ(with_thousands(999), "999");
  EXPECT_EQ(with_thousands(1000), "1,000");
  EXPECT_EQ(with_thousands(1234567), "1,234,567");
  EXPECT_EQ(with_thousands(-999), "-999");
  EXPECT_EQ(with_thousands(-1000), "-1,000");
  EXPECT_EQ(with_thousands(std::numeric_limits<std::int64_t>::min()), "-9,223,372,036,854,775,808");
}

TEST(Plural, OnlyOneIsSingular) {
  EXPECT_EQ(plural(1, "replicate"), "1 replicate");
  EXPECT_EQ(plural(0, "replicate"), "0 replicates");
  EXPECT_EQ(plural(1234, "replicate"), "1,234 replicates");
  EXPECT_EQ(people(1), "1 person");
  EXPECT_EQ(people(0), "0 people");
  EXPECT_EQ(people(1234567), "1,234,567 people");
}

TEST(Shortest, ReadsBackAsTheSameDouble) {
  EXPECT_EQ(shortest(0.1), "0.1");
  EXPECT_EQ(shortest(1e-9), "1e-09");
  EXPECT_EQ(shortest(0), "0");
  for (const double value : {1.0 / 3, 5e-324, 1.7976931348623157e308, -0.1, 123456789.125})
    EXPECT_EQ(parse_double(shortest(value)), value);
}

}  // namespace
}  // namespace faultline
