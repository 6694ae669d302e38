// German credit with nine attributes, 2.43e10 subgroups: far too many to enumerate, and branch and
// bound still proves the optimum. Two thousand restarts of ascent are the independent check that
// nothing better was cut away.

#include <algorithm>
#include <string>
#include <vector>

#include "support/csv_rows.hpp"
#include "support/shared_data.hpp"
#include "support/small_cells.hpp"
#include <gtest/gtest.h>

#include "faultline/data/table.hpp"
#include "faultline/search/bernoulli_family.hpp"
#include "faultline/search/engine.hpp"

namespace faultline::search {
namespace {

const std::vector<std::string> kAttributes = {"under_25",   "sex",      "job",
                                              "housing",    "savings",  "checking",
                                              "credit_amt", "duration", "purpose"};

BernoulliCells german(const std::filesystem::path& path) {
  const auto rows = testing::read_csv_rows(path);
  data::Table table;
  for (const std::string& name : kAttributes) {
    std::vector<std::string> values;
    for (const auto& row : rows) values.push_back(row.at(name));
    table.add(data::make_categorical(name, values));
  }
  data::NumericColumn outcome{"y", {}};
  data::NumericColumn prediction{"p_hat0", {}};
  for (const auto& row : rows) {
    outcome.values.push_back(testing::number(row, "y"));
    prediction.values.push_back(std::clamp(testing::number(row, "p_hat0"), 0.0001, 0.9999));
  }
  table.add(outcome);
  table.add(prediction);
  return make_bernoulli_cells(data::make_profiles(
      table, {.attributes = kAttributes, .prediction = "p_hat0", .outcome = "y"}));
}

class GermanScan : public ::testing::TestWithParam<std::pair<Direction, double>> {};

TEST_P(GermanScan, BranchAndBoundProvesTheOptimum) {
  FAULTLINE_NEEDS_SHARED(path, "reference/ijdi/german_input.csv");
  const BernoulliCells cells = german(path);
  ASSERT_EQ(cells.people(), 1000);
  const auto [direction, score] = GetParam();
  const BernoulliFamily family(cells, cells.y, direction);
  SearchOptions options{.direction = direction, .penalty = 0.1, .strategy = Strategy::bounded};
  const SearchResult proven = search(family, cells.n, options);
  EXPECT_GT(proven.subgroups, 2.4e10);
  EXPECT_TRUE(proven.certified);
  ASSERT_FALSE(proven.found.empty());
  EXPECT_NEAR(proven.found[0].score, score, 5e-7);
  EXPECT_NEAR(proven.upper_bound, proven.found[0].score, 1e-9);
  EXPECT_LT(proven.evaluations, 10'000'000);
  options.strategy = Strategy::ascent;
  options.restarts = 2000;
  options.seed = 20240229;
  std::int64_t evaluations = 0;
  for (const LocalOptimum& optimum : climb_from_restarts(family, options, evaluations))
    EXPECT_LE(optimum.score, proven.found[0].score + 1e-9);
}

INSTANTIATE_TEST_SUITE_P(Directions, GermanScan,
                         ::testing::Values(std::pair{Direction::higher, 10.180781},
                                           std::pair{Direction::lower, 9.104747}));

}  // namespace
}  // namespace faultline::search
