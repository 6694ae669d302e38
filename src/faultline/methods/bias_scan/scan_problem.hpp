#pragma once
// The people of a Bias Scan under their predictions, and under predictions changed by what was
// found before: cells to search, outcomes redrawn, and the people of one subgroup. Where distinct
// predictions were folded away, people are sent again: a subgroup's are then held in memory while
// it is looked at.

#include <cstdint>
#include <optional>
#include <vector>

#include "faultline/methods/bias_scan/bias_scan.hpp"
#include "faultline/rng/stream.hpp"
#include "faultline/search/odds_change.hpp"

namespace faultline::methods {

class ScanProblem {
 public:
  /// Keeps a reference.
  explicit ScanProblem(const BiasScanInput& input) : input_(input) {}

  [[nodiscard]] const search::BernoulliCells& cells() const {
    return cells_ ? *cells_ : input_.cells;
  }
  /// Outcomes drawn from the predictions, one count per cell: people with the same prediction
  /// together, or, where these laws are given or predictions are folded, all people of a cell.
  [[nodiscard]] std::vector<std::int64_t> redraw(
      rng::Stream& stream, const resample::CountDistributions* laws = nullptr) const;
  /// The distribution of every cell's count. Requires predictions that are not folded.
  [[nodiscard]] resample::CountDistributions laws() const;

  /// Whether people() can tell: not when predictions are folded and cannot be sent again.
  [[nodiscard]] bool knows_people() const;
  /// Predictions and events of a subgroup, mirrored for "lower".
  [[nodiscard]] search::SubgroupPeople people(search::Direction direction,
                                              const search::Subgroup& subgroup) const;

  /// Whether change() can be called: not when predictions are folded and cannot be sent again.
  [[nodiscard]] bool changeable() const;
  /// From now on the odds of the predictions in the subgroup are multiplied by e^log_q.
  void change(const search::OddsChange& change);

 private:
  const BiasScanInput& input_;
  std::vector<search::OddsChange> changes_{};
  std::optional<search::BernoulliCells> cells_{};  // after a change
  std::optional<resample::CountDistributions> distributions_{};
};

}  // namespace faultline::methods
