#include "faultline/methods/compare/compare_models.hpp"

#include <algorithm>
#include <cmath>

#include "people.hpp"
#include <gtest/gtest.h>

#include "faultline/base/error.hpp"
#include "faultline/methods/compare/paired_losses.hpp"

namespace faultline::methods {
namespace {

CompareModelsOptions usual(std::vector<PairedLoss> losses) {
  CompareModelsOptions options;
  options.losses = std::move(losses);
  options.scanned = {0, 1};
  options.table.attributes = {0, 1};
  options.replicates = 199;
  options.threads = 1;
  options.table.threads = 1;
  return options;
}

// Those for whom nothing changed are not named beside those for whom it got worse.
TEST(CompareModels, NamesThoseForWhomSomethingChanged) {
  ComparedPeople people = testing::invented(600, 0);
  people.after = people.before;
  for (std::size_t i = 0; i < people.size(); ++i) {
    SideEntry& after = people.after[i];
    if (people.codes[0][i] == 0)
      after.score = after.outcome ? after.score - 0.04 : after.score + 0.04;
  }
  const CompareResult found = compare_models(people, usual({PairedLoss::brier}));
  ASSERT_EQ(found.findings.size(), 1U);
  const std::optional<NamedValues>& who = found.findings.front().subgroup;
  ASSERT_TRUE(who);
  EXPECT_EQ(*who, (NamedValues{{"sex", {"F"}}}));
  EXPECT_EQ(found.findings.front().verdict, Verdict::evidence);
}

TEST(CompareModels, FindsTheSubgroupWithTheHighestScore) {
  const ComparedPeople people = testing::invented(600, 0.15);
  for (const PairedLoss loss : {PairedLoss::error, PairedLoss::brier, PairedLoss::log_loss}) {
    const auto difference = [&](std::size_t i) {
      return loss_of(criterion_of(loss), people.after[i]) -
             loss_of(criterion_of(loss), people.before[i]);
    };
    double mean_square = 0;
    for (std::size_t i = 0; i < people.size(); ++i)
      mean_square += difference(i) * difference(i) / static_cast<double>(people.size());
    // Every set of values of both attributes.
    double best = 0;
    double change = 0;
    for (unsigned sexes = 1; sexes < 4; ++sexes) {
      for (unsigned ages = 1; ages < 8; ++ages) {
        double sum = 0;
        double squares = 0;
        double n = 0;
        for (std::size_t i = 0; i < people.size(); ++i) {
          if (((sexes >> people.codes[0][i]) & 1U) == 0 || ((ages >> people.codes[1][i]) & 1U) == 0)
            continue;
          sum += difference(i);
          squares += difference(i) * difference(i);
          ++n;
        }
        const auto listed = [](unsigned set, int all) {
          const int values = std::popcount(set);
          return values == all ? 0 : values;
        };
        const double score =
            sum > 0 ? sum * sum / (squares + n * mean_square) - listed(sexes, 2) - listed(ages, 3)
                    : 0;
        if (score <= best) continue;
        best = score;
        change = sum / n;
      }
    }
    const CompareResult found = compare_models(people, usual({loss}));
    ASSERT_EQ(found.findings.size(), 1U);
    const Finding& finding = found.findings.front();
    EXPECT_NEAR(finding.score, best, 1e-9) << describe::name_of(loss);
    EXPECT_NEAR(*finding.theta, change, 1e-9);
    EXPECT_NEAR(finding.observed - finding.expected, change, 1e-9);
    EXPECT_EQ(finding.method, Method::paired_loss_scan);
    EXPECT_EQ(finding.metric, criterion_of(loss));
    EXPECT_EQ(finding.worse, true);
    EXPECT_EQ(finding.text, "sex = F");
    EXPECT_EQ(finding.verdict, Verdict::evidence);
    // The interval leaves out 0 exactly where there is evidence, and holds the estimate.
    EXPECT_GT(finding.theta_interval->first, 0);
    EXPECT_LE(finding.theta_interval->first, change);
    EXPECT_GE(finding.theta_interval->second, change);
  }
}

TEST(CompareModels, LevelIsSharedByTheScansAndTheTable) {
  const ComparedPeople people = testing::invented(600, 0.15);
  const CompareResult found = compare_models(people, usual({PairedLoss::error, PairedLoss::brier}));
  EXPECT_EQ(found.report.families, 3);
  for (const Finding& finding : found.findings)
    EXPECT_NEAR(*finding.p_value_adjusted, std::min(1.0, 3 * *finding.p_value), 1e-12);
  std::vector<double> p_values;
  for (const CompareReport::Change& change : found.report.changes) {
    if (!change.p_value_adjusted) continue;
    EXPECT_GE(*change.p_value_adjusted + 1e-15, std::min(1.0, 3 * *change.p_value));
  }
  EXPECT_GT(found.report.tests, 20);
  // Complements share their test, and the calibration gap that of the mean score.
  for (const CompareReport::Change& change : found.report.changes) {
    for (const CompareReport::Change& other : found.report.changes) {
      if (change.text != other.text || change.metric != RateName::fpr ||
          other.metric != RateName::tnr)
        continue;
      EXPECT_EQ(change.p_value_adjusted, other.p_value_adjusted);
      EXPECT_EQ(change.worse, other.worse);
    }
  }
}

TEST(CompareModels, ExchangedModelsGiveTheOppositeChange) {
  ComparedPeople people = testing::invented(600, 0.15);
  CompareModelsOptions options = usual({PairedLoss::brier});
  const Finding worse = compare_models(people, options).findings.front();
  std::swap(people.before, people.after);
  options.direction = ChangeDirection::better;
  const Finding better = compare_models(people, options).findings.front();
  EXPECT_EQ(better.text, worse.text);
  EXPECT_NEAR(better.score, worse.score, 1e-9);
  EXPECT_EQ(better.p_value, worse.p_value);
  EXPECT_NEAR(*better.theta, -*worse.theta, 1e-12);
  EXPECT_NEAR(better.theta_interval->first, -worse.theta_interval->second, 1e-9);
  EXPECT_EQ(better.worse, false);
  options.direction = ChangeDirection::both;
  EXPECT_EQ(compare_models(people, options).findings.size(), 2U);
}

TEST(CompareModels, TheSameModelTwiceIsNothing) {
  ComparedPeople people = testing::invented(600, 0);
  people.after = people.before;
  const CompareResult found = compare_models(people, usual({PairedLoss::error, PairedLoss::brier}));
  for (const Finding& finding : found.findings) {
    EXPECT_EQ(finding.verdict, Verdict::nothing);
    EXPECT_FALSE(finding.subgroup);
    EXPECT_FALSE(finding.p_value);
  }
  EXPECT_FALSE(has_evidence(found.report, false));
}

TEST(CompareModels, ANamedSubgroupIsTestedWithoutASearch) {
  const ComparedPeople people = testing::invented(600, 0.15);
  CompareModelsOptions options = usual({PairedLoss::error});
  options.subgroup = "sex=M";
  const Finding finding = compare_models(people, options).findings.front();
  EXPECT_EQ(finding.text, "sex = M");
  EXPECT_EQ(finding.search.subgroups, 1);
  EXPECT_EQ(finding.penalty, 0);
  options.subgroup = "sex=Q";
  EXPECT_THROW((void)compare_models(people, options), ConfigError);
}

TEST(CompareModels, AnInfiniteLossIsRefused) {
  ComparedPeople people = testing::invented(60, 0);
  people.after[0].score = people.after[0].outcome ? 0 : 1;
  EXPECT_THROW((void)compare_models(people, usual({PairedLoss::log_loss})), InputError);
}

TEST(CompareModels, ThreadsDoNotMatter) {
  const ComparedPeople people = testing::invented(300, 0.1);
  CompareModelsOptions options = usual({PairedLoss::error, PairedLoss::brier});
  const CompareResult one = compare_models(people, options);
  options.threads = options.table.threads = 3;
  const CompareResult three = compare_models(people, options);
  ASSERT_EQ(one.report.changes.size(), three.report.changes.size());
  for (std::size_t i = 0; i < one.report.changes.size(); ++i)
    EXPECT_EQ(one.report.changes[i].p_value_adjusted, three.report.changes[i].p_value_adjusted);
  for (std::size_t i = 0; i < one.findings.size(); ++i) {
    EXPECT_EQ(one.findings[i].p_value, three.findings[i].p_value);
    EXPECT_EQ(one.findings[i].theta_interval, three.findings[i].theta_interval);
  }
}

TEST(ChangeTable, RefusesRatesThatAreNotThere) {
  ComparedPeople people = testing::invented(60, 0);
  EXPECT_THROW((void)change_table(people, {.rates = {RateName::base_rate}}), InputError);
  people.has_decision = false;
  EXPECT_THROW((void)change_table(people, {.rates = {RateName::fpr}}), InputError);
  EXPECT_NO_THROW((void)change_table(people, {.rates = {RateName::auc}}));
}

}  // namespace
}  // namespace faultline::methods
