#include "faultline/methods/mitigation/mitigation.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "faultline/base/error.hpp"
#include "faultline/data/table.hpp"
#include "faultline/methods/mitigation/rates.hpp"
#include "faultline/methods/mitigation/rules.hpp"
#include "faultline/methods/mitigation/threshold.hpp"
#include "faultline/rng/draw.hpp"

namespace faultline::methods {
namespace {

using Scores = std::vector<std::pair<double, std::int64_t>>;
using Rule = MitigationReport::Rule;

double share_above(const Scores& scores, double threshold) {
  std::int64_t above = 0;
  std::int64_t n = 0;
  for (const auto& [score, people] : scores) {
    n += people;
    if (score > threshold) above += people;
  }
  return static_cast<double>(above) / static_cast<double>(n);
}

TEST(QuantileThreshold, BothRulesByHand) {
  const Scores scores{{0.1, 1}, {0.4, 1}, {0.2, 1}, {0.8, 1}, {0.3, 1}};
  // 1 - 0.3 = 0.7 of the way through 5 scores: position 2.8, between 0.3 and 0.4.
  EXPECT_DOUBLE_EQ(quantile_threshold(scores, 0.3, Quantile::higher), 0.4);
  EXPECT_NEAR(quantile_threshold(scores, 0.3, Quantile::linear), 0.38, 1e-12);
  EXPECT_DOUBLE_EQ(quantile_threshold(scores, 0, Quantile::higher), 0.8);
  EXPECT_DOUBLE_EQ(quantile_threshold(scores, 0, Quantile::linear), 0.8);
  EXPECT_DOUBLE_EQ(quantile_threshold(scores, 1, Quantile::higher), 0.1);
  EXPECT_DOUBLE_EQ(quantile_threshold({{0.6, 4}}, 0.5, Quantile::linear), 0.6);
  EXPECT_THROW((void)quantile_threshold({{0.6, 0}}, 0.5, Quantile::higher), InternalError);
}

TEST(QuantileThreshold, NeverMoreThanTheAllowedShare) {
  int linear_misses = 0;
  for (std::uint32_t problem = 0; problem < 5000; ++problem) {
    rng::Stream stream(7, rng::Purpose::test, problem);
    Scores scores;
    const std::uint64_t distinct = 1 + rng::below(stream, 12);
    std::int64_t n = 0;
    for (std::uint64_t i = 0; i < distinct; ++i) {
      scores.emplace_back(static_cast<double>(rng::below(stream, 20)) / 20,
                          1 + static_cast<std::int64_t>(rng::below(stream, 4)));
      n += scores.back().second;
    }
    // Shares that are exact counts are the ones that rounding could spoil.
    const double target =
        problem % 2 == 0
            ? rng::uniform(stream)
            : static_cast<double>(rng::below(stream, static_cast<std::uint64_t>(n) + 1)) /
                  static_cast<double>(n);
    const double higher = quantile_threshold(scores, target, Quantile::higher);
    EXPECT_LE(share_above(scores, higher), target) << problem;
    EXPECT_GE(higher, quantile_threshold(scores, target, Quantile::linear) - 1e-12);
    if (share_above(scores, quantile_threshold(scores, target, Quantile::linear)) > target) {
      ++linear_misses;
    }
  }
  EXPECT_GT(linear_misses, 0);  // or the property would be no distinction
}

data::Profiles people(std::uint32_t problem, double bias = 0.25) {
  rng::Stream stream(11, rng::Purpose::test, problem);
  std::vector<std::string> sex;
  std::vector<std::string> region;
  std::vector<double> score;
  std::vector<double> p;
  std::vector<double> outcome;
  for (int i = 0; i < 600; ++i) {
    sex.emplace_back(rng::bernoulli(stream, 0.5) ? "F" : "M");
    region.emplace_back(1, static_cast<char>('a' + rng::below(stream, 3)));
    p.push_back(0.2 + 0.1 * static_cast<double>(rng::below(stream, 6)));
    const double noise = static_cast<double>(rng::below(stream, 21)) / 50 - 0.2;
    const bool biased = sex.back() == "F" && region.back() != "b";
    score.push_back(std::clamp(p.back() + noise + (biased ? bias : 0), 0.0, 1.0));
    outcome.push_back(rng::bernoulli(stream, p.back()) ? 1 : 0);
  }
  data::Table table;
  table.add(data::make_categorical("sex", sex));
  table.add(data::make_categorical("region", region));
  table.add(data::NumericColumn{"score", score});
  table.add(data::NumericColumn{"p", p});
  table.add(data::NumericColumn{"y", outcome});
  data::ProfileRoles roles;
  roles.attributes = {"sex", "region"};
  roles.prediction = "score";
  roles.numbers = {"p"};
  roles.outcome = "y";
  return data::make_profiles(table, roles);
}

MitigationInput input_of(const data::Profiles& profiles) {
  return {.profiles = profiles, .scanned = {"sex", "region"}, .true_probability = "p"};
}

MitigationOptions plain_options() {
  MitigationOptions options;
  options.method = MitigationMethod::iterative;
  options.lambda = 0.5;
  options.scan.replicates = 0;
  options.scan.threads = 1;
  return options;
}

TEST(IterativeMitigation, EveryCorrectionKeepsItsPromiseAndTheReportAddsUp) {
  int corrections = 0;
  for (std::uint32_t problem = 0; problem < 30; ++problem) {
    const data::Profiles profiles = people(problem);
    MitigationOptions options = plain_options();
    options.error = problem % 2 == 0 ? ErrorRate::fpr : ErrorRate::tpr;
    const MitigationResult result = mitigate(input_of(profiles), options);
    const MitigationReport& report = result.report;
    EXPECT_FALSE(report.ended.empty());
    ASSERT_EQ(report.rules.size(), report.corrections.size() + 1);
    EXPECT_TRUE(report.rules.front().subgroup.empty());
    for (std::size_t i = 0; i < report.corrections.size(); ++i) {
      const MitigationReport::Correction& step = report.corrections[i];
      EXPECT_LE(step.rate_after, step.target + 1e-12);
      EXPECT_GT(step.rate_before, step.target);
      EXPECT_EQ(report.rules[i + 1].subgroup, step.subgroup);
      EXPECT_EQ(report.rules[i + 1].threshold, step.threshold);
      EXPECT_EQ(report.rules[i + 1].comparator, result::Comparator::above);
      ++corrections;
    }
    const auto old = decide(profiles, std::vector<Rule>{options.base});
    const auto corrected = decide(profiles, report.rules);
    std::int64_t changed = 0;
    for (std::size_t k = 0; k < old.size(); ++k) changed += std::abs(old[k] - corrected[k]);
    EXPECT_EQ(report.changed, changed);
    EXPECT_EQ(*report.after.front().fpr, *rates_of(profiles, corrected, {}, "").fpr);
    EXPECT_EQ(*report.before.front().score, result.before.score);
    EXPECT_EQ(*report.after.front().score, result.after.score);
  }
  EXPECT_GT(corrections, 20);
}

TEST(IterativeMitigation, NothingFoundMeansNothingChanged) {
  const data::Profiles profiles = people(3, 0);
  MitigationOptions options = plain_options();
  options.scan.penalty = 100;
  const MitigationResult result = mitigate(input_of(profiles), options);
  EXPECT_TRUE(result.report.corrections.empty());
  EXPECT_EQ(result.report.changed, 0);
  EXPECT_EQ(result.report.ended, "the last scan found no subgroup.");
  EXPECT_EQ(*result.report.after.front().score, 0);
}

TEST(IterativeMitigation, CorrectingWhatIsCorrectedChangesNothing) {
  int finished = 0;
  for (std::uint32_t problem = 0; problem < 20; ++problem) {
    const data::Profiles profiles = people(problem);
    MitigationOptions options = plain_options();
    options.max_corrections = 40;
    const MitigationResult first = mitigate(input_of(profiles), options);
    if (first.after.subgroup) continue;
    ++finished;
    // The new decisions as scores, cut in the middle: the same scan, which found nothing.
    data::Profiles decided = profiles;
    const auto positive = decide(profiles, first.report.rules);
    for (std::size_t k = 0; k < positive.size(); ++k) {
      decided.prediction[k] = positive[k] > 0 ? 1 : 0;
    }
    const MitigationResult again = mitigate(input_of(decided), options);
    EXPECT_TRUE(again.report.corrections.empty());
    EXPECT_EQ(again.report.changed, 0);
  }
  EXPECT_GT(finished, 5);
}

TEST(IterativeMitigation, StopsAtTheLimitAndWhereNothingIsSignificant) {
  const data::Profiles profiles = people(1);
  MitigationOptions options = plain_options();
  options.max_corrections = 1;
  options.lambda = 0;
  const MitigationResult limited = mitigate(input_of(profiles), options);
  EXPECT_EQ(limited.report.corrections.size(), 1U);
  EXPECT_NE(limited.report.ended.find("no more than 1 correction was asked for"), std::string::npos)
      << limited.report.ended;

  options.scan.replicates = 19;
  options.scan.alpha = 0.01;  // out of reach with 19 replicates
  const MitigationResult untested = mitigate(input_of(profiles), options);
  EXPECT_TRUE(untested.report.corrections.empty());
  EXPECT_NE(untested.report.ended.find("is not significant"), std::string::npos)
      << untested.report.ended;
  EXPECT_TRUE(untested.report.before.front().p_value.has_value());
}

TEST(IterativeMitigation, EverybodyHasNobodyToCompareWith) {
  // All are positive, and an expectation of 1 is kept just below 1: a score above 0 for everybody.
  data::Table table;
  table.add(data::make_categorical("sex", {"F", "F", "F", "F"}));
  table.add(data::NumericColumn{"score", {0.9, 0.9, 0.9, 0.9}});
  table.add(data::NumericColumn{"p", {0.9, 0.1, 0.1, 0.1}});
  table.add(data::NumericColumn{"y", {0, 0, 0, 0}});
  data::ProfileRoles roles;
  roles.attributes = {"sex"};
  roles.prediction = "score";
  roles.numbers = {"p"};
  roles.outcome = "y";
  const data::Profiles profiles = data::make_profiles(table, roles);
  MitigationOptions options = plain_options();
  options.lambda = 0;
  const MitigationResult result =
      mitigate({.profiles = profiles, .scanned = {"sex"}, .true_probability = "p"}, options);
  EXPECT_TRUE(result.report.corrections.empty());
  ASSERT_TRUE(result.after.subgroup.has_value());
  EXPECT_NE(result.report.ended.find("found everybody"), std::string::npos) << result.report.ended;
}

TEST(WorseSentence, OnlyWhenTheExcessRises) {
  InsideOutside before;
  before.n = before.n_outside = 100;
  before.decisions = 30;
  before.decisions_outside = 28;
  InsideOutside after = before;
  after.decisions_outside = 10;
  EXPECT_EQ(worse_sentence("women", ErrorRate::fpr, before, after, 0),
            "the false positive rate of \u201cwomen\u201d exceeds what its base rate justifies by "
            "20.0 points, before by 2.0: 30.0 % against 10.0 % outside, before 30.0 % against "
            "28.0 %.");
  EXPECT_EQ(worse_sentence("women", ErrorRate::fpr, after, before, 0), "");
  before.p = after.p = 0.9;
  before.p_outside = after.p_outside = 0.1;
  EXPECT_EQ(worse_sentence("women", ErrorRate::fpr, before, after, 1), "");  // justified
}

TEST(IterativeMitigation, NamesTheSubgroupThatACorrectionMadeWorse) {
  int worse = 0;
  for (std::uint32_t problem = 0; problem < 30; ++problem) {
    const data::Profiles profiles = people(problem);
    MitigationOptions options = plain_options();
    options.lambda = 0;
    for (const MitigationReport::Correction& step :
         mitigate(input_of(profiles), options).report.corrections) {
      for (const std::string& sentence : step.worse) {
        EXPECT_EQ(sentence.find("\u201c" + step.text + "\u201d"), std::string::npos);
        ++worse;
      }
    }
  }
  EXPECT_GT(worse, 0);
}

TEST(GroupThresholds, ReadsEntriesInOrderWithEverybodyFirst) {
  const data::Profiles profiles = people(0);
  const std::vector<std::string> texts{"sex=F;region=a|b:0.6;*:>=0.4", "sex=M:0.3"};
  const std::vector<Rule> rules =
      parse_group_thresholds(texts, profiles.attributes, Comparator::above);
  ASSERT_EQ(rules.size(), 3U);
  EXPECT_TRUE(rules[0].subgroup.empty());
  EXPECT_EQ(rules[0].comparator, result::Comparator::at_least);
  EXPECT_EQ(rules[0].threshold, 0.4);
  EXPECT_EQ(rules[1].subgroup, (NamedValues{{"sex", {"F"}}, {"region", {"a", "b"}}}));
  EXPECT_EQ(rules[1].comparator, result::Comparator::above);
  EXPECT_EQ(rules[2].threshold, 0.3);
}

std::string complaint(const std::vector<std::string>& texts) {
  try {
    (void)parse_group_thresholds(texts, people(0).attributes, Comparator::above);
  } catch (const ConfigError& error) {
    return error.what();
  }
  return "";
}

TEST(GroupThresholds, RefusesWhatItCannotRead) {
  EXPECT_NE(complaint({"sex=F"}).find("does not end with a threshold"), std::string::npos);
  EXPECT_NE(complaint({"sex=F:1.5"}).find("not between 0 and 1"), std::string::npos);
  EXPECT_NE(complaint({"*:0.5;*:0.4"}).find("'*' is given twice"), std::string::npos);
  EXPECT_NE(complaint({"sexx=F:0.5"}).find("`thresholds`"), std::string::npos);
  EXPECT_NE(complaint({""}).find("is empty"), std::string::npos);
}

TEST(GroupMitigation, LaterRulesOverrideEarlierOnes) {
  const data::Profiles profiles = people(5);
  MitigationOptions options = plain_options();
  options.method = MitigationMethod::groups;
  options.groups = parse_group_thresholds(std::vector<std::string>{"sex=F:1;sex=F;region=a:0"},
                                          profiles.attributes, Comparator::at_least);
  const MitigationReport report = mitigate(input_of(profiles), options).report;
  ASSERT_EQ(report.rules.size(), 3U);  // the old rule stays for everybody else
  const auto positive = decide(profiles, report.rules);
  for (std::size_t k = 0; k < positive.size(); ++k) {
    const bool female = profiles.attributes[0].labels[profiles.codes[0][k]] == "F";
    const bool region_a = profiles.attributes[1].labels[profiles.codes[1][k]] == "a";
    const double score = profiles.prediction[k];
    const bool expected = female ? (region_a || score >= 1) : score > 0.5;
    EXPECT_EQ(positive[k] > 0, expected);
  }
}

TEST(RandomThreshold, DependsOnSeedAndRowAloneAndStaysInside) {
  double sum = 0;
  for (std::int64_t row = 1; row <= 20000; ++row) {
    const double threshold = random_threshold(4, row, 0.5, 0.25);
    EXPECT_EQ(threshold, random_threshold(4, row, 0.5, 0.25));
    ASSERT_GE(threshold, 0.25);
    ASSERT_LE(threshold, 0.75);
    sum += threshold;
  }
  // Standard error 0.25 / sqrt(3 * 20000) = 0.00102; six of them: 2e-9 of all seeds.
  EXPECT_NEAR(sum / 20000, 0.5, 0.0062);
  EXPECT_NE(random_threshold(4, 1, 0.5, 0.25), random_threshold(5, 1, 0.5, 0.25));
  EXPECT_NE(random_threshold(4, 1, 0.5, 0.25),
            random_threshold(4, 1 + (std::int64_t{1} << 32), 0.5, 0.25));
}

TEST(RandomisedMitigation, WidthFollowsLambda) {
  EXPECT_EQ(random_width(1), 0.5);
  EXPECT_EQ(random_width(5), 0.1);
  EXPECT_THROW((void)random_width(0.99), ConfigError);
  const data::Profiles profiles = people(2);
  MitigationOptions options = plain_options();
  options.method = MitigationMethod::randomize;
  options.lambda = 2;
  MitigationInput input = input_of(profiles);
  const MitigationReport report = mitigate(input, options).report;
  ASSERT_EQ(report.rules.size(), 1U);
  EXPECT_EQ(*report.rules.front().width, 0.25);
  EXPECT_GT(report.changed, 0);
  input.drawn = profiles.count;  // everybody positive
  EXPECT_EQ(mitigate(input, options).report.after.front().selection_rate, 1);
}

TEST(RandomisedMitigation, GuaranteeOfTheAppendixInExpectation) {
  // Calibrated scores, constant within two groups: FPR(A) - FPR(B) = (pA - pB) / (2 w) at most.
  const double lambda = 4;
  const double width = random_width(lambda);
  const int n = 200000;
  const double scores[2] = {0.51, 0.49};
  double rate[2] = {0, 0};
  for (std::int64_t row = 1; row <= n; ++row) {
    for (int g = 0; g < 2; ++g) {
      const double threshold = random_threshold(9, 2 * row + g, 0.5, width);
      if (exceeds(scores[g], Comparator::above, threshold)) rate[g] += 1.0 / n;
    }
  }
  // Standard error of the difference sqrt(0.5 / n) = 0.0016; six of them.
  EXPECT_NEAR(rate[0] - rate[1], lambda * 0.02, 0.0096);
}

TEST(WithDecisions, SplitsProfilesWhosePeopleDiffer) {
  const data::Profiles profiles = people(0);
  std::vector<std::int64_t> positive(profiles.count.size(), 0);
  const auto large = std::max_element(profiles.count.begin(), profiles.count.end());
  ASSERT_GT(*large, 1);
  positive[large - profiles.count.begin()] = 1;
  const data::Profiles decided = with_decisions(profiles, positive);
  EXPECT_EQ(decided.size(), profiles.size() + 1);
  EXPECT_EQ(decided.people(), profiles.people());
  EXPECT_EQ(decided.numbers[0].size(), decided.count.size());
  EXPECT_EQ(decided.outcome.size(), decided.count.size());
}

TEST(MitigationOptions, RefusesWhatMakesNoSense) {
  MitigationOptions options = plain_options();
  options.lambda = -1;
  EXPECT_THROW(validate(options), ConfigError);
  options.lambda = 0.5;
  options.method = MitigationMethod::randomize;
  EXPECT_THROW(validate(options), ConfigError);
  options.method = MitigationMethod::groups;
  EXPECT_THROW(validate(options), ConfigError);
  options.method = MitigationMethod::iterative;
  options.max_corrections = 0;
  EXPECT_THROW(validate(options), ConfigError);
}

}  // namespace
}  // namespace faultline::methods
