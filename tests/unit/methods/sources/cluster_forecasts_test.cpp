// What more people would do inside a cluster that stands out.

#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "faultline/methods/sources/forecasts.hpp"
#include "faultline/methods/sources/sources.hpp"
#include "faultline/rng/draw.hpp"

namespace faultline::methods {
namespace {

/// The outcome follows x; among the cooks of group b, 40 % are flipped, elsewhere 5 %.
SourcesInput noisy_cooks(std::int64_t n) {
  SourcesInput input;
  input.protected_column = "g";
  input.groups = {"a", "b"};
  rng::Stream stream(9, rng::Purpose::test, 0);
  std::vector<double> x;
  std::vector<data::Code> job;
  for (std::int64_t i = 0; i < n; ++i) {
    x.push_back(rng::normal(stream));
    job.push_back(static_cast<data::Code>(rng::below(stream, 3)));
    input.group.push_back(static_cast<std::int32_t>(rng::below(stream, 2)));
    const bool noisy = input.group.back() == 1 && job.back() == 1;
    const bool flip = rng::bernoulli(stream, noisy ? 0.4 : 0.05);
    input.outcome.push_back((x.back() > 0) != flip ? 1 : 0);
  }
  input.features = std::make_unique<model::Features>(n);
  input.features->add("x", x);
  input.features->add(data::Attribute{"job", {"baker", "cook", "waiter"}}, job);
  return input;
}

SourcesOptions quick() {
  SourcesOptions options;
  options.learners = {model::parse_learner("logistic")};
  options.decomposition = options.curves = options.noise = options.candidates = false;
  options.k_means = 0;
  options.tune = false;
  options.threads = 1;
  return options;
}

std::vector<SourcesReport::Forecast> inside(const SourcesReport& report) {
  std::vector<SourcesReport::Forecast> found;
  for (const SourcesReport::Forecast& one : report.forecasts) {
    if (!one.cluster.empty()) found.push_back(one);
  }
  return found;
}

TEST(ClusterForecasts, BothSidesInsideTheNamedCluster) {
  const SourcesReport report = find_sources(noisy_cooks(3000), quick(), {}).report;
  const auto found = inside(report);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].group, "a");
  EXPECT_EQ(found[1].group, "b");
  for (const SourcesReport::Forecast& one : found) {
    EXPECT_EQ(one.cluster, "job = cook");
    EXPECT_EQ(one.metric, CostMetric::zero_one);
    EXPECT_TRUE(one.grows.empty());
    ASSERT_EQ(one.points.size(), 5U);
    EXPECT_EQ(one.points.back().n, 2400);
    ASSERT_EQ(one.at.size(), 3U) << one.why;
    // Noise stays: the truth, known here, lies within the interval with ten times the people.
    const double truth = one.group == "b" ? 0.4 : 0.05;
    EXPECT_LT(one.at[1].interval->first, truth);
    EXPECT_GT(one.at[1].interval->second, truth);
  }
  EXPECT_GT(found[1].at[1].interval->first, found[0].at[1].interval->second);
}

TEST(ClusterForecasts, OnlyWithBothParts) {
  SourcesOptions options = quick();
  options.forecasts = false;
  EXPECT_TRUE(inside(find_sources(noisy_cooks(1500), options, {}).report).empty());
  options = quick();
  options.clusters = false;
  EXPECT_TRUE(inside(find_sources(noisy_cooks(1500), options, {}).report).empty());
}

TEST(ClusterForecasts, MeansAreThoseOfTheMembers) {
  const SourcesInput input = noisy_cooks(1500);
  const SourcesOptions options = quick();
  const Hooks hooks;
  SourcesReport report;
  WhatIf what_if(input, options, hooks, report);
  Outlooks outlooks(what_if);
  std::vector<double> member(input.outcome.size()), all(input.outcome.size(), 1);
  for (std::size_t i = 0; i < member.size(); ++i) member[i] = i % 3 == 0 ? 1 : 0;
  const SideOutlook part = outlooks.inside(0, 1, CostMetric::zero_one, member);
  const auto losses = what_if.losses(CostMetric::zero_one, what_if.curve(0).scores.back());
  double sum = 0;
  double n = 0;
  for (std::size_t i = 0; i < what_if.plan().size(); ++i) {
    if (what_if.plan().person[i] % 3 != 0 || what_if.plan().group[i] != 1) continue;
    sum += losses[i];
    n += 1;
  }
  EXPECT_EQ(part.moments.n, n);
  EXPECT_NEAR(part.moments.mean.back(), sum / n, 1e-12);
  // Of everybody it is the curve of the side itself.
  const SideOutlook whole = outlooks.inside(0, 1, CostMetric::zero_one, all);
  const SideOutlook& side = outlooks.of(0, 1, CostMetric::zero_one, Growth::everybody);
  EXPECT_EQ(whole.moments.mean, side.moments.mean);
  EXPECT_EQ(whole.moments.covariance, side.moments.covariance);
}

}  // namespace
}  // namespace faultline::methods
