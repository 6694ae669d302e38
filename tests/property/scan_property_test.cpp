// The scan engine against brute force, and the invariances it must have.

#include <algorithm>
#include <numeric>

#include "support/naive_scan.hpp"
#include "support/random_problem.hpp"
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "faultline/search/bernoulli_family.hpp"
#include "faultline/search/engine.hpp"

namespace faultline::search {
namespace {

using testing::admissible;
using testing::arbitrary_problem;
using testing::naive_best;
using testing::naive_score;
using testing::Problem;
using testing::to_profiles;

double arbitrary_penalty() { return *rc::gen::element(0.0, 0.1, 0.5, 1.0, 3.0); }

Direction arbitrary_direction() { return *rc::gen::element(Direction::higher, Direction::lower); }

SearchOptions options_for(Direction direction, double penalty, Strategy strategy) {
  SearchOptions options;
  options.direction = direction;
  options.penalty = penalty;
  options.strategy = strategy;
  return options;
}

double best_score(const SearchResult& result) {
  return result.found.empty() ? 0.0 : result.found.front().score;
}

void assert_close(double a, double b) {
  RC_ASSERT(std::abs(a - b) <= 1e-8 * std::max(1.0, std::abs(b)));
}

RC_GTEST_PROP(Step, EqualsBruteForceOverAllSubsets, ()) {
  const Problem problem = arbitrary_problem(2, 6);
  const Direction direction = arbitrary_direction();
  const double penalty = arbitrary_penalty();
  const BernoulliCells cells = make_bernoulli_cells(to_profiles(problem));
  const BernoulliFamily family(cells, cells.y, direction);
  // Other attributes at a random set; the step is over attribute 0.
  Subgroup subgroup = everybody(problem.attributes);
  for (std::size_t a = 1; a < subgroup.sets.size(); ++a) {
    subgroup.sets[a] =
        *rc::gen::inRange<ValueSet>(1, all_values(problem.attributes[a].arity()) + 1);
  }
  const int arity = problem.attributes[0].arity();
  std::vector<LaneRow> rows(arity);
  for (std::int64_t cell = 0; cell < cells.cells(); ++cell) {
    Subgroup slice = subgroup;
    slice.sets[0] = ValueSet{1} << cells.lattice.code(cell, 0);
    if (cells.lattice.contains(slice, cell))
      add(rows[cells.lattice.code(cell, 0)], family.rows()[cell]);
  }
  StepBuffers buffers;
  const StepResult step = best_values(family, std::span<const LaneRow>(rows), penalty, 0,
                                      CellSet{cells.lattice, subgroup}, buffers);
  double best = -std::numeric_limits<double>::infinity();
  const double others = penalty * (listed_values(subgroup, problem.attributes));
  for (ValueSet set = 1; set <= all_values(arity); ++set) {
    if (!admissible(set, problem.attributes[0])) continue;
    Subgroup trial = subgroup;
    trial.sets[0] = set;
    best = std::max(best, naive_score(cells, direction, penalty, trial) + others);
  }
  if (best == -std::numeric_limits<double>::infinity()) return;  // nobody there
  assert_close(step.score, best);
}

RC_GTEST_PROP(Step, CandidatesHoldEverySetThatOccursAsThetaRuns, ()) {
  const Problem problem = arbitrary_problem(1, 6);
  const Direction direction = arbitrary_direction();
  const double penalty = arbitrary_penalty();
  const BernoulliCells cells = make_bernoulli_cells(to_profiles(problem));
  const BernoulliFamily family(cells, cells.y, direction);
  const int arity = problem.attributes[0].arity();
  std::vector<LaneRow> rows(arity);
  std::vector<SubgroupPeople> people(arity);
  for (std::int64_t cell = 0; cell < cells.cells(); ++cell) {
    const int v = cells.lattice.code(cell, 0);
    rows[v] = family.rows()[cell];
    people[v] = gather_people(cells, cells.y, direction,
                              CellSet{cells.lattice, Subgroup{{ValueSet{1} << v}}});
  }
  const Subgroup all = everybody(problem.attributes);
  std::vector<ValueSet> sets;
  family.candidate_sets(rows, penalty, -std::numeric_limits<double>::infinity(), 0,
                        CellSet{cells.lattice, all}, sets);
  for (int i = 1; i <= 700; ++i) {
    const double theta = i * 0.01 + 1e-4;  // past the node range too
    ValueSet set = 0;
    bool close = false;  // too close to a crossing to call
    for (int v = 0; v < arity; ++v) {
      if (people[v].p.empty()) continue;
      const double f =
          log_likelihood_ratio(people[v].view(), static_cast<double>(people[v].y), theta) - penalty;
      close = close || std::abs(f) < 1e-7;
      if (f > 0) set |= ValueSet{1} << v;
    }
    if (set == 0 || close) continue;
    RC_ASSERT(std::find(sets.begin(), sets.end(), set) != sets.end());
  }
}

RC_GTEST_PROP(Exhaustive, EqualsNaiveEnumeration, ()) {
  const Problem problem = arbitrary_problem();
  const Direction direction = arbitrary_direction();
  const double penalty = arbitrary_penalty();
  const BernoulliCells cells = make_bernoulli_cells(to_profiles(problem));
  const BernoulliFamily family(cells, cells.y, direction);
  const SearchResult result =
      search(family, cells.n, options_for(direction, penalty, Strategy::exhaustive));
  Subgroup expected;
  const double best = naive_best(cells, direction, penalty, &expected);
  assert_close(best_score(result), best);
  RC_ASSERT(result.certified);
  if (!result.found.empty()) RC_ASSERT(result.found.front().subgroup == expected);
}

RC_GTEST_PROP(Bounded, EqualsExhaustiveSearch, ()) {
  const Problem problem = arbitrary_problem(5, 4);
  const Direction direction = arbitrary_direction();
  const double penalty = arbitrary_penalty();
  const BernoulliCells cells = make_bernoulli_cells(to_profiles(problem));
  const BernoulliFamily family(cells, cells.y, direction);
  const SearchResult exhaustive =
      search(family, cells.n, options_for(direction, penalty, Strategy::exhaustive));
  SearchOptions options = options_for(direction, penalty, Strategy::bounded);
  options.restarts = 1;
  const SearchResult bounded = search(family, cells.n, options);
  RC_ASSERT(bounded.certified);
  assert_close(best_score(bounded), best_score(exhaustive));
  if (penalty > 0 && !bounded.found.empty()) {
    RC_ASSERT(bounded.found.front().subgroup == exhaustive.found.front().subgroup);
  }
}

RC_GTEST_PROP(Bounded, ReportsNoBoundBelowTheOptimumWhenItsBudgetRunsOut, ()) {
  const Problem problem = arbitrary_problem(4, 4);
  const Direction direction = arbitrary_direction();
  const double penalty = arbitrary_penalty();
  const BernoulliCells cells = make_bernoulli_cells(to_profiles(problem));
  const BernoulliFamily family(cells, cells.y, direction);
  const double optimum =
      best_score(search(family, cells.n, options_for(direction, penalty, Strategy::exhaustive)));
  SearchOptions options = options_for(direction, penalty, Strategy::bounded);
  options.restarts = 1;
  options.work_budget = *rc::gen::inRange<std::int64_t>(1, 300);
  const SearchResult bounded = search(family, cells.n, options);
  RC_ASSERT(bounded.upper_bound >= optimum - 1e-9 * std::max(1.0, optimum));
  if (bounded.certified) assert_close(best_score(bounded), optimum);
  options.strategy = Strategy::ascent;
  RC_ASSERT(search(family, cells.n, options).upper_bound >=
            optimum - 1e-9 * std::max(1.0, optimum));
}

RC_GTEST_PROP(Ascent, NeverBeatsTheCertifiedOptimum, ()) {
  const Problem problem = arbitrary_problem();
  const Direction direction = arbitrary_direction();
  const double penalty = arbitrary_penalty();
  const BernoulliCells cells = make_bernoulli_cells(to_profiles(problem));
  const BernoulliFamily family(cells, cells.y, direction);
  const double certified =
      best_score(search(family, cells.n, options_for(direction, penalty, Strategy::exhaustive)));
  const double climbed =
      best_score(search(family, cells.n, options_for(direction, penalty, Strategy::ascent)));
  RC_ASSERT(climbed <= certified + 1e-8 * std::max(1.0, certified));
}

RC_GTEST_PROP(Scan, RelabellingValuesChangesNothingButTheNames, ()) {
  Problem problem = arbitrary_problem();
  // Other labels would be another order.
  for (data::Attribute& attribute : problem.attributes) attribute.ordered = false;
  const double penalty = *rc::gen::element(0.1, 1.0);
  Problem relabelled = problem;
  for (std::size_t a = 0; a < problem.attributes.size(); ++a) {
    const int arity = problem.attributes[a].arity();
    std::vector<data::Code> permutation(arity);
    std::iota(permutation.begin(), permutation.end(), data::Code{0});
    const int turn = *rc::gen::inRange(0, arity);
    std::rotate(permutation.begin(), permutation.begin() + turn, permutation.end());
    for (int v = 0; v < arity; ++v)
      relabelled.attributes[a].labels[permutation[v]] = problem.attributes[a].labels[v];
    for (auto& record : relabelled.records) record.codes[a] = permutation[record.codes[a]];
  }
  for (const Direction direction : {Direction::higher, Direction::lower}) {
    const BernoulliCells one = make_bernoulli_cells(to_profiles(problem));
    const BernoulliCells two = make_bernoulli_cells(to_profiles(relabelled));
    const auto options = options_for(direction, penalty, Strategy::exhaustive);
    assert_close(best_score(search(BernoulliFamily(one, one.y, direction), one.n, options)),
                 best_score(search(BernoulliFamily(two, two.y, direction), two.n, options)));
  }
}

RC_GTEST_PROP(Scan, RowOrderAndSplitCountsChangeNoBit, ()) {
  const Problem problem = arbitrary_problem();
  Problem shuffled = problem;
  std::reverse(shuffled.records.begin(), shuffled.records.end());
  const std::size_t records = shuffled.records.size();
  for (std::size_t i = 0; i < records; ++i) {
    if (shuffled.records[i].count < 2) continue;
    auto half = shuffled.records[i];
    half.count /= 2;
    shuffled.records[i].count -= half.count;
    shuffled.records.push_back(half);
  }
  const BernoulliCells one = make_bernoulli_cells(to_profiles(problem));
  const BernoulliCells two = make_bernoulli_cells(to_profiles(shuffled));
  for (const Direction direction : {Direction::higher, Direction::lower}) {
    for (const Strategy strategy : {Strategy::exhaustive, Strategy::ascent}) {
      const auto options = options_for(direction, 0.5, strategy);
      const SearchResult a = search(BernoulliFamily(one, one.y, direction), one.n, options);
      const SearchResult b = search(BernoulliFamily(two, two.y, direction), two.n, options);
      RC_ASSERT(a.found.size() == b.found.size());
      if (a.found.empty()) continue;
      RC_ASSERT(a.found.front().score == b.found.front().score);
      RC_ASSERT(a.found.front().subgroup == b.found.front().subgroup);
    }
  }
}

RC_GTEST_PROP(Scan, TopSubgroupsAreDistinctAndInOrder, ()) {
  const Problem problem = arbitrary_problem();
  const BernoulliCells cells = make_bernoulli_cells(to_profiles(problem));
  const BernoulliFamily family(cells, cells.y, Direction::higher);
  SearchOptions options = options_for(Direction::higher, 0.1,
                                      *rc::gen::element(Strategy::exhaustive, Strategy::ascent));
  options.top = 4;
  options.max_overlap = 0.4;
  const SearchResult result = search(family, cells.n, options);
  for (std::size_t i = 0; i < result.found.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      RC_ASSERT(result.found[j].score >= result.found[i].score - 1e-8);
      std::int64_t both = 0;
      std::int64_t either = 0;
      for (std::int64_t cell = 0; cell < cells.cells(); ++cell) {
        const bool in_i = cells.lattice.contains(result.found[i].subgroup, cell);
        const bool in_j = cells.lattice.contains(result.found[j].subgroup, cell);
        both += in_i && in_j ? cells.n[cell] : 0;
        either += in_i || in_j ? cells.n[cell] : 0;
      }
      RC_ASSERT(static_cast<double>(both) < 0.4 * static_cast<double>(either));
    }
  }
}

RC_GTEST_PROP(Folding, GivesTheSameScoresAsKeptPredictions, ()) {
  const Problem problem = arbitrary_problem();
  const Direction direction = arbitrary_direction();
  const data::Profiles profiles = to_profiles(problem);
  BernoulliCellsBuilder folding(profiles.attributes, false);
  data::send(profiles, folding);
  const BernoulliCells folded = std::move(folding).finish();
  const BernoulliCells kept = make_bernoulli_cells(profiles);
  const auto options = options_for(direction, 0.5, Strategy::exhaustive);
  const BernoulliFamily family(folded, folded.y, direction);
  const SearchResult a = search(family, folded.n, options);
  const SearchResult b = search(BernoulliFamily(kept, kept.y, direction), kept.n, options);
  if (family.cut_bound() > best_score(a)) {
    // Cut at the last node: a lower bound, and no certificate.
    RC_ASSERT(!a.certified);
    RC_ASSERT(a.upper_bound >= best_score(b) - 1e-8 * std::max(1.0, best_score(b)));
    RC_ASSERT(best_score(a) <= best_score(b) + 1e-8 * std::max(1.0, best_score(b)));
  } else {
    assert_close(best_score(a), best_score(b));
  }
}

}  // namespace
}  // namespace faultline::search
