// The studies on sources, small: what they measure, and that what is planted is found.

#include <algorithm>
#include <array>
#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "faultline/base/error.hpp"
#include "faultline/rng/draw.hpp"
#include "faultline/studies/sources/adult.hpp"
#include "faultline/studies/sources/scenarios.hpp"
#include "faultline/studies/sources/synthetic.hpp"
#include "faultline/studies/sources/text.hpp"

namespace faultline::studies {
namespace {

using ::testing::HasSubstr;

TEST(SourcesSynthetic, CurvesFallTowardsKnownNoiseAndSayWhoCannotGetThere) {
  const SyntheticStudyOptions options{.repetitions = 4, .largest = 10, .test_people = 2000};
  const SyntheticStudy study = synthetic_study(options, {});
  ASSERT_EQ(study.curves.size(), 6U);  // three learners, two groups
  for (const SyntheticCurve& curve : study.curves) {
    ASSERT_EQ(curve.points.size(), 6U);
    EXPECT_EQ(curve.points.front().n, 32);
    EXPECT_EQ(curve.points.back().n, 1024);
    EXPECT_GT(curve.points.back().mean, curve.bayes_error);
    EXPECT_NEAR(curve.bayes_error, curve.group == 0 ? 3e-4 : 7.3e-3, 1e-12);
  }
  const auto last = [&](const char* learner, int group) {
    return std::find_if(study.curves.begin(), study.curves.end(),
                        [&](const SyntheticCurve& curve) {
                          return curve.learner == learner && curve.group == group;
                        })
        ->points.back()
        .mean;
  };
  EXPECT_LT(last("forest", 0), last("tree", 0));
  EXPECT_LT(last("tree", 0), last("ridge", 0));  // a line cannot follow a quadratic
  const StudyOutput output = to_output(study);
  EXPECT_EQ(output.files.size(), 5U);
  EXPECT_THAT(output.text, HasSubstr("4 training sets per size"));
}

TEST(SourcesSynthetic, DoesNotDependOnThreads) {
  SyntheticStudyOptions options{.repetitions = 2, .largest = 8, .test_people = 500, .threads = 1};
  const std::string one = to_output(synthetic_study(options, {})).files[0].second;
  options.threads = 3;
  EXPECT_EQ(to_output(synthetic_study(options, {})).files[0].second, one);
  options.largest = 6;
  EXPECT_THROW(validate(options), ConfigError);
}

TEST(SourcesText, ThePlantedTopicComesFirst) {
  const TextStudy study = text_study({.people = 3000, .reviews = 600, .repetitions = 2}, {});
  std::vector<const methods::SourcesReport::Cluster*> topics;
  for (const auto& cluster : study.notes.clusters) {
    if (cluster.kind == result::ClusterKind::topic &&
        cluster.metric == result::CostMetric::zero_one)
      topics.push_back(&cluster);
  }
  ASSERT_FALSE(topics.empty());
  EXPECT_THAT(topics.front()->cluster, HasSubstr("tumor"));
  EXPECT_LT(*topics.front()->p_value_adjusted, 0.001);
  const StudyOutput output = to_output(study);
  EXPECT_THAT(output.text, HasSubstr("\n  cancer "));
  EXPECT_THAT(output.text, HasSubstr("not the paper's"));
  // The planted topic is named, so there is a learning curve inside it.
  EXPECT_EQ(output.files.size(), 6U);
  EXPECT_THAT(output.text, HasSubstr("\n  cancer, B: "));
  EXPECT_THROW(validate(TextStudyOptions{.people = 10}), ConfigError);
}

TEST(SourcesScenarios, EachHasTheCauseThatItIsDrawnFor) {
  const ScenarioStudy study = scenario_study({.training_sets = 60}, {});
  ASSERT_EQ(study.results.size(), 4U);
  for (const ScenarioResult& result : study.results) {
    for (const ScenarioGroup& group : result.groups) {
      const methods::Decomposition& parts = group.parts;
      // Theorem 1, and the same cost by way of single training sets.
      EXPECT_NEAR(parts.cost, parts.noise + parts.bias + parts.variance, 1e-12);
      EXPECT_NEAR(parts.cost, group.cost.value, 1e-12);
    }
  }
  const auto differences = [&](std::size_t k) {
    const methods::Decomposition& a = study.results[k].groups[0].parts;
    const methods::Decomposition& b = study.results[k].groups[1].parts;
    return std::array{b.noise - a.noise, b.bias - a.bias, b.variance - a.variance};
  };
  // The same people under one model: no difference at all.
  for (const double part : differences(0)) EXPECT_NEAR(part, 0, 1e-12);
  const auto of_variance = differences(1);
  EXPECT_GT(of_variance[2], 0.05);
  EXPECT_LT(std::abs(of_variance[1]), 0.02);
  const auto of_noise = differences(2);
  EXPECT_GT(of_noise[0], 0.15);
  EXPECT_LT(std::abs(of_noise[1]), 0.03);
  const auto of_bias = differences(3);
  EXPECT_GT(of_bias[1], 0.2);
  EXPECT_LT(std::abs(of_bias[2]), 0.05);
  const StudyOutput output = to_output(study);
  EXPECT_EQ(output.files.size(), 9U);  // a table, and two charts each
  EXPECT_THAT(output.text, HasSubstr("over 60 fresh training sets"));
  EXPECT_THROW(validate(ScenarioStudyOptions{.training_sets = 1}), ConfigError);
}

TEST(SourcesAdult, OtherForestsSeeTheSamePeople) {
  methods::SourcesInput people;
  people.groups = {"Female", "Male"};
  rng::Stream stream(3, rng::Purpose::test, 0);
  constexpr int kPeople = 300;
  std::vector<double> age;
  std::vector<data::Code> occupation;
  for (int i = 0; i < kPeople; ++i) {
    age.push_back(20 + 40 * rng::uniform(stream));
    occupation.push_back(static_cast<data::Code>(rng::below(stream, 2)));
    people.group.push_back(static_cast<std::int32_t>(rng::below(stream, 2)));
    people.outcome.push_back(rng::bernoulli(stream, age.back() > 40 ? 0.8 : 0.2) ? 1 : 0);
  }
  people.features = std::make_unique<model::Features>(kPeople);
  people.features->add("age", age);
  people.features->add(data::Attribute{"occupation", {"Exec-managerial", "Sales"}}, occupation);
  const std::vector<AdultForest> forests = adult_forests(people, {}, {});
  ASSERT_EQ(forests.size(), 6U);
  const double share = static_cast<double>(std::ranges::count(occupation, data::Code{0})) / kPeople;
  for (const AdultForest& forest : forests) {
    EXPECT_DOUBLE_EQ(forest.rates.executive_share, share);
    for (const double rate : {forest.rates.executives[0], forest.rates.executives[1],
                              forest.rates.others[0], forest.rates.others[1]}) {
      EXPECT_GT(rate, 0);
      EXPECT_LT(rate, 0.6);
    }
  }
  EXPECT_EQ(forests[0].depth, 5);
  EXPECT_EQ(forests[5].trees, 500);
}

}  // namespace
}  // namespace faultline::studies
