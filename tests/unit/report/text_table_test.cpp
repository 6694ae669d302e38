#include "faultline/report/text_table.hpp"

#include <gtest/gtest.h>

namespace faultline::report {
namespace {

TextTable table() {
  return {.heads = {"Scan", "Subgroup", "Score"},
          .numeric = 1,
          .rows = {{"fpr", "Male, between 25 and 45", "102.32"}, {"calibration", "", "0"}}};
}

TEST(TextTable, TakesNoMoreThanItNeeds) {
  const TextLines lines = render(table(), 80);
  EXPECT_EQ(lines.head, "  Scan         Subgroup                  Score\n");
  EXPECT_EQ(lines.rows.at(0), "  fpr          Male, between 25 and 45  102.32\n");
  EXPECT_EQ(lines.rows.at(1), "  calibration                                0\n");
}

TEST(TextTable, WordsWrapInTheirColumn) {
  const TextLines lines = render(table(), 39);
  EXPECT_EQ(lines.rows.at(0),
            "  fpr          Male, between 25  102.32\n"
            "               and 45\n");
  EXPECT_EQ(table().least_width(), 2 + 11 + 2 + 16 + 2 + 6);
}

TEST(TextTable, NumbersNeverGiveWay) {
  const TextLines lines = render(table(), 10);
  EXPECT_NE(lines.rows.at(0).find("102.32"), std::string::npos);
}

TEST(TextTable, WideCharactersCountTwice) {
  const TextLines lines =
      render({.heads = {"A", "B"}, .numeric = 1, .rows = {{"部署", "1"}, {"abcd", "2"}}}, 80);
  EXPECT_EQ(lines.rows.at(0), "  部署  1\n");
  EXPECT_EQ(lines.rows.at(1), "  abcd  2\n");
}

}  // namespace
}  // namespace faultline::report
