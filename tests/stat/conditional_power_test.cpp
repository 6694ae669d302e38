// The effect that `power` names for a subgroup is found about as often as it says. At small size:
// 1,500 people, 199 redraws; the effect is read from one fair data set and planted in others.
//
// Fixed seed. Bounds are exact binomial tails of at most 1e-6 for a power of .7 to .95: what is
// told is approximate (the root of a likelihood ratio is about normal, and an effect elsewhere in
// the search may be found, too).

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>

#include "stat/planted_class.hpp"
#include <gtest/gtest.h>

namespace faultline::testing {
namespace {

constexpr std::uint64_t kSeed = 20251118;
constexpr std::int64_t kSets = 80;

/// The median over fair data sets, as one alone depends on its people.
double told(const std::string& metric) {
  methods::ConditionalOptions options = planted_audit({metric}, 199);
  options.power = true;
  options.subgroup = "a=a0;c=c0";
  std::vector<double> effects;
  for (std::uint32_t k = 0; k < 9; ++k) {
    const auto result = audit_planted(planted_people(kSeed, 1000 + k, {}), options);
    effects.push_back(result.findings.front().detectable.value().effects.front().theta.value());
  }
  std::ranges::nth_element(effects, effects.begin() + 4);
  return effects[4];
}

std::int64_t found(const std::string& metric, const Planted& planted) {
  const methods::ConditionalOptions options = planted_audit({metric}, 199);
  std::int64_t found = 0;
  for (std::int64_t k = 0; k < kSets; ++k) {
    const auto people = planted_people(kSeed, static_cast<std::uint32_t>(k), planted);
    const auto result = audit_planted(people, options);
    found += result.findings.front().verdict == methods::Verdict::evidence ? 1 : 0;
  }
  return found;
}

TEST(ConditionalPower, ARatioOfOddsThatIsNamedIsFound) {
  const double q = told("fpr");
  EXPECT_GT(q, 1.5);
  const std::int64_t often = found("fpr", {.q_first = q});
  RecordProperty("found", std::to_string(often));
  EXPECT_GT(often, 36) << q;  // below 1e-6 at a power of .7
  EXPECT_LT(found("fpr", {.q_first = std::sqrt(q)}), 60) << q;
}

TEST(ConditionalPower, AShiftThatIsNamedIsFound) {
  const double mu = told("balance-negative");
  EXPECT_GT(mu, 0.1);
  EXPECT_GT(found("balance-negative", {.mu_first = mu}), 36) << mu;
  EXPECT_LT(found("balance-negative", {.mu_first = mu / 2}), 60) << mu;
}

}  // namespace
}  // namespace faultline::testing
