#include "faultline/methods/sources/cluster_tests.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <optional>
#include <utility>

#include "faultline/base/error.hpp"
#include "faultline/methods/sources/cluster_excess.hpp"
#include "faultline/methods/sources/contrasts.hpp"
#include "faultline/parallel/for_each.hpp"
#include "faultline/resample/holm.hpp"

namespace faultline::methods {
namespace {

struct ExcessTest {
  std::optional<ClusterExcess> excess{};
  double share = 0;
  std::pair<double, double> mean_outcome{};
  std::pair<double, double> mean_outcome_outside{};
};

std::pair<double, double> means_of(const std::vector<WeightedCost>& costs) {
  return {costs[0].mean, costs[1].mean};
}

}  // namespace

std::vector<NamedCluster> add_cluster_tests(const SourcesInput& input,
                                            const SourcesOptions& options,
                                            const EvaluatedModel& evaluated,
                                            const std::vector<CandidateCluster>& candidates,
                                            const Hooks& hooks, SourcesReport& report) {
  const ModelPredictions& predicted = evaluated.predicted;
  const CostMetric metric =
      input.outcome_kind == model::OutcomeKind::number ? CostMetric::mse : CostMetric::zero_one;
  const auto least = static_cast<double>(std::max(2, options.least_people));
  std::vector<double> loss;
  loss.reserve(predicted.outcome.size());
  for (std::size_t i = 0; i < predicted.outcome.size(); ++i) {
    loss.push_back(
        loss_of(metric, predicted, i).value_or(std::numeric_limits<double>::quiet_NaN()));
  }
  const auto everybody_in = [&](const CandidateCluster& cluster) {
    std::vector<std::int64_t> people(input.outcome.size());
    std::iota(people.begin(), people.end(), std::int64_t{0});
    std::vector<double> membership(people.size());
    cluster.fill(people, membership);
    return membership;
  };
  const std::vector<Contrast> contrasts = contrasts_of(input.groups);
  std::vector<std::vector<std::int32_t>> sides;
  std::vector<double> direction;
  for (const Contrast& contrast : contrasts) {
    sides.push_back(contrast.sides(predicted.group));
    const std::vector<double> everybody(loss.size(), 1);
    const auto costs = weighted_costs(loss, sides.back(), everybody, 2);
    direction.push_back(costs[0].mean - costs[1].mean);
  }
  std::vector<std::vector<ExcessTest>> tests(candidates.size(),
                                             std::vector<ExcessTest>(contrasts.size()));
  const auto done = parallel::for_each(
      std::ssize(candidates), options.threads,
      [&](std::int64_t index) {
        const auto c = static_cast<std::size_t>(index);
        std::vector<double> membership(evaluated.person.size());
        candidates[c].fill(evaluated.person, membership);
        double sum = 0;
        for (const double q : membership) sum += q;
        for (std::size_t k = 0; k < contrasts.size(); ++k) {
          ExcessTest& test = tests[c][k];
          test.share = sum / static_cast<double>(membership.size());
          const auto inside = weighted_costs(loss, sides[k], membership, 2);
          const auto outside = weighted_costs(loss, sides[k], membership, 2, true);
          test.excess = cluster_excess(inside, outside, direction[k], least);
          if (!test.excess) continue;
          test.mean_outcome = means_of(weighted_costs(predicted.outcome, sides[k], membership, 2));
          test.mean_outcome_outside =
              means_of(weighted_costs(predicted.outcome, sides[k], membership, 2, true));
        }
      },
      hooks.stop);
  if (done < std::ssize(candidates)) throw Cancelled("stopped before all clusters were tested");

  std::vector<std::optional<double>> p_values;  // [candidate][contrast]
  for (const auto& of_cluster : tests) {
    for (const ExcessTest& test : of_cluster) {
      p_values.push_back(test.excess ? std::optional(test.excess->p_value) : std::nullopt);
    }
  }
  const auto adjusted = resample::holm_adjusted(p_values);
  std::vector<NamedCluster> named;
  for (std::size_t k = 0; k < contrasts.size(); ++k) {
    std::vector<std::size_t> order;
    for (std::size_t c = 0; c < candidates.size(); ++c) {
      if (tests[c][k].excess) order.push_back(c);
    }
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      return tests[a][k].excess->z > tests[b][k].excess->z;
    });
    if (std::cmp_greater(order.size(), options.top_clusters))
      order.resize(static_cast<std::size_t>(options.top_clusters));
    for (const std::size_t c : order) {
      const ExcessTest& test = tests[c][k];
      const std::optional<double> p = adjusted[c * contrasts.size() + k];
      const bool stands_out = c == order.front() && p && *p <= options.alpha;
      if (stands_out) {
        named.push_back(
            {.name = candidates[c].name, .contrast = k, .membership = everybody_in(candidates[c])});
      }
      report.cluster_tests.push_back({.cluster = candidates[c].name,
                                      .kind = candidates[c].kind,
                                      .metric = metric,
                                      .groups = contrasts[k].names,
                                      .share = test.share,
                                      .gap = test.excess->gap_inside,
                                      .gap_outside = test.excess->gap_outside,
                                      .mean_outcome = test.mean_outcome,
                                      .mean_outcome_outside = test.mean_outcome_outside,
                                      .z = test.excess->z,
                                      .p_value = test.excess->p_value,
                                      .p_value_adjusted = p,
                                      .named = stands_out});
    }
  }
  return named;
}

}  // namespace faultline::methods
