#include "faultline/studies/sources/scenarios.hpp"

#include <cmath>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/math/normal.hpp"
#include "faultline/rng/draw.hpp"
#include "faultline/studies/run_all.hpp"

namespace faultline::studies {
namespace {

// Beyond four, no group has one person in a thousand.
constexpr double kFarthest = 4;
constexpr int kPoints = 401;

/// A rule whose outcomes are turned round with probability `flip`.
double with_flips(bool rule, double flip) { return rule ? 1 - flip : flip; }

double one_step(double x) { return with_flips(x > 0, 0.1); }

/// Outcomes become uncertain from the left to the right.
double uncertain_right(double x) {
  constexpr double kCertain = 0.05;
  constexpr double kMore = 0.25;
  return with_flips(std::abs(x) > 1, kCertain + kMore / (1 + std::exp(-4 * x)));
}

/// One step on the left, waves on the right; hardly any noise.
double waves_right(double x) {
  constexpr double kFlip = 0.02;
  return with_flips(x < 0 ? x > -1 : std::sin(4 * x) > -0.3, kFlip);
}

constexpr std::array kScenarios{
    Scenario{.name = "1a-one-model",
             .title = "a: the same people, one model",
             .what = "Both groups have the same x, 10 % are in group 1; a tree for everybody.",
             .people = 300,
             .share = 0.1,
             .mean = {0, 0},
             .deviation = {1, 1},
             .positive = one_step},
    Scenario{.name = "1a-model-per-group",
             .title = "a: the same people, a model each",
             .what = "The same, and each group has a tree of its own.",
             .people = 300,
             .share = 0.1,
             .mean = {0, 0},
             .deviation = {1, 1},
             .positive = one_step,
             .per_group = true},
    Scenario{.name = "1b",
             .title = "b: noise depends on x",
             .what = "Group 1 lives where outcomes are uncertain; a tree for everybody.",
             .people = 2000,
             .share = 0.5,
             .mean = {-1, 1},
             .deviation = {0.7, 0.7},
             .positive = uncertain_right},
    Scenario{.name = "1c",
             .title = "c: a model that suits one group",
             .what = "Group 1 (10 %) lives where the rule has waves; one logistic regression.",
             .people = 2000,
             .share = 0.1,
             .mean = {-1, 1.5},
             .deviation = {0.7, 0.7},
             .positive = waves_right,
             .learner = model::LearnerKind::logistic}};

/// x of a training set with all points of the study behind them, as learners see positions.
struct DrawnSet {
  model::Features features;
  std::vector<double> outcome{};
  std::vector<std::int64_t> people[kScenarioGroups]{};
};

DrawnSet draw_set(const Scenario& scenario, std::span<const double> points, std::uint64_t seed,
                  std::uint32_t replicate) {
  const auto number = static_cast<std::uint32_t>(&scenario - kScenarios.data());
  rng::Stream stream(seed, rng::Purpose::simulate, replicate, number);
  std::vector<double> x;
  DrawnSet drawn{.features = model::Features(scenario.people + std::ssize(points))};
  for (std::int64_t i = 0; i < scenario.people; ++i) {
    const std::size_t group = rng::bernoulli(stream, scenario.share) ? 1 : 0;
    x.push_back(scenario.mean[group] + scenario.deviation[group] * rng::normal(stream));
    drawn.outcome.push_back(rng::bernoulli(stream, scenario.positive(x.back())) ? 1 : 0);
    drawn.people[group].push_back(i);
  }
  x.insert(x.end(), points.begin(), points.end());
  drawn.outcome.resize(x.size(), 0);  // nobody learns from the points
  drawn.features.add("x", x);
  return drawn;
}

/// Decisions at the points, by group.
using Decisions = std::array<std::vector<std::uint8_t>, kScenarioGroups>;

Decisions decisions_of(const Scenario& scenario, std::span<const double> points, std::uint64_t seed,
                       std::uint32_t replicate) {
  const DrawnSet drawn = draw_set(scenario, points, seed, replicate);
  std::vector<std::int64_t> tested;
  tested.reserve(points.size());
  for (std::int64_t i = 0; i < std::ssize(points); ++i) tested.push_back(scenario.people + i);
  const methods::DecisionRule rule;
  const auto decide = [&](std::span<const std::int64_t> people) {
    const auto learner =
        model::make_learner({.kind = scenario.learner, .depth = scenario.depth, .seed = seed},
                            drawn.features, model::OutcomeKind::binary);
    learner->fit(
        model::TrainingPeople{.people = people, .outcome = drawn.outcome, .substream = replicate});
    std::vector<double> score(tested.size());
    learner->predict(tested, score);
    std::vector<std::uint8_t> decision;
    decision.reserve(score.size());
    for (const double one : score) decision.push_back(rule(one) ? 1 : 0);
    return decision;
  };
  if (scenario.per_group) return {decide(drawn.people[0]), decide(drawn.people[1])};
  std::vector<std::int64_t> everybody(static_cast<std::size_t>(scenario.people));
  for (std::int64_t i = 0; i < scenario.people; ++i) everybody[static_cast<std::size_t>(i)] = i;
  const std::vector<std::uint8_t> decision = decide(everybody);
  return {decision, decision};
}

std::vector<double> density_of(const Scenario& scenario, std::size_t group,
                               std::span<const double> points) {
  std::vector<double> density;
  for (const double x : points) {
    const double deviation = scenario.deviation[group];
    density.push_back(math::normal_pdf((x - scenario.mean[group]) / deviation) / deviation);
  }
  return density;
}

/// The error rate of a group under one training set's decisions.
double cost_of(const Scenario& scenario, std::span<const double> points,
               std::span<const double> density, std::span<const std::uint8_t> decision) {
  double cost = 0;
  double all = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const double positive = scenario.positive(points[i]);
    cost += density[i] * (decision[i] != 0 ? 1 - positive : positive);
    all += density[i];
  }
  return cost / all;
}

ScenarioResult result_of(const Scenario& scenario, std::span<const double> points,
                         std::span<const Decisions> sets) {
  ScenarioResult result{.scenario = &scenario};
  std::array<std::vector<double>, kScenarioGroups> costs;
  std::vector<double> differences(sets.size(), 0);
  for (std::size_t g = 0; g < kScenarioGroups; ++g) {
    ScenarioGroup& group = result.groups[g];
    group.density = density_of(scenario, g, points);
    group.flagged.assign(points.size(), 0);
    for (std::size_t s = 0; s < sets.size(); ++s) {
      for (std::size_t i = 0; i < points.size(); ++i) group.flagged[i] += sets[s][g][i];
      costs[g].push_back(cost_of(scenario, points, group.density, sets[s][g]));
      differences[s] += (g == 0 ? -1 : 1) * costs[g].back();
    }
    methods::DecompositionSum sum(methods::CostMetric::zero_one);
    for (std::size_t i = 0; i < points.size(); ++i) {
      group.flagged[i] /= static_cast<double>(sets.size());
      sum.add(methods::PersonPredictions{.positive = scenario.positive(points[i]),
                                         .flagged = group.flagged[i]},
              group.density[i]);
    }
    group.parts = sum.finish();
    group.cost = mean_of(costs[g]);
  }
  result.difference = mean_of(differences);
  return result;
}

}  // namespace

