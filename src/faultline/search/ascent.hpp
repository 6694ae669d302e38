#pragma once
// Coordinate ascent with restarts: from a starting subgroup, replace one attribute's set by its
// best one until no attribute improves the score. The first start is everybody, the others are
// random (Boxer et al., Algorithm 2).

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "faultline/rng/draw.hpp"
#include "faultline/rng/stream.hpp"
#include "faultline/search/step.hpp"

namespace faultline::search {

/// Where one restart ended.
struct LocalOptimum {
  Subgroup subgroup{};
  double score = 0;
  int times = 1;  // starts that led here
};

/// Where scouts ended (scout.hpp), as a place to start from.
struct ScoutedEnd {
  Subgroup subgroup{};
  double score = 0;  // rough
  int times = 1;
};

/// Of the ends of scouts, the best ones are climbed from.
inline constexpr std::size_t kScoutedStarts = 3;

template <typename Family>
class Ascent {
 public:
  using Row = typename Family::Row;

  Ascent(const Family& family, double penalty, std::int64_t least_people)
      : family_(family), lattice_(family.lattice()), penalty_(penalty), outside_(lattice_.cells) {
    buffers_.least_people = static_cast<double>(least_people);
    for (int a = 0; a < lattice_.attribute_count(); ++a) {
      columns_.emplace_back();
      columns_.back().reserve(lattice_.cells);
      for (std::int64_t cell = 0; cell < lattice_.cells; ++cell) {
        columns_.back().push_back(static_cast<std::uint8_t>(lattice_.code(cell, a)));
      }
    }
  }

  /// Climbs from `start`; `stream` orders the attributes.
  LocalOptimum climb(Subgroup start, rng::Stream& stream) {
    const int attributes = lattice_.attribute_count();
    current_ = std::move(start);
    std::fill(outside_.begin(), outside_.end(), std::uint8_t{0});
    for (int a = 0; a < attributes; ++a) count_outside(a, current_.sets[a], 1);
    if (attributes == 0) return {current_, score_of_everybody()};  // nothing to choose
    double score = -std::numeric_limits<double>::infinity();
    std::vector<bool> visited(attributes, false);
    int left = attributes;
    while (left > 0) {
      const int a = nth_unvisited(visited, static_cast<int>(rng::below(stream, left)));
      const StepResult step = best_step(a);
      const double proposed =
          step.score - penalty_ * (listed_values(current_, lattice_.attributes) - listed(a));
      ++evaluations_;
      const bool better =
          proposed >
          score + tie_width(score == -std::numeric_limits<double>::infinity() ? 0 : score);
      Subgroup next = current_;
      next.sets[a] = step.set;
      const bool tidier =
          !better && step.set != current_.sets[a] && precedes(next, current_, lattice_.attributes);
      visited[a] = true;
      --left;
      if (better || tidier) {
        if (step.set != current_.sets[a]) {
          count_outside(a, current_.sets[a], -1);
          count_outside(a, step.set, 1);
          current_ = std::move(next);
          if (better) {
            std::fill(visited.begin(), visited.end(), false);
            visited[a] = true;
            left = attributes - 1;
          }
        }
        score = std::max(score, proposed);
      }
    }
    return {current_, score};
  }

  [[nodiscard]] std::int64_t evaluations() const { return evaluations_; }

 private:
  [[nodiscard]] double score_of_everybody() const {
    Row sum{};
    for (const Row& row : family_.rows()) Family::add(sum, row);
    return family_.maximum(sum, CellSet{lattice_, current_}).value;
  }

  [[nodiscard]] int listed(int a) const {
    return listed_values(current_.sets[a], lattice_.attributes[a]);
  }

  static int nth_unvisited(const std::vector<bool>& visited, int n) {
    for (int a = 0;; ++a) {
      if (!visited[a] && n-- == 0) return a;
    }
  }

  /// outside_[cell]: number of attributes whose set does not hold the cell's value.
  void count_outside(int a, ValueSet set, int by) {
    std::uint8_t out[data::kMaxValues] = {};
    for (int v = 0; v < lattice_.attributes[a].arity(); ++v) {
      out[v] = static_cast<std::uint8_t>(((set >> v) & 1) == 0 ? by : 0);
    }
    const std::uint8_t* column = columns_[a].data();
    for (std::int64_t cell = 0; cell < lattice_.cells; ++cell) {
      outside_[cell] = static_cast<std::uint8_t>(outside_[cell] + out[column[cell]]);
    }
  }

