#include "faultline/methods/sources/column_steps.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <span>

#include "faultline/base/text.hpp"
#include "faultline/methods/sources/paired.hpp"
#include "faultline/methods/sources/refits.hpp"
#include "faultline/methods/sources/screening.hpp"
#include "faultline/methods/sources/table_columns.hpp"

namespace faultline::methods {
namespace {

// A fit per step and fold: fewer than there are candidates, and of fewer columns.
constexpr std::size_t kMostSteps = 8;
// Columns that a step names.
constexpr std::size_t kMostNamed = 4;

/// Positions by how much they tell, most first; of equals the earlier.
std::vector<std::size_t> by_share(const std::vector<double>& share) {
  std::vector<std::size_t> order(share.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, std::ranges::greater{}, [&](std::size_t k) { return share[k]; });
  return order;
}

/// The first of an order, in the order of the table.
std::vector<TableColumn> foremost_columns(const std::vector<TableColumn>& columns,
                                          std::span<const std::size_t> order, std::size_t number) {
  std::vector<TableColumn> chosen;
  for (const std::size_t k : order.first(number)) chosen.push_back(columns[k]);
  std::ranges::sort(chosen, {}, &TableColumn::position);
  return chosen;
}

std::vector<SourcesReport::CandidateCost> costs_of_groups(const WhatIf& what_if,
                                                          const std::vector<double>& scores) {
  const std::vector<double> loss = what_if.losses(what_if.metrics().front(), scores);
  std::vector<SourcesReport::CandidateCost> costs;
  for (std::size_t g = 0; g < what_if.input().groups.size(); ++g) {
    const PairedMean cost = mean_where(loss, what_if.plan().of_group(g));
    if (cost.n == 0) continue;
    costs.push_back({.group = what_if.input().groups[g], .cost = cost.mean, .se = cost.se});
  }
  return costs;
}

}  // namespace

std::vector<std::size_t> numbers_of_columns(std::size_t columns) {
  for (std::size_t ratio = 2;; ratio *= 2) {
    std::vector<std::size_t> numbers;
    for (std::size_t number = 1; number < columns; number *= ratio) numbers.push_back(number);
    numbers.push_back(columns);
    if (numbers.size() <= kMostSteps) return numbers;
  }
}

void add_column_steps(const WhatIf& what_if, const Hooks& hooks, SourcesReport& report) {
  const model::Features& features = *what_if.input().features;
  const FoldPlan& plan = what_if.plan();
  const std::vector<TableColumn> all = table_columns(features);
  if (all.size() < kFewestColumns) return;
  model::Features people(static_cast<std::int64_t>(plan.size()));
  add_columns(features, all, plan.person, people);
  const std::vector<TableColumn> columns = table_columns(people);
  const std::vector<double> outcome = outcomes_in_plan(what_if);
  std::vector<std::vector<std::size_t>> order;
  std::vector<double> total(columns.size(), 0);
  for (int fold = 0; fold < kPlanFolds; ++fold) {
    const auto share = shares_explained(people, columns, trained_entries(plan, fold), outcome);
    for (std::size_t k = 0; k < share.size(); ++k) total[k] += share[k];
    order.push_back(by_share(share));
  }
  const std::vector<std::size_t> numbers = numbers_of_columns(columns.size());
  std::vector<std::int64_t> everybody(plan.size());
  std::iota(everybody.begin(), everybody.end(), std::int64_t{0});
  const auto first = [&](std::size_t step, int fold) {
    model::Features table(static_cast<std::int64_t>(plan.size()));
    add_columns(people,
                foremost_columns(columns, order[static_cast<std::size_t>(fold)], numbers[step]),
                everybody, table);
    return table;
  };
  // With all columns it is the audited model itself.
  auto scores = refitted(what_if, numbers.size() - 1, first, "fewer columns", hooks);
  scores.push_back(what_if.scores(0));
  const std::vector<std::size_t> named = by_share(total);
  std::size_t before = 0;
  for (std::size_t step = 0; step < numbers.size(); ++step) {
    std::vector<std::string> added;
    for (std::size_t k = before; k < numbers[step]; ++k) added.push_back(columns[named[k]].name);
    before = numbers[step];
    report.column_steps.push_back({.column = join_words(added, kMostNamed),
                                   .columns = static_cast<std::int64_t>(numbers[step]),
                                   .costs = costs_of_groups(what_if, scores[step])});
  }
}

}  // namespace faultline::methods
