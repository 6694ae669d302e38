#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"
#include "faultline/math/binomial_interval.hpp"
#include "faultline/math/normal.hpp"
#include "faultline/methods/sources/cut.hpp"
#include "faultline/methods/sources/evaluation.hpp"
#include "faultline/methods/sources/share_test.hpp"
#include "faultline/methods/sources/tukey.hpp"
#include "faultline/resample/holm.hpp"

namespace faultline::methods {
namespace {

// Below this no test of a mean of zeros and ones is to be trusted.
constexpr std::int64_t kFewestTested = 10;

// Tukey's distribution of the range of so many means takes a second per metric.
constexpr std::size_t kMostCompared = 30;

bool is_share(CostMetric metric) {
  return metric == CostMetric::fpr || metric == CostMetric::fnr || metric == CostMetric::zero_one;
}

/// Wilson's for shares of people, normal for means.
SourcesReport::Interval cost_interval(CostMetric metric, const GroupCost& cost, double alpha) {
  if (is_share(metric)) {
    const auto wrong = std::llround(cost.mean * static_cast<double>(cost.n));
    return math::wilson_interval(wrong, cost.n, 1 - alpha);
  }
  if (cost.n < 2) return std::nullopt;
  const double half = math::normal_quantile(1 - alpha / 2) * cost.standard_error();
  return std::pair{cost.mean - half, cost.mean + half};
}

class ModelCosts {
 public:
  ModelCosts(const SourcesInput& input, const SourcesOptions& options, const EvaluatedModel& model,
             SourcesReport& report)
      : input_(input), options_(options), model_(model), report_(report) {}

  void add() {
    const std::size_t first_level = report_.levels.size();
    for (const CostMetric metric : metrics_of(input_.outcome_kind)) {
      const std::vector<CostMetric>& asked = options_.cost_metrics;
      if (!asked.empty() && std::find(asked.begin(), asked.end(), metric) == asked.end()) continue;
      const std::vector<GroupCost> costs =
          group_costs(metric, model_.predicted, static_cast<int>(input_.groups.size()));
      add_costs(metric, costs);
      add_levels(metric, costs);
      if (model_.folds > 1) add_test(metric);
    }
    adjust(first_level);
  }

 private:
  void add_costs(CostMetric metric, const std::vector<GroupCost>& costs) {
    for (std::size_t g = 0; g < costs.size(); ++g) {
      if (costs[g].n == 0) {
        cut(report_, SourcesPart::costs,
            fmt::format("{} of group '{}' under {}: nobody it looks at was predicted.",
                        name_of(metric), input_.groups[g], model_.model.name));
        continue;
      }
      report_.costs.push_back({.model = model_.model.name,
                               .group = input_.groups[g],
                               .metric = metric,
                               .estimate = costs[g].mean,
                               .se = costs[g].standard_error(),
                               .interval = cost_interval(metric, costs[g], options_.alpha),
                               .n = costs[g].n});
    }
  }

  void add_levels(CostMetric metric, const std::vector<GroupCost>& costs) {
    std::int64_t untested = 0;
    for (std::size_t a = 0; a < costs.size(); ++a) {
      for (std::size_t b = a + 1; b < costs.size(); ++b) {
        if (costs[a].n == 0 || costs[b].n == 0) continue;  // said with the costs
        const double error = std::hypot(costs[a].standard_error(), costs[b].standard_error());
        SourcesReport::Level entry{.model = model_.model.name,
                                   .groups = {input_.groups[a], input_.groups[b]},
                                   .metric = metric,
                                   .difference = costs[a].mean - costs[b].mean,
                                   .se = error};
        if (std::min(costs[a].n, costs[b].n) >= kFewestTested) {
          test(metric, costs[a], costs[b], entry);
        }
        untested += entry.p_value ? 0 : 1;
        report_.levels.push_back(std::move(entry));
      }
    }
    if (untested == 0) return;
    cut(report_, SourcesPart::costs,
        fmt::format("Differences in {} under {}: {} not tested, because a group has fewer than {} "
                    "people that "
                    "it looks at, or costs do not vary.",
                    name_of(metric), model_.model.name, untested, kFewestTested));
  }

  void test(CostMetric metric, const GroupCost& a, const GroupCost& b,
            SourcesReport::Level& entry) const {
    if (is_share(metric)) {
      entry.interval = share_interval(share_of(a), share_of(b), options_.alpha);
      entry.p_value = share_p_value(share_of(a), share_of(b));
      return;
    }
    // A group whose losses do not vary has no error to speak of.
    if (!varies(a) || !varies(b)) return;
    const double half = math::normal_quantile(1 - options_.alpha / 2) * entry.se;
    entry.interval = std::pair{entry.difference - half, entry.difference + half};
    entry.p_value = level(a, b)->p_value;
  }

  static Share share_of(const GroupCost& cost) {
    const auto n = static_cast<double>(cost.n);
    return {.wrong = std::round(cost.mean * n), .n = n};
  }

