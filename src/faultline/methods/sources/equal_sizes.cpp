#include "faultline/methods/sources/equal_sizes.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "faultline/base/error.hpp"
#include "faultline/math/normal.hpp"
#include "faultline/methods/sources/paired.hpp"
#include "faultline/parallel/for_each.hpp"

namespace faultline::methods {
namespace {

// Models of fewer people say little about either side.
constexpr std::int64_t kFewestOfSide = 50;
// Apart from the substreams of other parts.
constexpr std::uint32_t kEqualSubstream = 0x3000'0000U;

}  // namespace

void add_equal_sizes(const GapQuestion& question, Outlooks& outlooks, const Hooks& hooks,
                     SourcesReport& report) {
  WhatIf& what_if = outlooks.what_if();
  const FoldPlan& plan = what_if.plan();
  const CostMetric metric = what_if.metrics().front();
  const std::vector<bool> sides[] = {outlooks.members(question.contrast, 0),
                                     outlooks.members(question.contrast, 1)};
  std::int64_t n[] = {std::ranges::count(sides[0], true), std::ranges::count(sides[1], true)};
  if (std::min(n[0], n[1]) < kFewestOfSide) return;
  const double smaller = static_cast<double>(std::min(n[0], n[1]));
  std::vector<std::size_t> kinds;
  for (std::size_t c = 0; c < what_if.candidates().size(); ++c) {
    if (what_if.candidates()[c].kind_for_equal_sizes) kinds.push_back(c);
  }
  if (kinds.empty()) return;
  // [kind][entry]; every side is predicted by models of its own side.
  std::vector<std::vector<double>> scores(
      kinds.size(), std::vector<double>(plan.size(), std::numeric_limits<double>::quiet_NaN()));
  const auto tasks = std::ssize(kinds) * 2 * kPlanFolds;
  const auto& side_of = outlooks.contrasts()[question.contrast].side_of;
  const auto done = parallel::for_each(
      tasks, what_if.options().threads,
      [&](std::int64_t task) {
        const auto k = static_cast<std::size_t>(task / (2 * kPlanFolds));
        const auto side = static_cast<int>(task / kPlanFolds % 2);
        const auto fold = static_cast<int>(task % kPlanFolds);
        std::vector<double> share;
        for (const std::int32_t of_group : side_of)
          share.push_back(of_group == side ? smaller / static_cast<double>(n[side]) : 0);
        std::vector<std::size_t> entries;
        std::vector<std::int64_t> tested;
        for (const std::size_t i : plan.tested(fold)) {
          if (!sides[side][i]) continue;
          entries.push_back(i);
          tested.push_back(plan.person[i]);
        }
        std::vector<double> out(tested.size());
        what_if.candidates().predict(kinds[k], plan.training(fold, share), tested,
                                     kEqualSubstream + static_cast<std::uint32_t>(task), out);
        for (std::size_t t = 0; t < entries.size(); ++t) scores[k][entries[t]] = out[t];
      },
      hooks.stop);
  if (done < tasks) throw Cancelled("stopped while groups of equal size were compared");
  PairedMean cost[2];
  for (int side = 0; side < 2; ++side) {
    double least = std::numeric_limits<double>::infinity();
    for (const std::vector<double>& of_kind : scores) {
      const double proper = mean_where(what_if.proper(of_kind), sides[side]).mean;
      if (!(proper < least)) continue;
      least = proper;
      cost[side] = mean_where(what_if.losses(metric, of_kind), sides[side]);
    }
  }
  const double half =
      math::normal_quantile(1 - what_if.options().alpha / 2) * std::hypot(cost[0].se, cost[1].se);
  const double found = cost[0].mean - cost[1].mean;
  const double most = metric == CostMetric::mse ? std::numeric_limits<double>::infinity() : 1;
  report.equal_sizes.push_back(
      {.groups = question.groups,
       .metric = metric,
       .n = static_cast<std::int64_t>(smaller * (kPlanFolds - 1) / kPlanFolds),
       .difference = found,
       .interval = std::pair{std::max(-most, found - half), std::min(most, found + half)}});
}

}  // namespace faultline::methods
