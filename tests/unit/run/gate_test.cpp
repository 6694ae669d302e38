#include "faultline/run/gate.hpp"

#include "run/invented_people.hpp"
#include "run/specs.hpp"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "faultline/base/error.hpp"
#include "faultline/run/run.hpp"

namespace faultline::test {
namespace {

using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

TEST(Gate, TripsOnEvidence) {
  methods::Result result;
  result.findings.emplace_back().significant = true;
  const std::vector<run::FailOn> finding{run::FailOn::finding};
  EXPECT_EQ(run::gate(result, finding), run::Gate::tripped);
  EXPECT_EQ(run::gate(result, std::vector{run::FailOn::not_comparable}), run::Gate::passed);
  result.findings.front().significant = false;
  EXPECT_EQ(run::gate(result, finding), run::Gate::passed);
  result.partial = true;
  EXPECT_EQ(run::gate(result, finding), run::Gate::unfinished);
}

TEST(Gate, TripsOnWhatCannotBeComparedOnlyWhereAsked) {
  methods::Result result;
  result.findings.emplace_back().verdict = methods::Verdict::not_comparable;
  EXPECT_TRUE(run::has_incomparable(result));
  EXPECT_EQ(run::gate(result, std::vector{run::FailOn::finding}), run::Gate::passed);
  EXPECT_EQ(run::gate(result, std::vector{run::FailOn::finding, run::FailOn::not_comparable}),
            run::Gate::tripped);
}

TEST(Gate, WithdrawnEvidenceIsNotPassedOverWhereComparingIsAsked) {
  methods::Result result;
  methods::Finding& finding = result.findings.emplace_back();
  finding.verdict = methods::Verdict::undecided;
  EXPECT_FALSE(run::has_withdrawn(result));  // too few replicates
  finding.set_aside.emplace().columns = {"income"};
  finding.p_value_adjusted = 0.3;
  EXPECT_FALSE(run::has_withdrawn(result)) << "still too few replicates";
  finding.p_value_adjusted = 0.01;
  EXPECT_TRUE(run::has_withdrawn(result));
  EXPECT_FALSE(run::has_incomparable(result));
  EXPECT_EQ(run::gate(result, std::vector{run::FailOn::finding}), run::Gate::passed);
  EXPECT_EQ(run::gate(result, std::vector{run::FailOn::not_comparable}), run::Gate::tripped);
}

TEST(Gate, TripsOnEvidenceBetweenGroups) {
  methods::Result result;
  auto& comparison = result.metrics.emplace().comparisons.emplace_back();
  comparison.verdict = methods::Verdict::not_enough;
  const std::vector<run::FailOn> finding{run::FailOn::finding};
  EXPECT_EQ(run::gate(result, finding), run::Gate::passed);
  comparison.verdict = methods::Verdict::evidence;
  EXPECT_EQ(run::gate(result, finding), run::Gate::tripped);
}

TEST(Gate, TripsOnWhatGotWorse) {
  methods::Result result;
  methods::Finding& finding = result.findings.emplace_back();
  finding.significant = true;
  finding.worse = false;
  auto& change = result.compare.emplace().changes.emplace_back();
  change.verdict = methods::Verdict::evidence;
  const std::vector<run::FailOn> worse{run::FailOn::worse};
  const std::vector<run::FailOn> any{run::FailOn::finding};
  EXPECT_EQ(run::gate(result, worse), run::Gate::passed);
  EXPECT_EQ(run::gate(result, any), run::Gate::tripped);  // something got better
  finding.worse = true;
  EXPECT_EQ(run::gate(result, worse), run::Gate::tripped);
  result.findings.clear();
  EXPECT_EQ(run::gate(result, worse), run::Gate::passed);  // changed, and neither side is better
  EXPECT_EQ(run::gate(result, any), run::Gate::tripped);
  change.worse = false;
  EXPECT_EQ(run::gate(result, any), run::Gate::passed);
  change.worse = true;
  EXPECT_EQ(run::gate(result, worse), run::Gate::tripped);
  result.compare->kind = result::CompareKind::periods;  // other people may explain rates
  EXPECT_EQ(run::gate(result, worse), run::Gate::passed);
  result.partial = true;
  EXPECT_EQ(run::gate(result, worse), run::Gate::unfinished);
}

TEST(Gate, WorseIsAWordOfComparisonsOnly) {
  run::MetricsSpec metrics = metrics_spec();
  metrics.fail_on = {run::FailOn::worse};
  EXPECT_THAT([&] { run::validate(run::AnySpec(metrics)); },
              ThrowsMessage<ConfigError>(HasSubstr("metrics compares nothing before and after")));
  run::CompareSpec compare = compare_spec();
  compare.fail_on = {run::FailOn::worse};
  EXPECT_NO_THROW(run::validate(run::AnySpec(compare)));
  compare.direction = methods::ChangeDirection::better;
  EXPECT_THAT([&] { run::validate(run::AnySpec(compare)); },
              ThrowsMessage<ConfigError>(HasSubstr("would never look where it got worse")));
}

TEST(Gate, TooFewReplicatesAreRefusedWithTheNumberThatWouldDo) {
  methods::SearchSettings settings{.replicates = 18};
  const std::vector<run::FailOn> finding{run::FailOn::finding};
  EXPECT_THAT([&] { run::check_gate(finding, settings); },
              ThrowsMessage<ConfigError>(HasSubstr("at least `replicates` 19")));
  settings.replicates = 19;
  EXPECT_NO_THROW(run::check_gate(finding, settings));
  EXPECT_THAT([&] { run::check_gate(finding, settings, 3); },
              ThrowsMessage<ConfigError>(HasSubstr("at least `replicates` 59")));
  EXPECT_NO_THROW(run::check_gate({}, settings, 3));
  EXPECT_NO_THROW(
      run::check_gate(std::vector<run::FailOn>{run::FailOn::not_comparable}, settings, 3));
}

TEST(Gate, ThatCouldNeverTripIsRefused) {
  run::AuditSpec audit = audit_spec();
  audit.fail_on = {run::FailOn::finding};
  audit.search.replicates = 0;
  EXPECT_THAT(
      [&] { run::validate(audit); },
      ThrowsMessage<ConfigError>(HasSubstr("no finding that rests on replicates could fail")));
  run::CounterfactualSpec rates = counterfactual_spec();
  rates.fail_on = {run::FailOn::finding};
  rates.method.bootstrap = 0;
  EXPECT_THAT([&] { run::validate(rates); },
              ThrowsMessage<ConfigError>(HasSubstr("goes by intervals")));
}

}  // namespace
}  // namespace faultline::test
