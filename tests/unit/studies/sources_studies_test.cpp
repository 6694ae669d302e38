// The studies on sources, small: what they measure, and that what is planted is found.

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "faultline/base/error.hpp"
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
  EXPECT_EQ(output.files.size(), 4U);
  EXPECT_THROW(validate(TextStudyOptions{.people = 10}), ConfigError);
}

}  // namespace
}  // namespace faultline::studies
