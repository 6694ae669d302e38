// Mitigation on COMPAS and German credit against an independent program (reference/ijdi): the
// iterative correction with interpolated quantiles, and the paper's Table 1 (thresholds for Black
// and other defendants).

#include "faultline/methods/mitigation/mitigation.hpp"

#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "support/ijdi_compas.hpp"
#include "support/ijdi_people.hpp"
#include "support/shared_data.hpp"
#include <gtest/gtest.h>

#include "faultline/methods/mitigation/rules.hpp"

namespace faultline::methods {
namespace {

using testing::CsvRow;
using testing::kIjdiCompas;
using testing::number;

MitigationOptions options_for(const std::string& side, double lambda) {
  MitigationOptions options;
  options.method = MitigationMethod::iterative;
  options.error = side == "neg" ? ErrorRate::fpr : ErrorRate::tpr;
  options.lambda = lambda;
  options.scan.replicates = 0;
  options.scan.strategy = search::Strategy::exhaustive;
  return options;
}

TEST(MitigationCompas, CorrectionsOneByOne) {
  FAULTLINE_NEEDS_SHARED(people, "reference/ijdi/compas_input.csv");
  FAULTLINE_NEEDS_SHARED(expected, "reference/ijdi/compas_expected_exhaustive.csv");
  const data::Profiles profiles = testing::ijdi_people(people, kIjdiCompas);
  const MitigationInput input{
      .profiles = profiles, .scanned = kIjdiCompas, .true_probability = "p"};
  std::map<std::pair<std::string, std::string>, std::vector<CsvRow>> runs;
  for (const CsvRow& row : testing::read_csv_rows(expected)) {
    // Edge case 1 leads elsewhere at lambda 3 and 10, see below.
    if (row.at("penalty") != "0.1" || number(row, "lam") > 1) continue;
    runs[{row.at("side"), row.at("lam")}].push_back(row);
  }
  ASSERT_EQ(runs.size(), 6U);
  int parted = 0;
  for (const auto& [key, rows] : runs) {
    MitigationOptions options = options_for(key.first, number(rows.front(), "lam"));
    options.quantile = Quantile::linear;
    options.max_corrections = 3;
    const MitigationResult result = mitigate(input, options);
    ASSERT_EQ(result.report.corrections.size(), 3U);
    for (std::size_t i = 0; i < 4; ++i) {
      SCOPED_TRACE(key.first + " lambda " + key.second + " correction " + std::to_string(i));
      const CsvRow& row = rows.at(i);
      ASSERT_EQ(number(row, "corrections"), static_cast<double>(i));
      if (i == 3) {
        EXPECT_NEAR(*result.report.after.front().score, number(row, "score"), 1e-3);
        continue;
      }
      const MitigationReport::Correction& step = result.report.corrections[i];
      EXPECT_NEAR(step.score, number(row, "score"), 1e-3);
      EXPECT_EQ(static_cast<double>(step.n), number(row, "n_in"));
      EXPECT_NEAR(step.rate_before, number(row, "PR_S"), 1e-9);
      EXPECT_NEAR(step.rate_outside, number(row, "PR_notS"), 1e-9);
      if (number(row, "pS") < number(row, "p_notS")) {
        // The reference asks for less than the rate outside, the criterion does not: from here on
        // the paths differ.
        EXPECT_EQ(step.target, step.rate_outside);
        ++parted;
        break;
      }
      EXPECT_NEAR(step.target, number(row, "target"), 1e-9);
      EXPECT_NEAR(step.threshold, number(row, "new_threshold"), 1e-9);
      EXPECT_NEAR(step.rate_after, number(row, "PR_S_after"), 1e-9);
    }
  }
  EXPECT_EQ(parted, 1);  // positive, lambda 1, after two corrections
}

// Too many subgroups to enumerate: branch and bound has to prove every scan of the chain. At lambda
// 0 and 1 the reference's best of a thousand restarts is that optimum.
TEST(MitigationGerman, EveryScanIsProvenAndTheBestKnown) {
  FAULTLINE_NEEDS_SHARED(people, "reference/ijdi/german_input.csv");
  FAULTLINE_NEEDS_SHARED(expected, "reference/ijdi/german_expected_bestknown_keep.csv");
  const data::Profiles profiles = testing::ijdi_people(people, testing::kIjdiGerman);
  ScanMemory memory;
  const MitigationInput input{.profiles = profiles,
                              .scanned = testing::kIjdiGerman,
                              .true_probability = "p",
                              .memory = &memory};
  std::map<std::pair<std::string, double>, std::vector<double>> scores;
  for (const CsvRow& row : testing::read_csv_rows(expected)) {
    scores[{row.at("side"), number(row, "lam")}].push_back(number(row, "score"));
  }
  for (const auto& [side, lambda] : {std::pair{"neg", 1.0}, std::pair{"pos", 0.0}}) {
    SCOPED_TRACE(side);
    memory.clear();
    MitigationOptions options = options_for(side, lambda);
    options.scan.strategy = search::Strategy::bounded;
    options.scan.work_budget = 20'000'000;
    options.quantile = Quantile::linear;
    options.max_corrections = 2;
    const MitigationResult result = mitigate(input, options);
    ASSERT_EQ(result.scans.size(), 3U);
    for (std::size_t i = 0; i < 3; ++i) {
      EXPECT_TRUE(result.scans[i].search.certified);
      EXPECT_NEAR(result.scans[i].score, scores.at({side, lambda}).at(i), 1e-3);
    }
    // What is remembered is what a scan would have said.
    ASSERT_EQ(memory.size(), 3U);
    const MitigationResult again = mitigate(input, options);
    EXPECT_EQ(memory.size(), 3U);
    EXPECT_EQ(again.after.score, result.after.score);
    EXPECT_EQ(again.after.text, result.after.text);
  }
}

TEST(MitigationCompas, HigherOrderStatisticKeepsThePromise) {
  FAULTLINE_NEEDS_SHARED(people, "reference/ijdi/compas_input.csv");
  const data::Profiles profiles = testing::ijdi_people(people, kIjdiCompas);
  const MitigationInput input{
      .profiles = profiles, .scanned = kIjdiCompas, .true_probability = "p"};
  for (const char* side : {"neg", "pos"}) {
    for (const double lambda : {0.0, 0.3, 1.0, 3.0}) {
      MitigationOptions options = options_for(side, lambda);
      options.max_corrections = 8;
      const MitigationResult result = mitigate(input, options);
      EXPECT_FALSE(result.report.corrections.empty());
      for (const MitigationReport::Correction& step : result.report.corrections) {
        EXPECT_LE(step.rate_after, step.target + 1e-12) << side << " " << lambda << step.text;
        EXPECT_GT(step.rate_before, step.target);
      }
    }
  }
}

TEST(MitigationCompas, TableOneOfThePaper) {
  FAULTLINE_NEEDS_SHARED(people, "reference/ijdi/compas_input.csv");
  FAULTLINE_NEEDS_SHARED(expected, "reference/ijdi/paper_table1.csv");
  const data::Profiles profiles = testing::ijdi_people(people, kIjdiCompas);
  const MitigationInput input{
      .profiles = profiles, .scanned = kIjdiCompas, .true_probability = "p"};
  int compared = 0;
  for (const CsvRow& row : testing::read_csv_rows(expected)) {
    SCOPED_TRACE(row.at("theta_S") + " " + row.at("theta_notS"));
    MitigationOptions options = options_for("neg", 0);
    options.method = MitigationMethod::groups;
    options.groups = parse_group_thresholds(
        std::vector<std::string>{"race=African-American:" + row.at("theta_S") +
                                 ";*:" + row.at("theta_notS")},
        profiles.attributes, Comparator::above);
    const MitigationReport report = mitigate(input, options).report;
    ASSERT_EQ(report.after.size(), 3U);  // everybody, Black defendants, all others
    const auto percent = [](const std::optional<double>& rate) { return 100 * *rate; };
    EXPECT_NEAR(percent(report.after[1].fpr), number(row, "FPR_S_pct"), 0.0501);
    EXPECT_NEAR(percent(report.after[2].fpr), number(row, "FPR_notS_pct"), 0.0501);
    EXPECT_NEAR(percent(report.after[1].tpr), number(row, "TPR_S_pct"), 0.0501);
    EXPECT_NEAR(percent(report.after[2].tpr), number(row, "TPR_notS_pct"), 0.0501);
    ++compared;
  }
  EXPECT_EQ(compared, 4);
}

}  // namespace
}  // namespace faultline::methods
