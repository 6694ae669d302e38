#pragma once
// A set's log-likelihood ratio between the nodes: bounds from concavity alone, and the Chebyshev
// series through the nodes for maxima and roots.

#include <array>

#include "faultline/search/bernoulli_score.hpp"
#include "faultline/search/lanes.hpp"

namespace faultline::search {

/// At least the maximum over [0, last node], from the nodes and concavity: between two nodes a
/// concave function stays below the neighbouring chords, extended. Tighter than quick_bound; the
/// tail is not included.
[[nodiscard]] double chord_bound(const LaneRow& row);

/// The same for one gap: gap k lies left of node k (gap 0 between t = 0 and the first node).
[[nodiscard]] double gap_bound(const LaneRow& row, int gap);

/// At least the ratio at every t past the last node T. With g_i(t) = log(1 + (e^t - 1) p_i) the
/// ratio is events * t - sum of g_i(t), and neither t + log p_i nor g_i(T) is above g_i(t). Taking
/// the first for any `events` of the people and the second for the others gives a bound without t;
/// the mean of these bounds over all choices needs only the sums of log p_i and of g_i(T).
[[nodiscard]] double tail_bound(double events, double possible, double log_p,
                                double log_partition_at_end);

/// The polynomial through the nodes.
class NodeSeries {
 public:
  explicit NodeSeries(const LaneRow& row);
  [[nodiscard]] double value(double t) const;
  /// Maximum over [0, last node].
  [[nodiscard]] Maximum maximise() const;
  /// Where the series crosses c between `above` (value > c) and `below` (value <= c).
  [[nodiscard]] double crossing(double c, double above, double below) const;

 private:
  const LaneRow& row_;
  std::array<double, kNodes> coefficients_;
  std::array<double, kNodes> slope_coefficients_;
  std::array<double, kNodes> curvature_coefficients_;
};

}  // namespace faultline::search
