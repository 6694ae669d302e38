// Influence values beside what they stand for: the derivative of a rate by the number of people.
#include "faultline/methods/compare/influence.hpp"

#include <cmath>
#include <numeric>

#include "people.hpp"
#include <gtest/gtest.h>

#include "faultline/base/error.hpp"

namespace faultline::methods {
namespace {

using enum RateName;

constexpr std::int64_t kMany = 1'000'000;

Measure measured(RateName rate, const std::vector<SideEntry>& entries) {
  Tallies roles;
  roles.has_outcome = true;
  roles.has_decision = true;
  roles.has_score = true;
  return measure_of(measure_group(tally_of(entries, true), roles), rate);
}

TEST(Influence, IsTheDerivativeOfTheRate) {
  std::vector<SideEntry> entries = testing::invented(60, 0.1).after;
  entries[5].count = 3;  // people alike stand together
  for (const RateName rate :
       {selection_rate, fpr, fnr, tpr, tnr, ppv, npv, fdr, for_, accuracy, balanced_accuracy, f1,
        brier, log_loss, mean_score, calibration_gap, auc}) {
    const std::vector<double> u = influences(rate, entries, measured(rate, entries));
    // A million times as many people, and one more of one kind.
    std::vector<SideEntry> many = entries;
    for (SideEntry& entry : many) entry.count *= kMany;
    const double before = measured(rate, many).estimate;
    double sum = 0;
    for (std::size_t i = 0; i < entries.size(); ++i) {
      many[i].count += kMany / 100;
      const double moved = measured(rate, many).estimate;
      many[i].count -= kMany / 100;
      EXPECT_NEAR(u[i], 100 * (moved - before), 2e-4 + 0.02 * std::abs(u[i])) << name_of(rate) << i;
      sum += u[i] * static_cast<double>(entries[i].count);
    }
    EXPECT_NEAR(sum, 0, 1e-9) << name_of(rate);
  }
}

TEST(Influence, OfAucIsThatOfEveryPairCounted) {
  std::vector<SideEntry> entries = testing::invented(30, 0).before;
  entries[3].score = entries[4].score;  // a tie
  const Measure measure = measured(auc, entries);
  const std::vector<double> u = influences(auc, entries, measure);
  for (std::size_t i = 0; i < entries.size(); ++i) {
    double right = 0;
    for (const SideEntry& other : entries) {
      if (other.outcome == entries[i].outcome) continue;
      const double high = entries[i].outcome ? entries[i].score : other.score;
      const double low = entries[i].outcome ? other.score : entries[i].score;
      right += high > low ? 1 : high == low ? 0.5 : 0;
    }
    const auto others = static_cast<double>(entries[i].outcome ? measure.other_n : measure.n);
    const auto alike = static_cast<double>(entries[i].outcome ? measure.n : measure.other_n);
    EXPECT_NEAR(u[i], (right / others - measure.estimate) / alike, 1e-12);
  }
}

TEST(Influence, CorrelationIsThatOfTheValues) {
  const std::vector<SideEntry> two{{.count = 1}, {.count = 1}, {.count = 2}};
  EXPECT_DOUBLE_EQ(correlation(two, {1, 1, -1}, {1, 1, -1}), 1);
  EXPECT_DOUBLE_EQ(correlation(two, {1, 1, -1}, {-1, -1, 1}), -1);
  EXPECT_DOUBLE_EQ(correlation(two, {1, -1, 0}, {0, 0, 0}), 0);
  EXPECT_NEAR(correlation(two, {1, 1, -1}, {1, -1, 0}), 0, 1e-15);
}

TEST(Influence, OfASlopeThereIsNone) {
  const std::vector<SideEntry> entries = testing::invented(60, 0).before;
  EXPECT_THROW((void)influences(calibration_slope, entries, {.kind = Measure::Kind::slope}),
               InternalError);
  EXPECT_THROW((void)share_of(brier, entries.front()), InternalError);
  EXPECT_THROW((void)value_of(fpr, entries.front()), InternalError);
}

}  // namespace
}  // namespace faultline::methods
