#include "faultline/report/render/display.hpp"

#include <sstream>

#include <gtest/gtest.h>

namespace faultline::report {
namespace {

TEST(Display, WidthCountsColumnsNotBytes) {
  EXPECT_EQ(display_width("Male"), 4);
  EXPECT_EQ(display_width("groß"), 4);
  EXPECT_EQ(display_width("営業"), 4);
  EXPECT_EQ(display_width("e\u0301"), 1);
  EXPECT_EQ(display_width("\U0001F600"), 2);
  EXPECT_EQ(display_width("\xff"), 1);
  EXPECT_EQ(display_width(""), 0);
}

TEST(Display, PrintableLeavesNothingThatATerminalWouldCarryOut) {
  EXPECT_EQ(printable("a\nb\tc"), "a b c");
  EXPECT_EQ(printable("\x1b[31mred\a"), "\uFFFD[31mred\uFFFD");
  EXPECT_EQ(printable("\xc2\x9b"), "\uFFFD");    // C1 control
  EXPECT_EQ(printable("a\u202Eb"), "a\uFFFDb");  // right-to-left override
  EXPECT_EQ(printable("\xff\xc3("), "\uFFFD\uFFFD(");
  EXPECT_EQ(printable("\xed\xa0\x80").find('\xed'), std::string::npos);  // surrogate
  EXPECT_EQ(printable("Größe 営業"), "Größe 営業");
}

TEST(Display, WrapKeepsTheWidthAndAlignsLines) {
  EXPECT_EQ(wrap("ab: ", "one two three", 12), "ab: one two\n    three\n");
  EXPECT_EQ(wrap("", "one", 20), "one\n");
  EXPECT_EQ(wrap("  x  ", "", 20), "  x\n");
}

TEST(Display, WrapCutsAWordThatIsTooLong) {
  EXPECT_EQ(wrap("", "abcdefghijklmnop", 12), "abcdefghijkl\nmnop\n");
  EXPECT_EQ(wrap("", "balance-negative, higher", 16), "balance-\nnegative, higher\n");
  EXPECT_EQ(wrap("", "一二三四五六七", 11), "一二三四五\n六七\n");
}

TEST(Display, PadCountsColumns) {
  EXPECT_EQ(pad("営業", 6), "営業  ");
  EXPECT_EQ(pad("long", 2), "long");
}

}  // namespace
}  // namespace faultline::report
