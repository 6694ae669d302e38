#include "faultline/simulate/write_csv.hpp"

#include <limits>
#include <sstream>

#include <gtest/gtest.h>

namespace faultline::simulate {
namespace {

TEST(WriteCsv, WritesHeaderLabelsAndShortestNumbers) {
  data::Table table;
  table.add(data::make_categorical("name, full", {"b", "a,c", "b"}));
  table.add(data::NumericColumn{"p", {0.1, 1, std::numeric_limits<double>::quiet_NaN()}});
  EXPECT_EQ(to_csv(table), "\"name, full\",p\nb,0.1\n\"a,c\",1\nb,\n");
}

TEST(WriteCsv, MissingCategoryIsAnEmptyField) {
  data::Table table;
  table.add(data::make_categorical("x", {"a", ""}));
  table.add(data::NumericColumn{"y", {0, 1}});
  EXPECT_EQ(to_csv(table), "x,y\na,0\n,1\n");
}

TEST(WriteCsv, LongTablesArriveWhole) {
  data::Table table;
  table.add(data::NumericColumn{"i", std::vector<double>(100'000, 7)});
  std::ostringstream out;
  write_csv(table, out);
  EXPECT_EQ(out.str().size(), 2U + 200'000U);
}

}  // namespace
}  // namespace faultline::simulate
