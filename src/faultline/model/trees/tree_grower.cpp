#include "faultline/model/trees/tree_grower.hpp"

#include <algorithm>

#include "faultline/model/design/at.hpp"

namespace faultline::model {

TreeGrower::TreeGrower(const Features& features) : search_(features) {}

void TreeGrower::load(std::span<const std::int64_t> people, std::span<const double> outcome) {
  search_.load(people);
  outcome_.assign(outcome.begin(), outcome.end());
}

RegressionTree TreeGrower::grow(std::span<const double> weight, const GrowthRules& rules,
                                rng::Stream& stream) {
  items_.clear();
  for (std::size_t i = 0; i < weight.size(); ++i) {
    if (!(weight[i] > 0)) continue;
    items_.push_back({.row = static_cast<std::uint32_t>(i),
                      .weight = weight[i],
                      .outcome = weight[i] * outcome_[i]});
  }
  search_.restart();
  struct Waiting {
    std::size_t begin;
    std::size_t end;
    std::int32_t parent;  // whose right side this is; -1: none
    int depth;
  };
  RegressionTree tree;
  std::vector<Waiting> waiting{{0, items_.size(), -1, 0}};
  while (!waiting.empty()) {
    const Waiting now = waiting.back();
    waiting.pop_back();
    const auto index = static_cast<std::int32_t>(tree.nodes.size());
    if (now.parent >= 0) tree.nodes[at(now.parent)].right = index;
    const auto items = std::span(items_).subspan(now.begin, now.end - now.begin);
    SplitSearch::Sums all;
    const double first = outcome_[items.front().row];
    bool same = true;
    for (const SplitSearch::Item& item : items) {
      all.weight += item.weight;
      all.outcome += item.outcome;
      same = same && outcome_[item.row] == first;
    }
    RegressionTree::Node& node = tree.nodes.emplace_back();
    node.value = same ? first : all.outcome / all.weight;
    if (same || (rules.depth > 0 && now.depth == rules.depth)) continue;
    const SplitSearch::Split split = search_.best(items, all, rules.split, stream);
    if (split.column < 0) continue;
    node.column = split.column;
    node.value = split.threshold;
    // Both sides keep their order, so that sums do not depend on how one partitions.
    other_side_.clear();
    std::size_t kept = now.begin;
    for (const SplitSearch::Item& item : items) {
      if (search_.value(split.column, item) <= split.threshold) {
        items_[kept++] = item;
      } else {
        other_side_.push_back(item);
      }
    }
    std::ranges::copy(other_side_, items_.begin() + static_cast<std::ptrdiff_t>(kept));
    waiting.push_back({kept, now.end, index, now.depth + 1});
    waiting.push_back({now.begin, kept, -1, now.depth + 1});
  }
  return tree;
}

void TreeGrower::add_predictions(const RegressionTree& tree, std::span<const std::int64_t> people,
                                 std::span<double> sum) const {
  for (std::size_t i = 0; i < people.size(); ++i) {
    std::size_t index = 0;
    while (tree.nodes[index].column >= 0) {
      const RegressionTree::Node& node = tree.nodes[index];
      index = search_.value(node.column, people[i]) <= node.value ? index + 1 : at(node.right);
    }
    sum[i] += tree.nodes[index].value;
  }
}

}  // namespace faultline::model
