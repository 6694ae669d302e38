#include "faultline/methods/sources/noise.hpp"

#include <memory>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "faultline/model/neighbours/bayes_bounds.hpp"
#include "faultline/rng/draw.hpp"

namespace faultline::methods {
namespace {

using ::testing::HasSubstr;

// Two numbers around +-1 by outcome; groups of people by turns.
SourcesInput two_groups(int n) {
  SourcesInput input;
  input.protected_column = "group";
  input.groups = {"a", "b"};
  rng::Stream stream(71, rng::Purpose::test, 0);
  std::vector<double> x;
  std::vector<double> y;
  for (int i = 0; i < n; ++i) {
    input.group.push_back(i % 2);
    input.outcome.push_back(rng::bernoulli(stream, 0.4) ? 1.0 : 0.0);
    const double centre = (input.outcome.back() - 0.5) * (i % 2 == 0 ? 2 : 1);
    x.push_back(centre + rng::normal(stream));
    y.push_back(rng::normal(stream));
  }
  input.features = std::make_unique<model::Features>(n);
  input.features->add("x", x);
  input.features->add("y", y);
  return input;
}

SourcesReport noise_of(const SourcesInput& input, const SourcesOptions& options = {}) {
  SourcesReport report;
  add_noise(input, options, {}, report);
  return report;
}

TEST(SourcesNoise, ThreeEntriesPerGroupThatBracketTheTruth) {
  const SourcesReport report = noise_of(two_groups(2000));
  ASSERT_EQ(report.noise.size(), 6U);
  const std::vector<NoiseMethod> methods{NoiseMethod::mahalanobis, NoiseMethod::bhattacharyya,
                                         NoiseMethod::nearest_neighbour};
  // Bayes errors: two normals with means 2 and 1 deviations apart and priors .6 and .4, by hand:
  // t = d/2 + log(.6/.4)/d from the lower mean; .6 (1 - Phi(t)) + .4 Phi(t - d).
  const double truth[2] = {0.1538, 0.2945};
  for (std::size_t i = 0; i < 6; ++i) {
    const auto& entry = report.noise[i];
    EXPECT_EQ(entry.group, i < 3 ? "a" : "b");
    EXPECT_EQ(entry.method, methods[i % 3]);
    EXPECT_EQ(entry.n, 1000);
    ASSERT_TRUE(entry.upper);
    EXPECT_GT(*entry.upper, truth[i / 3] - 0.06);  // five deviations of 1,000 people
    if (entry.lower) {
      EXPECT_LT(*entry.lower, truth[i / 3] + 0.06);
      EXPECT_LE(*entry.lower, *entry.upper);
    }
    EXPECT_EQ(entry.lambda.has_value(), i % 3 == 1);
  }
  EXPECT_FALSE(report.noise[0].lower);
  EXPECT_EQ(report.noise[1].lambda, 0.01);
  EXPECT_NEAR(*report.noise[2].lower, model::cover_hart_lower_bound(*report.noise[2].upper), 1e-15);
  EXPECT_THAT(report.noise[2].note, HasSubstr("5 nearest neighbours"));
}

// The bounds of a group are those of its people, whoever else is there.
TEST(SourcesNoise, GroupsStandAlone) {
  const SourcesInput input = two_groups(400);
  const SourcesReport report = noise_of(input);
  const std::vector<double> x = input.features->column(0);
  const std::vector<double> y = input.features->column(1);
  const std::vector<const double*> columns{x.data(), y.data()};
  std::vector<std::int64_t> odd;
  for (std::int64_t i = 1; i < 400; i += 2) odd.push_back(i);
  const model::LabelledRows rows{.columns = columns, .rows = odd, .label = input.outcome};
  EXPECT_NEAR(*report.noise[3].upper, model::mahalanobis_bound(rows).upper, 1e-12);
  const auto bounds = model::bhattacharyya_bounds(rows, 0.01);
  EXPECT_NEAR(*report.noise[4].lower, bounds.lower, 1e-12);
  EXPECT_NEAR(*report.noise[4].upper, bounds.upper, 1e-12);
}

TEST(SourcesNoise, SaysWhyThereIsNone) {
  SourcesInput input = two_groups(40);
  input.outcome_kind = model::OutcomeKind::number;
  for (const auto& entry : noise_of(input).noise) {
    EXPECT_FALSE(entry.upper);
    EXPECT_THAT(entry.note, HasSubstr("a number"));
  }
  input.outcome_kind = model::OutcomeKind::binary;
  for (std::size_t i = 0; i < 40; i += 2) input.outcome[i] = i == 4 ? 1.0 : 0.0;
  const SourcesReport few = noise_of(input);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_FALSE(few.noise[i].upper);
    EXPECT_THAT(few.noise[i].note, HasSubstr("1 person has the outcome 1"));
    EXPECT_TRUE(few.noise[i + 3].upper) << few.noise[i + 3].note;
  }
  input.features.reset();
  EXPECT_THAT(noise_of(input).noise[3].note, HasSubstr("no covariates"));
}

TEST(SourcesNoise, TooFewForFoldsAndTooManyColumns) {
  SourcesInput input = two_groups(12);
  for (std::size_t i = 0; i < 12; ++i) input.outcome[i] = i / 2 % 2 == 0 ? 1.0 : 0.0;
  EXPECT_THAT(noise_of(input).noise[2].note, HasSubstr("6 people are too few"));
  model::SparseBlock words;
  for (int j = 0; j < 600; ++j) words.names.push_back("word " + std::to_string(j));
  words.begin.assign(13, 0);
  input.features->add("note", std::move(words));
  const SourcesReport report = noise_of(input);
  EXPECT_THAT(report.noise[0].note, HasSubstr("602 columns are too many"));
  EXPECT_THAT(report.noise[1].note, HasSubstr("at most 500"));
}

TEST(SourcesNoise, ALargeGroupIsDrawnFrom) {
  SourcesInput input = two_groups(30'000);
  for (std::int32_t& group : input.group) group = 0;
  input.groups = {"a"};
  const SourcesReport report = noise_of(input);
  EXPECT_EQ(report.noise[0].n, 30'000);
  EXPECT_EQ(report.noise[2].n, 25'000);
  EXPECT_THAT(report.noise[2].note, HasSubstr("From 25,000 people, drawn at random out of 30,000"));
}

TEST(SourcesNoise, StopsBetweenBounds) {
  std::stop_source stop;
  stop.request_stop();
  SourcesReport report;
  add_noise(two_groups(40), {}, {.stop = stop.get_token()}, report);
  EXPECT_TRUE(report.noise.empty());
  EXPECT_EQ(report.notices.size(), 1U);
}

}  // namespace
}  // namespace faultline::methods
