// IJDI-Scan: closed cases, bad input, degenerate data, lambda as typed, fitted probabilities.

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "support/ijdi_records.hpp"
#include "support/message_of.hpp"
#include "support/needs_trees.hpp"
#include <gtest/gtest.h>

#include "faultline/base/error.hpp"
#include "faultline/methods/ijdi/algorithm.hpp"
#include "faultline/methods/ijdi/fit_probability.hpp"
#include "faultline/methods/ijdi/lambda_list.hpp"

namespace faultline::methods {
namespace {

using faultline::testing::message_of;
using testing::ijdi_input;
using testing::ijdi_profiles;
using testing::IjdiRecord;
using testing::letters;

/// a_0 and a_1, forty people each without the outcome and ten with it; p and decisions as given.
std::vector<IjdiRecord> two_groups(double p0, std::int64_t flagged0, double p1,
                                   std::int64_t flagged1) {
  std::vector<IjdiRecord> records;
  const auto add = [&](data::Code code, double p, bool outcome, bool decision, std::int64_t count) {
    if (count > 0) records.push_back({{code}, p, outcome, decision, count});
  };
  add(0, p0, false, true, flagged0);
  add(0, p0, false, false, 40 - flagged0);
  add(1, p1, false, true, flagged1);
  add(1, p1, false, false, 40 - flagged1);
  add(0, p0, true, true, 5);
  add(0, p0, true, false, 5);
  add(1, p1, true, true, 5);
  add(1, p1, true, false, 5);
  return records;
}

IjdiOptions untested(double lambda, ErrorRate error = ErrorRate::fpr) {
  IjdiOptions options;
  options.errors = {error};
  options.lambdas = {lambda};
  options.replicates = 0;
  return options;
}

Finding scan_two_groups(const std::vector<IjdiRecord>& records, double lambda) {
  const data::Profiles profiles = ijdi_profiles(letters({2}), records);
  return ijdi_scan(ijdi_input(profiles), untested(lambda)).findings.at(0);
}

TEST(Ijdi, AllowsWhatTheBaseRatesJustify) {
  // Rates .5 and .25, base rates .6 and .4: lambda* = .25 / .2.
  const auto records = two_groups(0.6, 20, 0.4, 10);
  const Finding below = scan_two_groups(records, 0.5);
  ASSERT_TRUE(below.subgroup);
  EXPECT_EQ(below.text, "a_0");
  EXPECT_EQ(below.n, 40);
  EXPECT_DOUBLE_EQ(below.observed, 0.5);
  EXPECT_DOUBLE_EQ(below.comparison->observed, 0.25);
  EXPECT_DOUBLE_EQ(*below.ijdi->base_rate, 0.6);
  EXPECT_DOUBLE_EQ(*below.ijdi->base_rate_outside, 0.4);
  EXPECT_DOUBLE_EQ(*below.ijdi->allowed, 0.25 + 0.5 * 0.2);
  EXPECT_EQ(below.ijdi->error, result::ErrorRate::fpr);
  EXPECT_EQ(below.ijdi->lambda, 0.5);
  EXPECT_TRUE(below.ijdi->adjustments.empty());
  const Finding above = scan_two_groups(records, 1.26);
  EXPECT_FALSE(above.subgroup);
  EXPECT_EQ(above.score, 0);
}

TEST(Ijdi, ALowerBaseRateAsksForEqualRatesNotForLess) {
  // Equal rates, lower base rate: the first scan finds a_0 at once, edge case 1 takes it back.
  const Finding equal = scan_two_groups(two_groups(0.2, 10, 0.6, 10), 1);
  EXPECT_FALSE(equal.subgroup);
  ASSERT_EQ(equal.ijdi->adjustments.size(), 1U);
  EXPECT_EQ(equal.ijdi->adjustments[0].edge_case, 1);
  EXPECT_EQ(equal.ijdi->adjustments[0].text_before, "a_0");
  EXPECT_GT(equal.ijdi->adjustments[0].score_before, 1);
  EXPECT_NEAR(equal.ijdi->adjustments[0].amount, 1, 1e-12);
  // A higher rate is found all the same, however large lambda is, and nothing above the rate
  // outside is allowed.
  const Finding higher = scan_two_groups(two_groups(0.3, 30, 0.4, 5), 2);
  ASSERT_TRUE(higher.subgroup);
  EXPECT_EQ(higher.text, "a_0");
  EXPECT_DOUBLE_EQ(*higher.ijdi->allowed, 0.125);
}

TEST(Ijdi, CensoringDoesNotMakeAFinding) {
  // At lambda = 4 the members with p = .9 are expected at 2.1 and the others of a_0 at .1: the mean
  // of a_0 covers its rate, but not once 2.1 is cut to 1.
  std::vector<IjdiRecord> records;
  const auto add = [&](data::Code code, double p, bool decision, std::int64_t count) {
    records.push_back({{code}, p, false, decision, count});
  };
  add(0, 0.9, true, 20);
  add(0, 0.4, true, 15);
  add(0, 0.4, false, 5);
  add(1, 0.2, true, 5);
  add(1, 0.2, false, 35);
  const data::Profiles profiles = ijdi_profiles(letters({2}), records);
  const ErrorProblem problem = make_error_problem(ijdi_input(profiles), ErrorRate::fpr);
  IjdiAlgorithm algorithm(problem, 4, 1e-6);
  const IjdiAnswer answer = algorithm.run(problem.decisions, {.penalty = 0.1});
  ASSERT_FALSE(answer.corrections.empty());
  EXPECT_TRUE(std::any_of(answer.corrections.begin(), answer.corrections.end(),
                          [](const Correction& step) { return step.edge_case == 2; }));
  EXPECT_TRUE(answer.found.found.empty());
  EXPECT_EQ(answer.clipped, 60);
}

TEST(Ijdi, ConstantDecisionsGiveNoFinding) {
  for (const std::int64_t flagged : {0, 40}) {
    const auto profiles = ijdi_profiles(letters({2}), two_groups(0.6, flagged, 0.4, flagged));
    for (const double lambda : {0.0, 1.0}) {
      IjdiOptions options = untested(lambda);
      options.replicates = 19;
      const Finding finding = ijdi_scan(ijdi_input(profiles), options).findings.at(0);
      // Where everybody is flagged, the clip leaves each of them 1e-6 short of it.
      EXPECT_LE(finding.score, 80 * 1.1e-6);
      EXPECT_FALSE(finding.significant.value_or(false));
    }
  }
}

TEST(Ijdi, EverybodyHasNoOutside) {
  // One value: the only subgroup is everybody, whose mean is its expectation.
  std::vector<IjdiRecord> records = {{{0}, 0.2, false, true, 10}, {{0}, 0.7, false, false, 30}};
  const auto profiles = ijdi_profiles(letters({1}), records);
  for (const double lambda : {0.0, 1.0, 100.0}) {
    const Finding finding = ijdi_scan(ijdi_input(profiles), untested(lambda)).findings.at(0);
    EXPECT_FALSE(finding.comparison);
    EXPECT_FALSE(finding.ijdi->allowed);
  }
}

TEST(Ijdi, RefusesWhatItCannotScan) {
  std::vector<IjdiRecord> without = {{{0}, 0.2, false, true, 10}, {{1}, 0.7, false, false, 30}};
  std::vector<IjdiRecord> with = without;
  for (IjdiRecord& record : with) record.outcome = true;
  const auto refused = [](const std::vector<IjdiRecord>& records, ErrorRate error) {
    const auto profiles = ijdi_profiles(letters({2}), records);
    return message_of<InputError>(
        [&] { (void)ijdi_scan(ijdi_input(profiles), untested(0, error)); });
  };
  EXPECT_EQ(refused(without, ErrorRate::tpr),
            "nobody has the outcome, so there is no true positive rate to audit; use `error` fpr");
  EXPECT_EQ(refused(with, ErrorRate::fpr),
            "nobody is without the outcome, so there is no false positive rate to audit; use "
            "`error` tpr");
  std::vector<IjdiRecord> outside = without;
  outside[0].p = 1.5;
  EXPECT_EQ(refused(outside, ErrorRate::fpr),
            "`true_probability` p: the value 1.5 is not between 0 and 1");
  outside[0].p = -0.25;
  EXPECT_EQ(refused(outside, ErrorRate::fpr),
            "`true_probability` p: the value -0.25 is not between 0 and 1");
  auto profiles = ijdi_profiles(letters({2}), without);
  profiles.decision.clear();
  EXPECT_THROW((void)ijdi_scan(ijdi_input(profiles), untested(0)), InternalError);
}

TEST(Ijdi, RefusesOptions) {
  const auto refused = [](const auto& change) {
    IjdiOptions options;
    change(options);
    return message_of<ConfigError>([&] { validate(options); });
  };
  EXPECT_EQ(refused([](IjdiOptions& o) { o.errors = {}; }), "`error`: name fpr, tpr or both");
  EXPECT_EQ(refused([](IjdiOptions& o) { o.lambdas = {}; }), "`lambda`: name at least one value");
  EXPECT_EQ(refused([](IjdiOptions& o) { o.lambdas = {-1}; }), "`lambda` -1: must be 0 or more");
  EXPECT_EQ(refused([](IjdiOptions& o) { o.lambdas_tpr = {-2}; }),
            "`lambda` -2: must be 0 or more");
  EXPECT_EQ(refused([](IjdiOptions& o) { o.clip = 0; }), "`clip` 0 is not between 0 and 0.5");
  EXPECT_EQ(refused([](IjdiOptions& o) { o.replicates = -1; }),
            "replicates = -1: must be 0 or more");
  EXPECT_EQ(refused([](IjdiOptions& o) { o.alpha = 1; }), "alpha = 1: must be above 0 and below 1");
}

TEST(Ijdi, EachErrorRateCanHaveItsOwnLambda) {
  const auto profiles = ijdi_profiles(letters({2}), two_groups(0.6, 20, 0.4, 10));
  IjdiOptions options = untested(0.5);
  options.errors = {ErrorRate::fpr, ErrorRate::tpr};
  options.lambdas_tpr = {0.75, 2};
  const IjdiResult result = ijdi_scan(ijdi_input(profiles), options);
  ASSERT_EQ(result.findings.size(), 3U);
  EXPECT_EQ(result.findings[0].ijdi->lambda, 0.5);
  EXPECT_EQ(result.findings[1].ijdi->error, result::ErrorRate::tpr);
  EXPECT_EQ(result.findings[1].ijdi->lambda, 0.75);
  EXPECT_EQ(result.findings[2].ijdi->lambda, 2);
}

TEST(LambdaList, NumbersAndRanges) {
  EXPECT_EQ(parse_lambdas({"0.3"}), std::vector<double>{0.3});
  EXPECT_EQ(parse_lambdas({"0", "0.3", "1"}), (std::vector<double>{0, 0.3, 1}));
  EXPECT_EQ(parse_lambdas({"0:3:0.5"}), (std::vector<double>{0, 0.5, 1, 1.5, 2, 2.5, 3}));
  EXPECT_EQ(parse_lambdas({"0.1:0.4:0.1"}), (std::vector<double>{0.1, 0.2, 0.3, 0.4}));
  EXPECT_EQ(parse_lambdas({"0:1:0.4", "10"}), (std::vector<double>{0, 0.4, 0.8, 10}));
  EXPECT_EQ(parse_lambdas({"2:2:1"}), std::vector<double>{2});
}

TEST(LambdaList, RefusesWhatIsNone) {
  const auto refused = [](const std::vector<std::string>& words) {
    return message_of<ConfigError>([&] { (void)parse_lambdas(words); });
  };
  EXPECT_EQ(refused({}), "`lambda`: name at least one value");
  EXPECT_EQ(refused({"much"}),
            "`lambda` much: must be a number, a list such as 0,0.3,1 or a range such as 0:3:0.5");
  EXPECT_EQ(refused({"0:3"}),
            "`lambda` 0:3: must be a number, a list such as 0,0.3,1 or a range such as 0:3:0.5");
  EXPECT_EQ(refused({"inf"}),
            "`lambda` inf: must be a number, a list such as 0,0.3,1 or a range such as 0:3:0.5");
  EXPECT_EQ(refused({"-1"}), "`lambda` -1: must be 0 or more");
  EXPECT_EQ(refused({"1", "0:2:1"}), "`lambda` names 1 twice");
  EXPECT_EQ(refused({"0:3:0"}), "`lambda` 0:3:0: the step must be above 0");
  EXPECT_EQ(refused({"3:0:1"}), "`lambda` 3:0:1: the range ends before it starts");
  EXPECT_EQ(refused({"0:1:1e-9"}), "`lambda` 0:1:1e-9: more than 1000 values; take a larger step");
}

FittedProbability fitted_by(const data::Profiles& profiles,
                            const std::vector<std::string>& covariates,
                            const model::LearnerOptions& options) {
  return fit_probability(profiles, ProbabilityRecipe(profiles, covariates, options));
}

TEST(FitProbability, IsOutOfFoldAndKeepsThePeople) {
  // Two groups of 50 with 30 and 10 outcomes.
  std::vector<IjdiRecord> records;
  for (const data::Code code : {0, 1}) {
    const std::int64_t positive = code == 0 ? 30 : 10;
    records.push_back({{code}, 0.5, true, true, positive});
    records.push_back({{code}, 0.5, false, false, 50 - positive});
  }
  const auto profiles = ijdi_profiles(letters({2}), records);
  const FittedProbability fitted =
      fitted_by(profiles, {"a"}, {.kind = model::LearnerKind::logistic, .strength = 0});
  EXPECT_EQ(fitted.profiles.people(), 100);
  EXPECT_EQ(fitted.profiles.number_names, (std::vector<std::string>{"p", kFittedProbability}));
  EXPECT_EQ(fitted.profiles.size(), profiles.size());  // the folds agree, so nothing is split
  // 100 people dealt out in turn: each fold holds out ten of each group and learns from forty.
  // Where all outcomes of a group fall on whole folds, six (two) of the ten are positive.
  std::vector<std::int64_t> positive(2, 0);
  for (std::int64_t k = 0; k < fitted.profiles.size(); ++k) {
    const data::Code code = fitted.profiles.codes[0][k];
    if (fitted.profiles.outcome[k] != 0) positive[code] += fitted.profiles.count[k];
    EXPECT_NEAR(fitted.profiles.numbers[1][k], code == 0 ? 24.0 / 40 : 8.0 / 40, 1e-6);
  }
  EXPECT_EQ(positive, (std::vector<std::int64_t>{30, 10}));
  EXPECT_EQ(fitted.report.name, result::ModelName::probability);
  EXPECT_EQ(fitted.report.learner, result::LearnerKind::logistic);
  EXPECT_EQ(fitted.report.n, 100);
  EXPECT_TRUE(fitted.report.converged);
  EXPECT_FALSE(fitted.report.coefficients.empty());
  EXPECT_FALSE(fitted.report.calibration.empty());
  EXPECT_LT(fitted.report.calibration_error, 1e-6);
}

TEST(FitProbability, AProfileBecomesAtMostFive) {
  std::vector<IjdiRecord> records;
  for (const data::Code code : {0, 1}) {
    records.push_back({{code}, 0.5, true, true, 33 - 20 * code});
    records.push_back({{code}, 0.5, false, false, 19 + 20 * code});
  }
  const auto profiles = ijdi_profiles(letters({2}), records);
  const FittedProbability fitted = fitted_by(profiles, {"a"}, {});
  EXPECT_EQ(fitted.profiles.people(), profiles.people());
  EXPECT_GT(fitted.profiles.size(), profiles.size());
  EXPECT_LE(fitted.profiles.size(), 5 * profiles.size());
}

TEST(FitProbability, NobodyOwnsTheirPrediction) {
  // Changing one person's outcome changes the probabilities of other folds only.
  const auto people = [](bool last) {
    std::vector<IjdiRecord> records;
    for (int i = 0; i < 20; ++i) {
      // Distinct p keeps every person a profile of their own, in this order.
      records.push_back({{static_cast<data::Code>(i % 2)}, i / 20.0, i == 13 ? last : i % 3 == 0});
    }
    return ijdi_profiles(letters({2}), records);
  };
  const model::LearnerOptions logistic{.kind = model::LearnerKind::logistic};
  const FittedProbability one = fitted_by(people(false), {"a"}, logistic);
  const FittedProbability other = fitted_by(people(true), {"a"}, logistic);
  const auto fitted_of = [](const FittedProbability& fitted, double p) {
    for (std::int64_t k = 0; k < fitted.profiles.size(); ++k) {
      if (fitted.profiles.numbers[0][k] == p) return fitted.profiles.numbers[1][k];
    }
    return -1.0;
  };
  EXPECT_EQ(fitted_of(one, 13 / 20.0), fitted_of(other, 13 / 20.0));
  int changed = 0;
  for (int i = 0; i < 20; ++i) {
    changed += fitted_of(one, i / 20.0) != fitted_of(other, i / 20.0) ? 1 : 0;
  }
  EXPECT_EQ(changed, 16);
}

TEST(FitProbability, EveryLearnerGivesProbabilities) {
  FAULTLINE_NEEDS_TREES();
  std::vector<IjdiRecord> records;
  for (int i = 0; i < 60; ++i) {
    records.push_back({{static_cast<data::Code>(i % 2)}, i / 60.0, i % 3 == 0});
  }
  const auto profiles = ijdi_profiles(letters({2}), records);
  for (const auto kind :
       {model::LearnerKind::logistic, model::LearnerKind::boosted, model::LearnerKind::forest}) {
    const FittedProbability fitted = fitted_by(profiles, {"a", "p"}, {.kind = kind});
    for (const double p : fitted.profiles.numbers.back()) EXPECT_TRUE(p >= 0 && p <= 1) << p;
    EXPECT_EQ(fitted.report.learner, kind);
  }
}

TEST(FitProbability, RefusesWhatTeachesNothing) {
  const auto refused = [](std::int64_t with, std::int64_t without) {
    std::vector<IjdiRecord> records;
    if (with > 0) records.push_back({{0}, 0.5, true, false, with});
    if (without > 0) records.push_back({{1}, 0.5, false, false, without});
    const auto profiles = ijdi_profiles(letters({2}), records);
    return message_of<InputError>([&] { (void)fitted_by(profiles, {"a"}, {}); });
  };
  EXPECT_EQ(refused(4, 5),
            "`fit_probability`: 9 people are too few to learn from; at least 10 are needed, or a "
            "column with `true_probability`");
  EXPECT_EQ(refused(0, 50),
            "`fit_probability`: nobody has the outcome, so there is nothing to learn");
  EXPECT_EQ(refused(50, 0),
            "`fit_probability`: everybody has the outcome, so there is nothing to learn");
}

}  // namespace
}  // namespace faultline::methods
