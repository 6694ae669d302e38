// Where one subgroup of a class is treated otherwise, an audit claims a second one in at most 5 %
// of data sets; where two are, it finds the second. At small size: 1,500 people, 99 redraws.
//
// Fixed seed. A level check has a false-alarm rate of at most 1e-7 if the level is kept (exact
// binomial tail).

#include <cstdint>
#include <string>
#include <vector>

#include "stat/planted_class.hpp"
#include "support/upper_limit.hpp"
#include <gtest/gtest.h>

namespace faultline::testing {
namespace {

constexpr double kAlarm = 1e-7;

struct Claims {
  std::int64_t second = 0;
  std::int64_t third = 0;
};

Claims claims(const std::vector<std::string>& metrics, const Planted& planted,
              methods::Permute permute, std::int64_t data_sets) {
  methods::ConditionalOptions options = planted_audit(metrics, 99);
  options.top = 3;
  options.permute = permute;
  Claims claims;
  for (std::int64_t k = 0; k < data_sets; ++k) {
    const auto people = planted_people(20251117, static_cast<std::uint32_t>(k), planted);
    bool second = false;
    bool third = false;
    for (const methods::Finding& finding : audit_planted(people, options).findings) {
      second = second || finding.rank == 2;
      third = third || finding.rank == 3;
    }
    claims.second += second ? 1 : 0;
    claims.third += third ? 1 : 0;
  }
  return claims;
}

TEST(ConditionalRanks, ASecondSubgroupIsRarelyClaimedWhereThereIsOne) {
  constexpr std::int64_t kSets = 100;
  const std::int64_t limit = upper_limit(kSets, 0.05, kAlarm);
  for (const methods::Permute permute : {methods::Permute::within, methods::Permute::redraw}) {
    for (const double q : {3.0, 8.0}) {
      EXPECT_LE(claims({"fpr"}, {.q_first = q}, permute, kSets).second, limit) << q;
    }
    for (const double mu : {0.5, 1.0}) {
      EXPECT_LE(claims({"balance-negative"}, {.mu_first = mu}, permute, kSets).second, limit) << mu;
    }
  }
  // Four scans go down their ranks together.
  EXPECT_LE(claims({"fpr", "balance-negative", "tpr", "balance-positive"},
                   {.q_first = 8, .mu_first = 1}, methods::Permute::automatic, 60)
                .second,
            upper_limit(60, 0.05, kAlarm));
}

TEST(ConditionalRanks, ASecondSubgroupIsFoundWhereThereAreTwo) {
  // At 600 data sets .72 and .78; 25 of 60 would have a probability below 1e-6.
  const auto permute = methods::Permute::automatic;
  EXPECT_GT(claims({"fpr"}, {.q_first = 6, .q_second = 6}, permute, 60).second, 25);
  const Claims two = claims({"balance-negative"}, {.mu_first = 0.7, .mu_second = 0.7}, permute, 60);
  EXPECT_GT(two.second, 25);
  EXPECT_LE(two.third, upper_limit(60, 0.05, kAlarm));
}

}  // namespace
}  // namespace faultline::testing
