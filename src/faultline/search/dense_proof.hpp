#pragma once
// Branch and bound for lattices most of whose cells have people. As in bounded.hpp, sets are fixed
// attribute by attribute and a node's cube, added up over the fixed attributes, bounds every
// completion by its positive parts; but cubes are dense arrays of tangent rows, and more is cut:
//
// - A set of values whose slices' positive parts together do not reach the best score is not added
//   up, nor is any set that continues it.
// - Attributes that the best subgroup known restricts are fixed first: what lies far from it then
//   fails early.
// - Level by level: the tree is searched down to one attribute, then down to two, and so on while
//   that is cheap, then as a whole. A budget that is spent leaves the bound of the last level that
//   was finished.
//
// At the last attribute the best set follows exactly from one step, by the family's own rows.

#include <array>
#include <cstdint>
#include <span>
#include <stop_token>
#include <vector>

#include "faultline/search/bernoulli_family.hpp"
#include "faultline/search/step.hpp"
#include "faultline/search/tangent_rows.hpp"

namespace faultline::search {

class DenseProof {
 public:
  /// Whether cells fill enough of the lattice.
  [[nodiscard]] static bool suits(const Lattice& lattice);

  /// `work_budget`: rows added up or looked at. A frugal proof is given up early where it would
  /// take more, as far as the first levels tell. Keeps a reference.
  DenseProof(const BernoulliFamily& family, double penalty, std::int64_t work_budget,
             std::stop_token stop, bool frugal);

  /// Improves the incumbent to the optimum, or as far as the budget goes.
  void run(Incumbent& incumbent);

  /// No subgroup scores above this, up to the family's error bound.
  [[nodiscard]] double upper_bound(const Incumbent& incumbent) const;
  [[nodiscard]] bool complete() const { return complete_; }
  [[nodiscard]] std::int64_t nodes() const { return nodes_; }

 private:
  struct Growth;
  using Rows = std::span<const TangentRow>;
  using Sums = std::array<double, kTangentLanes>;
  /// What is needed while the attribute at one depth is being fixed.
  struct Level {
    std::vector<Sums> positive{};  // per value: sum of its slice's positive parts
    std::vector<Sums> rest{};      // [v]: what the values from v on may add, less their cost
    std::vector<TangentRow> whole{};
    std::vector<std::vector<TangentRow>> sums{};  // [k]: k + 2 chosen slices added up
  };

  void order_attributes(const Incumbent& incumbent);
  void fill_root();
  [[nodiscard]] bool search_to(std::size_t depth, Incumbent& incumbent);
  void visit(std::size_t depth, Rows cube, double cost, Incumbent& incumbent);
  void extend(std::size_t depth, Rows cube, int from, int chosen, Rows sum, const Sums& positive,
              double cost, Incumbent& incumbent);
  void extend_ranges(std::size_t depth, Rows cube, double cost, Incumbent& incumbent);
  /// `sum` and the slice of a value, in the buffer for so many slices; the slice itself where there
  /// is no sum yet.
  [[nodiscard]] Rows add_slice(std::size_t depth, Rows cube, int value, int chosen, Rows sum);
  void last_attribute(Rows cube, double cost, Incumbent& incumbent);
  [[nodiscard]] double bound_of(const Sums& positive) const;
  [[nodiscard]] double bound_of_step(Rows values) const;
  [[nodiscard]] bool exhausted() const { return work_ >= budget_ || stop_.stop_requested(); }
  [[nodiscard]] const data::Attribute& attribute(std::size_t depth) const {
    return lattice_.attributes[static_cast<std::size_t>(order_[depth])];
  }
  [[nodiscard]] Rows slice(std::size_t depth, Rows cube, int value) const {
    const auto size = static_cast<std::size_t>(sizes_[depth + 1]);
    return cube.subspan(static_cast<std::size_t>(value) * size, size);
  }
  template <typename Visit>
  void for_each_cell(std::size_t depth, std::int64_t entry, const Visit& visit) const;

  const BernoulliFamily& family_;
  const Lattice& lattice_;
  double penalty_;
  std::int64_t budget_;
  std::stop_token stop_;
  bool frugal_;
  std::vector<int> order_{};
  std::vector<std::int64_t> sizes_{};  // [d]: entries of a cube whose attributes from d on are free
  TangentRow slack_{};
  std::vector<TangentRow> root_{};
  std::vector<std::int32_t> cell_at_{};  // of a root entry; -1: nobody
  std::vector<Level> levels_{};
  Subgroup trial_{};
  std::vector<std::int32_t> members_{};
  StepBuffers buffers_{};
  std::size_t deepest_ = 0;  // nodes of this depth are bounded and left
  double frontier_ = 0;      // the highest bound among them
  double bound_ = 0;         // of the last level that was finished
  bool complete_ = false;
  std::int64_t nodes_ = 0;
  std::int64_t work_ = 0;
};

}  // namespace faultline::search
