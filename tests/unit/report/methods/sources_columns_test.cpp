// Further columns, numbers of columns and new labels, as a person reads them.
#include "unit/report/shown.hpp"
#include "unit/report/stored.hpp"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "faultline/base/text.hpp"
#include "faultline/report/methods/sources/sections.hpp"
#include "faultline/report/render/display.hpp"
#include "faultline/report/text.hpp"

namespace faultline::report {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

using Report = result::SourcesReport;

std::string shown(const result::Result& result) {
  return to_text(result, {.colour = false, .width = 400});
}

/// Female people err in 20 % and male ones in 10 % of cases; income halves that, chance does not.
result::Result offered() {
  result::Result result = edge("sources");
  Report& report = *result.sources;
  report.candidates = {{.candidate = "forest (this model)",
                        .costs = {{.group = "Female", .cost = 0.2, .se = 0.004},
                                  {.group = "Male", .cost = 0.1, .se = 0.003}}}};
  report.column_values = {{.column = "income",
                           .falls = {{.group = "Female", .cost = 0.07, .se = 0.003},
                                     {.group = "Male", .cost = 0.02, .se = 0.002}},
                           .groups = {"Female", "Male"},
                           .gap_removed = 0.05,
                           .interval = {{0.04, 0.06}},
                           .p_value = 1e-9,
                           .p_value_adjusted = 3e-9},
                          {.column = "chance",
                           .falls = {{.group = "Female", .cost = -0.001, .se = 0.001},
                                     {.group = "Male", .cost = 0, .se = 0.001}},
                           .groups = {"Female", "Male"},
                           .gap_removed = -0.001,
                           .interval = {{-0.004, 0.002}},
                           .p_value = 0.8,
                           .p_value_adjusted = 0.8},
                          {.column = "all 2 columns",
                           .falls = {{.group = "Female", .cost = 0.08, .se = 0.003},
                                     {.group = "Male", .cost = 0.02, .se = 0.002}},
                           .groups = {"Female", "Male"},
                           .gap_removed = 0.06,
                           .interval = {{0.05, 0.07}},
                           .p_value = 1e-9,
                           .p_value_adjusted = 3e-9}};
  return result;
}

TEST(SourcesColumns, TheBestColumnIsNamedWithItsShare) {
  const std::string report = shown(offered());
  EXPECT_THAT(report, HasSubstr("What would other columns change?"));
  EXPECT_THAT(report,
              HasSubstr("income helps most: with it, the error rate of everybody would fall "
                        "by 3."));
  EXPECT_THAT(report, HasSubstr("points, that of Female by 7.0."));
  const Section section = columns_section(*offered().sources);
  const auto* table = std::get_if<Table>(&section.blocks.back().content);
  ASSERT_NE(table, nullptr);
  const std::vector<Cell>& cells = table->groups.at(0).rows.at(0).cells;
  ASSERT_EQ(cells.size(), 6U);
  EXPECT_EQ(cells[1].text, "7.0");
  EXPECT_EQ(cells[3].text, "5.0");
  EXPECT_EQ(cells[3].note, "4.0 to 6.0");
  EXPECT_EQ(cells[4].text, "50");
  EXPECT_EQ(cells[4].note, "40 to 60");
  for (const std::string& line : split(to_text(offered()), '\n'))
    EXPECT_LE(display_width(line), 80) << line;
}

TEST(SourcesColumns, NoColumnIsNamedWithoutEvidence) {
  result::Result result = offered();
  for (Report::ColumnValue& value : result.sources->column_values) value.p_value_adjusted = 0.3;
  EXPECT_THAT(shown(result), HasSubstr("No column on offer lowers the error rate by more than "
                                       "chance explains"));
  EXPECT_THAT(shown(result), Not(HasSubstr("helps most")));
  result.sources->column_values.back().p_value_adjusted = 0.01;
  EXPECT_THAT(shown(result), HasSubstr("Together the columns lower the error rate; of none alone"));
}

TEST(SourcesColumns, ADifferenceWithinItsErrorHasNoShare) {
  result::Result result = offered();
  result.sources->candidates[0].costs[0].cost = 0.105;
  const Section section = columns_section(*result.sources);
  const auto* table = std::get_if<Table>(&section.blocks.back().content);
  ASSERT_NE(table, nullptr);
  EXPECT_EQ(table->groups.at(0).rows.at(0).cells[4].text, kNone);
}

TEST(SourcesColumns, NumbersOfColumnsStandOnThePageOnly) {
  result::Result result = offered();
  for (const int columns : {1, 2, 4}) {
    result.sources->column_steps.push_back({.column = "age",
                                            .columns = columns,
                                            .costs = {{.group = "Female", .cost = 0.3, .se = 0.01},
                                                      {.group = "Male", .cost = 0.2, .se = 0.01}}});
  }
  EXPECT_THAT(shown(result), Not(HasSubstr("How many columns does it take?")));
  const std::string html = page(result);
  EXPECT_THAT(html, HasSubstr("How many columns does it take?"));
  EXPECT_THAT(html, HasSubstr("Error rate of each group against the number of columns"));
}

TEST(SourcesLabels, APlanIsASentenceAndATable) {
  result::Result result = offered();
  result.sources->label_plans = {
      {.labels = 1000,
       .shares = {{.group = "Female",
                   .labels = 1000,
                   .cost = 0.2,
                   .then = 0.18,
                   .interval = {{0.17, 0.19}}},
                  {.group = "Male", .labels = 0, .cost = 0.1, .then = 0.1}}}};
  const std::string report = shown(result);
  EXPECT_THAT(report,
              HasSubstr("Of 1,000 new labels, 1,000 in Female would help the worst-off group "
                        "most: the largest error rate of the groups, each with a model of "
                        "its own, is expected to fall from 20.0 % to 18.0 %."));
  EXPECT_THAT(report, HasSubstr("18.0 (17.0 to 19.0)"));
  result.sources->label_plans = {{.labels = 50, .why = "there are too few people"}};
  EXPECT_THAT(shown(result), HasSubstr("How 50 new labels would best be shared among the groups is "
                                       "not told, because there are too few people."));
}

TEST(SourcesLabels, AreNotThereWhenNotAsked) {
  EXPECT_THAT(shown(edge("sources")), Not(HasSubstr("new labels")));
  EXPECT_THAT(shown(edge("sources")), Not(HasSubstr("other columns change")));
}

TEST(SourcesColumns, AreReadBackAsTheyWereWritten) {
  result::Result result = offered();
  result.sources->label_plans = {{.labels = 50, .why = "there are too few people"}};
  const std::string written = to_json(result);
  EXPECT_EQ(to_json(from_json(written)), written);
}

}  // namespace
}  // namespace faultline::report
