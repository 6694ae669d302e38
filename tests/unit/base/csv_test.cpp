#include "faultline/base/csv.hpp"

#include <cstdint>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

namespace faultline {
namespace {

TEST(Csv, QuotesOnlyTextThatNeedsIt) {
  EXPECT_EQ(csv_field("plain"), "plain");
  EXPECT_EQ(csv_field("18 to 39"), "18 to 39");
  EXPECT_EQ(csv_field("a,b"), "\"a,b\"");
  EXPECT_EQ(csv_field("say \"x\""), "\"say \"\"x\"\"\"");
  EXPECT_EQ(csv_field("two\nlines"), "\"two\nlines\"");
  EXPECT_EQ(csv_field("return\r"), "\"return\r\"");
  EXPECT_EQ(csv_field(" blank"), "\" blank\"");
  EXPECT_EQ(csv_field("blank "), "\"blank \"");
}

TEST(Csv, EmptyTextIsNotMissing) {
  EXPECT_EQ(csv_field(""), "\"\"");
  EXPECT_EQ(CsvField("").written(), "\"\"");
  EXPECT_EQ(CsvField().written(), "");
  EXPECT_EQ(csv_unless_empty("").written(), "");
  EXPECT_EQ(csv_unless_empty("a,b").written(), "\"a,b\"");
}

TEST(Csv, NumbersReadBack) {
  EXPECT_EQ(CsvField(0.1).written(), "0.1");
  EXPECT_EQ(CsvField(1e-9).written(), "1e-09");
  EXPECT_EQ(CsvField(std::numeric_limits<double>::quiet_NaN()).written(), "");
  EXPECT_EQ(CsvField(std::int64_t{-7}).written(), "-7");
  EXPECT_EQ(CsvField(std::uint8_t{65}).written(), "65");
  EXPECT_EQ(CsvField(true).written(), "1");
  EXPECT_EQ(csv_rounded(0.25, 4).written(), "0.2500");
  EXPECT_EQ(csv_rounded(std::numeric_limits<double>::quiet_NaN(), 4).written(), "");
}

TEST(Csv, RowJoinsFieldsOfAnyKind) {
  EXPECT_EQ(csv_row({"a,b", 1, 0.5, false, std::optional<double>(), std::optional<double>(2)}),
            "\"a,b\",1,0.5,0,,2\n");
  EXPECT_EQ(csv_row(std::vector<CsvField>{std::string("x"), CsvField(), 'y' == 'y'}), "x,,1\n");
}

}  // namespace
}  // namespace faultline
