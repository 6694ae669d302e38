// Ranking and recalibration of people in clusters, where the truth is known: log-odds of the scores
// are standard normal, and the outcome has the probability that the score says.

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "faultline/methods/metrics/metrics.hpp"
#include "faultline/rng/draw.hpp"
#include "faultline/studies/metrics/survey_level.hpp"

namespace faultline::studies {
namespace {

using methods::RateName;

constexpr std::uint64_t kMostPeople = 8;  // of a cluster

double right_score(double log_odds) { return 1 / (1 + std::exp(-log_odds)); }

/// People as they would stream past; numbers are the cluster and the weight.
struct ScoredPeople {
  std::vector<data::Code> group{};
  std::vector<double> cluster{};
  std::vector<double> weight{};
  std::vector<double> score{};
  std::vector<std::uint8_t> outcome{};
};

ScoredPeople draw(const ScoreDesign& design, rng::Stream& stream) {
  ScoredPeople people;
  double cluster = 0;
  const auto person = [&](data::Code group, double common, double common_chance) {
    double log_odds = 0;
    do {
      log_odds =
          std::sqrt(design.alike) * common + std::sqrt(1 - design.alike) * rng::normal(stream);
    } while (design.weighted && log_odds <= 0 && !rng::bernoulli(stream, 1.0 / 3));
    const double score = right_score(log_odds);
    const double chance =
        rng::bernoulli(stream, design.alike) ? common_chance : rng::uniform(stream);
    people.group.push_back(group);
    people.cluster.push_back(cluster);
    people.weight.push_back(design.weighted && log_odds <= 0 ? 3 : 1);
    people.score.push_back(score);
    people.outcome.push_back(chance < score ? 1 : 0);
  };
  const std::int64_t clusters = design.shared ? design.clusters : 3 * design.clusters;
  for (std::int64_t c = 0; c < clusters; ++c, ++cluster) {
    const double common = rng::normal(stream);
    const double chance = rng::uniform(stream);
    const auto size = static_cast<std::int64_t>(1 + rng::below(stream, kMostPeople));
    for (std::int64_t i = 0; i < size; ++i) {
      const bool second = design.shared ? rng::bernoulli(stream, 0.5) : c >= design.clusters;
      person(static_cast<data::Code>(second ? 1 : 0), common, chance);
    }
  }
  return people;
}

}  // namespace

double ranking_of_right_scores() {
  // Both integrals by steps of equal width: the integrand vanishes at both ends with all its
  // derivatives, so that this is exact to rounding.
  constexpr double kStep = 0.002;
  constexpr double kEnd = 10;
  double all_below = 0;  // without the outcome, so far
  double right = 0;
  double with = 0;
  for (double x = -kEnd; x <= kEnd; x += kStep) {
    const double density = std::exp(-x * x / 2);
    const double below = density * (1 - right_score(x));
    const double here = density * right_score(x);
    right += here * (all_below + below / 2);
    all_below += below;
    with += here;
  }
  return right / (with * all_below);
}

std::vector<ScoreDesign> all_score_designs() {
  std::vector<ScoreDesign> designs;
  for (const bool shared : {false, true}) {
    for (const std::int64_t clusters : {std::int64_t{20}, std::int64_t{50}, std::int64_t{200}}) {
      for (const double alike : {0.0, 0.5}) {
        for (const bool weighted : {false, true}) {
          designs.push_back(
              {.clusters = clusters, .alike = alike, .weighted = weighted, .shared = shared});
        }
      }
    }
  }
  return designs;
}

Happened look_at_scores(const ScoreDesign& design, rng::Stream& stream) {
  const ScoredPeople people = draw(design, stream);
  methods::TalliesBuilder builder({{.name = "group", .labels = {"first", "second"}}},
                                  {.weight = 1, .cluster = 0});
  const std::vector<std::int64_t> ones(people.group.size(), 1);
  data::ProfileBatch batch{.size = std::ssize(people.group),
                           .prediction = people.score,
                           .outcome = people.outcome,
                           .count = ones};
  batch.codes.emplace_back(people.group);
  batch.numbers.emplace_back(people.cluster);
  batch.numbers.emplace_back(people.weight);
  builder.add(batch);
  const result::MetricsReport report =
      methods::metrics(std::move(builder).finish(),
                       {.rates = {RateName::auc, RateName::calibration_slope}, .threads = 1});
  static const double truth = ranking_of_right_scores();
  const result::MetricsReport::Rates& rates = report.groups[1].rates;
  const auto difference = std::ranges::find(report.comparisons, RateName::auc,
                                            &result::MetricsReport::Comparison::rate);
  const result::Interval& apart = difference->difference_interval;
  return {rates.auc->interval.has_value(),
          holds(rates.auc->interval, truth),
          rates.calibration_slope->interval.has_value(),
          holds(rates.calibration_slope->interval, 1),
          apart.has_value(),
          holds(apart, 0),
          methods::has_evidence(report)};
}

}  // namespace faultline::studies
