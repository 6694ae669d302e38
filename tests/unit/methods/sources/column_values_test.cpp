// What further columns change: by a column that knows the outcome, by one that a group lacks, and
// by nothing but chance.

#include "faultline/methods/sources/column_values.hpp"

#include "two_groups.hpp"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "faultline/methods/sources/sources.hpp"
#include "faultline/methods/sources/table_columns.hpp"

namespace faultline::methods {
namespace {

using ::testing::ElementsAre;

bool by_hidden(const std::vector<double>& /*x*/, double hidden) { return hidden > 0; }

std::vector<double> chance(std::size_t n, std::uint32_t draw) {
  rng::Stream stream(12, rng::Purpose::test, draw);
  std::vector<double> values(n);
  for (double& value : values) value = rng::normal(stream);
  return values;
}

TEST(TableColumns, ComeApartAndTogetherAgain) {
  model::Features table(3);
  const std::vector<data::Code> codes{0, 1, 1};
  const std::vector<double> age{5, 6, 7};
  table.add({.name = "sex", .labels = {"f", "m"}}, codes);
  table.add("age", age);
  table.add("note", {.names = {"pain", "chest", "rest"},
                     .begin = {0, 1, 3, 3},
                     .entries = {{2, 0.5}, {0, 1.5}, {2, 2.5}}});
  const std::vector<TableColumn> columns = table_columns(table);
  ASSERT_EQ(columns.size(), 5U);
  EXPECT_EQ(columns[0].name, "sex");
  EXPECT_EQ(columns[1].name, "age");
  EXPECT_EQ(columns[4].name, "rest");
  model::Features some(2);
  const std::vector<std::int64_t> rows{2, 1};
  add_columns(table, std::vector{columns[0], columns[4], columns[1]}, rows, some);
  ASSERT_EQ(some.columns(), 4);
  EXPECT_EQ(some.feature(1).name, "sex=m");
  EXPECT_THAT(some.column(1), ElementsAre(1, 1));
  EXPECT_EQ(some.feature(2).name, "age");
  EXPECT_THAT(some.column(2), ElementsAre(7, 6));
  EXPECT_EQ(some.feature(3).covariate, "note");
  EXPECT_THAT(some.column(3), ElementsAre(0, 2.5));
}

TEST(ColumnValues, AColumnThatIsTheOutcomeRemovesEveryError) {
  TwoGroups people = two_groups(600, 0.4, 2, by_hidden);
  people.input.offered = std::make_unique<model::Features>(600);
  people.input.offered->add("oracle", people.input.outcome);
  const SourcesReport report = find_sources(people.input, only_candidates()).report;
  ASSERT_EQ(report.column_values.size(), 1U);
  const auto& oracle = report.column_values.front();
  EXPECT_EQ(oracle.column, "oracle");
  EXPECT_EQ(oracle.groups, (SourcesReport::Groups{"b", "a"}));
  const auto& today = report.candidates.front().costs;
  ASSERT_EQ(oracle.falls.size(), 2U);
  EXPECT_NEAR(oracle.falls[0].cost, today[0].cost, 1e-12);
  EXPECT_NEAR(oracle.falls[1].cost, today[1].cost, 1e-12);
  EXPECT_NEAR(oracle.gap_removed, today[1].cost - today[0].cost, 1e-12);
  EXPECT_LT(*oracle.p_value_adjusted, 1e-12);
  EXPECT_LT(oracle.interval->first, oracle.gap_removed);
  EXPECT_GT(oracle.interval->second, oracle.gap_removed);
}

// Chance beside two columns makes a forest err less often, and is yet no finding.
TEST(ColumnValues, WhatAGroupLacksIsFoundAndChanceIsNot) {
  TwoGroups people = two_groups(1500, 0.6, 2, by_hidden);
  people.input.offered = std::make_unique<model::Features>(1500);
  people.input.offered->add("hidden", people.hidden);
  people.input.offered->add("chance", chance(1500, 0));
  const SourcesReport report = find_sources(people.input, only_candidates("forest")).report;
  ASSERT_EQ(report.column_values.size(), 3U);
  const auto& hidden = report.column_values[0];
  EXPECT_LT(*hidden.p_value_adjusted, 0.001);
  EXPECT_GT(hidden.falls[1].cost, 0.1);
  EXPECT_GT(hidden.interval->first, 0);
  const auto& nothing = report.column_values[1];
  EXPECT_EQ(nothing.column, "chance");
  EXPECT_GT(nothing.falls[0].cost, 0);
  EXPECT_GT(*nothing.p_value_adjusted, 0.05);
  EXPECT_GE(*nothing.p_value_adjusted, *nothing.p_value);
  EXPECT_EQ(report.column_values[2].column, "all 2 columns");
  EXPECT_LT(*report.column_values[2].p_value_adjusted, 0.001);
}

TEST(ColumnValues, NumbersAreTestedByTheirSquaredErrors) {
  TwoGroups people = two_groups(500, 0.5, 2, by_hidden);
  people.input.outcome_kind = model::OutcomeKind::number;
  for (std::size_t i = 0; i < people.hidden.size(); ++i)
    people.input.outcome[i] = people.x[0][i] + (people.input.group[i] == 1 ? people.hidden[i] : 0);
  people.input.offered = std::make_unique<model::Features>(500);
  people.input.offered->add("hidden", people.hidden);
  people.input.offered->add("chance", chance(500, 1));
  const SourcesReport report = find_sources(people.input, only_candidates("ridge")).report;
  ASSERT_EQ(report.column_values.size(), 3U);
  EXPECT_LT(*report.column_values[0].p_value_adjusted, 0.001);
  // Half of the slope in b, and the other half where there was none in a.
  EXPECT_NEAR(report.column_values[0].falls[1].cost, 0.75, 0.15);
  EXPECT_NEAR(report.column_values[0].falls[0].cost, -0.25, 0.1);
  EXPECT_GT(*report.column_values[1].p_value_adjusted, 0.05);
}

TEST(ColumnValues, ACategoryAndNothingOffered) {
  TwoGroups people = two_groups(400, 0.8, 2, by_hidden);
  EXPECT_TRUE(find_sources(people.input, only_candidates()).report.column_values.empty());
  std::vector<data::Code> codes;
  for (const double hidden : people.hidden) codes.push_back(hidden > 0 ? 1 : 0);
  people.input.offered = std::make_unique<model::Features>(400);
  people.input.offered->add({.name = "side", .labels = {"left", "right"}}, codes);
  const SourcesReport report = find_sources(people.input, only_candidates()).report;
  ASSERT_EQ(report.column_values.size(), 1U);
  EXPECT_EQ(report.column_values[0].column, "side");
  EXPECT_LT(*report.column_values[0].p_value_adjusted, 0.01);
}

TEST(ColumnValues, TheSameForAnyNumberOfThreads) {
  TwoGroups people = two_groups(400, 0.5, 5, by_hidden);
  people.input.offered = std::make_unique<model::Features>(400);
  people.input.offered->add("hidden", people.hidden);
  people.input.offered->add("chance", chance(400, 2));
  SourcesOptions options = only_candidates("forest");
  const SourcesReport one = find_sources(people.input, options).report;
  options.threads = 3;
  const SourcesReport three = find_sources(people.input, options).report;
  ASSERT_EQ(one.column_values.size(), 3U);
  for (std::size_t k = 0; k < 3; ++k) {
    EXPECT_EQ(one.column_values[k].gap_removed, three.column_values[k].gap_removed);
    EXPECT_EQ(one.column_values[k].p_value, three.column_values[k].p_value);
  }
  ASSERT_EQ(one.column_steps.size(), three.column_steps.size());
  for (std::size_t k = 0; k < one.column_steps.size(); ++k)
    EXPECT_EQ(one.column_steps[k].costs[1].cost, three.column_steps[k].costs[1].cost);
}

TEST(ColumnValues, AStopIsHeeded) {
  TwoGroups people = two_groups(400, 0.5, 2, by_hidden);
  people.input.offered = std::make_unique<model::Features>(400);
  people.input.offered->add("hidden", people.hidden);
  std::stop_source stop;
  Hooks hooks;
  hooks.stop = stop.get_token();
  hooks.progress = [&stop](std::string_view phase, std::int64_t, std::int64_t) {
    if (phase == "further columns") stop.request_stop();
  };
  const SourcesResult result = find_sources(people.input, only_candidates(), hooks);
  EXPECT_TRUE(result.partial);
  EXPECT_TRUE(result.report.column_values.empty());
}

}  // namespace
}  // namespace faultline::methods
