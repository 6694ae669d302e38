#pragma once
// A tree by least squares, with exact splits (split_search.hpp): alone, or as one of a forest
// (Breiman 2001), where the columns of every split are drawn at random.

#include <cstdint>
#include <span>
#include <vector>

#include "faultline/model/trees/split_search.hpp"

namespace faultline::model {

struct RegressionTree {
  struct Node {
    std::int32_t column = -1;  // -1: a leaf
    std::int32_t right = 0;    // the left one comes next
    double value = 0;          // of a leaf: mean outcome; else left are values up to this
  };
  std::vector<Node> nodes{};
};

struct GrowthRules {
  SplitSearch::Rules split{};
  int depth = 0;  // splits above a leaf; 0: no limit
};

class TreeGrower {
 public:
  /// Keeps a reference to the features, which must have all their columns.
  explicit TreeGrower(const Features& features);

  /// Who may be learnt from, positions in the features, and their outcomes.
  void load(std::span<const std::int64_t> people, std::span<const double> outcome);
  /// `weight`: how much each of them counts; somebody must.
  [[nodiscard]] RegressionTree grow(std::span<const double> weight, const GrowthRules& rules,
                                    rng::Stream& stream);
  /// Adds the tree's prediction of every person to `sum`.
  void add_predictions(const RegressionTree& tree, std::span<const std::int64_t> people,
                       std::span<double> sum) const;

 private:
  SplitSearch search_;
  std::vector<double> outcome_{};
  std::vector<SplitSearch::Item> items_{}, other_side_{};
};

}  // namespace faultline::model
