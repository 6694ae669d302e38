// Which order values have, from what they say or from what the user says, and ranges in words.

#include "faultline/data/value_order.hpp"

#include "support/message_of.hpp"
#include <gtest/gtest.h>

#include "faultline/base/error.hpp"
#include "faultline/data/binning.hpp"
#include "faultline/data/interval_text.hpp"
#include "faultline/data/range_words.hpp"

namespace faultline::data {
namespace {

using Labels = std::vector<std::string>;

/// The labels in the order that they say, or nothing.
Labels sorted(const Labels& labels) {
  Labels out;
  if (const auto order = order_of_numbers(labels)) {
    for (const std::size_t i : *order) out.push_back(labels[i]);
  }
  return out;
}

TEST(ValueOrder, OfNumbersIsTheirSize) {
  EXPECT_EQ(sorted({"1", "10", "2"}), (Labels{"1", "2", "10"}));
  EXPECT_EQ(sorted({"0.5", "-3", "1e2"}), (Labels{"-3", "0.5", "1e2"}));
  EXPECT_EQ(sorted({"3+", "1", "2"}), (Labels{"1", "2", "3+"}));
}

TEST(ValueOrder, OfIntervalsIsFromLowToHigh) {
  EXPECT_EQ(sorted({"25 - 45", "Greater than 45", "Less than 25"}),
            (Labels{"Less than 25", "25 - 45", "Greater than 45"}));
  EXPECT_EQ(sorted({"65+", "18-24", "25\u201364"}), (Labels{"18-24", "25\u201364", "65+"}));
  EXPECT_EQ(sorted({"1 to 5", "over 5", "0"}), (Labels{"0", "1 to 5", "over 5"}));
  EXPECT_EQ(sorted({">= 45", "25 to < 45", "< 25"}), (Labels{"< 25", "25 to < 45", ">= 45"}));
  EXPECT_EQ(sorted({"(25.0, 45.0]", "(0.999, 25.0]"}), (Labels{"(0.999, 25.0]", "(25.0, 45.0]"}));
  EXPECT_EQ(sorted({"10 or more", "-10 - -5", "-5-10"}),
            (Labels{"-10 - -5", "-5-10", "10 or more"}));
}

TEST(ValueOrder, IsNotGuessed) {
  EXPECT_TRUE(sorted({"small", "medium", "large"}).empty());
  EXPECT_TRUE(sorted({"none", "1 to 5", "over 5"}).empty());
  EXPECT_TRUE(sorted({"1", "1.0", "2"}).empty());          // one number twice
  EXPECT_TRUE(sorted({"18-30", "25-40", "41+"}).empty());  // overlap
  EXPECT_TRUE(sorted({"2 weeks", "10 days", "1 year"}).empty());
  EXPECT_TRUE(sorted({"undergraduate", "over there", "3"}).empty());
  EXPECT_TRUE(sorted({"1,500", "2,500"}).empty());  // not from 1 to 500
  EXPECT_TRUE(sorted({"2020-01-01", "2021-01-01"}).empty());
  EXPECT_TRUE(sorted({"45-25", "1"}).empty());
  EXPECT_TRUE(sorted({"", "1"}).empty());
  EXPECT_TRUE(sorted({"()", "1"}).empty());
  EXPECT_TRUE(sorted({"inf", "1"}).empty());
}

CodedAttribute sizes(const Labels& labels) {
  CodedAttribute coded;
  coded.attribute.name = "size";
  for (const std::string& label : labels) {
    coded.attribute.labels.push_back(label);
    coded.texts.push_back(label);
    coded.people.push_back(static_cast<std::int64_t>(label.size()));
  }
  return coded;
}

CodedAttribute ordered(const Labels& labels, const std::string& low_to_high = "") {
  CodedAttribute coded = sizes(labels);
  Notices notices;
  put_in_order({.column = "size", .low_to_high = low_to_high}, coded, notices);
  return coded;
}

TEST(ValueOrder, MovesTextsAndCountsWithTheLabels) {
  const CodedAttribute coded =
      ordered({"large", "medium", "small", "(missing)"}, "small<medium < large");
  EXPECT_TRUE(coded.attribute.ordered);
  EXPECT_EQ(coded.attribute.labels, (Labels{"small", "medium", "large", "(missing)"}));
  EXPECT_EQ(coded.texts, coded.attribute.labels);
  EXPECT_EQ(coded.people, (std::vector<std::int64_t>{5, 6, 5, 9}));
  EXPECT_EQ(coded.attribute.values_in_order(), 3);
}

TEST(ValueOrder, OfTwoValuesNeedsNoWord) {
  const CodedAttribute coded = ordered({"no", "yes", "(missing)"});
  EXPECT_TRUE(coded.attribute.ordered);
  EXPECT_EQ(coded.attribute.labels, (Labels{"no", "yes", "(missing)"}));
  EXPECT_EQ(ordered({"10", "9"}).attribute.labels, (Labels{"9", "10"}));
}

TEST(ValueOrder, MayHoldTheSignItself) {
  EXPECT_EQ(ordered({"25 to < 45", "< 25", "old"}, "< 25<25 to < 45<old").attribute.labels,
            (Labels{"< 25", "25 to < 45", "old"}));
}

TEST(ValueOrder, MayNameAValueThatNobodyHas) {
  CodedAttribute coded = sizes({"large", "medium", "small"});
  Notices notices;
  put_in_order({.column = "size", .low_to_high = "small<medium<large<huge"}, coded, notices);
  EXPECT_EQ(coded.attribute.labels, (Labels{"small", "medium", "large"}));
  ASSERT_EQ(notices.size(), 1U);
  EXPECT_EQ(notices[0].text, "`ordered`: nobody has the value 'huge' of 'size'");
}

std::string refusal(const Labels& labels, const std::string& low_to_high = "") {
  return testing::message_of<InputError>([&] { (void)ordered(labels, low_to_high); });
}

TEST(ValueOrder, RefusesWithASentenceThatSaysWhatToDo) {
  EXPECT_EQ(
      refusal({"large", "medium", "small", "(missing)"}),
      "`ordered` size: its values 'large', 'medium' and 'small' do not say which is lower; give "
      "them from low to high, as in `ordered` 'size=large<medium<small'");
  EXPECT_EQ(
      refusal({"large", "medium", "small"}, "small<midium<large"),
      "`ordered` 'size=small<midium<large': the value 'medium' of 'size' has no place in that "
      "order; name every value, from low to high");
  EXPECT_EQ(refusal({"large", "small"}, "small<large<small"),
            "`ordered` 'size=small<large<small': 'small' is named twice");
  EXPECT_EQ(refusal({"large", "small"}, "small<<large"),
            "`ordered` 'size=small<<large': a value is empty");
  EXPECT_EQ(
      refusal({"large", "small", "(missing)"}, "(missing)<small<large"),
      "`ordered` 'size=(missing)<small<large': (missing) has no place in an order; leave it out");
}

TEST(ParseOrdered, ReadsNamesOrdersAndNone) {
  const Labels columns = {"age", "size", "a=b", "x,y"};
  const auto parse = [&](const Labels& texts) { return parse_ordered(texts, columns); };
  EXPECT_TRUE(parse({}).bins);
  EXPECT_FALSE(parse({"none"}).bins);
  EXPECT_TRUE(parse({"none"}).columns.empty());
  EXPECT_EQ(parse({"age,size"}).columns, (std::vector<OrderRole>{{"age", ""}, {"size", ""}}));
  EXPECT_EQ(parse({"age,size=small<large"}).columns,
            (std::vector<OrderRole>{{"age", ""}, {"size", "small<large"}}));
  EXPECT_EQ(parse({"size=1,000<2,000", "none, age"}).columns,
            (std::vector<OrderRole>{{"size", "1,000<2,000"}, {"age", ""}}));
  EXPECT_EQ(parse({"a=b", "x,y"}).columns, (std::vector<OrderRole>{{"a=b", ""}, {"x,y", ""}}));
  EXPECT_EQ(testing::message_of<ConfigError>([&] { (void)parse({"age", "size,age"}); }),
            "`ordered` names 'age' twice");
}

TEST(RangeWords, JoinWhatBelongsTogether) {
  const Labels bins = {"< 25", "25 to < 45", "45 to < 65", ">= 65"};
  EXPECT_EQ(range_words(bins, {true, true, false, false}), (Labels{"< 45"}));
  EXPECT_EQ(range_words(bins, {false, true, true, false}), (Labels{"25 to < 65"}));
  EXPECT_EQ(range_words(bins, {false, true, true, true}), (Labels{">= 25"}));
  EXPECT_EQ(range_words(bins, {false, true, false, true}), (Labels{"25 to < 45", ">= 65"}));
  const Labels deciles = {"1", "2", "3", "4", "(missing)"};
  EXPECT_EQ(range_words(deciles, {false, true, true, true, false}), (Labels{"2 to 4"}));
  EXPECT_EQ(range_words(deciles, {true, true, false, false, true}),
            (Labels{"1 to 2", "(missing)"}));
  EXPECT_EQ(range_words(deciles, {true, true, true, true, false}), (Labels{"not missing"}));
  EXPECT_EQ(range_words(deciles, {false, false, false, false, true}), (Labels{"(missing)"}));
  const Labels words = {"small", "medium", "large"};
  EXPECT_EQ(range_words(words, {true, true, false}), (Labels{"small", "medium"}));
  EXPECT_EQ(range_words(words, {true, true, true}), (Labels{"small to large"}));
  EXPECT_EQ(range_words({"1", "(missing)"}, {true, false}), (Labels{"1"}));
}

TEST(RangeWords, DoNotTakeOtherTextForIntervals) {
  EXPECT_FALSE(joined_interval("< a lot", "10 to < 20"));
  EXPECT_FALSE(joined_interval("< 10", ">= 20"));  // everything
  EXPECT_FALSE(joined_interval("1 to < x", ">= 20"));
  EXPECT_FALSE(joined_interval("small", "large"));
}

}  // namespace
}  // namespace faultline::data
