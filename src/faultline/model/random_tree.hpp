#pragma once
// One tree of a forest (Breiman 2001): least squares, no limit of depth, and at every node columns
// are drawn at random and tried until as many were tried as asked for and one of them varies among
// the node's people. Without that last clause (XGBoost has none) a node whose draw holds nothing
// but constant dummies would become a leaf, and trees on dummies stay far too small.

#include <cstdint>
#include <span>
#include <vector>

#include "faultline/model/features.hpp"
#include "faultline/rng/stream.hpp"

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
  // Where the values of a column stand.
  struct Place {
    Feature::Kind kind = Feature::Kind::number;
    std::int32_t block = 0;   // among its kind
    std::int32_t inside = 0;  // value of a categorical covariate, column of a sparse block
    const data::Code* codes = nullptr;  // of everybody, where it is a dummy
    const double* numbers = nullptr;    // likewise of a number
  };
  struct Item {
    std::uint32_t row = 0;  // among those loaded
    std::uint32_t weight = 0;
    double outcome = 0;  // times weight
  };
  struct Split {
    double score = -1;  // sum of squared sums over weights of the two sides
    std::int32_t column = -1;
    double threshold = 0;
  };
  struct Sums {
    double weight = 0;
    double outcome = 0;
  };

  [[nodiscard]] double value(std::int32_t column, std::int64_t person) const;
  Split best_split(std::span<const Item> items, const Sums& all, int columns_tried,
                   rng::Stream& stream);
  // Each returns whether the column varies, and betters `best`.
  bool try_dummy(std::span<const Item> items, const Sums& all, std::int32_t column, Split& best);
  bool try_number(std::span<const Item> items, const Sums& all, std::int32_t column, Split& best);
  bool try_counted(std::span<const Item> items, const Sums& all, std::int32_t column, Split& best);
  bool try_sparse(std::span<const Item> items, const Sums& all, std::int32_t column, Split& best);

  const Features* features_;
  std::vector<Place> places_{};
  std::vector<std::vector<double>> levels_{};            // of every number, ascending
  std::vector<std::vector<std::uint32_t>> all_ranks_{};  // among its levels, per person
  std::vector<std::int64_t> people_{};
  std::vector<double> outcome_{};
  std::vector<std::vector<data::Code>> codes_{};     // per covariate, of those loaded
  std::vector<std::vector<std::uint32_t>> ranks_{};  // per number, likewise
  std::vector<std::int32_t> columns_{};              // to draw from
  std::vector<Item> items_{}, other_side_{};
  std::vector<Sums> counted_{};
  std::vector<std::uint64_t> keys_{};
  std::vector<std::pair<double, std::size_t>> present_{};
};

}  // namespace faultline::model
