#include "faultline/methods/sources/column_values.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "faultline/base/text.hpp"
#include "faultline/math/normal.hpp"
#include "faultline/math/paired_shares.hpp"
#include "faultline/methods/sources/paired.hpp"
#include "faultline/methods/sources/refits.hpp"
#include "faultline/methods/sources/table_columns.hpp"
#include "faultline/resample/holm.hpp"
#include "faultline/rng/draw.hpp"

namespace faultline::methods {
namespace {

// The largest difference is not to be that of a handful of people, where there are other groups.
constexpr std::int64_t kFewestCompared = 30;
// Apart from other permutations.
constexpr std::uint32_t kShuffleSubstream = 0x4000'0000U;

/// The group that costs most and the one that costs least.
std::pair<std::size_t, std::size_t> farthest_apart(const FoldPlan& plan, std::size_t groups,
                                                   const std::vector<double>& loss) {
  std::vector<PairedMean> costs;
  for (std::size_t g = 0; g < groups; ++g) costs.push_back(mean_where(loss, plan.of_group(g)));
  const auto large = [](const PairedMean& cost) { return cost.n >= kFewestCompared; };
  const std::int64_t least = std::ranges::count_if(costs, large) >= 2 ? kFewestCompared : 1;
  std::pair<std::size_t, std::size_t> pair{groups, groups};
  for (std::size_t g = 0; g < groups; ++g) {
    if (costs[g].n < least) continue;
    if (pair.first == groups || costs[g].mean > costs[pair.first].mean) pair.first = g;
    if (pair.second == groups || costs[g].mean <= costs[pair.second].mean) pair.second = g;
  }
  return pair;
}

/// One-sided, of a fall of the mean.
double p_value_of_fall(const std::vector<double>& falls, CostMetric metric) {
  const std::vector<bool> everybody(falls.size(), true);
  if (metric == CostMetric::mse) {
    const PairedMean mean = mean_where(falls, everybody);
    if (!(mean.se > 0)) return mean.mean > 0 ? 0 : 1;
    return math::normal_upper_tail(mean.mean / mean.se);
  }
  std::int64_t right = 0;  // decided rightly with the column only
  std::int64_t wrong = 0;
  for (const double fall : falls) {
    right += fall > 0 ? 1 : 0;
    wrong += fall < 0 ? 1 : 0;
  }
  return right > wrong ? math::mcnemar_exact(right, wrong) / 2 : 1;
}

/// People of the plan in another order, whose values somebody has instead of his or her own.
std::vector<std::int64_t> other_people(const WhatIf& what_if) {
  std::vector<std::int64_t> people = what_if.plan().person;
  rng::Stream stream(what_if.options().seed, rng::Purpose::permutation, 0, kShuffleSubstream);
  rng::shuffle(stream, std::span(people));
  return people;
}

SourcesReport::ColumnValue column_value(const WhatIf& what_if, const std::vector<double>& falls,
                                        std::pair<std::size_t, std::size_t> pair) {
  const std::vector<std::string>& groups = what_if.input().groups;
  const FoldPlan& plan = what_if.plan();
  SourcesReport::ColumnValue value{.groups = {groups[pair.first], groups[pair.second]}};
  for (std::size_t g = 0; g < groups.size(); ++g) {
    const PairedMean fall = mean_where(falls, plan.of_group(g));
    if (fall.n == 0) continue;
    value.falls.push_back({.group = groups[g], .cost = fall.mean, .se = fall.se});
  }
  const PairedMean worse = mean_where(falls, plan.of_group(pair.first));
  const PairedMean better = mean_where(falls, plan.of_group(pair.second));
  value.gap_removed = worse.mean - better.mean;
  const double half =
      math::normal_quantile(1 - what_if.options().alpha / 2) * std::hypot(worse.se, better.se);
  value.interval = std::pair{value.gap_removed - half, value.gap_removed + half};
  return value;
}

}  // namespace

void add_column_values(const WhatIf& what_if, const Hooks& hooks, SourcesReport& report) {
  const SourcesInput& input = what_if.input();
  if (!input.offered) return;
  const FoldPlan& plan = what_if.plan();
  const std::vector<TableColumn> own = table_columns(*input.features);
  const std::vector<TableColumn> offered = table_columns(*input.offered);
  const std::size_t lines = offered.size() > 1 ? offered.size() + 1 : offered.size();
  const std::vector<std::int64_t> others = other_people(what_if);
  // First all lines with everybody's own values, then with those of others.
  const auto with = [&](std::size_t fit, int /*fold*/) {
    model::Features table(static_cast<std::int64_t>(plan.size()));
    add_columns(*input.features, own, plan.person, table);
    const std::span all(offered);
    const std::size_t line = fit % lines;
    add_columns(*input.offered, line < all.size() ? all.subspan(line, 1) : all,
                fit < lines ? plan.person : others, table);
    return table;
  };
  const auto scores = refitted(what_if, 2 * lines, with, "further columns", hooks);
  const CostMetric metric = what_if.metrics().front();
  const std::vector<double> without = what_if.losses(metric, what_if.scores(0));
  const auto pair = farthest_apart(plan, input.groups.size(), without);
  std::vector<std::optional<double>> p_values;
  for (std::size_t line = 0; line < lines; ++line) {
    const std::vector<double> loss = what_if.losses(metric, scores[line]);
    const std::vector<double> of_others = what_if.losses(metric, scores[lines + line]);
    const std::vector<double> falls = difference(without, loss);
    SourcesReport::ColumnValue value = column_value(what_if, falls, pair);
    value.column =
        line < offered.size() ? offered[line].name : fmt::format("all {} columns", offered.size());
    value.p_value = std::max(p_value_of_fall(falls, metric),
                             p_value_of_fall(difference(of_others, loss), metric));
    p_values.push_back(value.p_value);
    report.column_values.push_back(std::move(value));
  }
  const auto adjusted = resample::holm_adjusted(p_values);
  for (std::size_t line = 0; line < lines; ++line)
    report.column_values[line].p_value_adjusted = adjusted[line];
}

}  // namespace faultline::methods
