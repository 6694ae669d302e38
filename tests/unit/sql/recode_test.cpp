#include <sstream>
#include <string>

#include "sql/test_files.hpp"
#include <gtest/gtest.h>

#include "faultline/sql/blocks.hpp"
#include "faultline/sql/spool.hpp"

namespace faultline::sql {
namespace {

using namespace std::string_literals;

std::string recoded(const std::string& bytes, Encoding encoding) {
  const testing::TestFolder folder;
  const std::string from = folder.write("from", bytes);
  copy_as_utf8(from, encoding, folder.path("to"));
  std::ostringstream text;
  text << std::ifstream(folder.path("to"), std::ios::binary).rdbuf();
  return text.str();
}

std::string little_endian(const std::u16string& units) {
  std::string bytes;
  for (const char16_t unit : units) {
    bytes += static_cast<char>(unit & 0xFF);
    bytes += static_cast<char>(unit >> 8);
  }
  return bytes;
}

TEST(Recode, Windows1252HasItsOwnSigns) {
  EXPECT_EQ(recoded("caf\xe9", Encoding::other), "café");
  EXPECT_EQ(recoded("\x80 \x8a \x93q\x94 \x9f \xa0 \xff", Encoding::other), "€ Š “q” Ÿ \u00a0 ÿ");
}

TEST(Recode, FiveBytesOfWindows1252AreNothing) {
  EXPECT_EQ(recoded("\x81\x8d\x8f\x90\x9d", Encoding::other), "\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD");
  EXPECT_EQ(recoded("a\x81z", Encoding::other), "a\uFFFDz");
}

TEST(Recode, Utf16OfBothOrders) {
  EXPECT_EQ(recoded(little_endian(u"\uFEFFé,日,\U0001F600\n"), Encoding::utf16_little),
            "é,日,\U0001F600\n");
  EXPECT_EQ(recoded("\xFE\xFF\x00\xe9\x65\xe5\xd8\x3d\xde\x00"s, Encoding::utf16_big),
            "é日\U0001F600");
  EXPECT_EQ(recoded(little_endian(u"\uFEFFa\uFEFF"), Encoding::utf16_little), "a\uFEFF")
      << "only the first is a mark";
}

TEST(Recode, HalvesOfSurrogatePairsAreReplaced) {
  EXPECT_EQ(recoded(little_endian({0xD83D, u'a'}), Encoding::utf16_little), "\uFFFDa");
  EXPECT_EQ(recoded(little_endian({0xDE00, u'a'}), Encoding::utf16_little), "\uFFFDa");
  EXPECT_EQ(recoded(little_endian({u'a', 0xD83D}), Encoding::utf16_little), "a\uFFFD");
  EXPECT_EQ(recoded(little_endian(u"a") + "b", Encoding::utf16_little), "a\uFFFD");
}

TEST(Recode, CharactersAcrossBlocksStayWhole) {
  const std::u16string start(kBlock / 2 - 1, u'x');  // the pair begins two bytes before the end
  EXPECT_EQ(recoded(little_endian(start + u"\U0001F600y"), Encoding::utf16_little),
            std::string(start.size(), 'x') + "\U0001F600y");
}

TEST(Recode, LineEndsOutsideQuotesBecomeNewlines) {
  EXPECT_EQ(recoded("a\r\nb\rc\n\r\n", Encoding::utf8), "a\nb\nc\n\n");
  EXPECT_EQ(recoded("\"a\r\nb\"\r\n", Encoding::utf8), "\"a\r\nb\"\n");
  EXPECT_EQ(recoded("a\ré\nb", Encoding::utf8), "a\né\nb") << "é stands between the two";
  EXPECT_EQ(recoded(little_endian(u"a\r\nb"), Encoding::utf16_little), "a\nb");
}

}  // namespace
}  // namespace faultline::sql
