// Conditional Bias Scan in the small: the profile form against the plain form with a row per
// person, invariances, models, bad cases.

#include "faultline/audit/conditional/conditional.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stop_token>
#include <string>

#include "conditional_people.hpp"
#include "support/message_of.hpp"
#include "support/row_level_audit.hpp"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "faultline/audit/conditional/class_scanner.hpp"
#include "faultline/audit/conditional/permutation.hpp"
#include "faultline/audit/group_rows.hpp"
#include "faultline/base/error.hpp"

namespace faultline::audit {
namespace {

using faultline::testing::case_study;
using faultline::testing::input_of;
using faultline::testing::kBoth;
using faultline::testing::kClass;
using faultline::testing::message_of;
using faultline::testing::only;
using faultline::testing::random_people;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

constexpr auto kHigher = scan::Direction::higher;
constexpr auto kLower = scan::Direction::lower;

TEST(GroupRows, NumbersGroupsByTheirTuples) {
  const Grouping grouping = group_rows(5, {{2, 1, 2, 1, 1}, {0, 5, 0, 4, 5}});
  EXPECT_EQ(grouping.group_of, (std::vector<std::int32_t>{2, 1, 2, 0, 1}));
  EXPECT_EQ(grouping.example, (std::vector<std::int64_t>{3, 1, 0}));
  EXPECT_EQ(group_rows(3, {}).groups(), 1);
  EXPECT_EQ(group_rows(0, {{}}).groups(), 0);
}

TEST(GroupRows, WordsOrderAsNumbersDo) {
  const std::vector<double> ascending = {-1e300, -2, -1e-300, 0, 1e-300, 0.5, 7, 1e300};
  for (std::size_t i = 1; i < ascending.size(); ++i) {
    EXPECT_LT(ordered_word(ascending[i - 1]), ordered_word(ascending[i]));
  }
  EXPECT_EQ(ordered_word(-0.0), ordered_word(0.0));
}

TEST(Metrics, HarmfulDirectionsAreThoseOfTheDesign) {
  for (const char* name : {"balance-negative", "balance-positive", "fpr", "tpr", "fdr", "npv",
                           "calibration-negative", "separation-scores", "separation-decisions"}) {
    EXPECT_EQ(harmful_direction(metric_named(name), Harm::positive), kHigher) << name;
    EXPECT_EQ(harmful_direction(metric_named(name), Harm::negative), kLower) << name;
  }
  for (const char* name :
       {"tnr", "fnr", "calibration", "ppv", "for", "sufficiency-scores", "sufficiency-decisions"}) {
    EXPECT_EQ(harmful_direction(metric_named(name), Harm::positive), kLower) << name;
    EXPECT_EQ(harmful_direction(metric_named(name), Harm::negative), kHigher) << name;
  }
  const auto refusal = default_scans(Harm::negative);
  ASSERT_THAT(refusal, SizeIs(4));
  EXPECT_EQ(refusal[0].metric->name, "balance-positive");
  EXPECT_EQ(refusal[3].metric->name, "for");
  EXPECT_EQ(refusal[3].direction, kHigher);
  EXPECT_THAT(message_of([] { (void)metric_named("frp"); }), HasSubstr("did you mean fpr?"));
}

TEST(Conditional, EqualsTheRowFormForEveryMetricAndDirection) {
  for (std::uint32_t number = 0; number < 6; ++number) {
    const data::Profiles profiles = random_people(number, 150 + 100 * number, 0.1 * number);
    const auto rows = faultline::testing::rows_of(profiles, 2, 1);
    const std::vector<double> weights = faultline::testing::row_level_weights(rows);
    for (const Metric& metric : all_metrics()) {
      for (const scan::Direction direction : {kHigher, kLower}) {
        SCOPED_TRACE(std::string(metric.name) + (direction == kHigher ? " higher" : " lower"));
        const ConditionalResult ours =
            conditional_scan(input_of(profiles), {kClass}, only(metric.name, direction));
        ASSERT_THAT(ours.findings, SizeIs(1));
        const double plain =
            faultline::testing::row_level_best(rows, weights, metric, direction, 1.0);
        EXPECT_NEAR(ours.findings[0].score, plain, 1e-7 * std::max(1.0, plain));
        EXPECT_TRUE(ours.findings[0].search.certified);
      }
    }
  }
}

/// Everything about a result that must not depend on how people were written down.
std::vector<double> numbers_of(const ConditionalResult& result) {
  std::vector<double> numbers;
  for (const Finding& finding : result.findings) {
    numbers.insert(numbers.end(),
                   {finding.score, finding.observed, finding.expected, finding.theta.value_or(-1),
                    finding.p_value.value_or(-1), finding.p_value_adjusted.value_or(-1)});
  }
  return numbers;
}

TEST(Conditional, SplittingAndOrderOfProfilesDoNotMatter) {
  const data::Profiles profiles = random_people(7, 600, 0.2);
  data::Profiles split = profiles;  // reversed, and every count above 1 in two parts
  for (auto& column : split.codes) std::reverse(column.begin(), column.end());
  std::reverse(split.prediction.begin(), split.prediction.end());
  std::reverse(split.outcome.begin(), split.outcome.end());
  std::reverse(split.decision.begin(), split.decision.end());
  std::reverse(split.count.begin(), split.count.end());
  const std::int64_t before = split.size();
  for (std::int64_t k = 0; k < before; ++k) {
    if (split.count[k] < 2) continue;
    for (auto& column : split.codes) column.push_back(column[k]);
    split.prediction.push_back(split.prediction[k]);
    split.outcome.push_back(split.outcome[k]);
    split.decision.push_back(split.decision[k]);
    split.count.push_back(1);
    --split.count[k];
  }
  ASSERT_GT(split.size(), before);
  EXPECT_EQ(numbers_of(conditional_scan(input_of(profiles), {kClass}, case_study(19))),
            numbers_of(conditional_scan(input_of(split), {kClass}, case_study(19))));
}

TEST(Conditional, NamesOfValuesDoNotMatterWhenTheirOrderStays) {
  const data::Profiles profiles = random_people(8, 500, 0.2);
  data::Profiles renamed = profiles;
  renamed.attributes[0].labels = {"alpha", "beta"};
  renamed.attributes[1].labels = {"1", "2", "3"};
  EXPECT_EQ(numbers_of(conditional_scan(input_of(profiles), {kClass}, case_study(19))),
            numbers_of(conditional_scan(input_of(renamed), {kClass}, case_study(19))));
}

TEST(Conditional, OrderOfAttributesMovesTheLastDigitsOnly) {
  const data::Profiles profiles = random_people(9, 500, 0.2);
  ConditionalInput other = input_of(profiles);
  std::reverse(other.scanned.begin(), other.scanned.end());
  std::reverse(other.covariates.begin(), other.covariates.end());
  const auto one = conditional_scan(input_of(profiles), {kClass}, case_study());
  const auto two = conditional_scan(other, {kClass}, case_study());
  for (std::size_t i = 0; i < one.findings.size(); ++i) {
    EXPECT_NEAR(one.findings[i].score, two.findings[i].score, 1e-9);
    EXPECT_EQ(one.findings[i].n, two.findings[i].n);
  }
}

TEST(Conditional, AClassAndItsComplementShareThePool) {
  const data::Profiles profiles = random_people(10, 400);
  const ClassProblem inside(input_of(profiles), {"g", "g1"}, case_study());
  const ClassProblem outside(input_of(profiles), {"g", "g0"}, case_study());
  ASSERT_EQ(inside.sizes(), outside.sizes());
  for (std::size_t t = 0; t < inside.sizes().size(); ++t) {
    EXPECT_EQ(inside.members()[t] + outside.members()[t], inside.sizes()[t]);
  }
  EXPECT_EQ(inside.member_count() + outside.member_count(), 400);
}

TEST(Conditional, AClassDoesNotDependOnTheOthersAskedFor) {
  const data::Profiles profiles = random_people(11, 400, 0.2);
  const ConditionalInput input{
      .profiles = profiles, .scanned = {"a", "b", "g"}, .covariates = {"a", "b", "g"}};
  const auto alone = conditional_scan(input, {kClass}, case_study(19));
  const auto together = conditional_scan(input, {{"a", "a0"}, kClass}, case_study(19));
  ASSERT_THAT(together.findings, SizeIs(8));
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(alone.findings[i].score, together.findings[4 + i].score);
    EXPECT_EQ(alone.findings[i].p_value, together.findings[4 + i].p_value);
    EXPECT_LE(alone.findings[i].p_value_adjusted, together.findings[4 + i].p_value_adjusted);
  }
}

TEST(Conditional, RatesCountPeople) {
  const data::Profiles profiles = random_people(12, 800, 0.3);
  const auto result = conditional_scan(input_of(profiles), {kClass}, only("fpr", kHigher));
  const Finding& finding = result.findings.front();
  ASSERT_TRUE(finding.subgroup);
  EXPECT_EQ(finding.subgroup->size(), 1u);
  EXPECT_EQ(finding.subgroup->front().first, "a");
  std::int64_t n = 0;
  std::int64_t flagged = 0;
  std::int64_t other_n = 0;
  std::int64_t other_flagged = 0;
  for (std::int64_t k = 0; k < profiles.size(); ++k) {
    if (profiles.outcome[k] != 0 || profiles.codes[0][k] != 1) continue;
    const bool member = profiles.codes[2][k] == 1;
    (member ? n : other_n) += profiles.count[k];
    if (profiles.decision[k] != 0) (member ? flagged : other_flagged) += profiles.count[k];
  }
  EXPECT_EQ(finding.n, n);
  EXPECT_EQ(finding.observed_count, flagged);
  EXPECT_EQ(finding.comparison->n, other_n);
  EXPECT_EQ(finding.comparison->observed_count, other_flagged);
  EXPECT_LT(finding.comparison->interval->first, finding.comparison->observed);
  EXPECT_GT(finding.observed_interval->second, finding.observed);
  EXPECT_GT(finding.observed, finding.expected);
}

TEST(Conditional, TopGivesDistinctSubgroupsInOrder) {
  const data::Profiles profiles = random_people(13, 800, 0.3);
  ConditionalOptions options = only("fpr", kHigher, 19);
  options.penalty = 0;
  options.top = 3;
  const auto result = conditional_scan(input_of(profiles), {kClass}, options);
  ASSERT_GE(result.findings.size(), 2u);
  for (std::size_t i = 0; i < result.findings.size(); ++i) {
    EXPECT_EQ(result.findings[i].rank, static_cast<int>(i) + 1);
    EXPECT_TRUE(result.findings[i].p_value);
    if (i > 0) {
      EXPECT_LE(result.findings[i].score, result.findings[i - 1].score);
    }
  }
}

TEST(Conditional, DoublyRobustExpectationsMeetTheWeightedRate) {
  const data::Profiles profiles = random_people(14, 500, 0.1);
  ConditionalOptions options = only("ppv", kLower);
  options.doubly_robust = true;
  const ClassProblem problem(input_of(profiles), kClass, options);
  ClassScanner scanner(problem);
  scanner.use(problem.members());
  ASSERT_TRUE(scanner.expect(0));
  const CriterionState& state = scanner.state(0);
  double expected = 0;
  double observed = 0;
  for (std::size_t r = 0; r < state.weight.size(); ++r) {
    expected += state.weight[r] * state.expected[r];
    observed += state.positive[r];
  }
  EXPECT_NEAR(expected, observed, 1e-8);
}

TEST(Conditional, SigmaScalesTheGaussianScore) {
  const data::Profiles profiles = random_people(15, 500, 0.3);
  ConditionalOptions options = only("balance-negative", kHigher);
  options.penalty = 0;
  const double unit = conditional_scan(input_of(profiles), {kClass}, options).findings[0].score;
  options.sigma = 2.0;
  const double wide = conditional_scan(input_of(profiles), {kClass}, options).findings[0].score;
  EXPECT_NEAR(wide, unit / 4, 1e-9);
  options.sigma.reset();
  const double own = conditional_scan(input_of(profiles), {kClass}, options).findings[0].score;
  // Nine predictions from .1 to .9 spread by about 1.3 on the log-odds scale.
  EXPECT_GT(own, unit / 3);
  EXPECT_LT(own, unit);
}

TEST(Conditional, GivenColumnsReplaceTheModels) {
  data::Profiles profiles = random_people(16, 500, 0.3);
  const ClassProblem problem(input_of(profiles), kClass, only("fpr", kHigher));
  ClassScanner scanner(problem);
  scanner.use(problem.members());
  ASSERT_TRUE(scanner.expect(0));
  // The fitted values, written back as columns of numbers.
  profiles.number_names = {"propensity", "expectation"};
  profiles.numbers.assign(2, std::vector<double>(static_cast<std::size_t>(profiles.size()), 0.5));
  const Criterion& criterion = problem.criteria()[0];
  for (std::int64_t k = 0; k < profiles.size(); ++k) {
    for (std::size_t e = 0; e < criterion.tuple.size(); ++e) {
      const std::int32_t cell = problem.cells()[criterion.tuple[e]];
      if (problem.lattice().code(cell, 0) != profiles.codes[0][k] ||
          problem.lattice().code(cell, 1) != profiles.codes[1][k])
        continue;
      const std::int32_t row = criterion.unit_row[criterion.unit[e]];
      const double log_odds = scanner.propensity_log_odds()[criterion.covariate_row[row]];
      profiles.numbers[0][k] = 1 / (1 + std::exp(-log_odds));
      profiles.numbers[1][k] = scanner.state(0).expected[row];
    }
  }
  const double fitted =
      conditional_scan(input_of(profiles), {kClass}, only("fpr", kHigher)).findings[0].score;
  ConditionalOptions options = only("fpr", kHigher);
  options.propensity_column = "propensity";
  EXPECT_NEAR(conditional_scan(input_of(profiles), {kClass}, options).findings[0].score, fitted,
              1e-8);
  options = only("fpr", kHigher);
  options.expectation_column = "expectation";
  const auto given = conditional_scan(input_of(profiles), {kClass}, options);
  EXPECT_NEAR(given.findings[0].score, fitted, 1e-8);
  EXPECT_EQ(given.models.back().learner, "column");
  options.scans.push_back(options.scans.front());
  EXPECT_THAT(message_of([&] { (void)conditional_scan(input_of(profiles), {kClass}, options); }),
              HasSubstr("speaks of one metric"));
}

TEST(Conditional, NumericCovariatesEnterTheModelsAndAreNotScanned) {
  data::Profiles profiles = random_people(17, 400);
  profiles.number_names = {"age"};
  profiles.numbers.assign(1, {});
  for (std::int64_t k = 0; k < profiles.size(); ++k) {
    profiles.numbers[0].push_back(20 + static_cast<double>(k % 50));
  }
  ConditionalInput input = input_of(profiles);
  input.covariates = {"a", "age"};
  const auto result = conditional_scan(input, {kClass}, case_study(9));
  EXPECT_EQ(result.models[0].coefficients.size(), 3u);  // intercept, a=a1, age
  EXPECT_EQ(result.models[0].coefficients.back().first, "age");
  for (const Finding& finding : result.findings) EXPECT_EQ(finding.search.subgroups, 21);
  // The unit of a number must not matter.
  for (double& age : profiles.numbers[0]) age *= 365.25;
  const auto days = conditional_scan(input, {kClass}, case_study(9));
  for (std::size_t i = 0; i < result.findings.size(); ++i) {
    EXPECT_NEAR(result.findings[i].score, days.findings[i].score, 1e-8);
    EXPECT_EQ(result.findings[i].p_value, days.findings[i].p_value);
  }
}

TEST(Conditional, BoostedTreesAndForestsRunThroughTheSameDoor) {
  const data::Profiles profiles = random_people(18, 300, 0.2);
  for (const model::LearnerKind kind : {model::LearnerKind::boosted, model::LearnerKind::forest}) {
    ConditionalOptions options = only("fpr", kHigher, 3);
    options.propensity.kind = kind;
    options.expectation.kind = kind;
    const auto once = conditional_scan(input_of(profiles), {kClass}, options);
    const auto again = conditional_scan(input_of(profiles), {kClass}, options);
    EXPECT_EQ(once.models[0].learner, model::name_of(kind));
    EXPECT_EQ(numbers_of(once), numbers_of(again));
  }
}

TEST(Conditional, PermutationsKeepWhatTheyMust) {
  const data::Profiles profiles = random_people(19, 500);
  ConditionalOptions options = case_study(9);
  for (const Permute permute : {Permute::everyone, Permute::within}) {
    options.permute = permute;
    const ClassProblem problem(input_of(profiles), kClass, options);
    const Permutation permutation(problem);
    std::vector<std::int64_t> members;
    for (std::size_t scan = 0; scan < 4; ++scan) {
      const std::vector<std::int32_t> strata = problem.strata(scan);
      bool moved = false;
      for (std::uint32_t replicate = 1; replicate <= 5; ++replicate) {
        permutation.draw(replicate, scan, members);
        EXPECT_EQ(std::accumulate(members.begin(), members.end(), std::int64_t{0}),
                  problem.member_count());
        std::vector<std::int64_t> balance(strata.size(), 0);
        for (std::size_t t = 0; t < members.size(); ++t) {
          EXPECT_GE(members[t], 0);
          EXPECT_LE(members[t], problem.sizes()[t]);
          balance[strata[t]] += members[t] - problem.members()[t];
          moved = moved || members[t] != problem.members()[t];
        }
        if (permute == Permute::within) {
          EXPECT_TRUE(std::all_of(balance.begin(), balance.end(),
                                  [](std::int64_t difference) { return difference == 0; }));
        }
      }
      EXPECT_TRUE(moved);
    }
  }
}

TEST(Conditional, RefusesToExchangeWithinProfilesOfOnePerson) {
  data::Profiles profiles = random_people(20, 60);
  for (std::size_t k = 0; k < profiles.prediction.size(); ++k) {
    profiles.prediction[k] = 0.2 + 0.001 * static_cast<double>(k);
  }
  ConditionalOptions options = only("calibration", kLower, 9);
  options.permute = Permute::within;
  EXPECT_THAT(message_of([&] { (void)conditional_scan(input_of(profiles), {kClass}, options); }),
              HasSubstr("hardly anybody to exchange"));
  options = only("fpr", kHigher, 9);
  options.permute = Permute::within;
  EXPECT_TRUE(conditional_scan(input_of(profiles), {kClass}, options).findings[0].p_value);
}

TEST(Conditional, SaysWhenMembershipDependsOnTheCovariates) {
  // In random_people the class has 30 % of a0 and 50 % of a1.
  const data::Profiles profiles = random_people(28, 1000);
  const auto warned = conditional_scan(input_of(profiles), {kClass}, case_study(9));
  EXPECT_THAT(warned.warnings, ::testing::Contains(HasSubstr("g = g1 depends on the covariates")));
  ConditionalOptions options = case_study(9);
  options.permute = Permute::within;
  EXPECT_THAT(conditional_scan(input_of(profiles), {kClass}, options).warnings,
              ::testing::Not(::testing::Contains(HasSubstr("depends"))));
  // b has nothing to do with anything.
  const ConditionalInput other{
      .profiles = profiles, .scanned = {"a", "b"}, .covariates = {"a", "g"}};
  EXPECT_THAT(conditional_scan(other, {{"b", "b1"}}, case_study(9)).warnings,
              ::testing::Not(::testing::Contains(HasSubstr("depends"))));
}

TEST(Conditional, ARefusedScanIsShownUntestedBesideTheOthers) {
  data::Profiles profiles = random_people(30, 70);
  for (std::size_t k = 0; k < profiles.prediction.size(); ++k) {
    profiles.prediction[k] = 0.2 + 0.001 * static_cast<double>(k);
  }
  ConditionalOptions options = case_study(9);
  options.permute = Permute::within;
  const auto result = conditional_scan(input_of(profiles), {kClass}, options);
  EXPECT_FALSE(result.findings[2].p_value);
  EXPECT_THAT(result.findings[2].warnings, ::testing::Contains(HasSubstr("not tested: ")));
  EXPECT_TRUE(result.findings[1].p_value);
}

TEST(Conditional, ScoresDoNotSplitTuplesWhereNoScanLooksAtThem) {
  const data::Profiles profiles = random_people(31, 2000);
  const ClassProblem decisions(input_of(profiles), kClass, only("fpr", kHigher));
  const ClassProblem scores(input_of(profiles), kClass, case_study());
  EXPECT_LE(decisions.tuples(), 2 * 3 * 2 * 2);
  EXPECT_GT(scores.tuples(), decisions.tuples());
}

TEST(Conditional, PredictionsWithoutSpreadAreNoFinding) {
  data::Profiles profiles = random_people(32, 300);
  std::fill(profiles.prediction.begin(), profiles.prediction.end(), 0.3);
  ConditionalOptions options = only("balance-negative", kHigher, 9);
  options.sigma.reset();
  options.penalty = 0;
  EXPECT_LT(conditional_scan(input_of(profiles), {kClass}, options).findings[0].score, 1e-9);
}

TEST(Conditional, AnInterruptionDoesNotMakeOthersMoreSignificant) {
  const data::Profiles profiles = random_people(33, 300, 0.3);
  const ConditionalInput input{
      .profiles = profiles, .scanned = {"a", "b", "g"}, .covariates = {"a", "b", "g"}};
  const std::vector<ProtectedClass> classes = {{"g", "g1"}, {"a", "a0"}, {"a", "a1"}, {"b", "b0"}};
  std::stop_source source;
  const Hooks hooks{.progress =
                        [&](std::string_view, std::int64_t done, std::int64_t) {
                          if (done >= 99) source.request_stop();
                        },
                    .stop = source.get_token()};
  const auto part = conditional_scan(input, classes, case_study(99), hooks);
  const auto whole = conditional_scan(input, classes, case_study(99));
  EXPECT_TRUE(part.partial);
  ASSERT_TRUE(part.findings[1].p_value);
  EXPECT_EQ(part.findings[1].p_value, whole.findings[1].p_value);
  EXPECT_GE(*part.findings[1].p_value_adjusted, *whole.findings[1].p_value_adjusted);
  EXPECT_FALSE(part.findings.back().p_value);
}

TEST(ConditionalBadCases, ClassAbsentOrEverybody) {
  const data::Profiles profiles = random_people(21, 50);
  EXPECT_THAT(
      message_of([&] { (void)conditional_scan(input_of(profiles), {{"g", "g7"}}, case_study()); }),
      HasSubstr("--protected g=g7: nobody belongs to this class"));
  data::Profiles alike = profiles;
  std::fill(alike.codes[2].begin(), alike.codes[2].end(), data::Code{1});
  EXPECT_THAT(message_of([&] { (void)conditional_scan(input_of(alike), {kClass}, case_study()); }),
              HasSubstr("all 50 people belong to this class"));
}

TEST(ConditionalBadCases, NobodyToCompareWithIsAFindingWithoutPValue) {
  data::Profiles profiles = random_people(22, 80);
  for (std::size_t k = 0; k < profiles.decision.size(); ++k) {
    if (profiles.codes[2][k] == 0) profiles.decision[k] = 0;
  }
  const auto result = conditional_scan(input_of(profiles), {kClass}, case_study(9));
  const Finding& ppv = result.findings[3];
  EXPECT_FALSE(ppv.subgroup);
  EXPECT_FALSE(ppv.p_value);
  EXPECT_FALSE(ppv.significant);
  ASSERT_THAT(ppv.warnings, SizeIs(1));
  EXPECT_THAT(ppv.warnings[0],
              HasSubstr("outside the class there is nobody with a positive decision"));
  EXPECT_TRUE(result.findings[0].p_value);
}

TEST(ConditionalBadCases, NothingVariesOutsideIsAFindingWithoutScore) {
  data::Profiles profiles = random_people(29, 200);
  for (std::size_t k = 0; k < profiles.decision.size(); ++k) {
    if (profiles.codes[2][k] == 0 && profiles.decision[k] == 1) profiles.outcome[k] = 1;
  }
  const auto result = conditional_scan(input_of(profiles), {kClass}, only("ppv", kLower, 9));
  EXPECT_FALSE(result.findings[0].subgroup);
  EXPECT_FALSE(result.findings[0].p_value);
  ASSERT_THAT(result.findings[0].warnings, SizeIs(1));
  EXPECT_THAT(result.findings[0].warnings[0],
              HasSubstr("outside the class the event is the same for all"));
}

TEST(ConditionalBadCases, MissingRoles) {
  data::Profiles profiles = random_people(23, 80);
  profiles.decision.clear();
  EXPECT_THAT(message_of([&] {
                (void)conditional_scan(input_of(profiles), {kClass}, only("fpr", kHigher));
              }),
              HasSubstr("--metric fpr needs decisions"));
  profiles.prediction.clear();
  EXPECT_THAT(message_of([&] {
                (void)conditional_scan(input_of(profiles), {kClass}, only("calibration", kLower));
              }),
              HasSubstr("--metric calibration needs predictions"));
}

TEST(ConditionalBadCases, OneAttributeLeavesTheClassAsAWhole) {
  const data::Profiles profiles = random_people(24, 400, 0.3);
  const ConditionalInput input{.profiles = profiles, .scanned = {"g"}, .covariates = {"g"}};
  const auto result = conditional_scan(input, {kClass}, only("fpr", kHigher, 9));
  EXPECT_EQ(result.findings[0].search.subgroups, 1);
  ASSERT_TRUE(result.findings[0].subgroup);
  EXPECT_THAT(*result.findings[0].subgroup, IsEmpty());
}

TEST(ConditionalBadCases, CovariateConstantWithinTheFilterIsNamed) {
  data::Profiles profiles = random_people(25, 300);
  for (std::size_t k = 0; k < profiles.outcome.size(); ++k) {
    if (profiles.codes[0][k] == 1) profiles.outcome[k] = 1;
  }
  const auto result = conditional_scan(input_of(profiles), {kClass}, only("fpr", kHigher));
  const ModelReport& expectation = result.models.back();
  EXPECT_THAT(expectation.dropped, ::testing::ElementsAre("a=a1"));
  EXPECT_THAT(expectation.warnings, ::testing::Contains(HasSubstr("a=a1 does not vary")));
}

TEST(ConditionalBadCases, SeparationWithoutRidgeIsSaid) {
  data::Profiles profiles = random_people(26, 300);
  for (std::size_t k = 0; k < profiles.decision.size(); ++k) {
    if (profiles.codes[1][k] == 2) profiles.decision[k] = 1;
  }
  ConditionalOptions options = only("fpr", kHigher);
  options.expectation.ridge = 0;
  const auto result = conditional_scan(input_of(profiles), {kClass}, options);
  EXPECT_TRUE(result.models.back().separated);
  EXPECT_THAT(result.models.back().warnings, ::testing::Contains(HasSubstr("--ridge above 0")));
  EXPECT_TRUE(std::isfinite(result.findings[0].score));
}

TEST(ConditionalBadCases, ClippedPredictionsAreCounted) {
  data::Profiles profiles = random_people(27, 200);
  std::int64_t certain = 0;
  for (std::size_t k = 0; k < 20; ++k) {
    profiles.prediction[k] = 1;
    certain += profiles.count[k];
  }
  const auto result = conditional_scan(input_of(profiles), {kClass}, case_study());
  EXPECT_THAT(result.warnings, ::testing::Contains(HasSubstr(std::to_string(certain) + " people")));
}

}  // namespace
}  // namespace faultline::audit
