// Counterfactual audits: groups that cannot be estimated, few people, and what is refused.

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "audited_people.hpp"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "faultline/base/error.hpp"
#include "faultline/methods/counterfactual/counterfactual.hpp"
#include "faultline/methods/counterfactual/sample.hpp"
#include "faultline/methods/counterfactual/summaries.hpp"
#include "faultline/methods/model_report.hpp"
#include "faultline/model/design/log_odds.hpp"
#include "faultline/rng/draw.hpp"

namespace faultline::methods {
namespace {

using ::testing::HasSubstr;

TEST(Counterfactual, GroupsThatCannotBeEstimatedAreNamed) {
  std::vector<Person> list = draw_people(5, 500);
  for (Person& person : list) {
    if (person.race == 0 && person.sex == 0) person.treated = 1;
    if (person.race == 1 && person.sex == 0 && person.treated == 0) person.outcome = 0;
    if (person.race == 2 && person.sex == 1) person.sex = 0;
  }
  const CounterfactualResult result = counterfactual(People(list).input(), quick(20, 30));
  const auto& groups = only(result).groups;
  EXPECT_EQ(groups[0].status, "not estimable: everybody in it was treated");
  EXPECT_FALSE(groups[0].cfpr.estimate);
  EXPECT_EQ(groups[2].status, "not estimable: cfnr, nobody untreated has the outcome");
  EXPECT_TRUE(groups[2].cfpr.estimate);
  EXPECT_FALSE(groups[2].cfnr.estimate);
  EXPECT_EQ(groups[5].n, 0);
  EXPECT_THAT(texts(result.report.notices), ::testing::Contains(HasSubstr("race = b, sex = f")));
  EXPECT_THAT(texts(result.report.notices),
              ::testing::Contains(HasSubstr("nobody is in race = c, sex = m")));
  EXPECT_TRUE(only(result).cfpr.avg.estimate);
  EXPECT_TRUE(only(result).cfpr.avg.u_value);
}

/// Nobody flagged went untreated: nothing is known of the outcomes that flagged people would have
/// had.
TEST(Counterfactual, AGroupWhoseFlaggedWereAllTreatedHasNoRates) {
  std::vector<Person> list = draw_people(12, 600);
  for (Person& person : list) {
    if (person.race == 0 && person.sex == 0 && person.decision == 1) person.treated = 1;
  }
  const CounterfactualResult result = counterfactual(People(list).input(), quick(10, 30));
  const auto& group = only(result).groups[0];
  EXPECT_THAT(group.status,
              HasSubstr("not estimable: everybody in it who was flagged was treated"));
  EXPECT_FALSE(group.cfpr.estimate);
  EXPECT_FALSE(group.cfnr.estimate);
  EXPECT_FALSE(group.cfpr.regression);
  EXPECT_TRUE(group.observed_fpr);
  EXPECT_TRUE(only(result).cfpr.avg.u_value);
}

/// People of a group without rates stay in it when the others are exchanged.
TEST(Counterfactual, PermutationsLeaveGroupsWithoutRatesAlone) {
  std::vector<Person> list = draw_people(13, 300);
  for (Person& person : list) {
    if (person.race == 1) person.treated = 1;
  }
  const People people(list);
  CounterfactualInput input = people.input();
  input.protected_attributes = {"race"};
  Population population = make_population(input);
  exchange_among({1, 0, 1}, population);
  Sample sample(population);
  rng::Stream stream(1, rng::Purpose::permutation, 1);
  sample.permute(stream);
  double treated[3] = {};
  double all[3] = {};
  for (std::size_t g = 0; g < 3; ++g) {
    for (auto i = sample.everybody()[g].begin; i < sample.everybody()[g].end; ++i) {
      all[g] += sample.weight()[i];
    }
    for (auto i = sample.treated()[g].begin; i < sample.treated()[g].end; ++i) {
      treated[g] += sample.weight()[i];
    }
    EXPECT_EQ(all[g], static_cast<double>(population.group_people[g]));
  }
  EXPECT_EQ(treated[1], all[1]);
  EXPECT_LT(treated[0], all[0]);
}

TEST(Counterfactual, CertaintyIsNotReadFromFewPeople) {
  std::vector<Person> list = draw_people(14, 400);
  for (int i = 0; i < 12; ++i) {
    list.push_back({.race = 2, .sex = 1, .age = 0.1 * i, .outcome = i % 2});
  }
  for (Person& person : list) {
    if (person.race == 2 && person.sex == 1) person.decision = 0;
  }
  const CounterfactualResult result = counterfactual(People(list).input(), quick(0, 100));
  const auto& group = only(result).groups[5];
  EXPECT_EQ(*group.cfpr.estimate, 0);
  EXPECT_EQ(group.cfpr.interval->first, 0);
  EXPECT_GT(group.cfpr.interval->second, 0.01);
  EXPECT_EQ(*group.cfnr.estimate, 1);
  EXPECT_LT(group.cfnr.interval->first, 0.99);
  for (const SummaryKind kind : kSummaryKinds) {
    const auto& summary = only(result).cfpr.of(kind);
    const auto& interval = summary.intervals.adaptive;
    if (!interval) continue;
    EXPECT_LE(interval->first, *summary.estimate);
    EXPECT_GE(interval->second, *summary.estimate);
  }
}

TEST(Counterfactual, OnlyFlaggedPeopleAreTreated) {
  std::vector<Person> list = draw_people(15, 600);
  for (Person& person : list) {
    if (!person.decision) person.treated = 0;
  }
  const CounterfactualResult result = counterfactual(People(list).input(), quick(5, 20));
  EXPECT_TRUE(result.models[0].separated);
  EXPECT_THAT(texts(result.models[0].notices), ::testing::Contains(HasSubstr("does no harm")));
  EXPECT_THAT(texts(result.notices),
              ::testing::Each(::testing::Not(HasSubstr("did not converge"))));
}

TEST(Counterfactual, RefusesWhatCannotBeAudited) {
  std::vector<Person> list = draw_people(6, 50);
  const auto message = [](const std::vector<Person>& of, CounterfactualOptions options = quick()) {
    try {
      (void)counterfactual(People(of).input(), options);
    } catch (const Error& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  std::vector<Person> all = list;
  for (Person& person : all) person.treated = 1;
  EXPECT_THAT(message(all), HasSubstr("all 50 people were treated"));
  std::vector<Person> same = list;
  for (Person& person : same) person.race = person.sex = 0;
  EXPECT_THAT(message(same), HasSubstr("everybody is in one group"));
  EXPECT_THAT(message({}), HasSubstr("nobody to audit"));
  CounterfactualOptions options = quick();
  options.clip = 0.5;
  EXPECT_THAT(message(list, options), HasSubstr("clip = 0.5: must be at least 0 and below 0.5"));
  options = quick();
  options.bootstrap = 1;
  EXPECT_THAT(message(list, options), HasSubstr("bootstrap = 1: must be"));
  options = quick();
  CounterfactualOptions column = quick();
  column.propensity = PropensityKind::column;
  column.clip = 0;
  const People people(list);
  CounterfactualInput input = people.input();
  input.propensity.assign(list.size(), 1.0);
  EXPECT_THROW((void)counterfactual(input, column), InputError);
  options.propensity = PropensityKind::ensemble;
  options.refit = true;
  EXPECT_THAT(message(list, options), HasSubstr("`refit = yes`"));
}

TEST(Counterfactual, OnePersonPerGroup) {
  const std::vector<Person> list = {{.race = 0, .outcome = 1, .decision = 1},
                                    {.race = 1, .outcome = 0, .decision = 1}};
  const CounterfactualResult result = counterfactual(People(list).input(), quick(5, 5));
  EXPECT_EQ(*only(result).groups[0].cfnr.estimate, 0);
  EXPECT_EQ(*only(result).groups[2].cfpr.estimate, 1);
  EXPECT_FALSE(only(result).cfpr.avg.estimate);  // one group has a rate: no pair
}

/// Forty-four people a bin stray by some .056 whatever the model is worth.
TEST(Calibration, WarnsBeyondChanceOnly) {
  const auto curve = [](double people, double off) {
    std::vector<model::CalibrationBin> bins(10);
    for (model::CalibrationBin& bin : bins)
      bin = {.predicted = 0.4, .observed = 0.4 + off, .people = people, .weight = people};
    return bins;
  };
  EXPECT_FALSE(is_badly_calibrated(curve(44, 0.056)));
  EXPECT_TRUE(is_badly_calibrated(curve(44, 0.12)));
  EXPECT_TRUE(is_badly_calibrated(curve(4'400, 0.056)));
  EXPECT_FALSE(is_badly_calibrated(curve(4'400, 0.04)));  // nothing that one would see in a plot
  EXPECT_FALSE(is_badly_calibrated({}));
}

}  // namespace
}  // namespace faultline::methods
