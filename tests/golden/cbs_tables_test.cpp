// Tables 5 and 6 of Boxer, McFowland and Neill as `faultline reproduce` makes them: the published
// numbers are typed as in the reference tables, COMPAS agrees as far as it can, and every observed
// rate and count of the German credit table comes out.

#include <map>
#include <string>

#include "cli/reproduce/case_studies.hpp"
#include "support/csv_rows.hpp"
#include "support/shared_data.hpp"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "faultline/sql/people.hpp"
#include "faultline/studies/conditional/table_risk.hpp"
#include "faultline/studies/conditional/table_rivals.hpp"
#include "faultline/studies/conditional/tables.hpp"

namespace faultline::studies {
namespace {

using testing::CsvRow;
using ::testing::HasSubstr;
using testing::number;
using testing::read_csv_rows;

data::Profiles profiles_of(const cli::CaseStudy& study) {
  const sql::People people = sql::People::open(study.input, study.roles);
  data::ProfilesBuilder builder(people.attributes());
  people.stream(builder);
  return std::move(builder).finish();
}

void expect_typed(std::span<const PaperClass> table, const std::vector<CsvRow>& rows) {
  ASSERT_EQ(rows.size(), table.size() * 4);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const CsvRow& row = rows[i];
    SCOPED_TRACE(row.at("protected") + " " + row.at("scan"));
    const PaperScan& scan = table[i / 4].scans[i % 4];
    EXPECT_EQ(row.at("metric"), kPaperMetrics[i % 4]);
    EXPECT_EQ(printed_value(scan.score), number(row, "score"));
    EXPECT_EQ(scan.significant, row.at("significant") == "1");
    EXPECT_EQ(scan.subgroup.empty(), row.at("subgroup").empty());
    if (scan.subgroup.empty()) continue;
    EXPECT_EQ(scan.observed, number(row, "obs_protected"));
    EXPECT_EQ(scan.n, number(row, "n_protected"));
    EXPECT_EQ(scan.comparison, number(row, "obs_comparison"));
    EXPECT_EQ(scan.comparison_n, number(row, "n_comparison"));
  }
}

TEST(CbsTables, TypedAsInTheReference) {
  FAULTLINE_NEEDS_SHARED(table5, "reference/cbs/paper_table5.csv");
  FAULTLINE_NEEDS_SHARED(table6, "reference/cbs/paper_table6.csv");
  expect_typed(paper_table5(), read_csv_rows(table5));
  expect_typed(paper_table6(), read_csv_rows(table6));
}

TEST(CbsTables, Table5AgreesAsFarAsItCan) {
  FAULTLINE_NEEDS_SHARED(path, "data/compas-scores-two-years.csv");
  const data::Profiles profiles = profiles_of(cli::compas_options(path.string()));
  ASSERT_EQ(profiles.people(), 6172);
  CbsTableOptions options;
  options.permutations = 4;
  options.threads = 1;
  const CbsTable table = cbs_table(profiles, paper_table5(), options);
  const CbsTableMatches found = matches(table);
  EXPECT_EQ(found.subgroups, (Tally{53, 56}));
  EXPECT_EQ(found.named, (Tally{39, 41}));
  EXPECT_EQ(found.scores, (Tally{33, 41}));
  EXPECT_EQ(found.rates, (Tally{40, 41}));
  std::map<std::string, std::string> notes;
  for (const CbsTableRow& row : table.rows) {
    // Whatever differs in subgroup, score or rates is explained.
    const bool agrees =
        row.same_subgroup && row.score_within_rounding && row.same_rates.value_or(true);
    EXPECT_TRUE(agrees || !row.notes.empty());
    if (row.notes.empty()) continue;
    notes[std::string(row.protected_class->name) + " " + std::string(kPaperMetrics[row.scan])] =
        row.notes.front();
  }
  EXPECT_THAT(notes["Native American FPR"], HasSubstr("scores 0.676 (2 people)"));
  EXPECT_THAT(notes["Native American FPR"], HasSubstr("scores 0.585 with our models"));
  EXPECT_THAT(notes["Native American CAL"], HasSubstr("scores 0.262 (7 people)"));
  EXPECT_THAT(notes["Native American PPV"], HasSubstr("0.001 (8 people), which prints as 0.0"));
  EXPECT_THAT(notes["Asian PPV"], HasSubstr("score 0.305131 against 0.11"));
  EXPECT_THAT(notes["Under 25 FPR"], HasSubstr("counts are those with c_charge_degree = F"));
  options.threads = 3;
  EXPECT_EQ(to_csv(table), to_csv(cbs_table(profiles, paper_table5(), options)));
}

TEST(CbsTables, GerryFairFindsWhatThePaperReportsOnCompas) {
  FAULTLINE_NEEDS_SHARED(path, "data/compas-scores-two-years.csv");
  const RivalFindings found = run_rivals(profiles_of(cli::compas_options(path.string())),
                                         {.sensitive = {"race", "sex", "under_25"}, .runs = 1});
  EXPECT_EQ(found.gerryfair.words, "race = Asian, Caucasian, Hispanic or Other; under_25 = No");
  EXPECT_NEAR(found.gerryfair.outside_rate, 0.45, 0.005);
  EXPECT_EQ(found.gerryfair_directional.words, "everybody but: " + found.gerryfair.words);
}

}  // namespace
}  // namespace faultline::studies