  /// Beyond what rounding makes.
  static bool varies(const GroupCost& cost) {
    return std::sqrt(cost.variance) > 1e-9 * std::abs(cost.mean);
  }

  /// Observations are a group's mean costs in the folds where it has anybody.
  void add_test(CostMetric metric) {
    if (input_.groups.size() > kMostCompared) {
      cut(report_, SourcesPart::costs,
          fmt::format("Analysis of variance of {} under {}: over {} groups have too many pairs.",
                      name_of(metric), model_.model.name, kMostCompared));
      return;
    }
    std::vector<std::vector<double>> sum(input_.groups.size(),
                                         std::vector<double>(model_.folds, 0.0));
    std::vector<std::vector<double>> count = sum;
    for (std::size_t i = 0; i < model_.person.size(); ++i) {
      const auto loss = loss_of(metric, model_.predicted, i);
      if (!loss) continue;
      sum[model_.predicted.group[i]][model_.fold[i]] += *loss;
      count[model_.predicted.group[i]][model_.fold[i]] += 1;
    }
    std::vector<std::vector<double>> observations(input_.groups.size());
    int usable = 0;
    for (std::size_t g = 0; g < observations.size(); ++g) {
      if (std::accumulate(count[g].begin(), count[g].end(), 0.0) < kFewestTested) continue;
      for (int f = 0; f < model_.folds; ++f) {
        if (count[g][f] > 0) observations[g].push_back(sum[g][f] / count[g][f]);
      }
      usable += observations[g].size() >= 2 ? 1 : 0;
    }
    if (usable < 2) return;
    const GroupAnalysis analysis = analyse_groups(observations, options_.alpha);
    if (!(analysis.error_variance > 0)) {
      cut(report_, SourcesPart::costs,
          fmt::format("Analysis of variance of {} under {}: the folds have no spread.",
                      name_of(metric), model_.model.name));
      return;
    }
    SourcesReport::GroupTest test{.model = model_.model.name,
                                  .metric = metric,
                                  .folds = model_.folds,
                                  .f = analysis.f,
                                  .degrees_of_freedom = analysis.degrees_of_freedom,
                                  .p_value = analysis.p_value};
    for (const TukeyPair& pair : analysis.pairs) {
      test.pairs.push_back({.groups = {input_.groups[pair.first], input_.groups[pair.second]},
                            .difference = -pair.difference,
                            .interval = std::pair{-pair.high, -pair.low},
                            .p_value = pair.p_value});
    }
    report_.group_tests.push_back(std::move(test));
  }

  void adjust(std::size_t first_level) {
    std::vector<std::optional<double>> p;
    for (std::size_t i = first_level; i < report_.levels.size(); ++i)
      p.push_back(report_.levels[i].p_value);
    const auto adjusted = resample::holm_adjusted(p);
    for (std::size_t i = 0; i < adjusted.size(); ++i)
      report_.levels[first_level + i].p_value_adjusted = adjusted[i];
  }

  const SourcesInput& input_;
  const SourcesOptions& options_;
  const EvaluatedModel& model_;
  SourcesReport& report_;
};

void compare(const SourcesInput& input, const EvaluatedModel& first, const EvaluatedModel& second,
             SourcesReport& report) {
  if (first.person != second.person) {
    cut(report, SourcesPart::costs,
        fmt::format("{} and {} are not compared: they predict different people.", first.model.name,
                    second.model.name));
    return;
  }
  const auto groups = static_cast<int>(input.groups.size());
  std::int64_t left_out = 0;
  for (const CostMetric metric : metrics_of(input.outcome_kind)) {
    const std::vector<GroupCost> costs = group_costs(metric, first.predicted, groups);
    for (int a = 0; a < groups; ++a) {
      for (int b = a + 1; b < groups; ++b) {
        if (std::min(costs[a].n, costs[b].n) < kFewestTested) {
          ++left_out;
          continue;
        }
        const auto found = compare_models(metric, first.predicted, second.predicted, a, b);
        if (!found) continue;
        report.comparisons.push_back({.what = ComparisonKind::level,
                                      .models = {first.model.name, second.model.name},
                                      .groups = {input.groups[a], input.groups[b]},
                                      .metric = metric,
                                      .difference = found->level_difference,
                                      .p_value = found->p_value});
      }
    }
  }
  if (left_out == 0) return;
  cut(report, SourcesPart::costs,
      fmt::format("{} and {}: {} of their levels are not compared, because a group has fewer than "
                  "{} people.",
                  first.model.name, second.model.name, left_out, kFewestTested));
}

}  // namespace

void add_costs(const SourcesInput& input, const SourcesOptions& options,
               const std::vector<EvaluatedModel>& models, SourcesReport& report) {
  for (const EvaluatedModel& model : models) ModelCosts(input, options, model, report).add();
  for (std::size_t i = 0; i < models.size(); ++i) {
    for (std::size_t j = i + 1; j < models.size(); ++j)
      compare(input, models[i], models[j], report);
  }
}

}  // namespace faultline::methods
