// The effect that `power` names for a subgroup is found about as often as it says. At small size:
// 1,500 people, 199 redraws; the effect is read from fair data sets and planted in others. At full
// size docs/results/verdicts.md.
//
// Fixed seed. Bounds are exact binomial tails of at most 1e-6 for a power of .7 to .95: what is
// told is approximate (the root of a likelihood ratio is about normal, and an effect elsewhere in
// the search may be found, too).

#include <cmath>
#include <cstdint>

#include <gtest/gtest.h>

#include "faultline/studies/conditional/planted.hpp"

namespace faultline::studies {
namespace {

constexpr std::uint64_t kSeed = 20251118;
constexpr std::int64_t kSets = 80;

std::int64_t found(const char* metric, const PlantedEffects& planted) {
  const methods::ConditionalOptions options = planted_audit({metric}, 199);
  std::int64_t found = 0;
  for (std::uint32_t k = 0; k < kSets; ++k) {
    const auto result = audit_planted(planted_class(kSeed, k, planted), options);
    found += result.findings.front().verdict == methods::Verdict::evidence ? 1 : 0;
  }
  return found;
}

TEST(ConditionalPower, ARatioOfOddsThatIsNamedIsFound) {
  const ToldRow row = count_told({.metric = "fpr", .people = 1500, .data_sets = kSets}, kSeed, 1);
  EXPECT_GT(row.told, 1.5);
  EXPECT_GT(row.found, 36) << row.told;  // below 1e-6 at a power of .7
  EXPECT_LT(found("fpr", {.q_first = std::sqrt(row.told)}), 60) << row.told;
}

TEST(ConditionalPower, AShiftThatIsNamedIsFound) {
  const ToldRow row =
      count_told({.metric = "balance-negative", .people = 1500, .data_sets = kSets}, kSeed, 1);
  EXPECT_GT(row.told, 0.1);
  EXPECT_GT(row.found, 36) << row.told;
  EXPECT_LT(found("balance-negative", {.mu_first = row.told / 2}), 60) << row.told;
}

}  // namespace
}  // namespace faultline::studies
