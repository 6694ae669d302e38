// Whatever the learner, the outcome and the groups, an analysis of sources prints no figure that
// cannot be: rates between 0 and 1, differences between -1 and 1, no share above 1, intervals that
// hold their estimates.

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "support/simulation_size.hpp"
#include <gtest/gtest.h>

#include "faultline/methods/sources/sources.hpp"
#include "faultline/rng/draw.hpp"

namespace faultline::methods {
namespace {

using Report = SourcesReport;
using Interval = Report::Interval;

/// Two to four groups, the last of them rare; a column that matters, one that does not, one that
/// never varies, and a category.
SourcesInput arbitrary_people(rng::Stream& stream, bool number) {
  SourcesInput input;
  input.protected_column = "g";
  const int groups = 2 + static_cast<int>(rng::below(stream, 3));
  const auto people = static_cast<std::int64_t>(5 + rng::below(stream, 250));
  const double base = std::array{0.02, 0.3, 0.5, 0.9}[rng::below(stream, 4)];
  const double slope = std::array{0.0, 0.5, 4.0}[rng::below(stream, 3)];
  std::vector<double> matters, chance;
  std::vector<data::Code> category;
  std::vector<std::int32_t> group;
  for (std::int64_t i = 0; i < people; ++i) {
    const bool rare = rng::bernoulli(stream, 0.03);
    group.push_back(rare ? groups - 1
                         : static_cast<std::int32_t>(
                               rng::below(stream, static_cast<std::uint32_t>(groups - 1))));
    matters.push_back(rng::normal(stream));
    chance.push_back(rng::normal(stream));
    category.push_back(static_cast<data::Code>(rng::below(stream, 3)));
    const double lead = slope * matters.back() * (group.back() == 0 ? 1 : -1);
    if (number) {  // with heavy tails
      input.outcome.push_back(lead + std::exp(2 * rng::normal(stream)));
    } else {
      const double odds = base / (1 - base) * std::exp(lead);
      input.outcome.push_back(rng::bernoulli(stream, odds / (1 + odds)) ? 1 : 0);
    }
  }
  // Every group has people, as the reader sees to.
  for (int g = 0; g < groups; ++g) {
    group[static_cast<std::size_t>(g)] = g;
    input.groups.emplace_back(1, static_cast<char>('a' + g));
  }
  input.group = std::move(group);
  input.outcome_kind = number ? model::OutcomeKind::number : model::OutcomeKind::binary;
  input.features = std::make_unique<model::Features>(people);
  input.features->add("matters", matters);
  input.features->add("chance", chance);
  input.features->add("always", std::vector<double>(static_cast<std::size_t>(people), 1));
  data::Attribute attribute{.name = "category", .labels = {"x", "y", "z"}};
  input.features->add(attribute, category);
  return input;
}

void rate(double value, CostMetric metric) {
  EXPECT_TRUE(std::isfinite(value));
  EXPECT_TRUE(value >= 0);
  // Squared errors of binary outcomes are rates, too; those of numbers are not known here.
  if (metric != CostMetric::mse) {
    EXPECT_LE(value, 1);
  }
}

void inside(double value, const Interval& interval) {
  if (!interval) return;
  const double rounding = 1e-9 * (1 + std::abs(value));
  EXPECT_TRUE(interval->first <= value + rounding);
  EXPECT_TRUE(interval->second >= value - rounding);
}

void rate(double value, const Interval& interval, CostMetric metric) {
  rate(value, metric);
  inside(value, interval);
  if (!interval || metric == CostMetric::mse) return;
  EXPECT_TRUE(interval->first >= 0);
  EXPECT_TRUE(interval->second <= 1);
}

void gap(double value, const Interval& interval, CostMetric metric) {
  EXPECT_TRUE(std::isfinite(value));
  inside(value, interval);
  if (interval && metric != CostMetric::mse) {
    EXPECT_GE(interval->first, -1);
    EXPECT_LE(interval->second, 1);
  }
  if (metric != CostMetric::mse) {
    EXPECT_LE(std::abs(value), 1);
  }
}

void chance_of(const std::optional<double>& p) {
  if (p) {
    EXPECT_TRUE(*p >= 0 && *p <= 1);
  }
}

void check_costs(const Report& report) {
  for (const Report::Cost& one : report.costs) {
    rate(one.estimate, one.metric);
    inside(one.estimate, one.interval);
  }
  for (const Report::Level& one : report.levels) {
    gap(one.difference, one.interval, one.metric);
    chance_of(one.p_value);
    chance_of(one.p_value_adjusted);
  }
}

void check_optimum(const Report& report) {
  for (const Report::Optimum& one : report.optimum) {
    rate(one.reached, one.reached_interval, one.metric);
    EXPECT_TRUE(one.estimate.has_value() == one.why.empty());
    if (!one.estimate) continue;
    rate(*one.estimate, one.interval, one.metric);
    EXPECT_TRUE(*one.estimate <= one.cost + 1e-9);
    inside(*one.regret, one.regret_interval);
  }
  for (const Report::Candidate& one : report.candidates) {
    for (const Report::CandidateCost& cost : one.costs) EXPECT_TRUE(cost.cost >= 0);
  }
  for (const Report::EqualSizes& one : report.equal_sizes)
    gap(one.difference, one.interval, one.metric);
}

void check_regrets(const Report& report) {
  for (const Report::Regret& one : report.regrets) {
    rate(one.cost, one.cost_interval, one.metric);
    if (!one.least) continue;
    rate(*one.least, one.least_interval, one.metric);
    rate(*one.bias, one.bias_interval, one.metric);
    gap(*one.variance, one.variance_interval, one.metric);
  }
  for (const Report::RegretGap& one : report.regret_gaps) {
    gap(one.cost, one.cost_interval, one.metric);
    gap(one.least, one.least_interval, one.metric);
    gap(one.bias, one.bias_interval, one.metric);
    gap(one.variance, one.variance_interval, one.metric);
  }
}

void check_forecasts(const Report& report) {
  for (const Report::Forecast& one : report.forecasts) {
    for (const Report::ForecastPoint& point : one.points) rate(point.mean, one.metric);
    for (const Report::ForecastAt& at : one.at) rate(at.value, at.interval, one.metric);
    EXPECT_TRUE(one.at.empty() == !one.why.empty());
  }
  for (const Report::GapForecast& one : report.gap_forecasts) {
    gap(one.today, one.today_interval, one.metric);
    for (const Report::ForecastAt& at : one.at) gap(at.value, at.interval, one.metric);
  }
  for (const Report::LearningCurve& one : report.learning_curves) {
    for (const Report::Extrapolation& at : one.extrapolation) rate(at.value, one.metric);
  }
}

void check_rest(const Report& report) {
  for (const Report::Noise& one : report.noise) {
    if (one.lower) rate(*one.lower, CostMetric::zero_one);
    if (one.upper) rate(*one.upper, CostMetric::zero_one);
  }
  for (const Report::Cluster& one : report.clusters) {
    gap(one.gap, one.interval, one.metric);
    EXPECT_TRUE(one.share >= 0 && one.share <= 1 + 1e-9);
    chance_of(one.p_value_adjusted);
  }
  for (const Report::ClusterTest& one : report.cluster_tests) {
    gap(one.gap, {}, one.metric);
    chance_of(one.p_value_adjusted);
  }
  for (const Report::Recommendation& one : report.recommendation) {
    for (const Report::Share& share : one.shares) {
      if (!share.share) continue;
      EXPECT_TRUE(*share.share <= 1);
      inside(*share.share, share.interval);
      EXPECT_TRUE(share.interval->second <= 1);
    }
  }
}

// A third of a second each; of the sanitizers a tenth of them.
constexpr int kRuns = 100;

TEST(SourcesProperty, PrintsNothingThatCannotBe) {
  for (int run = 0; run < testing::data_sets(kRuns); ++run) {
    SCOPED_TRACE(run);
    rng::Stream stream(20261118, rng::Purpose::test, static_cast<std::uint32_t>(run));
    const bool number = run % 4 == 3;
    const SourcesInput input = arbitrary_people(stream, number);
    using Kind = model::LearnerKind;
    const std::array kinds{number ? Kind::ridge : Kind::logistic, Kind::tree, Kind::forest};
    SourcesOptions options;
    options.learners = {{.kind = kinds[rng::below(stream, 3)]}};
    options.repetitions = 8;
    options.tune = false;
    options.threads = 1;
    const Report report = find_sources(input, options).report;
    check_costs(report);
    check_optimum(report);
    check_regrets(report);
    check_forecasts(report);
    check_rest(report);
  }
}

}  // namespace
}  // namespace faultline::methods
