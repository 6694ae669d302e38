// Sums side by side have the bits of sums one by one.
#include "faultline/model/linear/packed_columns.hpp"

#include <gtest/gtest.h>

#include "faultline/rng/draw.hpp"

namespace faultline::model {
namespace {

using Columns = std::vector<std::vector<double>>;

/// Of unlike sizes, so that the order of additions matters.
std::vector<double> numbers(rng::Stream& stream, std::int64_t n) {
  std::vector<double> values;
  for (std::int64_t i = 0; i < n; ++i)
    values.push_back((rng::uniform(stream) - 0.5) * (i % 7 == 0 ? 1e6 : 1));
  return values;
}

double plain_sum(const std::vector<double>& v, const std::vector<double>& x, std::int64_t rows) {
  double sum = 0;
  for (std::int64_t i = 0; i < rows; ++i) sum += v[i] * x[i];
  return sum;
}

/// Fewer columns than a tile, as many, and more than several; no rows, one, and many.
class PackedColumnsOf : public ::testing::TestWithParam<std::tuple<std::size_t, std::int64_t>> {};

TEST_P(PackedColumnsOf, SumsHaveTheBitsOfAPlainLoop) {
  const auto [count, rows] = GetParam();
  rng::Stream stream(1, rng::Purpose::test, static_cast<std::uint32_t>(count), 0);
  Columns columns;
  for (std::size_t e = 0; e < count; ++e) columns.push_back(numbers(stream, rows + 3));
  const std::vector<double> v = numbers(stream, rows + 3);
  constexpr std::size_t kGroups = 5;
  std::vector<std::int32_t> group;
  for (std::int64_t i = 0; i < rows + 3; ++i) group.push_back(static_cast<std::int32_t>(i * i % 5));

  PackedColumns packed;
  packed.assign(columns, rows);
  std::vector<double> sums(count);
  std::vector<double> products(count * count);
  packed.sums(v, sums);
  packed.products(v, products);
  packed.sums_by_group(v, group, kGroups);
  for (std::size_t d = 0; d < count; ++d) {
    EXPECT_EQ(sums[d], plain_sum(v, columns[d], rows));
    for (std::size_t e = d; e < count; ++e) {
      double sum = 0;
      for (std::int64_t i = 0; i < rows; ++i) sum += v[i] * columns[d][i] * columns[e][i];
      EXPECT_EQ(products[d * count + e], sum) << d << " " << e;
    }
    double by_group[kGroups] = {};
    for (std::int64_t i = 0; i < rows; ++i) by_group[group[i]] += v[i] * columns[d][i];
    for (std::size_t g = 0; g < kGroups; ++g) EXPECT_EQ(packed.of(d, g), by_group[g]);
  }
}

INSTANTIATE_TEST_SUITE_P(Shapes, PackedColumnsOf,
                         ::testing::Combine(::testing::Values(0, 1, 3, 4, 8, 9, 21),
                                            ::testing::Values(0, 1, 50)));

}  // namespace
}  // namespace faultline::model
