#pragma once
// Options and result of a subset search, the same for every score family and strategy.

#include <cstdint>
#include <limits>
#include <stop_token>
#include <vector>

#include "faultline/search/subgroup.hpp"

namespace faultline::search {

using data::Strategy;

struct SearchOptions {
  Direction direction = Direction::higher;
  double penalty = 1.0;  // per listed value of a restricted attribute, >= 0
  Strategy strategy = Strategy::automatic;
  int restarts = 50;         // ascent; the first starts from everybody
  int top = 1;               // number of distinct subgroups wanted
  double max_overlap = 0.5;  // between two of the top: Jaccard of people, below this
  /// Subgroups of fewer people are not looked at; above 1 not for bounded, whose proof is about
  /// all.
  std::int64_t least_people = 1;
  /// Bounded: cells added up before it settles for a gap; a thousand million take about half a
  /// minute. Counted, not timed, so that the answer is the same on every machine.
  std::int64_t work_budget = 2'000'000'000;
  std::uint64_t seed = 1;  // ascent's starting points
  std::stop_token
      stop{};  // ascent then ends early, bounded settles for a gap, exhaustive throws Cancelled
  std::uint32_t replicate = 0;  // 0 for the data, 1.. for null replicates: its own starting points
};

/// Throws ConfigError.
void validate(const SearchOptions& options);

/// One subgroup and its score. theta is log q (Bernoulli) or mu (Gaussian); it may be infinite (log
/// q only).
struct ScoredSubgroup {
  Subgroup subgroup{};
  double score = 0;                 // penalised
  double log_likelihood_ratio = 0;  // not penalised
  double penalty = 0;
  double theta = 0;
  std::int64_t n = 0;
  double observed = 0;  // sum of the event (Bernoulli) or of residuals (Gaussian) over its people
  double expected = 0;  // sum of the expectation (Bernoulli); 0 for the Gaussian family
};

/// A subgroup that differs from another in the condition on one attribute.
struct Neighbour {
  int attribute = 0;
  int value = -1;  // the only one it admits; -1: it admits all, the other did not
  ScoredSubgroup scored{};
};

struct SearchResult {
  std::vector<ScoredSubgroup> found{};      // best first; empty when no subgroup scores above 0
  Strategy strategy = Strategy::automatic;  // the one that ran
  double subgroups = 0;                     // size of the lattice (may exceed 2^63)
  std::int64_t evaluations = 0;             // subgroups whose score was looked at
  int restarts = 0;                         // ascent: restarts made
  int hits = 0;                             // ascent: restarts that ended at the best subgroup
  double upper_bound = std::numeric_limits<double>::infinity();  // no subgroup scores above it
  bool certified = false;  // found.front() is the proven optimum, up to the tie tolerance
  std::vector<Neighbour> neighbours{};  // of found.front(), where they were asked for
};

/// Scores closer than this, relative to max(1, |score|), are equal: the tie rule decides.
inline constexpr double kTieTolerance = 1e-9;

}  // namespace faultline::search
