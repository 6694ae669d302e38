// One function per method from people and spec to result, with people in memory.

#include <algorithm>
#include <cmath>

#include "run/invented_people.hpp"
#include "run/specs.hpp"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "faultline/base/error.hpp"
#include "faultline/run/run.hpp"

namespace faultline::test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

const Value& option(const methods::Result& result, const std::string& key) {
  for (const auto& [name, value] : result.config) {
    if (name == key) return value;
  }
  throw InternalError("config has no " + key);
}

std::vector<std::string> list(const methods::Result& result, const std::string& key) {
  return std::get<std::vector<std::string>>(option(result, key));
}

TEST(RunScan, FindsTheSubgroupThatTheModelFails) {
  data::MemorySource people = invented_people();
  const methods::Result result = run::scan(scan_spec(), people);
  ASSERT_FALSE(result.findings.empty());
  EXPECT_EQ(result.findings[0].text, "sex = F; South");
  EXPECT_EQ(result.findings[0].significant, true);
}

TEST(RunScan, EchoesTheAttributesItChose) {
  data::MemorySource people = invented_people();
  const methods::Result result = run::scan(scan_spec(), people);
  EXPECT_THAT(list(result, "attributes"), ElementsAre("sex", "region", "flag", "drug"));
  EXPECT_THAT(list(result, "by_default"), ElementsAre("attributes"));
}

TEST(RunAudit, EchoesAttributesCovariatesAndMetrics) {
  data::MemorySource people = invented_people();
  const methods::Result result = run::audit(audit_spec(), people);
  EXPECT_THAT(list(result, "covariates"), ElementsAre("region", "sex"));
  EXPECT_THAT(list(result, "metric"), ElementsAre("balance-negative", "fpr", "calibration", "ppv"));
  EXPECT_THAT(list(result, "by_default"), ElementsAre("covariates", "metric"));
  EXPECT_EQ(result.findings.size(), 4U);
}

TEST(RunIjdi, ScansEveryLambda) {
  data::MemorySource people = invented_people();
  const methods::Result result = run::ijdi(ijdi_spec(), people);
  EXPECT_EQ(result.findings.size(), 4U);  // two error rates, two lambdas
}

TEST(RunMetrics, ShowsEverybodyEachValueAndEachIntersection) {
  data::MemorySource people = invented_people();
  const methods::Result result = run::metrics(metrics_spec(), people);
  ASSERT_TRUE(result.metrics);
  EXPECT_EQ(result.metrics->groups.front().n, result.data.rows_used);
  std::int64_t singles = 0;
  std::int64_t both = 0;
  for (const auto& group : result.metrics->groups) {
    if (group.group.size() == 1) singles += group.n;
    if (group.group.size() == 2) both += group.n;
  }
  EXPECT_EQ(singles, 2 * result.data.rows_used);
  EXPECT_EQ(both, result.data.rows_used);
}

/// Two visits of each person, whose names are text, and what was predicted of a number.
data::MemorySource visits() {
  std::vector<std::string> person;
  std::vector<std::string> sex;
  std::vector<std::string> month;
  std::vector<std::string> flagged;
  std::vector<double> cost;
  std::vector<double> guess;
  for (int i = 0; i < 200; ++i) {
    person.push_back("person " + std::to_string(i / 2));
    sex.emplace_back(i % 4 < 2 ? "F" : "M");
    month.emplace_back(i % 2 == 0 ? "May" : "June");
    flagged.emplace_back(i % 3 == 0 ? "yes" : "no");
    cost.push_back(i % 7);
    guess.push_back(i % 5);
  }
  data::MemorySource source;
  source.add_text("person", person);
  source.add_text("sex", sex);
  source.add_text("month", month);
  source.add_text("flagged", flagged);
  source.add_numbers("cost", cost);
  source.add_numbers("guess", guess);
  return source;
}

TEST(RunMetrics, CountsClustersByTheNamesThatColumnsHave) {
  data::MemorySource people = visits();
  run::MetricsSpec spec;
  spec.decision = "flagged=yes";
  spec.protected_columns = {"sex"};
  spec.cluster = "person";
  spec.weight = "guess";
  EXPECT_THAT([&] { (void)run::metrics(spec, people); },
              ThrowsMessage<InputError>(HasSubstr("`weight`: 0 is not a weight")));
  spec.weight.clear();
  const methods::Result result = run::metrics(spec, people);
  EXPECT_THAT(result.metrics->notices.front().text, HasSubstr("200 rows belong to 100 clusters"));
}

