#include "faultline/data/binning.hpp"

#include <cmath>
#include <limits>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "faultline/base/error.hpp"

namespace faultline::data {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

TEST(ParseBins, CutPointsQuantilesAndWidths) {
  EXPECT_EQ(parse_bins("age=25,45"),
            (BinSpec{.column = "age", .kind = BinSpec::Kind::cuts, .cuts = {25, 45}}));
  EXPECT_EQ(parse_bins(" a=b = -1.5, 2e3 "),
            (BinSpec{.column = "a=b", .kind = BinSpec::Kind::cuts, .cuts = {-1.5, 2000}}));
  EXPECT_EQ(parse_bins("x=quantile:4"),
            (BinSpec{.column = "x", .kind = BinSpec::Kind::quantile, .parts = 4}));
  EXPECT_EQ(parse_bins("x=width:63"),
            (BinSpec{.column = "x", .kind = BinSpec::Kind::width, .parts = 63}));
}

TEST(ParseBins, RefusesWithTheForms) {
  for (const char* text : {"", "age", "=3", "age=", "age=,", "age=25,,45", "age=45,25", "age=25,25",
                           "age=nan", "age=inf", "age=quantile:", "age=quantile:1",
                           "age=quantile:64", "age=width:x", "age=quantil:4"}) {
    EXPECT_THAT([text] { (void)parse_bins(text); },
                ThrowsMessage<ConfigError>(HasSubstr("write cut points")))
        << text;
  }
}

TEST(IntervalLabels, LeftClosed) {
  EXPECT_THAT(interval_labels({25, 45}), ElementsAre("< 25", "25 to < 45", ">= 45"));
  EXPECT_THAT(interval_labels({0.1}), ElementsAre("< 0.1", ">= 0.1"));
}

TEST(WidthCuts, RoundedToReadableNumbers) {
  EXPECT_THAT(width_cuts(0, 10, 5), ElementsAre(2, 4, 6, 8));
  EXPECT_THAT(width_cuts(0, 1, 3), ElementsAre(0.3333, 0.6667));
  EXPECT_THAT(width_cuts(0, 99999, 5), ElementsAre(20000, 40000, 60000, 80000));
  EXPECT_TRUE(width_cuts(3, 3, 4).empty());
}

TEST(WidthCuts, ExtremesStayFiniteAndIncreasing) {
  const double huge = std::numeric_limits<double>::max();
  for (const auto& [least, greatest] : {std::pair{-huge, huge},
                                        {0.0, 5e-324},
                                        {1e300, 1.0000001e300},
                                        {-1e-300, 1e-300},
                                        {1e15, 1e15 + 1}}) {
    const auto cuts = width_cuts(least, greatest, 7);
    for (std::size_t i = 0; i < cuts.size(); ++i) {
      EXPECT_TRUE(std::isfinite(cuts[i]));
      if (i > 0) {
        EXPECT_LT(cuts[i - 1], cuts[i]);
      }
    }
  }
}

std::vector<double> quantiles(const std::vector<std::pair<double, std::int64_t>>& values,
                              int parts) {
  std::int64_t people = 0;
  for (const auto& value : values) people += value.second;
  QuantileCuts cuts(people, parts);
  for (const auto& [value, count] : values) cuts.add(value, count);
  return cuts.cuts();
}

TEST(QuantileCuts, EqualPartsOfDistinctValues) {
  EXPECT_THAT(quantiles({{1, 1}, {2, 1}, {3, 1}, {4, 1}, {5, 1}, {6, 1}, {7, 1}, {8, 1}}, 4),
              ElementsAre(3, 5, 7));
}

TEST(QuantileCuts, TiesMergeAndNoPartIsEmpty) {
  EXPECT_THAT(quantiles({{0, 6}, {1, 1}, {2, 1}}, 4), ElementsAre(1));
  EXPECT_THAT(quantiles({{0, 1}, {1, 1}, {2, 98}}, 4), ElementsAre());
  EXPECT_THAT(quantiles({{5, 10}}, 4), ElementsAre());
}

TEST(QuantileCuts, CountsAreSplitRows) {
  EXPECT_EQ(quantiles({{1, 2}, {2, 2}, {3, 2}, {4, 2}}, 2),
            quantiles({{1, 4}, {2, 4}, {3, 4}, {4, 4}}, 2));
}

TEST(QuantileCuts, InfinityIsNoCutPoint) {
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_THAT(quantiles({{-infinity, 1}, {1, 1}, {infinity, 2}}, 2), ElementsAre());
  EXPECT_THAT(quantiles({{-infinity, 1}, {1, 2}, {infinity, 1}}, 4), ElementsAre(1));
}

}  // namespace
}  // namespace faultline::data