std::span<const Scenario> scenarios() { return kScenarios; }

void validate(const ScenarioStudyOptions& options) {
  if (options.training_sets < 2) {
    throw ConfigError(fmt::format("`training_sets` {}: must be 2 or more", options.training_sets));
  }
}

ScenarioStudy scenario_study(const ScenarioStudyOptions& options, const methods::Hooks& hooks) {
  ScenarioStudy study{.options = options};
  for (int i = 0; i < kPoints; ++i) study.x.push_back(kFarthest * (2.0 * i / (kPoints - 1) - 1));
  const std::int64_t sets = options.training_sets;
  std::vector<Decisions> decisions(kScenarios.size() * static_cast<std::size_t>(sets));
  run_all("training", std::ssize(decisions), options.threads, hooks, [&](std::int64_t k) {
    decisions[static_cast<std::size_t>(k)] =
        decisions_of(kScenarios[static_cast<std::size_t>(k / sets)], study.x, options.seed,
                     static_cast<std::uint32_t>(k % sets));
  });
  for (std::size_t s = 0; s < kScenarios.size(); ++s) {
    study.results.push_back(
        result_of(kScenarios[s], study.x,
                  std::span(decisions).subspan(s * static_cast<std::size_t>(sets),
                                               static_cast<std::size_t>(sets))));
  }
  return study;
}

}  // namespace faultline::studies