TEST(RunMetrics, TakesNumbersAndPartsFromTheirColumns) {
  data::MemorySource people = visits();
  run::MetricsSpec spec;
  spec.outcome = "cost";
  spec.score = "guess";
  spec.protected_columns = {"sex"};
  spec.by = "month";
  const methods::Result result = run::metrics(spec, people);
  EXPECT_TRUE(result.metrics->groups.front().rates.mae->estimate);
  ASSERT_TRUE(result.metrics->by);
  ASSERT_EQ(result.metrics->by->parts.size(), 2U);
  EXPECT_EQ(result.metrics->by->parts[0].value, "June");
  EXPECT_EQ(result.metrics->by->parts[0].n, 100);
  spec.threshold = "0.5";
  EXPECT_THAT([&] { (void)run::metrics(spec, people); },
              ThrowsMessage<InputError>(HasSubstr("so `threshold` is not for it")));
}

TEST(RunElicit, TakesAnswersFromTheSpec) {
  data::MemorySource nobody;
  const methods::Result result = run::elicit(elicit_spec(), nobody);
  ASSERT_TRUE(result.elicit);
  EXPECT_EQ(result.elicit->answers[1].person, "Ben, the second");
  EXPECT_TRUE(result.elicit->lambda_n);
}

TEST(RunElicit, SaysWhatLambdaAllowsThePeopleNamed) {
  data::MemorySource people = invented_people();
  run::ElicitSpec spec = elicit_spec();
  spec.roles.outcome = "y";
  EXPECT_THAT([&] { (void)run::elicit(spec, people); },
              ThrowsMessage<ConfigError>(HasSubstr("elicit needs decisions to say what lambda")));
  spec.roles.decision = "flag";
  EXPECT_THAT([&] { (void)run::elicit(spec, people); },
              ThrowsMessage<ConfigError>(HasSubstr("elicit needs the true probability")));
  spec.probability.fit = run::FittedModel::logistic;
  spec.roles.attributes = {"sex", "region"};
  const methods::Result result = run::elicit(spec, people);
  ASSERT_TRUE(result.elicit->meaning);
  EXPECT_EQ(result.elicit->meaning->groups.size(), 4U);
  EXPECT_THAT(list(result, "attributes"), ElementsAre("sex", "region"));
  spec.roles.outcome.clear();
  EXPECT_THAT([&] { (void)run::elicit(spec, people); },
              ThrowsMessage<ConfigError>(HasSubstr("when their outcome is named")));
}

/// Keeps what it is sent.
class Kept final : public run::DecisionSink {
 public:
  void begin(const std::string&, const std::string&,
             const std::vector<std::string>& decisions) override {
    names = decisions;
  }
  void add(const data::Row&, double, const std::vector<bool>&) override { ++rows; }
  void finish() override { finished = true; }
  std::vector<std::string> names{};
  std::int64_t rows = 0;
  bool finished = false;
};

TEST(RunMitigate, SendsADecisionForEveryRow) {
  data::MemorySource people = invented_people();
  Kept kept;
  const run::MitigateOutcome done = run::mitigate(mitigate_spec(), people, {.decisions = &kept});
  EXPECT_EQ(kept.rows, 600);
  EXPECT_TRUE(kept.finished);
  EXPECT_THAT(kept.names, ElementsAre("decision_before", "decision_after"));
  EXPECT_FALSE(done.rules.rules.empty());
}

TEST(RunMitigate, RulesFilesReadBackAndNameWhatIsWrong) {
  data::MemorySource people = invented_people();
  const run::RulesFile rules = run::mitigate(mitigate_spec(), people).rules;
  const std::string text = run::to_json(rules);
  EXPECT_EQ(run::to_json(run::rules_from_json(text, "rules.json")), text);
  EXPECT_THAT([] { (void)run::rules_from_json("{}", "rules.json"); },
              ThrowsMessage<InputError>(HasSubstr("'rules.json' is not a rules file")));
}

