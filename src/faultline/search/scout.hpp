#pragma once
// A fast search of large cubes, for null replicates and for where an exact climb should begin. It
// climbs by the same steps as ascent, but a step costs the few entries of an extended cube, not a
// walk over the cells, and scores are rough: f(theta) = theta r - h(theta) at eight nodes, in
// single precision, with a parabola between them, cut at the last node. r, events less expectation,
// is all that differs between replicates; h is shared by them.
//
// What a replicate hands to a test is its best end's score at all nodes, in double precision, cut
// at the last node. A test may compare such scores where the data's own comes about in the same
// way.

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "faultline/search/ascent.hpp"
#include "faultline/search/bernoulli_cells.hpp"
#include "faultline/search/extended_cube.hpp"
#include "faultline/search/search.hpp"

namespace faultline::search {

inline constexpr int kScoutNodes = 8;

class Scout {
 public:
  /// Whether the lattice, where it is not searched exhaustively, has so many cells that scouting
  /// pays, and few enough for the cube.
  [[nodiscard]] static bool suits(const Lattice& lattice, Strategy wanted);

  /// Keeps a reference. Directions that are not named cannot be asked for.
  Scout(const BernoulliCells& cells, std::span<const Direction> directions);

  /// r of every entry under these events per cell, for the direction "higher".
  [[nodiscard]] std::vector<float> deviations(std::span<const std::int64_t> y) const;

  /// Where the climbs ended, best first; as many starts as `restarts` asks for, times
  /// kScoutsPerRestart. Penalty, seed and replicate are those of the options.
  [[nodiscard]] std::vector<ScoutedEnd> ends(std::span<const float> deviations,
                                             const SearchOptions& options) const;
  /// Penalised score of the best of them, at all nodes; 0 when it is not above 0.
  [[nodiscard]] double score(std::span<const ScoutedEnd> ends, std::span<const std::int64_t> y,
                             const SearchOptions& options) const;

 private:
  [[nodiscard]] std::vector<float> shared_rows(Direction direction) const;
  [[nodiscard]] double expected(std::int64_t cell, Direction direction) const;

  const BernoulliCells& cells_;
  ExtendedCube cube_;
  std::array<std::vector<float>, 2> rows_{};  // [direction][entry * kScoutNodes + node]: h
};

}  // namespace faultline::search
