// The IJDI studies: closed forms, the same rows for every thread count, small runs.

#include <array>
#include <cmath>

#include <gtest/gtest.h>

#include "faultline/studies/ijdi/biased.hpp"
#include "faultline/studies/ijdi/mitigation.hpp"
#include "faultline/studies/ijdi/randomization.hpp"
#include "faultline/studies/ijdi/thresholding.hpp"

namespace faultline::studies {
namespace {

/// 1,440 people over 24 cells.
data::Profiles people() {
  data::Profiles rows;
  rows.attributes = {{"under_25", {"No", "Yes"}},
                     {"sex", {"Female", "Male"}},
                     {"race", {"A", "B", "C"}},
                     {"priors", {"None", "Some"}}};
  rows.codes.resize(4);
  for (int cell = 0; cell < 24; ++cell) {
    const std::array<int, 4> codes = {cell % 2, cell / 2 % 2, cell / 4 % 3, cell / 12};
    for (int outcome = 0; outcome < 2; ++outcome) {
      for (std::size_t a = 0; a < 4; ++a) {
        rows.codes[a].push_back(static_cast<data::Code>(codes[a]));
      }
      rows.outcome.push_back(static_cast<std::uint8_t>(outcome));
      rows.count.push_back(outcome == codes[3] ? 40 : 20);
    }
  }
  return rows;
}

TEST(IjdiStudies, CutoffIsTheRatioOfRates) {
  EXPECT_EQ(lambda_star(0), 50);
  EXPECT_EQ(lambda_star(0.5), 50);
  EXPECT_NEAR(lambda_star(1), 50.00667022411953, 1e-11);
  EXPECT_NEAR(lambda_star(3), 16.659989316239315, 1e-11);
  EXPECT_NEAR(lambda_star(10), 4.967216439096931, 1e-11);
  for (const double k : {1.0, 2.0, 3.0, 5.0, 10.0, 20.0}) {
    for (const auto error : {methods::ErrorRate::fpr, methods::ErrorRate::tpr}) {
      const UniformRates inside = uniform_rates(0.51, k, error);
      const UniformRates outside = uniform_rates(0.49, k, error);
      EXPECT_NEAR((inside.positive - outside.positive) / (inside.mean - outside.mean),
                  lambda_star(k), 1e-8);
    }
  }
}

TEST(IjdiStudies, ShiftedLogOdds) {
  for (const double p : {0.1, 0.5, 0.8}) {
    const double shifted = shift_log_odds(p, 0.7);
    EXPECT_NEAR(std::log(shifted / (1 - shifted)), std::log(p / (1 - p)) + 0.7, 1e-12);
    EXPECT_NEAR(shift_log_odds(shifted, -0.7), p, 1e-12);
  }
}

TEST(IjdiStudies, SharpThresholdIsFoundBelowTheCutoff) {
  IjdiStudyOptions options{.repetitions = 3, .lambdas = {10, 200}, .threads = 1};
  const ThresholdingStudy one = thresholding_study(people(), options);
  ASSERT_EQ(one.rows.size(), 16U);
  EXPECT_GT(one.rows[0].iou.value, 0.95);  // k = 0, lambda 10
  EXPECT_EQ(one.rows[1].iou.value, 0);     // lambda 200
  options.threads = 3;
  EXPECT_EQ(to_output(one).files, to_output(thresholding_study(people(), options)).files);
}

// At k = 0 beyond the cutoff every expectation is 0 or 1 and agrees with the decision: only the
// clip makes scores, and these are nothing found.
TEST(IjdiStudies, WhatTheClipMakesIsNotFound) {
  EXPECT_NEAR(clip_score(1'000, 1e-6), 1e-3, 1e-8);
  const IjdiStudyOptions options{.repetitions = 4, .lambdas = {70}};
  for (const DetectionRow& row : thresholding_study(people(), options).rows) {
    if (row.setting.level != 0) continue;
    EXPECT_EQ(row.iou.value, 0);
    EXPECT_EQ(row.score.value, 0);
  }
}

TEST(IjdiStudies, VerdictsClaimAHigherScoreOnlyWhereItIsComparable) {
  const PaperScan compas{.data = "compas", .lambda = 3};
  const PaperScan german{.data = "german", .lambda = 1, .score = 30.7, .subgroup = "sex=Female"};
  const OurScan ours{.score = 40, .text = "Female"};
  EXPECT_EQ(judge(compas, ours, true), "HIGHER: they found nothing");
  EXPECT_EQ(judge(german, ours, true), "HIGHER than ten restarts");
  EXPECT_EQ(judge(german, ours, false), "other corrections before");
  EXPECT_EQ(judge(german, std::nullopt, true), "our corrections had ended");
  OurScan named = ours;
  named.lists_na = true;
  EXPECT_EQ(judge(german, named, true), "higher: lists N/A");
  PaperScan capped = german;
  capped.lambda = 3;
  EXPECT_EQ(judge(capped, ours, true), "depends on the cap");
  EXPECT_EQ(judge(german, OurScan{.score = 30.65, .text = "Female", .same = true}, true), "agrees");
  EXPECT_EQ(judge(german, OurScan{.score = 20, .text = "Female"}, true), "lower than printed");
}

TEST(IjdiStudies, StrongBiasIsFound) {
  for (const bool learned : {false, true}) {
    IjdiStudyOptions options{.repetitions = 4, .lambdas = {0, 1}, .threads = 1};
    const BiasedStudy one = biased_study(people(), learned, options);
    ASSERT_EQ(one.rows.size(), 32U);
    EXPECT_GT(one.rows[25].iou.value, one.rows[1].iou.value);  // gamma 3 against 0, lambda 1
    options.threads = 3;
    EXPECT_EQ(to_output(one).files, to_output(biased_study(people(), learned, options)).files);
  }
}

TEST(IjdiStudies, RandomThresholdsKeepTheirPromiseInsideTheConditions) {
  EXPECT_DOUBLE_EQ(exceed_probability(0.52, 0.5, 0.1), 0.6);
  EXPECT_EQ(exceed_probability(0.9, 0.5, 0.1), 1);
  const RandomizationStudy study = randomization_study({.repetitions = 50, .threads = 2});
  for (const RandomizationRow& row : study.rows) {
    EXPECT_EQ(row.expected <= row.allowed + 1e-9, row.setting.conditions) << row.setting.name;
    // Six standard errors: false alarm below 1e-7 in all.
    EXPECT_NEAR(row.simulated.value, row.expected, 3.1 * row.simulated.half_width + 1e-9);
  }
}

}  // namespace
}  // namespace faultline::studies
