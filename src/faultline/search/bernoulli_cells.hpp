#pragma once
// The people of a Bernoulli scan, cell by cell: (n, y), the distinct predictions, and the node sums
// g of both directions. With very many distinct predictions only the sums are kept ("folded"):
// memory then follows the cells, not the people.

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "faultline/data/profiles.hpp"
#include "faultline/math/poisson_binomial.hpp"
#include "faultline/search/bernoulli_score.hpp"
#include "faultline/search/lattice.hpp"
#include "faultline/search/nodes.hpp"

namespace faultline::search {

/// What one direction needs of a cell, beside y; "lower" holds the sums of the mirrored problem (p
/// -> 1 - p).
struct DirectionSums {
  std::vector<double> log_partition{};   // [cell * kNodes + node]: sum log(1 + growth p)
  std::vector<std::int64_t> possible{};  // people with p > 0
  std::vector<double> log_p{};           // sum of log p over them
};

struct BernoulliCells {
  Lattice lattice{};
  std::vector<std::int64_t> n{};   // [cell] people
  std::vector<std::int64_t> y{};   // [cell] people with the event
  std::vector<double> expected{};  // [cell] sum of p
  DirectionSums higher{};
  DirectionSums lower{};
  // Distinct predictions of cell c: positions first[c] .. first[c + 1]. Empty when folded.
  std::vector<std::int64_t> first{};
  std::vector<double> p{};
  std::vector<std::int64_t> prediction_n{};

  [[nodiscard]] bool folded() const { return first.empty(); }
  [[nodiscard]] std::int64_t cells() const { return lattice.cells; }
  [[nodiscard]] std::int64_t people() const;
  [[nodiscard]] const DirectionSums& sums(Direction direction) const {
    return direction == Direction::higher ? higher : lower;
  }
};

/// Receives people in canonical order (attribute codes, then prediction) and builds the cells.
/// Needs outcome and prediction; throws InternalError on a batch out of order or without them.
class BernoulliCellsBuilder final : public data::ProfileSink {
 public:
  /// keep_predictions = false folds.
  BernoulliCellsBuilder(std::vector<data::Attribute> attributes, bool keep_predictions);
  /// Predictions are moved into [epsilon, 1 - epsilon] as they arrive; how many people were moved
  /// is counted.
  void clip(double epsilon) { clip_ = epsilon; }
  /// Each cell's distribution of y under its predictions (a sum of unequal coins) goes to
  /// `receive`, in cell order: what redrawing outcomes needs when the predictions themselves are
  /// folded away.
  void on_distribution(std::function<void(const math::CountDistribution&)> receive) {
    receive_law_ = std::move(receive);
  }

  void add(const data::ProfileBatch& batch) override;
  [[nodiscard]] BernoulliCells finish() &&;

  /// People whose event was impossible under their prediction: event at p = 0 ("higher"), none at p
  /// = 1 ("lower"). The score of a subgroup with them is infinite in that direction.
  struct Impossible {
    std::int64_t people = 0;
    std::vector<std::int64_t> cells{};  // in order
  };
  [[nodiscard]] const Impossible& impossible(Direction direction) const {
    return direction == Direction::higher ? impossible_higher_ : impossible_lower_;
  }
  [[nodiscard]] std::int64_t clipped() const { return clipped_; }

 private:
  void start_cell(const std::vector<data::Code>& codes);
  void close_cell();
  void close_prediction();
  void note_impossible(Impossible& impossible, std::int64_t people) const;

  BernoulliCells cells_;
  bool keep_ = true;
  std::optional<double> clip_;
  NodeSum sum_higher_;
  NodeSum sum_lower_;
  double current_p_ = -1;
  std::int64_t current_n_ = 0;
  std::int64_t current_y_ = 0;
  std::function<void(const math::CountDistribution&)> receive_law_;
  math::PoissonBinomialBuilder law_;
  Impossible impossible_higher_;
  Impossible impossible_lower_;
  std::int64_t clipped_ = 0;
};

/// Cells of profiles that carry outcome and prediction, predictions kept.
[[nodiscard]] BernoulliCells make_bernoulli_cells(const data::Profiles& profiles);

/// People of fixed cells under new predictions, as a refitted model gives them: units first[c] ..
/// first[c + 1] of cell c share a prediction; `y` counts their events. Units without people are
/// left out. Only the sums of `direction` are filled, those of the other direction are of no use
/// then.
struct PredictedUnits {
  std::span<const std::int64_t> first{};
  std::span<const double> p{};
  std::span<const std::int64_t> n{};
  std::span<const std::int64_t> y{};
};
/// `cells` keeps its lattice and its memory. Requires 0 < p < 1.
void refill(const PredictedUnits& units, Direction direction, BernoulliCells& cells);

/// The distinct predictions of a subgroup's people with their events, merged over cells and sorted
/// by p (mirrored for "lower", so that the direction is always "higher"). Requires cells that are
/// not folded.
struct SubgroupPeople {
  std::vector<double> p{};
  std::vector<std::int64_t> n{};
  std::int64_t y = 0;
  [[nodiscard]] PredictionsView view() const { return {p, n}; }
};
/// `y` is the cells' event counts (the data's own, or a null replicate's).
[[nodiscard]] SubgroupPeople gather_people(const BernoulliCells& cells,
                                           std::span<const std::int64_t> y, Direction direction,
                                           const CellSet& where);

}  // namespace faultline::search
