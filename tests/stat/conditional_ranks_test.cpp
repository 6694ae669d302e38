// Where one subgroup of a class is treated otherwise, an audit claims a second one in at most 5 %
// of data sets; where two are, it finds the second. At small size: 1,500 people, 99 redraws; at
// full size docs/results/verdicts.md.
//
// Fixed seed. A level check has a false-alarm rate of at most 1e-7 if the level is kept (exact
// binomial tail).

#include <cstdint>

#include "support/upper_limit.hpp"
#include <gtest/gtest.h>

#include "faultline/studies/conditional/planted.hpp"

namespace faultline::studies {
namespace {

constexpr std::uint64_t kSeed = 20251117;

std::int64_t limit(std::int64_t data_sets) {
  return faultline::testing::upper_limit(data_sets, 0.05, 1e-7);
}

RanksRow counted(const RanksRow& row) { return count_ranks(row, kSeed, 1); }

TEST(ConditionalRanks, ASecondSubgroupIsRarelyClaimedWhereThereIsOne) {
  constexpr std::int64_t kSets = 100;
  for (const methods::Permute permute : {methods::Permute::within, methods::Permute::redraw}) {
    for (const double q : {3.0, 8.0}) {
      const RanksRow row{
          .metrics = {"fpr"}, .permute = permute, .planted = {.q_first = q}, .data_sets = kSets};
      EXPECT_LE(counted(row).second, limit(kSets)) << q;
    }
    for (const double mu : {0.5, 1.0}) {
      const RanksRow row{.metrics = {"balance-negative"},
                         .permute = permute,
                         .planted = {.mu_first = mu},
                         .data_sets = kSets};
      EXPECT_LE(counted(row).second, limit(kSets)) << mu;
    }
  }
  // Four scans go down their ranks together.
  const RanksRow four{.metrics = {"fpr", "balance-negative", "tpr", "balance-positive"},
                      .planted = {.q_first = 8, .mu_first = 1},
                      .data_sets = 60};
  EXPECT_LE(counted(four).second, limit(60));
}

TEST(ConditionalRanks, ASecondSubgroupIsFoundWhereThereAreTwo) {
  // At full size .7 and more; 25 of 60 would have a probability below 1e-6.
  const RanksRow odds{
      .metrics = {"fpr"}, .planted = {.q_first = 6, .q_second = 6}, .data_sets = 60};
  EXPECT_GT(counted(odds).second, 25);
  const RanksRow two = counted({.metrics = {"balance-negative"},
                                .planted = {.mu_first = 0.7, .mu_second = 0.7},
                                .data_sets = 60});
  EXPECT_GT(two.second, 25);
  EXPECT_LE(two.third, limit(60));
}

}  // namespace
}  // namespace faultline::studies
