#include "faultline/model/design/features.hpp"

#include <limits>
#include <vector>

#include "unit/model/feature_people.hpp"
#include <gtest/gtest.h>

#include "faultline/base/error.hpp"

namespace faultline::model {
namespace {

using testing::attribute;

Features three_people() {
  Features features(3);
  features.add("age", std::vector<double>{30, 0, 50});
  features.add(attribute("a", 3), std::vector<data::Code>{2, 0, 2});
  features.add("note", SparseBlock{.names = {"word u", "word v"},
                                   .begin = {0, 1, 1, 3},
                                   .entries = {{1, 0.5}, {0, 0.1}, {1, 0.2}}});
  return features;
}

TEST(Features, NamesAndKindsOfColumns) {
  const Features features = three_people();
  ASSERT_EQ(features.columns(), 6);
  EXPECT_EQ(features.feature(0).name, "age");
  EXPECT_EQ(features.feature(2).name, "a=b");
  EXPECT_EQ(features.feature(2).covariate, "a");
  EXPECT_EQ(features.feature(5).name, "word v");
  EXPECT_EQ(features.feature(5).covariate, "note");
  EXPECT_EQ(features.feature(0).kind, Feature::Kind::number);
  EXPECT_EQ(features.feature(3).kind, Feature::Kind::dummy);
  EXPECT_EQ(features.feature(4).kind, Feature::Kind::sparse);
}

TEST(Features, ColumnsAreDense) {
  const Features features = three_people();
  EXPECT_EQ(features.column(0), (std::vector<double>{30, 0, 50}));
  EXPECT_EQ(features.column(1), (std::vector<double>{0, 1, 0}));
  EXPECT_EQ(features.column(2), (std::vector<double>{0, 0, 0}));
  EXPECT_EQ(features.column(3), (std::vector<double>{1, 0, 1}));
  EXPECT_EQ(features.column(5), (std::vector<double>{0.5, 0, 0.2}));
}

// Rows ascend and agree with the columns; numbers are there even where they are 0.
TEST(Features, RowsHoldWhatIsPresent) {
  for (const Features& features :
       {three_people(), testing::feature_people(11, 40, true).features}) {
    for (std::int64_t i = 0; i < features.rows(); ++i) {
      std::vector<FeatureEntry> row;
      features.append_row(i, row);
      std::vector<double> dense(static_cast<std::size_t>(features.columns()), 0.0);
      std::int32_t last = -1;
      for (const FeatureEntry& entry : row) {
        EXPECT_GT(entry.column, last);
        last = entry.column;
        dense[static_cast<std::size_t>(entry.column)] = entry.value;
      }
      for (int j = 0; j < features.columns(); ++j) {
        EXPECT_EQ(dense[static_cast<std::size_t>(j)],
                  features.column(j)[static_cast<std::size_t>(i)]);
      }
    }
  }
  std::vector<FeatureEntry> row;
  three_people().append_row(1, row);
  ASSERT_EQ(row.size(), 2U);
  EXPECT_EQ(row[0].column, 0);
  EXPECT_EQ(row[0].value, 0);
}

TEST(Features, RefusesWhatDoesNotFit) {
  Features features(2);
  EXPECT_THROW(features.add("x", std::vector<double>{1}), InternalError);
  EXPECT_THROW(features.add(attribute("a", 2), std::vector<data::Code>{0, 2}), InternalError);
  EXPECT_THROW(features.add("x", std::vector<double>{1, std::numeric_limits<double>::infinity()}),
               InputError);
  EXPECT_THROW(features.add("x", std::vector<double>{1, std::nan("")}), InputError);
  EXPECT_THROW(features.add("note", SparseBlock{}), InternalError);
}

}  // namespace
}  // namespace faultline::model
