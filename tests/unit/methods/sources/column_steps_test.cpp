// Costs against the number of columns: which come first, and that the curve ends where the model
// is.

#include "faultline/methods/sources/column_steps.hpp"

#include "two_groups.hpp"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "faultline/methods/sources/screening.hpp"
#include "faultline/methods/sources/sources.hpp"

namespace faultline::methods {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(ColumnSteps, AtMostEightNumbersAndAllOfThemLast) {
  EXPECT_THAT(numbers_of_columns(4), ElementsAre(1, 2, 4));
  EXPECT_THAT(numbers_of_columns(12), ElementsAre(1, 2, 4, 8, 12));
  EXPECT_THAT(numbers_of_columns(128), ElementsAre(1, 2, 4, 8, 16, 32, 64, 128));
  EXPECT_THAT(numbers_of_columns(200), ElementsAre(1, 4, 16, 64, 200));
  EXPECT_THAT(numbers_of_columns(5000), ElementsAre(1, 4, 16, 64, 256, 1024, 4096, 5000));
}

TEST(Screening, SharesOfVarianceAreAdjusted) {
  model::Features table(6);
  const std::vector<data::Code> pairs{0, 0, 1, 1, 2, 2};
  const std::vector<double> constant(6, 1), outcome{1, 3, 5, 7, 9, 11};
  table.add({.name = "pair", .labels = {"p", "q", "r"}}, pairs);
  table.add("constant", constant);
  table.add("words", {.names = {"often", "never"},
                      .begin = {0, 1, 2, 3, 4, 5, 6},
                      .entries = {{0, 1}, {0, 2}, {0, 3}, {0, 4}, {0, 5}, {0, 6}}});
  const std::vector<TableColumn> columns = table_columns(table);
  const std::vector<std::int64_t> rows{0, 1, 2, 3, 4, 5};
  const std::vector<double> shares = shares_explained(table, columns, rows, outcome);
  ASSERT_EQ(shares.size(), 4U);
  // Sums of squares: 70 in all, 6 inside of the pairs; 5 degrees of freedom against 3.
  EXPECT_NEAR(shares[0], 1 - (6.0 / 3) / (70.0 / 5), 1e-12);
  EXPECT_EQ(shares[1], 0);
  EXPECT_NEAR(shares[2], 1, 1e-12);
  EXPECT_EQ(shares[3], 0);
  const std::vector<double> same(6, 2);
  EXPECT_THAT(shares_explained(table, columns, rows, same), ElementsAre(0, 0, 0, 0));
}

TEST(Screening, ANumberMayGoUpAndDown) {
  model::Features table(200);
  std::vector<double> x, outcome, other;
  for (int i = 0; i < 200; ++i) {
    x.push_back(i - 99.5);
    other.push_back(i % 7);
    outcome.push_back((i - 99.5) * (i - 99.5));
  }
  table.add("x", x);
  table.add("other", other);
  std::vector<std::int64_t> rows(200);
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = static_cast<std::int64_t>(i);
  const auto shares = shares_explained(table, table_columns(table), rows, outcome);
  EXPECT_GT(shares[0], 0.9);
  EXPECT_LT(shares[1], 0.1);
}

TEST(ColumnSteps, TheColumnThatCountsComesFirst) {
  // In a the outcome follows x0; in b x4, which helps b alone.
  const TwoGroups people = two_groups(
      1500, 0.4, 6, [](const std::vector<double>& x, double /*hidden*/) { return x[4] > 0; });
  const SourcesReport report = find_sources(people.input, only_candidates()).report;
  ASSERT_EQ(report.column_steps.size(), 4U);
  EXPECT_EQ(report.column_steps[0].column, "x0");
  EXPECT_EQ(report.column_steps[1].column, "x4");
  EXPECT_EQ(report.column_steps[3].columns, 6);
  const auto cost = [&](std::size_t step, std::size_t g) {
    return report.column_steps[step].costs[g].cost;
  };
  EXPECT_NEAR(cost(0, 0), 0.1, 0.04);
  EXPECT_NEAR(cost(0, 1), 0.5, 0.06);
  EXPECT_LT(cost(1, 1), cost(0, 1) - 0.1);
  // Further columns tell nothing, and all of them are the model itself.
  EXPECT_NEAR(cost(2, 1), cost(1, 1), 0.04);
  for (std::size_t g = 0; g < 2; ++g)
    EXPECT_EQ(cost(3, g), report.candidates.front().costs[g].cost);
}

TEST(ColumnSteps, WordsOfATextAreColumns) {
  TwoGroups people = two_groups(
      400, 0.5, 1, [](const std::vector<double>& x, double /*hidden*/) { return x[0] > 0; });
  model::SparseBlock words{.names = {"rest", "up", "down", "and", "or"}};
  for (std::size_t i = 0; i < 400; ++i) {
    words.entries.push_back({people.x[0][i] > 0 ? 1 : 2, 1.0});
    if (i % 3 == 0) words.entries.push_back({3, 0.5});
    words.begin.push_back(std::ssize(words.entries));
  }
  people.input.features = std::make_unique<model::Features>(400);
  people.input.features->add("note", words);
  const SourcesReport report = find_sources(people.input, only_candidates("logistic-l1")).report;
  ASSERT_EQ(report.column_steps.size(), 4U);
  EXPECT_THAT(report.column_steps[0].column, ::testing::AnyOf("up", "down"));
  EXPECT_NEAR(report.column_steps[0].costs[0].cost, 0.1, 0.05);
  EXPECT_EQ(report.column_steps[3].columns, 5);
}

TEST(ColumnSteps, NotOfThreeColumns) {
  const TwoGroups people = two_groups(
      300, 0.5, 3, [](const std::vector<double>& x, double /*hidden*/) { return x[1] > 0; });
  EXPECT_TRUE(find_sources(people.input, only_candidates()).report.column_steps.empty());
}

}  // namespace
}  // namespace faultline::methods
