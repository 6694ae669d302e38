// `check`: which parts run, one adjustment over all of them, and lines that never contradict it.

#include "faultline/run/check.hpp"

#include <algorithm>
#include <set>

#include "run/invented_people.hpp"
#include "run/specs.hpp"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "faultline/base/error.hpp"
#include "faultline/resample/holm_families.hpp"
#include "faultline/run/check_groups.hpp"
#include "faultline/run/gate.hpp"
#include "faultline/run/joint_tests.hpp"
#include "faultline/run/scan.hpp"

namespace faultline::test {
namespace {

using result::CheckList;
using result::Verdict;
using ::testing::DoubleEq;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Optional;
using ::testing::ThrowsMessage;

std::vector<run::Command> commands_of(const methods::Result& result) {
  std::vector<run::Command> list;
  for (const result::Part& part : result.parts) list.push_back(part.command);
  return list;
}

const result::Part& part_of(const methods::Result& result, run::Command command) {
  const auto found = std::ranges::find(result.parts, command, &result::Part::command);
  if (found == result.parts.end()) throw InternalError("no such part");
  return *found;
}

struct Answer {
  std::optional<double> p{};
  std::optional<Verdict> verdict{};
};

/// What the part itself says on the line that a verdict speaks of.
Answer own_line(const methods::Result& result, const result::CheckReport::Line& line) {
  const result::Part& part = part_of(result, line.part);
  const auto place = static_cast<std::size_t>(line.place);
  if (line.list == CheckList::findings)
    return {part.findings.at(place).p_value_adjusted, part.findings.at(place).verdict};
  if (line.list == CheckList::comparisons) {
    const auto& one = part.metrics->comparisons.at(place);
    return {one.p_value_adjusted, one.verdict};
  }
  const auto& level = part.sources->levels.at(place);
  return {level.p_value_adjusted,
          *level.p_value_adjusted <= part.alpha ? Verdict::evidence : Verdict::not_enough};
}

TEST(JointTests, AdjustsAllFamiliesTogether) {
  const std::vector<resample::FamilyPValues> all{{0.001, 0.2}, {0.012}, {0.02, std::nullopt}, {}};
  const resample::FamilyAdjustment expected = resample::holm_families(all, 0.05);
  run::JointTests tests(0.05);
  EXPECT_EQ(tests.add({all[0], all[1]}), 0U);
  EXPECT_EQ(tests.add({all[2], all[3]}), 2U);
  EXPECT_EQ(tests.size(), 4U);
  EXPECT_EQ(tests.tested(), 3U);
  const resample::FamilyAdjustment last = tests.adjusted(2, 2);
  EXPECT_EQ(last.adjusted[0], expected.adjusted[2]);
  EXPECT_EQ(last.adjusted[1], expected.adjusted[3]);
  EXPECT_EQ(last.level[0], expected.level[2]);
  EXPECT_EQ(tests.adjusted(0, 1).adjusted[0], expected.adjusted[0]);
  EXPECT_THAT([&] { tests.add({all[0]}); },
              ThrowsMessage<InternalError>(HasSubstr("after the others were adjusted")));
}

TEST(RunCheck, RunsEveryPartThatTheColumnsAllow) {
  data::MemorySource people = invented_people();
  const methods::Result result = run::check(check_spec(), people);
  EXPECT_THAT(commands_of(result), ElementsAre(run::Command::metrics, run::Command::scan,
                                               run::Command::audit, run::Command::sources));
  ASSERT_TRUE(result.check);
  EXPECT_TRUE(result.check->left_out.empty());
  // One each, but for the costs: of two groups every difference is tested among the rates.
  EXPECT_EQ(result.check->families, 3);
  for (const result::Part& part : result.parts) {
    EXPECT_EQ(part.data.rows_used, result.data.rows_used);
    EXPECT_EQ(part.alpha, result.alpha);
    EXPECT_EQ(part.seed, result.seed);
  }
}

TEST(RunCheck, TheListAndThePartsSayTheSame) {
  data::MemorySource people = invented_people();
  const methods::Result result = run::check(check_spec(), people);
  const auto& lines = result.check->verdicts;
  std::set<Verdict> seen;
  for (const auto& line : lines) {
    const Answer own = own_line(result, line);
    EXPECT_EQ(line.p_value_adjusted, own.p) << line.question << ", " << line.who;
    EXPECT_EQ(line.verdict, own.verdict) << line.question << ", " << line.who;
    if (line.verdict) seen.insert(*line.verdict);
  }
  EXPECT_TRUE(seen.contains(Verdict::evidence));
  EXPECT_TRUE(seen.contains(Verdict::not_enough));
  EXPECT_EQ(part_of(result, run::Command::metrics).metrics->tests,
            std::ranges::count_if(lines, [](const auto& line) { return !!line.p_value_adjusted; }));
  const auto evidence = [](const auto& line) { return line.verdict == Verdict::evidence; };
  EXPECT_TRUE(std::ranges::is_partitioned(lines, evidence));
}

TEST(RunCheck, CountsTheTestsOfTheOtherParts) {
  data::MemorySource people = invented_people();
  const methods::Result result = run::check(check_spec(), people);
  run::ScanSpec alone = scan_spec();
  alone.roles.attributes = {"region", "sex"};
  const methods::Result scan = run::scan(alone, people);
  const result::Part& part = part_of(result, run::Command::scan);
  ASSERT_EQ(part.findings.size(), scan.findings.size());
  for (const methods::Finding& one : scan.findings) {
    const auto same = std::ranges::find(part.findings, one.direction, &methods::Finding::direction);
    EXPECT_EQ(same->text, one.text);
    EXPECT_EQ(same->score, one.score);
    EXPECT_GE(*same->p_value_adjusted, *one.p_value_adjusted);
  }
}

TEST(RunCheck, AnIntervalLeavesOutNoDifferenceExactlyWhereThereIsEvidence) {
  data::MemorySource people = invented_people();
  run::CheckSpec spec = check_spec();
  spec.protected_classes = {"sex,region"};
  spec.replicates = 999;
  const methods::Result result = run::check(spec, people);
  int looked_at = 0;
  for (const result::Part& part : result.parts) {
    for (const methods::Finding& finding : part.findings) {
      if (!finding.theta_interval) continue;
      const double none = finding.theta_name == methods::ThetaName::q ? 1 : 0;
      const bool left_out =
          finding.theta_interval->first > none || finding.theta_interval->second < none;
      EXPECT_EQ(left_out, finding.verdict == Verdict::evidence) << finding.text;
      ++looked_at;
    }
  }
  EXPECT_GT(looked_at, 3);
}

TEST(RunCheck, OneDifferenceIsTestedOnce) {
  data::MemorySource people = invented_people();
  run::CheckSpec spec = check_spec();
  spec.protected_classes = {"sex"};
  const methods::Result result = run::check(spec, people);
  const auto& levels = part_of(result, run::Command::sources).sources->levels;
  ASSERT_EQ(levels.size(), 3U);
  for (const auto& level : levels) EXPECT_TRUE(level.of_metrics);
  const auto& rates = *part_of(result, run::Command::metrics).metrics;
  for (const auto& one : rates.comparisons) {
    if (one.rate == result::RateName::fpr) {
      EXPECT_EQ(levels[0].p_value, one.p_value);
      EXPECT_EQ(levels[0].p_value_adjusted, one.p_value_adjusted);
    }
  }
  for (const auto& line : result.check->verdicts) EXPECT_NE(line.list, CheckList::levels);
}

TEST(RunCheck, PairsThatTheTableDoesNotCompareAreTestedOnTheirOwn) {
  data::MemorySource people = invented_people();
  run::CheckSpec spec = check_spec();
  spec.protected_classes = {"sex,region"};
  const methods::Result result = run::check(spec, people);
  const auto& levels = part_of(result, run::Command::sources).sources->levels;
  // Of four groups three are compared with the largest, so three of six pairs are left.
  EXPECT_EQ(levels.size(), 18U);
  EXPECT_EQ(std::ranges::count(levels, true, &result::SourcesReport::Level::of_metrics), 9);
  EXPECT_EQ(std::ranges::count(result.check->verdicts, CheckList::levels,
                               &result::CheckReport::Line::list),
            9);
}

TEST(RunCheck, WithOutcomeAndScoreAloneScans) {
  data::MemorySource people = invented_people();
  run::CheckSpec spec;
  spec.roles.outcome = "y";
  spec.roles.score = "p";
  spec.replicates = 99;
  const methods::Result result = run::check(spec, people);
  EXPECT_THAT(commands_of(result), ElementsAre(run::Command::scan));
  ASSERT_EQ(result.check->left_out.size(), 3U);
  EXPECT_THAT(result.check->left_out[0].why,
              HasSubstr("a column that says who belongs to which group (`protected = COL`)"));
  EXPECT_EQ(result.check->verdicts[0].who, "sex = F; South");
  EXPECT_EQ(result.check->verdicts[0].verdict, Verdict::evidence);
}

TEST(RunCheck, WithDecisionsAloneComparesGroups) {
  data::MemorySource people = invented_people();
  run::CheckSpec spec;
  spec.roles.decision = "flag";
  spec.protected_classes = {"sex"};
  const methods::Result result = run::check(spec, people);
  EXPECT_THAT(commands_of(result), ElementsAre(run::Command::metrics));
  EXPECT_THAT(result.check->left_out[0].why,
              HasSubstr("a column that says what happened (`outcome = COL`) and a column of "
                        "predicted probabilities"));
  EXPECT_EQ(run::gate(result, std::vector{run::FailOn::finding}), run::Gate::tripped);
}

TEST(RunCheck, WithoutDecisionsCostsAreThoseOfPredictions) {
  data::MemorySource people = invented_people();
  run::CheckSpec spec = check_spec();
  spec.roles.decision.clear();
  const methods::Result result = run::check(spec, people);
  std::set<result::CostMetric> metrics;
  for (const auto& cost : part_of(result, run::Command::sources).sources->costs)
    metrics.insert(cost.metric);
  EXPECT_EQ(metrics, (std::set{result::CostMetric::generalised_zero_one, result::CostMetric::mse}));
}

TEST(RunCheck, APartThatThePeopleDoNotAllowIsLeftOutWithItsReason) {
  data::MemorySource people;
  std::vector<std::string> sex;
  std::vector<double> outcome;
  std::vector<double> certain;
  for (int i = 0; i < 200; ++i) {
    sex.emplace_back(i % 2 == 0 ? "F" : "M");
    outcome.push_back(i % 3 == 0 ? 1 : 0);
    certain.push_back(i % 3 == 1 ? 0.5 : i % 6 == 0 ? 1 : 0);
  }
  people.add_text("sex", sex);
  people.add_numbers("y", outcome);
  people.add_numbers("p", certain);
  run::CheckSpec spec;
  spec.roles.outcome = "y";
  spec.roles.score = "p";
  spec.protected_classes = {"sex"};
  spec.replicates = 99;
  const methods::Result result = run::check(spec, people);
  ASSERT_EQ(result.check->left_out.size(), 1U);
  EXPECT_EQ(result.check->left_out[0].part, run::Command::scan);
  EXPECT_THAT(result.check->left_out[0].why, HasSubstr("which makes the score infinite"));
  EXPECT_FALSE(result.parts.empty());
}

TEST(RunCheck, NothingToLookAtIsRefused) {
  data::MemorySource people = invented_people();
  run::CheckSpec spec;
  spec.roles.outcome = "y";
  EXPECT_THAT(
      [&] { (void)run::check(spec, people); },
      ThrowsMessage<ConfigError>(HasSubstr("check needs columns to look at: add `outcome")));
}

TEST(CheckGroups, EvidenceOfAPartAloneNeedNotBeEvidenceOfTheRun) {
  result::MetricsReport report;
  auto& one = report.comparisons.emplace_back();
  one.p_value = one.p_value_adjusted = 0.03;
  one.verdict = Verdict::evidence;
  run::JointTests tests(0.05);
  tests.add({run::rate_tests(report), {0.5}});
  run::settle_rates(tests.adjusted(0, 1).adjusted.front(), 0.05, report);
  EXPECT_THAT(one.p_value_adjusted, Optional(DoubleEq(0.06)));
  EXPECT_EQ(one.verdict, Verdict::not_enough);
}

TEST(CheckGroups, TheGateGoesByTheList) {
  methods::Result result;
  auto& line = result.check.emplace().verdicts.emplace_back();
  line.verdict = Verdict::not_enough;
  const std::vector<run::FailOn> finding{run::FailOn::finding};
  EXPECT_EQ(run::gate(result, finding), run::Gate::passed);
  line.verdict = Verdict::evidence;
  EXPECT_EQ(run::gate(result, finding), run::Gate::tripped);
  line.verdict = Verdict::not_enough;
  result.parts.emplace_back().findings.emplace_back().verdict = Verdict::not_comparable;
  EXPECT_TRUE(run::has_incomparable(result));
}

}  // namespace
}  // namespace faultline::test