TEST(RunCounterfactual, EstimatesEveryGroup) {
  data::MemorySource people = invented_people();
  const methods::Result result = run::counterfactual(counterfactual_spec(), people);
  ASSERT_TRUE(result.counterfactual);
  EXPECT_EQ(result.counterfactual->decisions[0].groups.size(), 4U);
}

TEST(RunSources, ComparesGroups) {
  data::MemorySource people = invented_people();
  const methods::Result result = run::sources(sources_spec(), people);
  ASSERT_TRUE(result.sources);
  EXPECT_EQ(result.sources->groups.size(), 2U);
}

/// Two covariates, a column that decides for one group, and a number of chance; backwards or not.
data::MemorySource people_in_order(bool backwards) {
  std::vector<std::string> sex, job;
  std::vector<double> x, chance, outcome;
  rng::Stream stream{9, rng::Purpose::test, 0};
  for (int i = 0; i < 300; ++i) {
    const bool woman = rng::bernoulli(stream, 0.8);
    const bool skilled = rng::bernoulli(stream, 0.5);
    sex.emplace_back(woman ? "F" : "M");
    job.emplace_back(skilled ? "skilled" : "other");
    x.push_back(std::round(10 * rng::normal(stream)) / 10);
    chance.push_back(std::round(10 * rng::normal(stream)) / 10);
    const bool likely = woman ? skilled : x.back() > 0;
    outcome.push_back(rng::bernoulli(stream, likely ? 0.9 : 0.1) ? 1 : 0);
  }
  if (backwards) {
    std::ranges::reverse(sex);
    std::ranges::reverse(job);
    for (auto* values : {&x, &chance, &outcome}) std::ranges::reverse(*values);
  }
  data::MemorySource source;
  source.add_text("sex", sex);
  source.add_text("job", job);
  source.add_numbers("x", x);
  source.add_numbers("chance", chance);
  source.add_numbers("y", outcome);
  return source;
}

TEST(RunSources, FurtherColumnsAreReadAsCovariatesAreAndRowOrderDoesNotMatter) {
  run::SourcesSpec spec;
  spec.outcome = "y";
  spec.protected_columns = {"sex"};
  spec.covariates = {"x"};
  spec.candidates = {"job", "chance"};
  spec.models = {"logistic"};
  spec.parts = {run::SourcesPart::candidates};
  data::MemorySource people = people_in_order(false);
  data::MemorySource turned = people_in_order(true);
  const auto report = *run::sources(spec, people).sources;
  const auto other = *run::sources(spec, turned).sources;
  ASSERT_EQ(report.column_values.size(), 3U);
  EXPECT_EQ(report.column_values[0].column, "job");
  EXPECT_LT(*report.column_values[0].p_value_adjusted, 0.01);
  EXPECT_GT(*report.column_values[1].p_value_adjusted, 0.05);
  for (std::size_t k = 0; k < 3; ++k) {
    EXPECT_EQ(report.column_values[k].gap_removed, other.column_values[k].gap_removed);
    EXPECT_EQ(report.column_values[k].p_value, other.column_values[k].p_value);
  }
  EXPECT_EQ(report.label_plans[0].why, other.label_plans[0].why);
}

TEST(RunSources, FurtherColumnsCannotBeWhatTheModelHas) {
  data::MemorySource people = people_in_order(false);
  const auto refused = [&people](const std::string& name, const std::string& message) {
    run::SourcesSpec spec = sources_spec();
    spec.covariates = {"x"};
    spec.parts = {run::SourcesPart::candidates};
    spec.candidates = {name};
    EXPECT_THAT([&] { (void)run::sources(spec, people); },
                ThrowsMessage<Error>(HasSubstr(message)));
  };
  refused("x", "column 'x' is one of `covariates` and cannot be one of `candidates` too");
  refused("sex", "column 'sex' is `protected` and cannot be one of `candidates` too");
  refused("y", "column 'y' is `outcome` and cannot be one of `candidates` too");
  refused("jobs", "did you mean 'job'?");
  refused("", "`candidates` holds an empty name");
}

TEST(Run, StopsBeforeItBegins) {
  std::stop_source stop;
  stop.request_stop();
  data::MemorySource people = invented_people();
  EXPECT_THROW((void)run::scan(scan_spec(), people, {.hooks = {.stop = stop.get_token()}}),
               Cancelled);
}

}  // namespace
}  // namespace faultline::test
