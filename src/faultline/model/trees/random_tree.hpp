#pragma once
// One tree of a forest (Breiman 2001): least squares, no limit of depth, leaves of any size, the
// columns of every split drawn at random (split_search.hpp).

#include <cstdint>
#include <span>
#include <vector>

#include "faultline/model/trees/split_search.hpp"

namespace faultline::model {

struct RandomTree {
  struct Node {
    std::int32_t column = -1;  // -1: a leaf
    std::int32_t right = 0;    // the left one comes next
    double value = 0;          // of a leaf: mean outcome; else left are values up to this
  };
  std::vector<Node> nodes{};
};

class TreeGrower {
 public:
  /// Keeps a reference to the features, which must have all their columns.
  explicit TreeGrower(const Features& features);

  /// Who may be learnt from, distinct positions in the features, and their outcomes.
  void load(std::span<const std::int64_t> people, std::span<const double> outcome);
  /// `weight`: how often each of them counts; somebody must.
  [[nodiscard]] RandomTree grow(std::span<const std::uint32_t> weight, int columns_tried,
                                rng::Stream& stream);
  /// Adds the tree's prediction of every person to `sum`.
  void add_predictions(const RandomTree& tree, std::span<const std::int64_t> people,
                       std::span<double> sum) const;

 private:
  SplitSearch search_;
  std::vector<double> outcome_{};
  std::vector<SplitSearch::Item> items_{}, other_side_{};
};

}  // namespace faultline::model
