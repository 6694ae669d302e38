#include "faultline/data/table_summary.hpp"

#include <numeric>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "faultline/data/memory_source.hpp"

namespace faultline::data {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(TableSummary, CountsMissingValuesAndParts) {
  MemorySource source;
  source.add_numbers("many", [] {
    std::vector<double> values(48);
    std::iota(values.begin(), values.end(), 0.0);
    return values;
  }());
  std::vector<std::string> sexes(48, "f");
  sexes[0] = "";
  sexes[1] = "m";
  source.add_text("sex", sexes);
  const TableSummary table = source.summary({});
  EXPECT_EQ(table.rows, 48);
  EXPECT_THAT(table.columns[0].values, IsEmpty());
  EXPECT_EQ(table.columns[0].histogram.size(), 24U);
  EXPECT_EQ(std::accumulate(table.columns[0].histogram.begin(), table.columns[0].histogram.end(),
                            std::int64_t{0}),
            48);
  EXPECT_EQ(table.columns[0].greatest, 47);
  EXPECT_EQ(table.columns[1].missing, 1);
  ASSERT_EQ(table.columns[1].values.size(), 2U);
  EXPECT_EQ(table.columns[1].values[0].label, "f");
  EXPECT_EQ(table.columns[1].values[0].rows, 46);
}

ColumnSummary column(std::string name, ColumnKind kind, std::int64_t distinct) {
  return {.name = std::move(name), .kind = kind, .distinct = distinct};
}

TEST(SuggestRoles, ByNamesAndValues) {
  ColumnSummary score = column("p_readmission", ColumnKind::number, 900);
  score.histogram = {1};
  score.greatest = 0.9;
  const SuggestedRoles roles = suggest_roles(
      {column("sex", ColumnKind::text, 2), column("age", ColumnKind::whole, 70),
       column("age_group", ColumnKind::text, 4), column("prior_count", ColumnKind::whole, 8),
       column("is_recid", ColumnKind::whole, 2), column("two_year_recid", ColumnKind::whole, 2),
       score});
  EXPECT_EQ(roles.outcome, "two_year_recid");
  EXPECT_EQ(roles.score, "p_readmission");
  EXPECT_EQ(roles.threshold, "0.5");
  EXPECT_EQ(roles.decision, "");
  EXPECT_EQ(roles.count, "");
  EXPECT_THAT(roles.protected_columns, ElementsAre("sex", "age_group"));
}

TEST(SuggestRoles, AScoreInStepsNeedsAnOutcome) {
  const ColumnSummary decile = column("decile_score", ColumnKind::whole, 10);
  EXPECT_EQ(suggest_roles({decile}).risk_score, "");
  EXPECT_EQ(suggest_roles({decile, column("outcome", ColumnKind::boolean, 2)}).risk_score,
            "decile_score");
}

}  // namespace
}  // namespace faultline::data
