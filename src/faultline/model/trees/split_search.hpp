#pragma once
// The best split of a node by least squares, at every threshold that tells people apart: of all
// columns, or of columns drawn at random until as many were tried as asked for and one of them can
// split the node. Without that last clause (XGBoost has none) a node whose draw holds nothing but
// constant dummies would become a leaf, and trees on dummies stay far too small.

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "faultline/model/design/features.hpp"
#include "faultline/rng/stream.hpp"

namespace faultline::model {

class SplitSearch {
 public:
  /// Somebody in a node, or several who are alike.
  struct Item {
    std::uint32_t row = 0;  // among those loaded
    double weight = 0;
    double outcome = 0;  // times weight
  };
  struct Sums {
    double weight = 0;
    double outcome = 0;
  };
  struct Rules {
    int columns_tried = 0;  // as many as there are: all, in their order, without draws
    double leaf = 0;        // least weight of either side
  };
  /// Values up to the threshold go left.
  struct Split {
    double score = -1;         // sum over both sides of (sum of outcomes)^2 / weight
    std::int32_t column = -1;  // none: no column can split
    double threshold = 0;
  };

  /// Keeps a reference to the features, which must have all their columns.
  explicit SplitSearch(const Features& features);

  /// Who may be in a node: positions in the features.
  void load(std::span<const std::int64_t> people);
  /// Forgets the draws of the tree before.
  void restart();
  [[nodiscard]] Split best(std::span<const Item> items, const Sums& all, const Rules& rules,
                           rng::Stream& stream);
  [[nodiscard]] double value(std::int32_t column, std::int64_t person) const {
    const Place& place = places_[static_cast<std::size_t>(column)];
    if (place.codes != nullptr) return place.codes[person] == place.inside ? 1 : 0;
    if (place.numbers != nullptr) return place.numbers[person];
    return sparse_value(place, person);
  }
  /// The same of somebody loaded.
  [[nodiscard]] double value(std::int32_t column, const Item& item) const {
    return value(column, people_[item.row]);
  }

 private:
  // Where the values of a column stand.
  struct Place {
    Feature::Kind kind = Feature::Kind::number;
    std::int32_t block = 0;   // among its kind
    std::int32_t inside = 0;  // value of a categorical covariate, column of a sparse block
    const data::Code* codes = nullptr;  // of everybody, where it is a dummy
    const double* numbers = nullptr;    // likewise of a number
  };

  void place_columns();
  [[nodiscard]] double sparse_value(const Place& place, std::int64_t person) const;
  void try_column(std::span<const Item> items, const Sums& all, std::int32_t column, Split& best);
  /// Betters `best` by the people on the left of a threshold, unless a side is too small.
  void offer(const Sums& left, const Sums& all, std::int32_t column, double threshold,
             Split& best) const;
  // Each betters `best` if it can; a column that does not vary cannot.
  void try_dummy(std::span<const Item> items, const Sums& all, std::int32_t column, Split& best);
  void try_number(std::span<const Item> items, const Sums& all, std::int32_t column, Split& best);
  void try_counted(std::span<const Item> items, const Sums& all, std::int32_t column, Split& best);
  void try_sparse(std::span<const Item> items, const Sums& all, std::int32_t column, Split& best);

  const Features* features_;
  std::vector<Place> places_{};
  std::vector<std::vector<double>> levels_{};            // of every number, ascending
  std::vector<std::vector<std::uint32_t>> all_ranks_{};  // among its levels, per person
  std::vector<std::int64_t> people_{};
  std::vector<std::vector<data::Code>> codes_{};     // per covariate, of those loaded
  std::vector<std::vector<std::uint32_t>> ranks_{};  // per number, likewise
  double leaf_ = 0;                                  // of the rules that hold
  std::vector<std::int32_t> columns_{};              // to draw from
  std::vector<Sums> counted_{};
  std::vector<std::uint64_t> keys_{};
  std::vector<std::pair<double, std::size_t>> present_{};
};

}  // namespace faultline::model
