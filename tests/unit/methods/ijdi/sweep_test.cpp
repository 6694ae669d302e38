// Sweeps over lambda: nested tests, both error rates, the fit drawn again; named and small
// subgroups; too low a rate.

#include <algorithm>
#include <cmath>
#include <vector>

#include "support/ijdi_records.hpp"
#include "support/message_of.hpp"
#include <gtest/gtest.h>

#include "faultline/base/error.hpp"
#include "faultline/methods/ijdi/fit_probability.hpp"
#include "faultline/methods/ijdi/ijdi.hpp"
#include "faultline/rng/draw.hpp"

namespace faultline::methods {
namespace {

using testing::ijdi_input;
using testing::IjdiRecord;
using testing::letters;

/// Decisions follow the true probability with slope 1, so that base rates justify them from lambda
/// = 1 on; in a_1 every rate is `shift` higher.
std::vector<IjdiRecord> people(double shift, int count = 3000) {
  rng::Stream stream(72, rng::Purpose::test, 0);
  std::vector<IjdiRecord> records;
  for (int i = 0; i < count; ++i) {
    IjdiRecord record;
    record.codes = {static_cast<data::Code>(rng::below(stream, 2)),
                    static_cast<data::Code>(rng::below(stream, 3))};
    record.p = 0.2 + 0.25 * record.codes[1];
    record.outcome = rng::uniform(stream) < record.p;
    record.decision = rng::uniform(stream) < record.p + (record.codes[0] == 1 ? shift : 0);
    records.push_back(record);
  }
  return records;
}

data::Profiles profiles_of(const std::vector<IjdiRecord>& records) {
  return testing::ijdi_profiles(letters({2, 3}), records);
}

IjdiOptions quick() {
  IjdiOptions options;
  options.errors = {ErrorRate::fpr};
  options.replicates = 199;
  options.threads = 1;
  return options;
}

TEST(IjdiSweep, EndsAtTheFirstLambdaWithoutEvidence) {
  const data::Profiles profiles = profiles_of(people(0));
  IjdiOptions options = quick();
  options.lambdas = {5, 0, 2, 0.5, 1};  // in any order
  const IjdiResult result = ijdi_scan(ijdi_input(profiles), options);
  ASSERT_EQ(result.findings.size(), 5U);
  double before = 0;
  std::size_t tested = 0;
  for (const Finding& finding : result.findings) {
    if (finding.p_value_adjusted) {
      EXPECT_FALSE(finding.ijdi->ended_below);
      EXPECT_GE(*finding.p_value_adjusted, before);
      before = *finding.p_value_adjusted;
      ++tested;
    } else {
      EXPECT_TRUE(finding.ijdi->ended_below);
      EXPECT_FALSE(finding.verdict);
    }
  }
  EXPECT_EQ(result.findings[0].ijdi->lambda, 0);
  EXPECT_EQ(result.findings[0].verdict, Verdict::evidence);
  EXPECT_EQ(result.findings[1].verdict, Verdict::evidence);
  EXPECT_NE(result.findings[2].verdict, Verdict::evidence);  // lambda = 1 is true
  EXPECT_EQ(tested, 3U);
}

TEST(IjdiSweep, ManyLambdasCostNoEvidence) {
  const data::Profiles profiles = profiles_of(people(0.3));
  IjdiOptions options = quick();
  options.errors = {ErrorRate::fpr, ErrorRate::tpr};
  options.lambdas.clear();
  for (int i = 0; i <= 30; ++i) options.lambdas.push_back(0.05 * i);
  const IjdiResult result = ijdi_scan(ijdi_input(profiles), options);
  for (const std::size_t first : {std::size_t{0}, std::size_t{31}}) {
    EXPECT_EQ(result.findings[first].verdict, Verdict::evidence);
    // Two error rates share the level, and nothing else does.
    EXPECT_DOUBLE_EQ(*result.findings[first].p_value_adjusted, 2 * *result.findings[first].p_value);
  }
}

TEST(IjdiSweep, TooFewReplicatesDecideNothing) {
  const data::Profiles profiles = profiles_of(people(0.3));
  IjdiOptions options = quick();
  options.errors = {ErrorRate::fpr, ErrorRate::tpr};
  options.replicates = 30;  // enough for one error rate, not for two
  const IjdiResult result = ijdi_scan(ijdi_input(profiles), options);
  EXPECT_EQ(result.findings[0].verdict, Verdict::undecided);
  EXPECT_EQ(result.notices.size(), 1U);
  options.errors = {ErrorRate::fpr};
  EXPECT_EQ(ijdi_scan(ijdi_input(profiles), options).findings[0].verdict, Verdict::evidence);
}

TEST(IjdiRefit, TheSameOutcomesGiveTheSameFit) {
  const data::Profiles profiles = profiles_of(people(0));
  const ProbabilityRecipe recipe(profiles, {"a", "b"}, {});
  std::vector<std::int64_t> positive;
  std::int64_t everybody = 0;
  for (const PeopleKind& kind : recipe.kinds()) {
    positive.push_back(kind.positive);
    everybody += kind.n;
  }
  EXPECT_EQ(everybody, profiles.people());
  const std::vector<double> again = recipe.refit(positive);
  ASSERT_EQ(again.size(), recipe.fitted().size());
  // Other starting points: equal up to where Newton's method ends.
  for (std::size_t i = 0; i < again.size(); ++i) EXPECT_NEAR(again[i], recipe.fitted()[i], 1e-9);
  EXPECT_EQ(recipe.refit(positive), again);
}

TEST(IjdiRefit, TheErrorOfTheFitIsInTheNull) {
  // Lambda multiplies the error: null scores with the fit drawn again are higher.
  std::vector<IjdiRecord> records = people(0, 600);
  // Base rates so close that no expectation is censored, even at lambda = 3.
  rng::Stream stream(73, rng::Purpose::test, 0);
  for (IjdiRecord& record : records) {
    record.outcome = rng::uniform(stream) < 0.4;
    record.decision = rng::uniform(stream) < 0.4;
  }
  const data::Profiles profiles = profiles_of(records);
  const ProbabilityRecipe recipe(profiles, {"a", "b"}, {});
  const FittedProbability fitted = fit_probability(profiles, recipe);
  IjdiOptions options = quick();
  options.lambdas = {3};
  IjdiInput input = ijdi_input(fitted.profiles);
  input.true_probability = kFittedProbability;
  const auto median = [&] {
    std::vector<double> scores = ijdi_scan(input, options).findings.at(0).null.scores;
    std::nth_element(scores.begin(), scores.begin() + 99, scores.end());
    return scores.at(99);
  };
  const double published = median();
  input.recipe = &recipe;
  EXPECT_GT(median(), 1.25 * published);
}

TEST(IjdiRefit, ThreadsDoNotMatter) {
  const data::Profiles profiles = profiles_of(people(0.1, 600));
  const ProbabilityRecipe recipe(profiles, {"a", "b"}, {});
  const FittedProbability fitted = fit_probability(profiles, recipe);
  IjdiInput input = ijdi_input(fitted.profiles);
  input.true_probability = kFittedProbability;
  input.recipe = &recipe;
  IjdiOptions options = quick();
  options.lambdas = {0.1, 1};
  const IjdiResult one = ijdi_scan(input, options);
  options.threads = 4;
  const IjdiResult four = ijdi_scan(input, options);
  for (std::size_t i = 0; i < one.findings.size(); ++i)
    EXPECT_EQ(one.findings[i].null.scores, four.findings[i].null.scores);
}

TEST(IjdiHarm, TooLowARateIsTheMirrorImage) {
  std::vector<IjdiRecord> records = people(0.2);
  const data::Profiles flagged = profiles_of(records);
  for (IjdiRecord& record : records) {
    record.p = 1 - record.p;
    record.decision = !record.decision;
  }
  const data::Profiles refused = profiles_of(records);
  IjdiOptions options = quick();
  const IjdiResult high = ijdi_scan(ijdi_input(flagged), options);
  options.harm = Harm::negative;
  const IjdiResult low = ijdi_scan(ijdi_input(refused), options);
  ASSERT_EQ(high.findings.size(), low.findings.size());
  for (std::size_t i = 0; i < high.findings.size(); ++i) {
    const Finding& a = high.findings[i];
    const Finding& b = low.findings[i];
    EXPECT_EQ(a.subgroup, b.subgroup);
    EXPECT_NEAR(a.score, b.score, 1e-9);
    EXPECT_EQ(b.direction, Direction::lower);
    EXPECT_EQ(a.n, b.n);
    if (!a.subgroup) continue;
    EXPECT_NEAR(a.observed, 1 - b.observed, 1e-12);
    EXPECT_NEAR(a.expected, 1 - b.expected, 1e-12);
    EXPECT_NEAR(*a.ijdi->allowed, 1 - *b.ijdi->allowed, 1e-12);
    EXPECT_NEAR(*a.theta, 1 / *b.theta, 1e-9);
    EXPECT_NEAR(a.observed_count, static_cast<double>(b.n) - b.observed_count, 1e-9);
  }
}

TEST(IjdiNamed, ASubgroupIsTestedWithoutASearch) {
  const data::Profiles profiles = profiles_of(people(0.15));
  IjdiOptions options = quick();
  options.named = search::Subgroup{.sets = {0b10, 0b111}};
  const Finding finding = ijdi_scan(ijdi_input(profiles), options).findings.at(0);
  EXPECT_EQ(finding.subgroup, (NamedValues{{"a", {"a_1"}}}));
  EXPECT_EQ(finding.search.subgroups, 1);
  EXPECT_EQ(finding.penalty, 0);
  EXPECT_EQ(finding.score, finding.log_likelihood_ratio);
  EXPECT_EQ(finding.verdict, Verdict::evidence);
  // Nothing is wrong with the others, and that is told of them.
  options.named->sets[0] = 0b01;
  const Finding others = ijdi_scan(ijdi_input(profiles), options).findings.at(0);
  EXPECT_TRUE(others.subgroup);
  EXPECT_EQ(others.p_value, 1);
  options.top = 2;
  EXPECT_EQ(faultline::testing::message_of<ConfigError>([&] { validate(options); }),
            "`top` looks for several subgroups and `subgroup` names one: use one of them");
}

TEST(IjdiRanks, OnlyTheBestOfASearchIsTested) {
  const data::Profiles profiles = profiles_of(people(0.2));
  IjdiOptions options = quick();
  options.lambdas = {0};
  options.errors = {ErrorRate::fpr};
  const Finding alone = ijdi_scan(ijdi_input(profiles), options).findings.at(0);
  options.top = 3;
  const IjdiResult ranked = ijdi_scan(ijdi_input(profiles), options);
  ASSERT_EQ(ranked.findings.size(), 3U);
  EXPECT_EQ(ranked.findings[0].p_value_adjusted, alone.p_value_adjusted);
  EXPECT_EQ(ranked.findings[0].verdict, Verdict::evidence);
  for (std::size_t i = 1; i < 3; ++i) {
    const Finding& echo = ranked.findings[i];
    EXPECT_GT(echo.score, 0);
    EXPECT_FALSE(echo.p_value || echo.p_value_adjusted || echo.significant || echo.verdict);
    EXPECT_FALSE(echo.untested || echo.ijdi->ended_below);
  }
}

TEST(IjdiLeastPeople, SmallerSubgroupsAreNotLookedAt) {
  // Forty people who are all flagged beat everything else.
  std::vector<IjdiRecord> records = people(0.1, 400);
  std::erase_if(records, [](const IjdiRecord& r) { return r.codes[0] == 0 && r.codes[1] == 0; });
  records.push_back({{0, 0}, 0.2, false, true, 40});
  const data::Profiles profiles = profiles_of(records);
  for (const auto strategy : {search::Strategy::exhaustive, search::Strategy::ascent}) {
    IjdiOptions options = quick();
    options.lambdas = {0};
    options.strategy = strategy;
    EXPECT_EQ(ijdi_scan(ijdi_input(profiles), options).findings.at(0).n, 40);
    options.least_people = 60;
    const Finding finding = ijdi_scan(ijdi_input(profiles), options).findings.at(0);
    ASSERT_TRUE(finding.subgroup);
    EXPECT_GE(finding.n, 60);
  }
  IjdiOptions options = quick();
  options.least_people = 2;
  options.strategy = search::Strategy::bounded;
  EXPECT_THROW(validate(options), ConfigError);
}

TEST(IjdiDoubt, AColumnThatTheOutcomesContradictIsDoubted) {
  // The column says that the base rates of a_1 are those of a_0; the outcomes say that they are
  // higher, enough to justify what is found.
  std::vector<IjdiRecord> records;
  for (const data::Code a : {0, 1}) {
    const std::int64_t with = a == 1 ? 600 : 300;
    records.push_back({{a, 0}, 0.45, true, false, with});
    const std::int64_t without = 1000 - with;
    const std::int64_t flagged = without * (a == 1 ? 5 : 3) / 10;
    records.push_back({{a, 0}, 0.45, false, true, flagged});
    records.push_back({{a, 0}, 0.45, false, false, without - flagged});
  }
  const data::Profiles profiles = profiles_of(records);
  IjdiOptions options = quick();
  options.lambdas = {1};
  const Finding finding = ijdi_scan(ijdi_input(profiles), options).findings.at(0);
  EXPECT_EQ(finding.verdict, Verdict::evidence);
  EXPECT_TRUE(std::ranges::any_of(finding.warnings, [](const Notice& notice) {
    return notice.about == result::kAboutProbability;
  }));
}

}  // namespace
}  // namespace faultline::methods
