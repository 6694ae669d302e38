// The German credit case study of Boxer, McFowland and Neill (Appendix C.2): preparation, risk
// model, and Table 6's observed rates and counts, all of them; which scans cannot be made; what
// GerryFair finds.

#include <string>
#include <vector>

#include "cli/reproduce/case_studies.hpp"
#include "support/needs_trees.hpp"
#include "support/shared_data.hpp"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "faultline/sql/people.hpp"
#include "faultline/studies/conditional/table_risk.hpp"
#include "faultline/studies/conditional/table_rivals.hpp"
#include "faultline/studies/conditional/tables.hpp"

namespace faultline::studies {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

class GermanConditional : public ::testing::Test {
 protected:
  void SetUp() override {
    const auto path = testing::shared_file("data/german.data");
    if (!path) GTEST_SKIP() << "needs the shared file data/german.data, not here";
    const cli::CaseStudy study = cli::german_options(path->string());
    const sql::People people = sql::People::open(study.input, study.roles);
    data::ProfilesBuilder builder(people.attributes());
    people.stream(builder);
    const std::vector<std::string> predictors = {"credit_history", "age_group", "housing"};
    profiles_ = with_risk_model(std::move(builder).finish(), predictors);
    ASSERT_EQ(profiles_.people(), 1000);
  }
  data::Profiles profiles_{};
};

TEST_F(GermanConditional, EveryObservedRateAndCountOfTable6) {
  CbsTableOptions options;
  options.permutations = 0;
  const CbsTable table = cbs_table(profiles_, paper_table6(), options);
  int compared = 0;
  for (const CbsTableRow& row : table.rows) {
    const PaperScan& paper = row.paper();
    if (paper.subgroup.empty()) continue;
    SCOPED_TRACE(std::string(row.protected_class->name) + " " +
                 std::string(kPaperMetrics[row.scan]));
    ASSERT_TRUE(row.at_paper);
    EXPECT_NEAR(row.at_paper->observed, paper.observed, kRateRounding + 1e-9);
    EXPECT_NEAR(row.at_paper->comparison, paper.comparison, kRateRounding + 1e-9);
    EXPECT_EQ(row.at_paper->n, paper.n);
    EXPECT_EQ(row.at_paper->comparison_n, paper.comparison_n);
    ++compared;
  }
  EXPECT_EQ(compared, 20);
}

TEST_F(GermanConditional, ScansThatTheRiskModelsRangeForbids) {
  CbsTableOptions options;
  options.permutations = 0;
  std::vector<std::string> impossible;
  for (const CbsTableRow& row : cbs_table(profiles_, paper_table6(), options).rows) {
    if (row.computed) continue;
    impossible.push_back(std::string(row.protected_class->name) + " " +
                         std::string(kPaperMetrics[row.scan]));
    EXPECT_TRUE(row.paper().subgroup.empty());
    EXPECT_FALSE(row.notes.empty());
  }
  // Only young customers with no credit or all paid who do not own their home are high risks.
  EXPECT_THAT(impossible, ElementsAre("Under 26 FPR", "Under 26 PPV", "26 or older PPV",
                                      "No credit or all paid FPR", "No credit or all paid PPV",
                                      "Critical, delayed or other credit PPV", "Owning PPV"));
}

TEST_F(GermanConditional, BoostedTreesAreTheSameTwice) {
  FAULTLINE_NEEDS_TREES();
  CbsTableOptions options;
  options.permutations = 2;
  options.learner = model::LearnerKind::boosted;
  options.calibration_bins = 5;
  options.threads = 1;
  const auto classes = paper_table6().first(1);
  const CbsTable one = cbs_table(profiles_, classes, options);
  // Nobody outside has the event: nothing to learn from, and the paper does not audit it either.
  EXPECT_FALSE(one.rows[1].computed);
  EXPECT_FALSE(one.rows[1].ours.subgroup);
  EXPECT_THAT(one.rows[1].notes, ElementsAre(HasSubstr("the event is the same for all")));
  options.threads = 2;
  EXPECT_EQ(to_csv(one), to_csv(cbs_table(profiles_, classes, options)));
}

TEST_F(GermanConditional, GerryFairFindsWhatThePaperReports) {
  const RivalFindings found = run_rivals(profiles_, {.sensitive = {"marital", "sex"}, .runs = 1});
  EXPECT_EQ(found.gerryfair.words, "single; male");
  EXPECT_NEAR(found.gerryfair.inside_rate, 0.27, 0.005);
  EXPECT_NEAR(found.gerryfair.overall_rate, 0.29, 0.005);
  EXPECT_EQ(found.gerryfair_directional.words, "not single");
}

}  // namespace
}  // namespace faultline::studies
