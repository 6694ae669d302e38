#pragma once
// The subset search over any score family: picks the strategy, runs it, re-scores the winners
// directly, and says what is proven.

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/search/ascent.hpp"
#include "faultline/search/bounded.hpp"
#include "faultline/search/dense_proof.hpp"
#include "faultline/search/exhaustive.hpp"
#include "faultline/search/search.hpp"

namespace faultline::search {

/// `automatic` enumerates lattices up to this size: at some ten nanoseconds a subgroup that is no
/// slower than fifty restarts, and the answer is proven.
inline constexpr double kExhaustiveLimit = 1e6;
/// Largest lattice that `exhaustive` agrees to enumerate when asked for by name.
inline constexpr double kExhaustiveMost = 2e10;
/// And most values of one attribute without an order: all its sets are looked at in one go.
inline constexpr int kExhaustiveArity = 24;

/// What a proof may cost.
struct ProofBudget {
  std::int64_t steps = 0;  // as SearchOptions::work_budget
  /// Gives up early where the budget would not do, as far as that can be told.
  bool frugal = false;
};

namespace detail {

/// What is proven, once a search is over. `bound`: no subgroup's score, as the nodes give it, is
/// above it.
template <typename Family>
void settle(const Family& family, bool complete, double bound, SearchResult& result) {
  const double best = result.found.empty() ? 0.0 : result.found.front().score;
  // Where a score that was cut at the last node may have been the best, only its bound is known.
  const double cut = family.cut_bound();
  result.certified = complete && cut <= best;
  result.upper_bound = std::max({best, bound + family.error_bound(), cut});
}

/// So many rows of a dense proof take the time of one step of `work_budget`.
inline constexpr std::int64_t kRowsPerStep = 15;

/// What branch and bound came to.
struct Proof {
  double upper_bound = 0;
  bool complete = false;
  std::int64_t nodes = 0;
};

template <typename Family>
Proof prove(const Family& family, const SearchOptions& options, const ProofBudget& budget,
            Incumbent& incumbent) {
  const auto run = [&incumbent](auto branching) {
    branching.run(incumbent);
    return Proof{branching.upper_bound(incumbent), branching.complete(), branching.nodes()};
  };
  if constexpr (std::is_same_v<Family, BernoulliFamily>) {
    if (DenseProof::suits(family.lattice())) {
      constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max() / kRowsPerStep;
      return run(DenseProof(family, options.penalty, std::min(budget.steps, kMost) * kRowsPerStep,
                            options.stop, budget.frugal));
    }
  }
  return run(Bounded<Family>(family, options.penalty, budget.steps, options.stop));
}

template <typename Family>
ScoredSubgroup penalised(const Family& family, const Subgroup& subgroup, double penalty) {
  ScoredSubgroup scored = family.score(subgroup);
  scored.penalty = penalty * listed_values(subgroup, family.lattice().attributes);
  scored.score = scored.log_likelihood_ratio - scored.penalty;
  return scored;
}

/// Greedy choice among local optima: best first, each overlapping no earlier one too much.
template <typename Family>
void choose_distinct(const Family& family, const std::vector<LocalOptimum>& optima,
                     DistinctFilter& filter, const SearchOptions& options, SearchResult& result) {
  for (int rank = 0; rank < options.top; ++rank) {
    Incumbent incumbent(family.lattice());
    for (const LocalOptimum& optimum : optima) {
      if (optimum.score > incumbent.floor() && filter.admits(optimum.subgroup)) {
        incumbent.offer(optimum.subgroup, optimum.score);
      }
    }
    if (!incumbent.best()) return;
    result.found.push_back(penalised(family, *incumbent.best(), options.penalty));
    filter.exclude(*incumbent.best());
  }
}

template <typename Family>
void search_by_ascent(const Family& family, DistinctFilter& filter, const SearchOptions& options,
                      std::span<const ScoutedEnd> scouted, SearchResult& result) {
  const std::vector<LocalOptimum> optima =
      scouted.empty() ? climb_from_restarts(family, options, result.evaluations)
                      : climb_from_scouted(family, options, scouted, result.evaluations);
  result.restarts = static_cast<int>(optima.size());
  if (!scouted.empty()) {
    result.restarts = 0;
    for (const ScoutedEnd& end : scouted) result.restarts += end.times;
  }
  choose_distinct(family, optima, filter, options, result);
  // Far from sharp, but honest: no subgroup beats the best free choice of cells.
  result.upper_bound = family.positive_part_bound(family.rows()) + family.error_bound();
  if (result.found.empty()) return;
  const double best = result.found.front().score;
  for (const LocalOptimum& optimum : optima)
    if (optimum.score >= best - 2 * tie_width(best)) result.hits += optimum.times;
}

template <typename Family>
void search_exhaustively(const Family& family, DistinctFilter& filter, const SearchOptions& options,
                         SearchResult& result) {
  // A single climb from everybody gives a good score to measure the others against.
  SearchOptions quick = options;
  quick.restarts = 1;
  std::int64_t climbing = 0;
  const std::vector<LocalOptimum> seeds = climb_from_restarts(family, quick, climbing);
  Exhaustive<Family> enumeration(family, options.penalty, &filter, options.stop);
  for (int rank = 0; rank < options.top; ++rank) {
    Incumbent incumbent(family.lattice());
    for (const LocalOptimum& seed : seeds) {
      if (filter.admits(seed.subgroup)) incumbent.offer(seed.subgroup, seed.score);
    }
    enumeration.run(incumbent);
    if (!incumbent.best()) break;
    result.found.push_back(penalised(family, *incumbent.best(), options.penalty));
    filter.exclude(*incumbent.best());
  }
  result.evaluations = enumeration.evaluations();
  settle(family, true, result.found.empty() ? 0.0 : result.found.front().score, result);
}

/// Branch and bound, started from what ascent finds. The first subgroup can be certified; further
/// ones are the best found.
template <typename Family>
void search_with_bounds(const Family& family, DistinctFilter& filter, const SearchOptions& options,
                        SearchResult& result) {
  result.restarts = options.restarts;
  std::int64_t climbing = 0;
  std::vector<LocalOptimum> optima = climb_from_restarts(family, options, climbing);
  Incumbent incumbent(family.lattice());
  for (const LocalOptimum& optimum : optima) incumbent.offer(optimum.subgroup, optimum.score);
  const Proof proof = prove(family, options, {.steps = options.work_budget}, incumbent);
  result.evaluations = climbing + proof.nodes;
  if (incumbent.best()) {
    const double best = incumbent.score();
    result.hits = static_cast<int>(
        std::count_if(optima.begin(), optima.end(), [best](const LocalOptimum& optimum) {
          return optimum.score >= best - 2 * tie_width(best);
        }));
    optima.push_back({*incumbent.best(), best});
  }
  choose_distinct(family, optima, filter, options, result);
  settle(family, proof.complete, proof.upper_bound, result);
}

}  // namespace detail

/// Whether a proof is given up early where its budget would not do.
template <typename Family>
bool proves_frugally(const Family& family) {
  return std::is_same_v<Family, BernoulliFamily> && DenseProof::suits(family.lattice());
}

/// After ascent: proves that its best subgroup is the optimum, or replaces it by a better one,
/// within the budget. The bound is sharpened as far as the budget goes. Returns true when a
/// better subgroup was found.
template <typename Family>
bool certify(const Family& family, const std::vector<std::int64_t>& people,
             const SearchOptions& options, const ProofBudget& budget, SearchResult& result) {
  Incumbent incumbent(family.lattice());
  for (const ScoredSubgroup& scored : result.found) incumbent.offer(scored.subgroup, scored.score);
  const double before = incumbent.score();
  const detail::Proof proof = detail::prove(family, options, budget, incumbent);
  const bool better = incumbent.score() > before + 2 * tie_width(before);
  const bool tidier = !result.found.empty() && *incumbent.best() != result.found.front().subgroup;
  if (better || tidier) {
    // The better one leads; of the others those stay that are distinct from it.
    std::vector<ScoredSubgroup> others = std::exchange(result.found, {});
    result.found.push_back(detail::penalised(family, *incumbent.best(), options.penalty));
    DistinctFilter filter(family.lattice(), people, options);
    filter.exclude(*incumbent.best());
    for (ScoredSubgroup& other : others) {
      if (static_cast<int>(result.found.size()) < options.top && filter.admits(other.subgroup)) {
        result.found.push_back(std::move(other));
      }
    }
    if (better) result.hits = 0;
  }
  const double bound = std::min(result.upper_bound, proof.upper_bound);
  detail::settle(family, proof.complete, bound, result);
  return better;
}

[[nodiscard]] inline Strategy choose_strategy(const Lattice& lattice, Strategy wanted) {
  if (wanted != Strategy::automatic) return wanted;
  return lattice.subgroups() <= kExhaustiveLimit ? Strategy::exhaustive : Strategy::ascent;
}

/// The highest-scoring subgroups. `people` is the number of people per cell (for the overlap
/// between the top ones). Ascent climbs from the best of `scouted`, if there are any.
template <typename Family>
SearchResult search(const Family& family, const std::vector<std::int64_t>& people,
                    const SearchOptions& options, std::span<const ScoutedEnd> scouted = {}) {
  validate(options);
  SearchResult result;
  result.subgroups = family.lattice().subgroups();
  result.strategy = choose_strategy(family.lattice(), options.strategy);
  DistinctFilter filter(family.lattice(), people, options);
  if (result.strategy == Strategy::exhaustive) {
    const bool wide =
        std::any_of(family.lattice().attributes.begin(), family.lattice().attributes.end(),
                    [](const data::Attribute& attribute) {
                      return !attribute.ordered && attribute.arity() > kExhaustiveArity;
                    });
    if (result.subgroups > kExhaustiveMost || wide) {
      throw ConfigError(
          fmt::format("`strategy` exhaustive: {:.3g} subgroups are too many to enumerate; use "
                      "bounded or ascent",
                      result.subgroups));
    }
    detail::search_exhaustively(family, filter, options, result);
  } else if (result.strategy == Strategy::bounded) {
    detail::search_with_bounds(family, filter, options, result);
  } else {
    detail::search_by_ascent(family, filter, options, scouted, result);
  }
  return result;
}

// Searches with the library's own two families are compiled once, in instances.cpp, and not again
// by every source that asks for one.
class GaussianFamily;
extern template SearchResult search(const BernoulliFamily&, const std::vector<std::int64_t>&,
                                    const SearchOptions&, std::span<const ScoutedEnd>);
extern template SearchResult search(const GaussianFamily&, const std::vector<std::int64_t>&,
                                    const SearchOptions&, std::span<const ScoutedEnd>);
extern template bool certify(const BernoulliFamily&, const std::vector<std::int64_t>&,
                             const SearchOptions&, const ProofBudget&, SearchResult&);
extern template bool certify(const GaussianFamily&, const std::vector<std::int64_t>&,
                             const SearchOptions&, const ProofBudget&, SearchResult&);

}  // namespace faultline::search
