#include "faultline/data/csv_columns.hpp"

#include "support/message_of.hpp"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "faultline/base/error.hpp"
#include "faultline/data/table_summary.hpp"

namespace faultline::data {
namespace {

using ::faultline::testing::message_of;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// Read in pieces of so many bytes.
TableSummary read(std::string_view text, std::size_t piece, const InputOptions& input = {}) {
  CsvColumns csv("'a.csv'");
  for (std::size_t at = 0; at < text.size(); at += piece) csv.add(text.substr(at, piece));
  csv.finish();
  MemorySource source("'a.csv'", "a.csv");
  csv.send(source, input.null_spellings);
  return source.summary(input);
}

std::vector<std::string> kinds(const TableSummary& table) {
  std::vector<std::string> out;
  for (const ColumnSummary& column : table.columns)
    out.push_back(column.name + ":" + std::string(name_of(column.kind)));
  return out;
}

TEST(CsvColumns, TypesRestOnEveryRowWhereverThePiecesEnd) {
  const std::string text =
      "\xEF\xBB\xBF\r\nid,p,yes,day,at,name,nothing\r\n"
      "1, 0.5 ,true,2024-02-29,2024-02-29 12:30,\"a,\"\"b\"\"\nc\",\r\n"
      "+2,1e3,FALSE,2023-01-31,2023-01-31T00:00:59.5,x,\r\n";
  for (std::size_t piece = 1; piece < 40; ++piece) {
    const TableSummary table = read(text, piece);
    ASSERT_EQ(table.rows, 2) << piece;
    EXPECT_THAT(kinds(table), ElementsAre("id:whole", "p:number", "yes:boolean", "day:date",
                                          "at:date", "name:text", "nothing:text"));
    EXPECT_EQ(table.columns[5].values[0].label, "a,\"b\"\nc");
    EXPECT_EQ(table.columns[6].missing, 2);
  }
}

TEST(CsvColumns, ADayThatNeverWasIsText) {
  EXPECT_THAT(kinds(read("a,b,c\n2023-02-29,2023-13-01,2024-02-29 25:00\n", 99)),
              ElementsAre("a:text", "b:text", "c:text"));
}

TEST(CsvColumns, SpellingsOfMissingValuesCountBeforeTypes) {
  EXPECT_THAT(kinds(read("x;y\n1;a\nN/A;b\n", 99)), ElementsAre("x:text", "y:text"));
  const TableSummary table = read("x;y\n1;a\nN/A;b\n", 99, {.null_spellings = {"N/A"}});
  EXPECT_THAT(kinds(table), ElementsAre("x:whole", "y:text"));
  EXPECT_EQ(table.columns[0].missing, 1);
}

TEST(CsvColumns, ManyNumbersKeepTheirValuesAndText) {
  std::string text = "x,z\n";
  for (int i = 0; i < 60'000; ++i) text += std::to_string(i) + ".25," + std::to_string(i) + "\n";
  EXPECT_THAT(kinds(read(text, 1'000)), ElementsAre("x:number", "z:whole"));
  const TableSummary table = read(text + "end,1\n", 1'000);
  EXPECT_THAT(kinds(table), ElementsAre("x:text", "z:whole"));
  EXPECT_EQ(table.columns[0].distinct, 60'001);
}

TEST(CsvColumns, WhatIsNotProperIsRefusedWithItsLine) {
  const auto refusal = [](std::string_view text) {
    return message_of<InputError>([&] { (void)read(text, 3); });
  };
  EXPECT_EQ(refusal(""), "'a.csv' is empty");
  EXPECT_EQ(refusal("\n\n"), "'a.csv' is empty");
  EXPECT_THAT(refusal(std::string_view("a,b\n1,\0\n", 9)),
              HasSubstr("'a.csv' holds a zero byte (at byte 7), so it is not plain text"));
  EXPECT_THAT(refusal("a,b\n1,2\n\"x\ny\",1,2\n"),
              HasSubstr("'a.csv', line 3: 3 fields where the first line has 2; correct the line"));
  EXPECT_THAT(refusal("a,b\n1,2\n\"x\"y,1\n"), HasSubstr("line 3: a double quote does not open"));
  EXPECT_THAT(refusal("a,b\n1,2\n\"x,1\n3,4\n"), HasSubstr("line 3: a double quote does not open"));
}

}  // namespace
}  // namespace faultline::data
