#include "faultline/base/text_width.hpp"

#include <string>

#include <gtest/gtest.h>

namespace faultline {
namespace {

TEST(TextWidth, LettersTakeOneColumn) {
  EXPECT_EQ(text_width(""), 0);
  EXPECT_EQ(text_width("abc"), 3);
  EXPECT_EQ(text_width("Größe"), 5);
}

TEST(TextWidth, EastAsianCharactersTakeTwo) {
  EXPECT_EQ(text_width("日本"), 4);
  EXPECT_EQ(text_width("한국"), 4);
  EXPECT_EQ(text_width("\u1112\u1161\u11ab"), 2) << "one syllable of three letters";
}

TEST(TextWidth, CombiningMarksTakeNone) {
  EXPECT_EQ(text_width("e\u0301"), 1);
  EXPECT_EQ(text_width("o\u0308\u0323x"), 2);
  EXPECT_EQ(text_width("\u0e01\u0e34\u0e48"), 1) << "Thai, a vowel and a tone above";
  EXPECT_EQ(text_width("a\u200bb"), 2) << "zero width space";
}

TEST(TextWidth, EmojiSequencesAreOneCharacter) {
  EXPECT_EQ(text_width("\U0001F600"), 2);
  EXPECT_EQ(text_width("\U0001F44D\U0001F3FD"), 2) << "with a skin colour";
  EXPECT_EQ(text_width("\U0001F468\u200D\U0001F469\u200D\U0001F467"), 2) << "a family";
  EXPECT_EQ(text_width("\U0001F1E9\U0001F1EA"), 2) << "a flag";
  EXPECT_EQ(text_width("\U0001F1E9\U0001F1EA\U0001F1EB\U0001F1F7"), 4) << "two flags";
  EXPECT_EQ(text_width("\u2764"), 1);
  EXPECT_EQ(text_width("\u2764\uFE0F"), 2) << "as an emoji";
  EXPECT_EQ(text_width("1\uFE0F\u20E3"), 2) << "a key";
}

TEST(TextWidth, InvalidBytesAndControlsTakeOneEach) {
  EXPECT_EQ(text_width("a\xff\xfe"), 3);
  EXPECT_EQ(text_width("\xe2\x82"), 2) << "cut off";
  EXPECT_EQ(text_width("\xed\xa0\x80"), 3) << "half a surrogate pair";
  EXPECT_EQ(text_width("\xc0\xaf"), 2) << "longer than needed";
  EXPECT_EQ(text_width("a\xcc"), 2);
  EXPECT_EQ(text_width("\tx"), 2);
}

TEST(TextWidth, CutsBetweenClusters) {
  const std::string family = "\U0001F468\u200D\U0001F469\u200D\U0001F467";
  EXPECT_EQ(bytes_that_fit("a" + family + "b", 2), 1U);
  EXPECT_EQ(bytes_that_fit("a" + family + "b", 3), 1 + family.size());
  EXPECT_EQ(bytes_that_fit(family + "b", 1), family.size()) << "never nothing";
  EXPECT_EQ(bytes_that_fit("e\u0301x", 1), 3U);
}

TEST(TextWidth, CodePoints) {
  EXPECT_EQ(first_code_point("ä").code, U'ä');
  EXPECT_EQ(first_code_point("ä").bytes, 2U);
  EXPECT_FALSE(first_code_point("\x80").valid);
  EXPECT_EQ(first_code_point("\x80").bytes, 1U);
}

}  // namespace
}  // namespace faultline
