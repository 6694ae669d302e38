#include "faultline/report/render/text_table.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace faultline::report {
namespace {

using ::testing::HasSubstr;

Table table() {
  Table made{.columns = columns_of({"Scan", "Subgroup", "Score"}, 2)};
  made.add({"fpr", "Male, between 25 and 45", "102.32"});
  made.add({"calibration", "", "0"});
  return made;
}

std::string written(const Table& one, int width) {
  Page page({.colour = false, .width = width});
  write_table(one, page);
  return std::move(page).finish();
}

TEST(TextTable, TakesNoMoreThanItNeeds) {
  EXPECT_EQ(written(table(), 80),
            "  Scan         Subgroup                  Score\n"
            "  fpr          Male, between 25 and 45  102.32\n"
            "  calibration                                0\n");
}

TEST(TextTable, WordsWrapInTheirColumn) {
  EXPECT_THAT(written(table(), 40), HasSubstr("  fpr          Male, between 25   102.32\n"
                                              "               and 45\n"));
}

TEST(TextTable, WithoutRoomItIsAList) {
  Table wide = table();
  wide.columns.push_back({.head = "A number that takes much room"});
  for (Row& row : wide.groups.front().rows) row.cells.emplace_back("1");
  EXPECT_THAT(written(wide, 40), HasSubstr("    fpr: Subgroup Male, between 25 and"));
  EXPECT_THAT(written(wide, 40), HasSubstr("102.32"));
}

TEST(TextTable, WideCharactersCountTwice) {
  Table words{.columns = columns_of({"A", "B"})};
  words.add({"部署", "1"});
  words.add({"abcd", "2"});
  EXPECT_THAT(written(words, 80), HasSubstr("  部署  1\n  abcd  2\n"));
}

TEST(TextTable, RowsForPagesAreCounted) {
  Table some = table();
  some.noun = "scan";
  some.groups.front().rows.back().detail = Detail::full;
  EXPECT_THAT(written(some, 80), HasSubstr("and 1 more scan; `html` and `json` have them all"));
}

}  // namespace
}  // namespace faultline::report
