// Paired differences beside the same quantities computed person by person.
#include "faultline/methods/compare/paired_change.hpp"

#include <cmath>

#include "people.hpp"
#include <gtest/gtest.h>

#include "faultline/math/normal.hpp"
#include "faultline/math/paired_shares.hpp"
#include "faultline/math/student_t.hpp"
#include "faultline/methods/compare/influence.hpp"

namespace faultline::methods {
namespace {

using enum RateName;
using Change = CompareReport::Change;

Change changed(RateName rate, const std::vector<SideEntry>& before,
               const std::vector<SideEntry>& after) {
  Tallies roles;
  roles.has_outcome = true;
  roles.has_decision = true;
  roles.has_score = true;
  const auto measured = [&](const std::vector<SideEntry>& entries) {
    return measure_of(measure_group(tally_of(entries, true), roles), rate);
  };
  Change change;
  compare_paired(rate, before, after, measured(before), measured(after), 0.95, change);
  return change;
}

TEST(PairedChange, OfSharesCountsWhoChanged) {
  const ComparedPeople people = testing::invented(600, 0.2);
  std::int64_t gained = 0;
  std::int64_t lost = 0;
  std::int64_t n = 0;
  for (std::size_t i = 0; i < people.size(); ++i) {
    if (people.before[i].outcome) continue;
    ++n;
    gained += people.after[i].decision && !people.before[i].decision ? 1 : 0;
    lost += people.before[i].decision && !people.after[i].decision ? 1 : 0;
  }
  const Change change = changed(fpr, people.before, people.after);
  EXPECT_EQ(change.test, RateTest::mcnemar);
  EXPECT_DOUBLE_EQ(*change.p_value, math::mcnemar_exact(gained, lost));
  EXPECT_EQ(*change.interval, math::tango_interval(gained, lost, n));
  EXPECT_NEAR(*change.difference, static_cast<double>(gained - lost) / static_cast<double>(n),
              1e-12);
  EXPECT_NEAR(*change.after - *change.before, *change.difference, 1e-15);
}

TEST(PairedChange, OfMeansIsStudentsOfTheDifferences) {
  const ComparedPeople people = testing::invented(600, 0.2);
  double sum = 0;
  double squares = 0;
  for (std::size_t i = 0; i < people.size(); ++i) {
    const auto loss = [](const SideEntry& entry) {
      return std::pow(entry.score - (entry.outcome ? 1 : 0), 2);
    };
    const double d = loss(people.after[i]) - loss(people.before[i]);
    sum += d;
    squares += d * d;
  }
  const auto n = static_cast<double>(people.size());
  const double se = std::sqrt((squares - sum * sum / n) / (n - 1) / n);
  const Change change = changed(brier, people.before, people.after);
  EXPECT_EQ(change.test, RateTest::paired_t);
  EXPECT_NEAR(*change.p_value, math::student_t_two_sided(sum / n / se, n - 1), 1e-10);
  EXPECT_NEAR(change.interval->first, sum / n - math::student_t_quantile(0.975, n - 1) * se, 1e-10);
  EXPECT_NEAR(change.interval->second, sum / n + math::student_t_quantile(0.975, n - 1) * se,
              1e-10);
}

TEST(PairedChange, OfAucIsDeLongs) {
  const ComparedPeople people = testing::invented(600, 0.2);
  // Each person's share of pairs ranked rightly, by each model; the variance of their difference.
  double variance = 0;
  double difference = 0;
  for (const bool outcome : {true, false}) {
    std::vector<double> values;
    for (std::size_t i = 0; i < people.size(); ++i) {
      if (people.before[i].outcome != outcome) continue;
      double right = 0;
      double others = 0;
      for (std::size_t j = 0; j < people.size(); ++j) {
        if (people.before[j].outcome == outcome) continue;
        ++others;
        const auto ranked = [&](const std::vector<SideEntry>& side) {
          const double high = side[outcome ? i : j].score;
          const double low = side[outcome ? j : i].score;
          return high > low ? 1.0 : high == low ? 0.5 : 0.0;
        };
        right += ranked(people.after) - ranked(people.before);
      }
      values.push_back(right / others);
    }
    double mean = 0;
    for (const double value : values) mean += value / static_cast<double>(values.size());
    double squares = 0;
    for (const double value : values) squares += (value - mean) * (value - mean);
    const auto n = static_cast<double>(values.size());
    variance += squares / (n - 1) / n;
    difference = mean;
  }
  const Change change = changed(auc, people.before, people.after);
  EXPECT_NEAR(*change.difference, difference, 1e-12);
  EXPECT_EQ(change.test, RateTest::normal);
  EXPECT_NEAR(*change.p_value,
              2 * math::normal_upper_tail(std::abs(difference) / std::sqrt(variance)), 1e-10);
}

TEST(PairedChange, OfPredictiveValuesHasAnIntervalThatKnowsThePairs) {
  const ComparedPeople people = testing::invented(600, 0.1);
  const Change change = changed(ppv, people.before, people.after);
  ASSERT_TRUE(change.interval);
  EXPECT_FALSE(change.p_value);
  EXPECT_EQ(change.why, "not tested, because each model chooses the people that it is about");
  // The spread of the difference from the influence values; Wilson's ends are nearly normal here.
  const auto measure = [&](const std::vector<SideEntry>& entries) {
    Tallies roles;
    roles.has_outcome = true;
    roles.has_decision = true;
    return measure_of(measure_group(tally_of(entries, false), roles), ppv);
  };
  const std::vector<double> u = influences(ppv, people.before, measure(people.before));
  const std::vector<double> w = influences(ppv, people.after, measure(people.after));
  double variance = 0;
  for (std::size_t i = 0; i < u.size(); ++i) variance += (w[i] - u[i]) * (w[i] - u[i]);
  const double half = 1.96 * std::sqrt(variance);
  EXPECT_NEAR(change.interval->second - change.interval->first, 2 * half, 0.1 * half);
}

TEST(PairedChange, OfTheSameModelIsNone) {
  const ComparedPeople people = testing::invented(600, 0);
  const Change share = changed(fpr, people.before, people.before);
  EXPECT_EQ(*share.p_value, 1);
  EXPECT_LT(share.interval->first, 0);
  EXPECT_GT(share.interval->second, 0);
  for (const RateName rate : {brier, ppv, f1}) {
    const Change change = changed(rate, people.before, people.before);
    EXPECT_EQ(*change.difference, 0);
    EXPECT_FALSE(change.interval) << name_of(rate);
    EXPECT_EQ(change.why, "both models say the same of everybody in the group");
  }
  EXPECT_EQ(changed(auc, people.before, people.before).why,
            "both models rank the people of the group alike");
}

TEST(PairedChange, OfFewPeopleSaysWhyThereIsNoTest) {
  ComparedPeople people = testing::invented(60, 0.2);
  EXPECT_EQ(changed(brier, people.before, people.after).why,
            "not tested, because a test needs 200 people whose value changed");
  EXPECT_TRUE(changed(brier, people.before, people.after).interval);
  people.after = people.before;
  people.after[0].score = people.after[0].score / 2;
  EXPECT_EQ(changed(brier, people.before, people.after).why,
            "fewer than 20 people whose value changed are too few for an interval");
  EXPECT_EQ(changed(calibration_slope, people.before, people.after).why, "not tested");
}

TEST(PairedChange, OfARateThatIsNotThereIsNotCompared) {
  std::vector<SideEntry> before{{.outcome = true, .score = 0.2, .decision = false, .count = 30}};
  const Change change = changed(ppv, before, before);
  EXPECT_EQ(change.verdict, Verdict::not_comparable);
  EXPECT_EQ(change.why, "nobody in the group has a positive decision");
  EXPECT_FALSE(change.difference);
  std::vector<SideEntry> after = before;
  after.front().score = 0;
  const Change infinite = changed(log_loss, before, after);
  EXPECT_TRUE(infinite.before);
  EXPECT_FALSE(infinite.after);
  EXPECT_EQ(infinite.why, "a prediction of 0 or 1 was wrong, which makes the loss infinite");
}

}  // namespace
}  // namespace faultline::methods
