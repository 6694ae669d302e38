#pragma once
// Bounds of a Bernoulli cell, or of a set of cells, as sixteen additive numbers. f is concave, so
// it lies below its tangents: between two limits a and b of theta it is at most the larger of the
// tangent's values at a and at b, whatever theta. The limits grow geometrically, so that the loss
// stays a share of f; a bound from values at nodes and curvature loses with the number of people.
//
//   lane 0         [0, first limit]: the tangent at 0, whose slope is events less expectation
//   lanes 1 .. 14  seven intervals up to the last node, each the tangent at a node, at both limits
//   lane 15        past the last node: the tail bound (node_series.hpp)
//
// Any union of rows has its maximum over theta >= 0 at or below the largest lane of
// sum max(0, row), up to `slack`.

#include <array>
#include <vector>

#include "faultline/search/lanes.hpp"

namespace faultline::search {

inline constexpr int kTangentLanes = 16;

struct alignas(64) TangentRow {
  std::array<float, kTangentLanes> lane{};
};

struct TangentRows {
  std::vector<TangentRow> rows{};
  /// Per lane, how far sums of any of the rows, each added up at most `additions` times one after
  /// the other in single precision, may lie from the truth.
  TangentRow slack{};
};

/// `people`: all of them, which bounds the error of slopes taken from the nodes.
[[nodiscard]] TangentRows tangent_rows(const std::vector<LaneRow>& rows, int additions);

/// Worst case over p of the error of a slope that is taken from the series through the nodes, at a
/// node, per person.
inline constexpr double kSlopeError = 2e-11;

/// Slopes at the nodes of the series through them.
[[nodiscard]] std::array<double, kNodes> node_slopes(const LaneRow& row);

}  // namespace faultline::search
