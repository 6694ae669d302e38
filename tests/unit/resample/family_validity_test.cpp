// Whatever the null, P(p <= a) <= a; and for a continuous null and matching a it is a exactly.
// Fixed seed; each comparison is at 5.5 standard deviations of a proportion, false-alarm rate 4e-8,
// 1e-6 over the file.

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

#include <gtest/gtest.h>

#include "faultline/resample/family_test.hpp"
#include "faultline/rng/draw.hpp"

namespace faultline::resample {
namespace {

constexpr int kExperiments = 20'000;

double continuous(rng::Stream& stream) { return rng::uniform(stream); }
// Like the score of a scan that often finds nothing.
double with_atom(rng::Stream& stream) { return std::max(0.0, rng::normal(stream)); }
double coarse(rng::Stream& stream) { return static_cast<double>(rng::below(stream, 4)); }

// p-values of experiments in which the observed score comes from the null itself; 2 stands for
// "none".
std::vector<double> p_values(const std::function<double(rng::Stream&)>& score,
                             const FamilyOptions& options) {
  std::vector<double> result;
  for (std::uint32_t experiment = 0; experiment < kExperiments; ++experiment) {
    rng::Stream data(31, rng::Purpose::test, 0, experiment);
    const std::vector<double> observed{score(data)};
    const auto run = family_test(
        observed,
        [&](std::uint32_t replicate, std::span<double> scores) {
          rng::Stream stream(31, rng::Purpose::test, replicate, experiment);
          scores[0] = score(stream);
        },
        options);
    result.push_back(run.tests[0].p_value.value_or(2));
  }
  return result;
}

double share_at_most(const std::vector<double>& p, double a) {
  return static_cast<double>(
             std::count_if(p.begin(), p.end(), [&](double x) { return x <= a + 1e-12; })) /
         kExperiments;
}

double margin(double a) { return 5.5 * std::sqrt(a * (1 - a) / kExperiments); }

TEST(FamilyValidity, LevelIsExactForAContinuousScore) {
  const auto p = p_values(continuous, {.replicates = 19, .threads = 1});
  for (const double a : {0.05, 0.1, 0.25, 0.5, 0.9}) {
    EXPECT_NEAR(share_at_most(p, a), a, margin(a)) << a;
  }
}

TEST(FamilyValidity, TiesOnlyMakeItConservative) {
  for (const auto& score : {with_atom, coarse}) {
    const auto p = p_values(score, {.replicates = 19, .threads = 1});
    for (const double a : {0.05, 0.1, 0.25, 0.5}) {
      EXPECT_LE(share_at_most(p, a), a + margin(a)) << a;
    }
  }
}

// Share of experiments in which some of five true hypotheses is rejected at 0.05; the first two
// have the same scores, the others their own.
double family_error(const FamilyOptions& options) {
  int errors = 0;
  constexpr int kRuns = 4000;
  for (std::uint32_t experiment = 0; experiment < kRuns; ++experiment) {
    const auto draw = [&](std::uint32_t replicate, std::span<double> scores) {
      rng::Stream stream(77, rng::Purpose::test, replicate, experiment);
      for (std::size_t t = 1; t < scores.size(); ++t) {
        scores[t] = static_cast<double>(t) * with_atom(stream);
      }
      scores[0] = scores[1];
    };
    std::vector<double> observed(5);
    draw(0, observed);
    const FamilyResult result = family_test(observed, draw, options);
    errors += std::any_of(result.tests.begin(), result.tests.end(), [](const HypothesisTest& test) {
      return test.p_value_adjusted && *test.p_value_adjusted <= 0.05;
    });
  }
  return static_cast<double>(errors) / kRuns;
}

TEST(FamilyValidity, SomeFalseRejectionIsAsRareAsAlpha) {
  // 0.05 + 5.5 standard deviations of 4,000 experiments.
  const double most = 0.05 + 5.5 * std::sqrt(0.05 * 0.95 / 4000);
  EXPECT_LT(family_error({.replicates = 59, .threads = 1, .sequential = false}), most);
  EXPECT_LT(family_error({.replicates = 399, .threads = 1}), most);
}

}  // namespace
}  // namespace faultline::resample
