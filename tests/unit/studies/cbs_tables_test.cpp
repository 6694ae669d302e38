#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "faultline/base/error.hpp"
#include "faultline/studies/conditional/table_risk.hpp"
#include "faultline/studies/conditional/table_rivals.hpp"
#include "faultline/studies/conditional/tables.hpp"

namespace faultline::studies {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

struct Shape {
  int rows = 0;
  int scored = 0;
  int significant = 0;
  int selected = 0;
};

Shape shape_of(std::span<const PaperClass> table) {
  Shape shape;
  std::set<std::pair<std::string_view, std::string_view>> classes;
  for (const PaperClass& of : table) {
    EXPECT_TRUE(classes.insert({of.attribute, of.value}).second) << of.name;
    shape.selected += of.selected ? 1 : 0;
    for (const PaperScan& scan : of.scans) {
      ++shape.rows;
      const bool scored = printed_value(scan.score) > 0;
      shape.scored += scored ? 1 : 0;
      shape.significant += scan.significant ? 1 : 0;
      EXPECT_EQ(scored, !scan.subgroup.empty()) << of.name;
      EXPECT_EQ(scored, scan.n > 0 && scan.comparison_n > 0) << of.name;
      EXPECT_TRUE(scored || !scan.significant) << of.name;
    }
  }
  return shape;
}

TEST(PaperTables, Table5HasFourteenClassesSevenOfThemInTable3) {
  const Shape shape = shape_of(paper_table5());
  EXPECT_EQ(shape.rows, 56);
  EXPECT_EQ(shape.scored, 41);
  EXPECT_EQ(shape.significant, 21);
  EXPECT_EQ(shape.selected, 7);
}

TEST(PaperTables, Table6HasElevenClasses) {
  const Shape shape = shape_of(paper_table6());
  EXPECT_EQ(shape.rows, 44);
  EXPECT_EQ(shape.scored, 20);
  EXPECT_EQ(shape.significant, 6);
  EXPECT_EQ(shape.selected, 0);
}

TEST(PaperTables, PrintedDigitsSayTheRounding) {
  EXPECT_DOUBLE_EQ(printed_value("102.3"), 102.3);
  EXPECT_DOUBLE_EQ(printed_rounding("102.3"), 0.05);
  EXPECT_DOUBLE_EQ(printed_rounding("8.80"), 0.005);
  EXPECT_DOUBLE_EQ(printed_rounding("7"), 0.5);
  EXPECT_THROW((void)printed_value("-"), InternalError);
}

/// Members of the class have a decision without outcome more often than others in city a.
data::Profiles small_profiles() {
  data::Profiles profiles;
  profiles.attributes = {{"class", {"in", "out"}}, {"city", {"a", "b", "c"}}};
  profiles.codes.resize(2);
  for (data::Code member = 0; member < 2; ++member) {
    for (data::Code city = 0; city < 3; ++city) {
      for (std::uint8_t outcome = 0; outcome < 2; ++outcome) {
        for (std::uint8_t decision = 0; decision < 2; ++decision) {
          profiles.codes[0].push_back(member);
          profiles.codes[1].push_back(city);
          profiles.outcome.push_back(outcome);
          profiles.decision.push_back(decision);
          profiles.prediction.push_back(decision != 0 ? 0.7 : 0.3);
          const bool biased = member == 0 && city == 0 && outcome == 0 && decision == 1;
          profiles.count.push_back(biased ? 40 : 10 + city + outcome);
        }
      }
    }
  }
  return profiles;
}

constexpr std::array<PaperClass, 2> kSmallTable{{
    {"In",
     "class",
     "in",
     true,
     {{{"city=a", "1.5", true, 0.8, 50, 0.5, 20},
       {"everybody", "2.00", false, 0.6, 90, 0.5, 66},
       {},
       {"city=b", "0.10", false, 0.5, 1, 0.5, 2}}}},
    {"Out", "class", "out", false, {}},
}};

TEST(CbsTable, SameForEveryThreadCount) {
  const data::Profiles profiles = small_profiles();
  CbsTableOptions options;
  options.permutations = 30;
  options.threads = 1;
  const CbsTable one = cbs_table(profiles, kSmallTable, options);
  options.threads = 3;
  const CbsTable three = cbs_table(profiles, kSmallTable, options);
  EXPECT_EQ(to_csv(one), to_csv(three));
  EXPECT_EQ(to_markdown(one), to_markdown(three));
  EXPECT_EQ(propensity_svg(one, "p"), propensity_svg(three, "p"));
  EXPECT_EQ(expectation_svg(one, "e"), expectation_svg(three, "e"));
}

TEST(CbsTable, RowsCompareScoresRatesAndVerdicts) {
  CbsTableOptions options;
  options.permutations = 0;
  const CbsTable table = cbs_table(small_profiles(), kSmallTable, options);
  ASSERT_EQ(table.rows.size(), 8);
  const CbsTableRow& fpr = table.rows[1];
  ASSERT_TRUE(fpr.ours.subgroup);
  EXPECT_EQ(fpr.ours.text, "city = a");
  EXPECT_FALSE(fpr.same_subgroup);
  ASSERT_TRUE(fpr.at_paper);
  // Everybody of the class without the outcome: 10 + 40, 11 + 11, 12 + 12.
  EXPECT_EQ(fpr.at_paper->n, 96);
  EXPECT_EQ(fpr.at_paper->comparison_n, 66);
  EXPECT_NEAR(fpr.at_paper->observed, 63.0 / 96, 1e-12);
  EXPECT_LT(fpr.at_paper->score, fpr.ours.score);
  EXPECT_FALSE(*fpr.same_rates);
  EXPECT_FALSE(fpr.same_flag);  // no permutations, no verdict
  EXPECT_THAT(fpr.notes.at(0), HasSubstr("the best of all 7 subgroups"));
  const CbsTableMatches found = matches(table);
  EXPECT_EQ(found.subgroups.of, 8);
  EXPECT_EQ(found.named.of, 3);
  EXPECT_EQ(found.scores.of, 3);
  EXPECT_EQ(found.rates.of, 3);
  EXPECT_EQ(found.flags.of, 0);
}

TEST(CbsTable, SaysWhenNothingTellsWhatToExpect) {
  data::Profiles profiles = small_profiles();
  for (std::size_t i = 0; i < profiles.count.size(); ++i) {
    if (profiles.codes[0][i] == 1 && profiles.decision[i] != 0) profiles.count[i] = 0;
  }
  CbsTableOptions options;
  options.permutations = 0;
  const CbsTable table = cbs_table(profiles, kSmallTable, options);
  const CbsTableRow& fpr = table.rows[1];
  EXPECT_FALSE(fpr.computed);
  EXPECT_FALSE(fpr.ours.subgroup);
  EXPECT_THAT(fpr.notes, ElementsAre(HasSubstr("the event is the same for all")));
  EXPECT_FALSE(table.rows[3].computed);  // nobody outside with a decision
  EXPECT_THAT(table.rows[3].notes, ElementsAre(HasSubstr("to compare with")));
  EXPECT_THAT(to_text(table), HasSubstr("not computed"));
}

TEST(CbsTable, TextFitsTheTerminal) {
  CbsTableOptions options;
  options.permutations = 5;
  const std::string text = to_text(cbs_table(small_profiles(), kSmallTable, options));
  std::size_t start = 0;
  while (start < text.size()) {
    const std::size_t end = text.find('\n', start);
    EXPECT_LE(end - start, 80U) << text.substr(start, end - start);
    start = end + 1;
  }
}

TEST(CbsTable, MarkdownHasARowPerScanAndNumberedNotes) {
  CbsTableOptions options;
  options.permutations = 0;
  const std::string text = to_markdown(cbs_table(small_profiles(), kSmallTable, options));
  EXPECT_THAT(text, HasSubstr("|---|---|---|--:|--:|--:|---|--:|--:|--:|--:|\n"
                              "| **In** | FPE | city = a | **1.5** | 0.80 (50) | 0.50 (20) |"));
  EXPECT_THAT(text, HasSubstr("\n| Out | FPE | - | 0.0 | - | - |"));
  EXPECT_THAT(text, HasSubstr("\n1. In, FPE: "));
}

TEST(RiskModel, PredictsAndDecidesPerProfile) {
  const std::vector<std::string> predictors = {"city"};
  const data::Profiles with = with_risk_model(small_profiles(), predictors, 0.5);
  ASSERT_EQ(with.prediction.size(), with.count.size());
  for (std::size_t i = 0; i < with.count.size(); ++i) {
    EXPECT_EQ(with.decision[i], with.prediction[i] >= 0.5 ? 1 : 0);
    for (std::size_t k = 0; k < i; ++k) {
      if (with.codes[1][i] == with.codes[1][k]) {
        EXPECT_EQ(with.prediction[i], with.prediction[k]);
      }
    }
  }
  const std::vector<std::string> unknown = {"town"};
  EXPECT_THROW((void)with_risk_model(small_profiles(), unknown), InputError);
}

TEST(Rivals, SameForEveryThreadCountAndInWords) {
  const data::Profiles profiles = small_profiles();
  RivalOptions options{.sensitive = {"class", "city"}, .runs = 8, .seed = 1, .threads = 1};
  const RivalFindings one = run_rivals(profiles, options);
  options.threads = 3;
  const RivalFindings three = run_rivals(profiles, options);
  const RivalWords paper = paper_compas_rivals();
  EXPECT_EQ(compare_rivals(one, paper), compare_rivals(three, paper));
  EXPECT_TRUE(one.gerryfair_directional.above);
  EXPECT_GT(one.gerryfair_directional.inside_rate, one.gerryfair_directional.outside_rate);
  EXPECT_THAT(one.gerryfair_directional.words, Not(IsEmpty()));
  EXPECT_EQ(one.multiaccuracy.runs, 8);
}

}  // namespace
}  // namespace faultline::studies
