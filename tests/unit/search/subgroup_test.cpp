// Subgroups in words, from text, and the written tie rule.

#include "faultline/search/subgroup.hpp"

#include "support/message_of.hpp"
#include <gtest/gtest.h>

#include "faultline/base/error.hpp"

namespace faultline::search {
namespace {

const std::vector<data::Attribute> kAttributes = {
    {"sex", {"Female", "Male"}},
    {"race", {"African-American", "Asian", "Caucasian", "Hispanic"}},
    {"under_25", {"No", "Yes"}},
    {"age", {"< 25", "25 to < 45", ">= 45"}},
};

TEST(Subgroup, EverybodyIsComplete) {
  const Subgroup all = everybody(kAttributes);
  EXPECT_EQ(all.sets, (std::vector<ValueSet>{3, 15, 3, 7}));
  EXPECT_EQ(listed_values(all, kAttributes), 0);
  EXPECT_EQ(restricted_attributes(all, kAttributes), 0);
  EXPECT_EQ(in_words(all, kAttributes), "everybody");
  // No attribute at all: there is one subgroup, everybody.
  EXPECT_TRUE(everybody({}).sets.empty());
  EXPECT_EQ(in_words({}, {}), "everybody");
  EXPECT_EQ(listed_values({}, {}), 0);
}

TEST(Subgroup, AllValuesOf64) {
  EXPECT_EQ(all_values(1), 1U);
  EXPECT_EQ(all_values(63), ~ValueSet{0} >> 1);
  EXPECT_EQ(all_values(64), ~ValueSet{0});
}

TEST(Subgroup, CompleteAttributesCostNothing) {
  const Subgroup subgroup{{2, 15, 3, 6}};
  EXPECT_EQ(listed_values(subgroup, kAttributes), 3);
  EXPECT_EQ(restricted_attributes(subgroup, kAttributes), 2);
}

TEST(Subgroup, InWords) {
  EXPECT_EQ(in_words({{2, 15, 3, 7}}, kAttributes), "Male");
  EXPECT_EQ(in_words({{2, 9, 3, 7}}, kAttributes), "Male; African-American or Hispanic");
  EXPECT_EQ(in_words({{3, 13, 2, 7}}, kAttributes),
            "African-American, Caucasian or Hispanic; under_25 = Yes");
  EXPECT_EQ(in_words({{3, 15, 3, 3}}, kAttributes), "age < 25 or 25 to < 45");
  EXPECT_EQ(in_words({{3, 15, 3, 4}}, kAttributes), "age >= 45");
}

TEST(Subgroup, BareLabelsCarryTheirAttribute) {
  const std::vector<data::Attribute> attributes = {
      {"priors", {"1 to 5", "None", "Over 5"}},
      {"degree", {"F", "M"}},
      {"flag", {"(missing)", "true"}},
      {"delta", {"-3", "Plain"}},
      {"level", {"HIGH", "Under 3", "somewhat"}},
  };
  EXPECT_EQ(in_words({{4, 3, 3, 3, 7}}, attributes), "priors = Over 5");
  EXPECT_EQ(in_words({{2, 1, 3, 3, 7}}, attributes), "priors = None; degree = F");
  EXPECT_EQ(in_words({{7, 3, 1, 3, 7}}, attributes), "flag = (missing)");
  EXPECT_EQ(in_words({{7, 3, 3, 1, 7}}, attributes), "delta = -3");
  EXPECT_EQ(in_words({{7, 3, 3, 2, 7}}, attributes), "Plain");
  EXPECT_EQ(in_words({{7, 3, 3, 3, 1}}, attributes), "level = HIGH");
  EXPECT_EQ(in_words({{7, 3, 3, 3, 2}}, attributes), "level = Under 3");
  EXPECT_EQ(in_words({{7, 3, 3, 3, 4}}, attributes), "somewhat");
}

const std::vector<data::Attribute> kOrdered = {
    {"age", {"< 25", "25 to < 45", "45 to < 65", ">= 65", "(missing)"}, true},
    {"score", {"1", "2", "3", "4"}, true},
    {"size", {"small", "medium", "large", "huge"}, true},
    {"sex", {"Female", "Male"}},
};

TEST(Subgroup, ARangeOfAnOrderedAttributeCostsOnePenalty) {
  EXPECT_EQ(listed_values(everybody(kOrdered), kOrdered), 0);
  EXPECT_EQ(listed_values({{0b01110, 15, 15, 1}}, kOrdered), 2);
  EXPECT_EQ(listed_values({{0b01111, 15, 15, 3}}, kOrdered), 1);  // everybody whose age is known
  EXPECT_EQ(listed_values({{0b10000, 15, 15, 3}}, kOrdered), 1);  // and everybody else
  EXPECT_EQ(listed_values({{0b11000, 15, 15, 3}}, kOrdered), 2);  // no range: named, not searched
  EXPECT_EQ(listed_values({{31, 0b1011, 0b0101, 3}}, kOrdered), 4);
}

TEST(Subgroup, SetsOfAnOrderedAttributeAreRangesAndTheMissing) {
  EXPECT_EQ(admissible_sets(kOrdered[0]), 12);  // 10 ranges, the missing, all
  EXPECT_EQ(admissible_sets(kOrdered[1]), 10);
  EXPECT_EQ(admissible_sets(kOrdered[3]), 3);
  EXPECT_EQ(last_after(kOrdered[0], 0), 4);
  EXPECT_EQ(last_after(kOrdered[0], 1), 3);
  EXPECT_EQ(last_after(kOrdered[0], 4), 4);
  EXPECT_EQ(value_range(1, 3), 0b1110U);
  EXPECT_EQ(value_range(0, 63), ~ValueSet{0});
  EXPECT_EQ(value_range(63, 63), ValueSet{1} << 63);
}

TEST(Subgroup, RangesInWords) {
  EXPECT_EQ(in_words({{0b00011, 15, 15, 3}}, kOrdered), "age < 45");
  EXPECT_EQ(in_words({{0b00110, 15, 15, 1}}, kOrdered), "age 25 to < 65; Female");
  EXPECT_EQ(in_words({{0b01110, 15, 15, 3}}, kOrdered), "age >= 25");
  EXPECT_EQ(in_words({{0b01111, 15, 15, 3}}, kOrdered), "age not missing");
  EXPECT_EQ(in_words({{0b10000, 15, 15, 3}}, kOrdered), "age (missing)");
  EXPECT_EQ(in_words({{0b00010, 0b1110, 15, 3}}, kOrdered), "age 25 to < 45; score 2 to 4");
  EXPECT_EQ(in_words({{31, 0b0001, 0b0111, 3}}, kOrdered), "score = 1; size small to large");
  EXPECT_EQ(in_words({{31, 0b1011, 0b0110, 3}}, kOrdered),
            "score 1 to 2 or 4; size = medium or large");
}

TEST(Subgroup, ALabelOfTwoAttributesCarriesItsAttribute) {
  const std::vector<data::Attribute> attributes = {{"mother", {"Teacher", "Nurse"}},
                                                   {"father", {"Teacher", "Farmer"}}};
  EXPECT_EQ(in_words({{1, 3}}, attributes), "mother = Teacher");
  EXPECT_EQ(in_words({{3, 2}}, attributes), "Farmer");
}

TEST(ParseSubgroup, ReadsNamesAndValues) {
  EXPECT_EQ(parse_subgroup("race=Asian|Hispanic;sex=Female", kAttributes),
            (Subgroup{{1, 10, 3, 7}}));
  EXPECT_EQ(parse_subgroup(" sex = Male ; age = 25 to < 45 | >= 45 ;", kAttributes),
            (Subgroup{{2, 15, 3, 6}}));
  EXPECT_EQ(parse_subgroup("", kAttributes), everybody(kAttributes));
  // All values named is the same as not named; a value named twice counts once.
  EXPECT_EQ(parse_subgroup("sex=Male|Female", kAttributes), everybody(kAttributes));
  EXPECT_EQ(parse_subgroup("sex=Male|Male", kAttributes), (Subgroup{{2, 15, 3, 7}}));
}

std::string message(const std::string& text) {
  return testing::message_of<ConfigError>([&] { (void)parse_subgroup(text, kAttributes); });
}

TEST(ParseSubgroup, EveryErrorSaysWhatAndWhereAndWhatToDo) {
  EXPECT_EQ(message("sex"), "`subgroup` 'sex': 'sex' is not of the form attribute=value|value");
  EXPECT_EQ(message("sx=Male"),
            "`subgroup` 'sx=Male': 'sx' is not a scanned attribute; did you mean 'sex'?");
  EXPECT_EQ(message("charge_degree=F"),
            "`subgroup` 'charge_degree=F': 'charge_degree' is not a scanned attribute; these are: "
            "sex, race, under_25 and age");
  EXPECT_EQ(message("sex=Male;sex=Female"),
            "`subgroup` 'sex=Male;sex=Female': 'sex' is named twice");
  EXPECT_EQ(message("race=Asien"),
            "`subgroup` 'race=Asien': 'race' has no value 'Asien'; did you mean 'Asian'?");
  EXPECT_EQ(message("sex=Unspecified"),
            "`subgroup` 'sex=Unspecified': 'sex' has no value 'Unspecified'; its values are: "
            "Female and Male");
  EXPECT_EQ(message("sex="), "`subgroup` 'sex=': no value given for 'sex'");
}

TEST(TieRule, FewerListedValuesFirst) {
  // Two values of one attribute against one value of each of two: equal counts; one beats both.
  EXPECT_TRUE(precedes({{1, 15, 3, 7}}, {{3, 3, 3, 7}}, kAttributes));
  EXPECT_FALSE(precedes({{3, 3, 3, 7}}, {{1, 15, 3, 7}}, kAttributes));
  EXPECT_TRUE(precedes(everybody(kAttributes), {{1, 15, 3, 7}}, kAttributes));
}

TEST(TieRule, ThenFewerRestrictedAttributes) {
  const Subgroup one{{3, 12, 3, 7}};
  const Subgroup two{{1, 15, 1, 7}};
  EXPECT_TRUE(precedes(one, two, kAttributes));
  EXPECT_FALSE(precedes(two, one, kAttributes));
}

TEST(TieRule, ThenLexicographicByAttributeAndValue) {
  // The one that lists an earlier attribute.
  EXPECT_TRUE(precedes({{2, 15, 3, 7}}, {{3, 1, 3, 7}}, kAttributes));
  EXPECT_FALSE(precedes({{3, 1, 3, 7}}, {{2, 15, 3, 7}}, kAttributes));
  // The one that lists an earlier value.
  EXPECT_TRUE(precedes({{1, 15, 3, 7}}, {{2, 15, 3, 7}}, kAttributes));
  EXPECT_TRUE(precedes({{3, 0b1001, 3, 7}}, {{3, 0b0110, 3, 7}}, kAttributes));
  EXPECT_TRUE(precedes({{3, 0b0011, 3, 7}}, {{3, 0b1001, 3, 7}}, kAttributes));
}

TEST(TieRule, ShorterRangesBeforeLongerOnes) {
  EXPECT_TRUE(precedes({{31, 0b1100, 15, 3}}, {{31, 0b0111, 15, 3}}, kOrdered));
  EXPECT_FALSE(precedes({{31, 0b0111, 15, 3}}, {{31, 0b1100, 15, 3}}, kOrdered));
  EXPECT_TRUE(precedes({{31, 0b0011, 15, 3}}, {{31, 0b1100, 15, 3}}, kOrdered));
  // But everybody before any range, and one attribute before two.
  EXPECT_TRUE(precedes(everybody(kOrdered), {{31, 0b0001, 15, 3}}, kOrdered));
  EXPECT_TRUE(precedes({{31, 0b0111, 15, 3}}, {{31, 0b0001, 15, 1}}, kOrdered));
}

/// `attributes`: the first three are varied.
void expect_strict_order(const std::vector<data::Attribute>& attributes, ValueSet last) {
  std::vector<Subgroup> subgroups;
  for (ValueSet a = 1; a <= 3; ++a) {
    for (ValueSet b = 1; b <= 15; ++b) {
      for (ValueSet c = 1; c <= 3; ++c) subgroups.push_back({{a, b, c, last}});
    }
  }
  for (const Subgroup& x : subgroups) {
    EXPECT_FALSE(precedes(x, x, attributes));
    for (const Subgroup& y : subgroups) {
      if (x == y) continue;
      ASSERT_NE(precedes(x, y, attributes), precedes(y, x, attributes));
      for (const Subgroup& z : subgroups) {
        if (precedes(x, y, attributes) && precedes(y, z, attributes)) {
          ASSERT_TRUE(precedes(x, z, attributes));
        }
      }
    }
  }
}

TEST(TieRule, IsAStrictOrder) {
  expect_strict_order(kAttributes, 7);
  auto ordered = kAttributes;
  ordered[1].ordered = true;
  expect_strict_order(ordered, 7);
}

}  // namespace
}  // namespace faultline::search