  StepResult best_step(int a) {
    const int arity = lattice_.attributes[a].arity();
    rows_.assign(arity, Row{});
    within_.clear();
    std::uint8_t own[data::kMaxValues] = {};
    for (int v = 0; v < arity; ++v)
      own[v] = static_cast<std::uint8_t>(((current_.sets[a] >> v) & 1) == 0 ? 1 : 0);
    const std::uint8_t* column = columns_[a].data();
    for (std::int64_t cell = 0; cell < lattice_.cells; ++cell) {
      if (outside_[cell] != own[column[cell]]) continue;
      Family::add(rows_[column[cell]], family_.rows()[cell]);
      within_.push_back(static_cast<std::int32_t>(cell));
    }
    return best_values(family_, std::span<const Row>(rows_), penalty_, a,
                       CellSet{lattice_, current_, within_}, buffers_);
  }

  const Family& family_;
  const Lattice& lattice_;
  double penalty_;
  std::vector<std::vector<std::uint8_t>> columns_;
  std::vector<std::uint8_t> outside_;
  Subgroup current_;
  std::vector<Row> rows_;
  std::vector<std::int32_t> within_;
  StepBuffers buffers_;
  std::int64_t evaluations_ = 0;
};

/// Each set that an ordered attribute may have is as likely as any other.
inline ValueSet random_range(const data::Attribute& attribute, rng::Stream& stream) {
  const auto sets = static_cast<std::uint32_t>(admissible_sets(attribute));
  auto skipped = static_cast<int>(rng::below(stream, sets));
  for (int first = 0;; ++first) {
    const int from_here = last_after(attribute, first) - first + 1;
    if (skipped < from_here) return value_range(first, first + skipped);
    skipped -= from_here;
  }
}

/// A random non-empty set of values, or range, for every attribute.
inline Subgroup random_start(const Lattice& lattice, rng::Stream& stream) {
  Subgroup start;
  for (const data::Attribute& attribute : lattice.attributes) {
    if (attribute.ordered) {
      start.sets.push_back(random_range(attribute, stream));
      continue;
    }
    ValueSet set = 0;
    while (set == 0) set = stream.next64() & all_values(attribute.arity());
    start.sets.push_back(set);
  }
  return start;
}

/// From the best ends of scouts instead of random starts.
template <typename Family>
std::vector<LocalOptimum> climb_from_scouted(const Family& family, const SearchOptions& options,
                                             std::span<const ScoutedEnd> scouted,
                                             std::int64_t& evaluations) {
  Ascent<Family> ascent(family, options.penalty, options.least_people);
  std::vector<LocalOptimum> optima;
  for (std::size_t i = 0; i < std::min(kScoutedStarts, scouted.size()); ++i) {
    if (i > 0 && options.stop.stop_requested()) break;
    rng::Stream stream(options.seed, rng::Purpose::restart, options.replicate,
                       static_cast<std::uint32_t>(i));
    optima.push_back(ascent.climb(scouted[i].subgroup, stream));
    optima.back().times = scouted[i].times;
  }
  evaluations += ascent.evaluations();
  return optima;
}

/// All restarts, in order; fewer when stopped.
template <typename Family>
std::vector<LocalOptimum> climb_from_restarts(const Family& family, const SearchOptions& options,
                                              std::int64_t& evaluations) {
  Ascent<Family> ascent(family, options.penalty, options.least_people);
  std::vector<LocalOptimum> optima;
  optima.reserve(options.restarts);
  for (int restart = 0; restart < options.restarts; ++restart) {
    // One climb is always made: somebody who interrupts is shown something.
    if (restart > 0 && options.stop.stop_requested()) break;
    rng::Stream stream(options.seed, rng::Purpose::restart, options.replicate,
                       static_cast<std::uint32_t>(restart));
    Subgroup start = restart == 0 ? everybody(family.lattice().attributes)
                                  : random_start(family.lattice(), stream);
    optima.push_back(ascent.climb(std::move(start), stream));
  }
  evaluations += ascent.evaluations();
  return optima;
}

}  // namespace faultline::search
