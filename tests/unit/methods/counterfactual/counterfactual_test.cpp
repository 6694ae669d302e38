// Counterfactual audits: identities that hold exactly, and what must not matter.

#include "faultline/methods/counterfactual/counterfactual.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "audited_people.hpp"
#include "support/needs_trees.hpp"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "faultline/base/error.hpp"
#include "faultline/methods/counterfactual/sample.hpp"
#include "faultline/methods/counterfactual/summaries.hpp"
#include "faultline/model/design/log_odds.hpp"
#include "faultline/rng/draw.hpp"

namespace faultline::methods {
namespace {

using ::testing::HasSubstr;

TEST(Counterfactual, WithoutTreatmentItIsTheObservedRate) {
  std::vector<Person> list = draw_people(1, 600);
  for (Person& person : list) person.treated = 0;
  const People people(list);
  for (const RateEstimator estimator : {RateEstimator::weighting, RateEstimator::doubly_robust}) {
    CounterfactualOptions options = quick();
    options.estimator = estimator;
    const CounterfactualResult result = counterfactual(people.input(), options);
    for (const auto& group : only(result).groups) {
      EXPECT_NEAR(*group.cfpr.estimate, *group.observed_fpr, 1e-9);
      EXPECT_NEAR(*group.cfnr.estimate, *group.observed_fnr, 1e-9);
    }
    EXPECT_NEAR(*only(result).cfpr.avg.estimate, *only(result).cfpr.obs.estimate, 1e-9);
  }
}

TEST(Counterfactual, KnownPropensityWeighsByHand) {
  // Two groups; propensities given; the sums can be written down.
  std::vector<Person> list;
  for (const int race : {0, 1}) {
    list.push_back({.race = race, .outcome = 0, .decision = 1, .count = 3});
    list.push_back({.race = race, .outcome = 0, .decision = 0, .count = 5});
    list.push_back({.race = race, .outcome = 1, .decision = 1, .count = 4});
    list.push_back({.race = race, .outcome = 1, .decision = 0, .count = 2 + race});
    list.push_back({.race = race, .treated = 1, .outcome = 1, .decision = 1, .count = 6});
  }
  const People people(list);
  CounterfactualInput input = people.input();
  input.protected_attributes = {"race"};
  input.covariates = {};
  input.propensity = {0.5, 0.2, 0.75, 0.5, 0.3, 0.2, 0.2, 0.2, 0.2, 0.2};
  CounterfactualOptions options = quick();
  options.propensity = PropensityKind::column;
  const CounterfactualResult result = counterfactual(input, options);
  const auto& first = only(result).groups.at(0);
  EXPECT_NEAR(*first.cfpr.estimate, 3 * 2 / (3 * 2 + 5 * 1.25), 1e-12);
  EXPECT_NEAR(*first.cfnr.estimate, 2 * 2 / (4 * 4 + 2 * 2.0), 1e-12);
  EXPECT_NEAR(*only(result).groups.at(1).cfnr.estimate, 3.0 / 7, 1e-12);
  EXPECT_EQ(first.weights, (std::pair<double, double>(1.25, 4)));
  EXPECT_EQ(only(result).groups.size(), 3U);
  EXPECT_EQ(only(result).groups[2].status, "not estimable: nobody is in it");
}

TEST(Counterfactual, EstimatesStayInside) {
  for (std::uint32_t number = 0; number < 1500; ++number) {
    SCOPED_TRACE(number);
    const People people(
        draw_people(100 + number, 20 + static_cast<int>(number % 60), number % 2 == 0));
    const CounterfactualResult result = counterfactual(people.input(), quick());
    for (const auto& group : only(result).groups) {
      for (const auto* rate : {&group.cfpr, &group.cfnr}) {
        EXPECT_EQ(rate->weighted.has_value(), rate->why.empty());
        for (const auto& value : {rate->weighted, rate->doubly_robust}) {
          if (!value) continue;
          EXPECT_GE(*value, 0);
          EXPECT_LE(*value, 1 + 1e-12);
        }
      }
    }
  }
}

/// The same people in any order, split into counts or not, give the same bits.
TEST(Counterfactual, OrderAndSplittingDoNotMatter) {
  std::vector<Person> list = draw_people(3, 400, false);
  const CounterfactualResult one = counterfactual(People(list).input(), quick(50, 50));
  rng::Stream stream(9, rng::Purpose::test, 1);
  rng::shuffle(stream, std::span<Person>(list));
  std::vector<Person> merged;
  for (const Person& person : list) {
    const auto same = std::find_if(merged.begin(), merged.end(), [&](const Person& known) {
      return known.race == person.race && known.sex == person.sex && known.age == person.age &&
             known.ward == person.ward && known.treated == person.treated &&
             known.outcome == person.outcome && known.decision == person.decision;
    });
    if (same == merged.end()) {
      merged.push_back(person);
    } else {
      ++same->count;
    }
  }
  ASSERT_LT(merged.size(), list.size());
  const CounterfactualResult other = counterfactual(People(merged).input(), quick(50, 50));
  for (std::size_t k = 0; k < 6; ++k) {
    EXPECT_EQ(only(one).cfpr.of(result::kSummaryKinds[k]).estimate,
              only(other).cfpr.of(result::kSummaryKinds[k]).estimate);
    EXPECT_EQ(only(one).cfpr.of(result::kSummaryKinds[k]).null_quantiles,
              only(other).cfpr.of(result::kSummaryKinds[k]).null_quantiles);
    EXPECT_EQ(only(one).cfnr.of(result::kSummaryKinds[k]).se,
              only(other).cfnr.of(result::kSummaryKinds[k]).se);
    EXPECT_EQ(only(one).cfnr.of(result::kSummaryKinds[k]).intervals.adaptive,
              only(other).cfnr.of(result::kSummaryKinds[k]).intervals.adaptive);
  }
}

TEST(Counterfactual, NamesOfValuesDoNotMatter) {
  std::vector<Person> list = draw_people(4, 500);
  const CounterfactualResult one = counterfactual(People(list).input(), quick());
  for (Person& person : list) {
    person.race = 2 - person.race;
    person.ward = (person.ward + 1) % 3;
    person.age = 10 - 3 * person.age;
  }
  const CounterfactualResult other = counterfactual(People(list).input(), quick());
  for (std::size_t race = 0; race < 3; ++race) {
    for (std::size_t sex = 0; sex < 2; ++sex) {
      EXPECT_NEAR(*only(one).groups[2 * race + sex].cfnr.estimate,
                  *only(other).groups[2 * (2 - race) + sex].cfnr.estimate, 1e-9);
    }
  }
  for (std::size_t k = 0; k < 6; ++k) {
    EXPECT_NEAR(*only(one).cfpr.of(result::kSummaryKinds[k]).estimate,
                *only(other).cfpr.of(result::kSummaryKinds[k]).estimate, 1e-9);
  }
}

TEST(Counterfactual, SummariesByHand) {
  const Rates rates{.cfpr = {0.1, 0.4, std::nan(""), 0.2},
                    .cfnr = {0.5, std::nan(""), std::nan(""), 0.5},
                    .marginal_cfpr = {0.1, 0.3, 0.2, 0.25},
                    .marginal_cfnr = {0.5, 0.5, 0.5, std::nan("")},
                    .observed_fpr = {0, 1, 0, 0},
                    .observed_fnr = {0, 0, 0, 0}};
  const std::vector<std::size_t> arities = {2, 2};
  const SummaryValues fpr = summarise(rates, true, arities);
  EXPECT_NEAR(fpr[0], (0.3 + 0.1 + 0.2) / 3, 1e-12);
  EXPECT_NEAR(fpr[1], 0.3, 1e-12);
  EXPECT_NEAR(fpr[2], 0.01, 1e-12);
  EXPECT_NEAR(fpr[3], 0.1, 1e-12);
  EXPECT_NEAR(fpr[4], (0.2 + 0.05) / 2, 1e-12);
  EXPECT_NEAR(fpr[5], 2.0 / 3, 1e-12);  // of the three groups that have a cFPR
  const SummaryValues fnr = summarise(rates, false, arities);
  EXPECT_EQ(fnr[0], 0);
  EXPECT_TRUE(std::isnan(fnr[2]));  // one pair has no variance
  EXPECT_EQ(largest_difference(rates.cfpr), (std::pair<std::size_t, std::size_t>(0, 1)));
}

TEST(Counterfactual, TrimmingIsReported) {
  std::vector<Person> list = draw_people(8, 500);
  const People people(list);
  CounterfactualInput input = people.input();
  input.propensity.assign(list.size(), 0.3);
  std::int64_t expected = 0;
  for (std::size_t i = 0; i < list.size(); i += 7) {
    input.propensity[i] = 0.97;
    if (!list[i].treated) ++expected;
  }
  CounterfactualOptions options = quick();
  options.propensity = PropensityKind::column;
  options.trim = 0.05;
  const CounterfactualResult result = counterfactual(input, options);
  EXPECT_EQ(only(result).trimmed, expected);
  EXPECT_THAT(texts(only(result).notices), ::testing::Contains(HasSubstr("`trim` left out")));
  // With a propensity that is the same for the rest, rates are those of the untreated who are left.
  double flagged = 0;
  double all = 0;
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (i % 7 == 0 || list[i].treated || list[i].outcome || list[i].race || list[i].sex) continue;
    all += 1;
    flagged += list[i].decision;
  }
  EXPECT_NEAR(*only(result).groups[0].cfpr.estimate, flagged / all, 1e-12);
}

TEST(Counterfactual, SeveralDecisionsShareTheirReplicates) {
  const People people(draw_people(9, 500));
  CounterfactualInput input = people.input();
  input.decisions.push_back({.name = "T", .made = people.other});
  input.decisions.push_back({.name = "again", .made = people.decision});
  const CounterfactualResult both = counterfactual(input, quick(20, 40));
  const CounterfactualResult alone = counterfactual(people.input(), quick(20, 40));
  // Other decisions tell more people apart, so cells differ, but the estimates may not.
  for (std::size_t k = 0; k < 6; ++k) {
    EXPECT_NEAR(*only(both).cfnr.of(result::kSummaryKinds[k]).estimate,
                *only(alone).cfnr.of(result::kSummaryKinds[k]).estimate, 1e-9);
  }
  int same = 0;
  for (const auto& difference : both.report.differences) {
    if (difference.decisions != std::pair<std::string, std::string>("S", "again")) continue;
    EXPECT_EQ(*difference.estimate, 0);
    EXPECT_EQ(*difference.se, 0);
    ++same;
  }
  EXPECT_EQ(same, 12);
  EXPECT_EQ(both.report.differences.size(), 36U);
}

TEST(Counterfactual, FixedPropensitiesStayWithTheirPeople) {
  const People people(draw_people(10, 400));
  CounterfactualOptions options = quick(30, 30);
  options.refit = false;
  const CounterfactualResult fixed = counterfactual(people.input(), options);
  const CounterfactualResult refitted = counterfactual(people.input(), quick(30, 30));
  EXPECT_FALSE(fixed.report.refitted);
  for (std::size_t k = 0; k < 6; ++k) {
    EXPECT_NEAR(*only(fixed).cfpr.of(result::kSummaryKinds[k]).estimate,
                *only(refitted).cfpr.of(result::kSummaryKinds[k]).estimate, 1e-9);
  }
  EXPECT_NE(only(fixed).cfpr.avg.null, only(refitted).cfpr.avg.null);
  EXPECT_EQ(fixed.models.at(0).learner, result::LearnerKind::logistic);
}

TEST(Counterfactual, EnsemblePropensities) {
  FAULTLINE_NEEDS_TREES();
  const People people(draw_people(11, 300));
  CounterfactualOptions options = quick(5, 5);
  options.propensity = PropensityKind::ensemble;
  const CounterfactualResult result = counterfactual(people.input(), options);
  EXPECT_EQ(result.models.at(0).learner, result::LearnerKind::ensemble);
  double sum = 0;
  for (const auto& [learner, weight] : result.models.at(0).ensemble_weights) sum += weight;
  EXPECT_NEAR(sum, 1, 1e-6);
  EXPECT_FALSE(result.report.refitted);
  EXPECT_TRUE(only(result).cfpr.avg.estimate);
}

TEST(ResampleSize, ReadsBothKinds) {
  EXPECT_EQ(people_in_resample(parse_resample_size("exponent:0.75"), 10'000), 1000);
  EXPECT_EQ(people_in_resample(parse_resample_size("exponent:0.75"), 5000), 594);
  EXPECT_EQ(people_in_resample(parse_resample_size("fraction:0.75"), 5000), 3750);
  EXPECT_EQ(people_in_resample(parse_resample_size("exponent:0.75"), 1), 1);
  for (const char* text :
       {"0.75", "exponent:0", "fraction:2", "half:0.5", "exponent:x", "", "fraction:nan"}) {
    EXPECT_THROW((void)parse_resample_size(text), ConfigError) << text;
  }
}

}  // namespace
}  // namespace faultline::methods
