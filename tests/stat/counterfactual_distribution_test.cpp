// Statistical truth of counterfactual audits: estimators aim at the rates had nobody been treated,
// u-values are uniform when the protected vector has nothing to do with anything, and grouped
// people obey the same laws as people one by one. Fixed seeds; each test would fail by chance less
// than once in a million.

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "faultline/methods/counterfactual/counterfactual.hpp"
#include "faultline/methods/counterfactual/replicates.hpp"
#include "faultline/model/design/log_odds.hpp"
#include "faultline/rng/draw.hpp"

namespace faultline::methods {
namespace {

constexpr double kFiveErrors = 5;  // two-sided 6e-7 of a normal law

struct Clinic {
  data::Profiles profiles{};
  std::vector<std::uint8_t> treatment{}, decision{};
  std::vector<double> propensity{};
  double without[2] = {}, flagged_without[2] = {}, with[2] = {}, missed_with[2] = {};  // of Y0

  /// Treatment goes to those at risk and to the flagged, helps half of those it reaches, and is
  /// commoner in the second group: observed rates mislead.
  Clinic(std::uint32_t number, int n, bool grouped = false) {
    rng::Stream stream(11, rng::Purpose::test, number);
    profiles.attributes = {{.name = "A", .labels = {"0", "1"}}};
    profiles.codes.resize(1);
    profiles.number_names = {"x"};
    profiles.numbers.resize(1);
    for (int i = 0; i < n; ++i) {
      const int a = rng::bernoulli(stream, 0.3) ? 1 : 0;
      const double x =
          grouped ? static_cast<double>(rng::below(stream, 3)) - 1 : rng::normal(stream);
      const bool y0 = rng::bernoulli(stream, model::expit(0.8 * x + 0.3 * a - 0.2));
      const bool s = rng::bernoulli(stream, model::expit(x + 0.5 * a));
      const double pi = model::expit(0.7 * x - 0.6 + 0.9 * a + 0.5 * s);
      const bool d = rng::bernoulli(stream, pi);
      const bool y = y0 && !(d && rng::bernoulli(stream, 0.5));
      profiles.codes[0].push_back(static_cast<data::Code>(a));
      profiles.numbers[0].push_back(x);
      profiles.outcome.push_back(y ? 1 : 0);
      profiles.count.push_back(1);
      treatment.push_back(d ? 1 : 0);
      decision.push_back(s ? 1 : 0);
      propensity.push_back(pi);
      (y0 ? with : without)[a] += 1;
      if (y0 && !s) missed_with[a] += 1;
      if (!y0 && s) flagged_without[a] += 1;
    }
  }
  [[nodiscard]] CounterfactualInput input() const {
    return {.profiles = profiles,
            .protected_attributes = {"A"},
            .covariates = {"x"},
            .treatment = treatment,
            .decisions = {{.name = "S", .made = decision}},
            .propensity = propensity};
  }
};

struct Mean {
  double sum = 0, squares = 0;
  int n = 0;
  void add(double value) {
    sum += value;
    squares += value * value;
    ++n;
  }
  [[nodiscard]] double value() const { return sum / n; }
  [[nodiscard]] double error() const { return std::sqrt((squares - sum * sum / n) / (n - 1) / n); }
};

CounterfactualOptions without_replicates() {
  CounterfactualOptions options;
  options.replicates = 0;
  options.bootstrap = 0;
  options.threads = 1;
  return options;
}

/// The truth is the rate of the same people's Y0, so that only the estimator's own error is left.
TEST(CounterfactualLaw, EstimatorsAimAtTheTruth) {
  struct Case {
    PropensityKind propensity;
    RateEstimator estimator;
  };
  const std::vector<Case> cases = {{PropensityKind::column, RateEstimator::weighting},
                                   {PropensityKind::logistic, RateEstimator::weighting},
                                   {PropensityKind::logistic, RateEstimator::regression},
                                   {PropensityKind::logistic, RateEstimator::doubly_robust}};
  std::vector<Mean> errors(cases.size() * 4);
  Mean observed;
  for (std::uint32_t number = 0; number < 150; ++number) {
    const Clinic clinic(number, 4000);
    for (std::size_t c = 0; c < cases.size(); ++c) {
      CounterfactualOptions options = without_replicates();
      options.propensity = cases[c].propensity;
      options.estimator = cases[c].estimator;
      const CounterfactualResult result = counterfactual(clinic.input(), options);
      const auto& groups = result.report.decisions[0].groups;
      for (std::size_t a = 0; a < 2; ++a) {
        errors[4 * c + 2 * a].add(*groups[a].cfpr.estimate -
                                  clinic.flagged_without[a] / clinic.without[a]);
        errors[4 * c + 2 * a + 1].add(*groups[a].cfnr.estimate -
                                      clinic.missed_with[a] / clinic.with[a]);
      }
      if (c == 0) {
        observed.add(*groups[1].observed_fpr - clinic.flagged_without[1] / clinic.without[1]);
      }
    }
  }
  for (std::size_t i = 0; i < errors.size(); ++i) {
    // Ratios have a bias of the order of 1 / n beside their error.
    EXPECT_LT(std::abs(errors[i].value()), kFiveErrors * errors[i].error() + 2.0 / 4000) << i;
  }
  // What is seen without asking "had nobody been treated" is far off.
  EXPECT_GT(std::abs(observed.value()), 20 * observed.error());
}

/// Groups at random: the estimate is one more draw from its reference distribution.
TEST(CounterfactualLaw, UValuesAreUniformWithoutUnfairness) {
  constexpr int kSets = 400;
  constexpr int kPermutations = 19;
  for (const bool grouped : {false, true}) {
    std::vector<int> counts(kPermutations + 1, 0);
    for (std::uint32_t number = 0; number < kSets; ++number) {
      Clinic clinic(1000 + number, 300, grouped);
      rng::Stream stream(12, rng::Purpose::test, number);
      rng::shuffle(stream, std::span<data::Code>(clinic.profiles.codes[0]));
      CounterfactualOptions options = without_replicates();
      options.replicates = kPermutations;
      options.seed = number;
      const CounterfactualResult result = counterfactual(clinic.input(), options);
      const auto& summary = result.report.decisions[0].cfnr.avg;
      ++counts[static_cast<std::size_t>(std::lround(*summary.u_value * kPermutations))];
    }
    double chi = 0;
    const double expected = static_cast<double>(kSets) / (kPermutations + 1);
    for (const int count : counts) chi += (count - expected) * (count - expected) / expected;
    // Chi-squared with 19 degrees of freedom exceeds 64.8 once in a million.
    EXPECT_LT(chi, 64.8) << grouped;
  }
}

/// Grouped people are permuted and resampled by counts; the same people one by one by shuffling.
TEST(CounterfactualLaw, CountsObeyTheLawOfPeople) {
  const Clinic clinic(5, 1200, true);
  const CounterfactualInput input = clinic.input();
  const Population by_count = make_population(input);
  ASSERT_GT(by_count.people, 8 * static_cast<std::int64_t>(by_count.cells()));
  // A constant column apart, everybody is a cell of his or her own.
  std::vector<double> apart;
  for (std::size_t i = 0; i < clinic.treatment.size(); ++i) apart.push_back(0.2 + 1e-7 * i);
  const Population by_person = make_population(input, {apart});
  ASSERT_EQ(by_person.people, static_cast<std::int64_t>(by_person.cells()));
  CounterfactualOptions options;
  options.threads = 1;
  for (const Draw draw : {Draw::permutation, Draw::resample}) {
    Mean of_counts[3];
    Mean of_people[3];
    const auto add = [&](const Population& population, Mean* means) {
      const ReplicateRates drawn = replicate_rates(population, draw, 1500, {}, {}, options, {});
      for (const Rates& rates : drawn.rates[0]) {
        means[0].add(rates.observed_fpr[1]);
        means[1].add(rates.observed_fpr[1] * rates.observed_fpr[1]);
        means[2].add(rates.observed_fnr[0] * rates.observed_fpr[0]);
      }
    };
    add(by_count, of_counts);
    options.seed = 2;
    add(by_person, of_people);
    for (int k = 0; k < 3; ++k) {
      EXPECT_NEAR(of_counts[k].value(), of_people[k].value(),
                  kFiveErrors * std::hypot(of_counts[k].error(), of_people[k].error()))
          << k;
    }
  }
}

}  // namespace
}  // namespace faultline::methods
