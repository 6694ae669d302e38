#include "faultline/model/learner.hpp"

#include <cmath>
#include <thread>
#include <vector>

#include "support/needs_trees.hpp"
#include "unit/model/random_rows.hpp"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "faultline/base/error.hpp"
#include "faultline/model/design/diagnostics.hpp"
#include "faultline/model/design/log_odds.hpp"
#include "faultline/model/platt_scaled.hpp"
#include "faultline/model/registry.hpp"

namespace faultline::model {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::Rows;

std::vector<double> predictions(const Rows& rows, const LearnerOptions& options) {
  const auto learner = make_learner(options, rows.design);
  learner->fit(rows.view());
  std::vector<double> eta(rows.weight.size());
  learner->predict_log_odds(eta);
  return eta;
}

// High where exactly one of two attributes has its second value.
Rows interaction() {
  Rows rows;
  rows.design = Design(4);
  rows.design.add(testing::attribute("a", 2), std::vector<data::Code>{0, 0, 1, 1});
  rows.design.add(testing::attribute("b", 2), std::vector<data::Code>{0, 1, 0, 1});
  rows.weight = rows.people = {400, 380, 390, 410};
  rows.positive = {80, 300, 310, 90};
  return rows;
}

TEST(Learner, TreesLearnAnInteractionThatLogisticCannot) {
  FAULTLINE_NEEDS_TREES();
  const Rows rows = interaction();
  for (const LearnerKind kind : {LearnerKind::boosted, LearnerKind::forest}) {
    const auto eta = predictions(rows, {.kind = kind});
    for (std::size_t i = 0; i < 4; ++i) {
      EXPECT_NEAR(expit(eta[i]), rows.positive[i] / rows.weight[i], 0.03) << name_of(kind) << i;
    }
  }
  const auto eta = predictions(rows, {.kind = LearnerKind::logistic});
  for (const double x : eta) EXPECT_NEAR(expit(x), 0.49, 0.06);
}

TEST(Learner, SameBitsAfterOtherDataAndBesideAnotherThread) {
  FAULTLINE_NEEDS_TREES();
  const Rows rows = testing::random_rows(71, 60, true);
  const Rows other = testing::random_rows(72, 60, true);
  for (const LearnerKind kind :
       {LearnerKind::logistic, LearnerKind::boosted, LearnerKind::forest}) {
    const auto expected = predictions(rows, {.kind = kind});
    const auto expected_other = predictions(other, {.kind = kind});
    std::vector<double> beside;
    std::jthread thread([&] { beside = predictions(other, {.kind = kind}); });
    const auto learner = make_learner({.kind = kind}, rows.design);
    learner->fit({.weight = other.weight, .positive = other.positive, .people = other.people});
    learner->fit(rows.view());
    thread.join();
    std::vector<double> eta(60);
    learner->predict_log_odds(eta);
    EXPECT_EQ(eta, expected) << name_of(kind);
    EXPECT_EQ(beside, expected_other) << name_of(kind);
  }
}

TEST(Learner, TreesCountWeightsRelativeToTheirMean) {
  FAULTLINE_NEEDS_TREES();
  const Rows rows = testing::random_rows(73, 60, true);
  Rows scaled = rows;
  for (double& w : scaled.weight) w *= 0.125;
  for (double& s : scaled.positive) s *= 0.125;
  for (const LearnerKind kind : {LearnerKind::boosted, LearnerKind::forest}) {
    EXPECT_EQ(predictions(rows, {.kind = kind}), predictions(scaled, {.kind = kind}));
    // And they do count: people with label 1 at three times the weight.
    Rows tilted = rows;
    for (std::size_t i = 0; i < 60; ++i) {
      tilted.weight[i] += 2 * tilted.positive[i];
      tilted.positive[i] *= 3;
    }
    double before = 0;
    double after = 0;
    for (const double x : predictions(rows, {.kind = kind})) before += expit(x);
    for (const double x : predictions(tilted, {.kind = kind})) after += expit(x);
    EXPECT_GT(after, before + 6) << name_of(kind);
  }
}

// 400 people, ten numbers, labels that depend on one of them a little: boosted trees are far too
// sure of themselves, and scaling by held-out predictions must bring them back. A forest that tries
// few columns at a split is nearly calibrated by itself, and must stay so.
TEST(Learner, PlattScalingImprovesCalibrationOnNewPeople) {
  FAULTLINE_NEEDS_TREES();
  constexpr int kTrain = 400;
  constexpr int kAll = 4400;
  rng::Stream stream(74, rng::Purpose::test, 0);
  Rows rows;
  rows.design = Design(kAll);
  std::vector<double> first;
  for (int j = 0; j < 10; ++j) {
    std::vector<double> x;
    for (int i = 0; i < kAll; ++i) x.push_back(rng::normal(stream));
    rows.design.add("x" + std::to_string(j), x);
    if (j == 0) first = x;
  }
  std::vector<double> label;
  for (const double x : first) label.push_back(rng::bernoulli(stream, expit(0.8 * x)) ? 1 : 0);
  std::vector<double> fresh(kAll, 1.0);
  for (std::size_t i = 0; i < kAll; ++i) {
    rows.weight.push_back(i < kTrain ? 1 : 0);
    rows.positive.push_back(i < kTrain ? label[i] : 0);
    if (i < kTrain) fresh[i] = 0;
  }
  rows.people = rows.weight;
  for (const LearnerKind kind : {LearnerKind::boosted, LearnerKind::forest}) {
    PlattScaled learner(bare_learner({.kind = kind}, rows.design));
    learner.fit(rows.view());
    EXPECT_GT(learner.platt().slope, 0.05);
    EXPECT_LT(learner.platt().slope, 0.9);
    std::vector<double> scaled(kAll);
    learner.predict_log_odds(scaled);
    std::vector<double> unscaled(kAll);
    for (std::size_t i = 0; i < kAll; ++i) {
      unscaled[i] = expit((scaled[i] - learner.platt().intercept) / learner.platt().slope);
      scaled[i] = expit(scaled[i]);
    }
    const auto error = [&](const std::vector<double>& p) {
      return calibration_error(calibration_curve(p, fresh, label, fresh, 10));
    };
    if (kind == LearnerKind::boosted) {
      EXPECT_LT(error(scaled), 0.7 * error(unscaled));
    }
    EXPECT_LT(error(scaled), 0.06) << name_of(kind);
  }
}

TEST(Learner, OneClassAndFewPeopleAreSaid) {
  FAULTLINE_NEEDS_TREES();
  Rows rows = interaction();
  rows.positive = {0, 0, 0, 0};
  for (const LearnerKind kind : {LearnerKind::boosted, LearnerKind::forest}) {
    const auto learner = make_learner({.kind = kind}, rows.design);
    learner->fit(rows.view());
    std::vector<double> eta(4);
    learner->predict_log_odds(eta);
    for (const double x : eta) EXPECT_NEAR(expit(x), 0.5 / 1581, 1e-12);
    EXPECT_THAT(texts(learner->report().warnings), ElementsAre(HasSubstr("Every label is 0")));
    EXPECT_EQ(learner->report().learner, kind);

    Rows few = interaction();
    few.weight = few.people = {1, 1, 1, 0};
    few.positive = {1, 0, 0, 0};
    learner->fit(few.view());
    learner->predict_log_odds(eta);
    for (const double x : eta) EXPECT_TRUE(std::isfinite(x));
    EXPECT_THAT(texts(learner->report().warnings), ElementsAre(HasSubstr("3 people are too few")));

    learner->fit(interaction().view());
    EXPECT_THAT(texts(learner->report().warnings), IsEmpty());
  }
}

TEST(Learner, TreesRefuseWhatTheyCannotUse) {
  FAULTLINE_NEEDS_TREES();
  Rows rows = interaction();
  const auto learner = make_learner({.kind = LearnerKind::boosted}, rows.design);
  std::vector<double> eta(4);
  EXPECT_THROW(learner->predict_log_odds(eta), InternalError);
  rows.offset = {0, 0, 0, 0};
  EXPECT_THROW(learner->fit(rows.view()), InternalError);
  rows.offset.clear();
  rows.weight = {0, 0, 0, 0};
  EXPECT_THROW(learner->fit(rows.view()), NumericError);
  rows.weight = {1, 2};
  EXPECT_THROW(learner->fit(rows.view()), InternalError);
}

TEST(Learner, NamesAndOptions) {
  EXPECT_EQ(name_of(LearnerKind::logistic), "logistic");
  EXPECT_EQ(name_of(LearnerKind::boosted), "boosted");
  EXPECT_EQ(name_of(LearnerKind::forest), "forest");
  const Design design(2);
  EXPECT_THROW((void)make_learner({.strength = -1}, design), ConfigError);
}

}  // namespace
}  // namespace faultline::model
