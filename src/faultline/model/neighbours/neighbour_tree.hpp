#pragma once
// A k-d tree over the numbers of people, for exact nearest neighbours: the box of a branch bounds
// the distance of everybody in it from below, whatever their other features. Without numbers, or
// where all numbers agree, everybody is looked at. Boxes and distances are summed in the same
// order, so that rounding cannot make a bound larger than the distance.

#include <compare>
#include <cstdint>
#include <span>
#include <vector>

#include "faultline/model/design/features.hpp"

namespace faultline::model {

struct Neighbour {
  double squared_distance = 0;
  std::int64_t person = 0;  // position in the features
  friend auto operator<=>(const Neighbour&, const Neighbour&) = default;
};

class NeighbourTree {
 public:
  /// Keeps a reference to the features.
  NeighbourTree(const Features& features, std::span<const std::int64_t> people);

  /// The k nearest people of another label than the person's own, nearest first. `label` has one
  /// entry per row of the features.
  void nearest(std::int64_t person, std::size_t k, std::span<const std::int64_t> label,
               std::vector<Neighbour>& out) const;

 private:
  struct Branch {
    std::size_t begin = 0;
    std::size_t end = 0;
    std::size_t left = 0;  // 0: a leaf; the right one follows the left one's branches
    std::size_t right = 0;
  };
  struct Search;

  std::size_t build(std::size_t begin, std::size_t end);
  [[nodiscard]] double box_distance(std::size_t branch, const double* from) const;
  void descend(std::size_t branch, Search& search) const;
  void look_at(const Branch& leaf, Search& search) const;
  [[nodiscard]] double sparse_distance(std::int64_t a, std::int64_t b) const;

  const Features* features_;
  std::size_t numbers_ = 0;
  std::size_t categories_ = 0;
  std::vector<std::int64_t> order_{};  // people, branch by branch
  std::vector<double> number_{};       // per person of order_, all numbers
  std::vector<data::Code> code_{};     // likewise, all categorical covariates
  std::vector<Branch> branches_{};
  std::vector<double> low_{}, high_{};  // per branch, all numbers
};

}  // namespace faultline::model
