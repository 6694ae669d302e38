// Algorithm 1 of IJDI-Scan on random problems: what its corrections promise, that it ends, and what
// it is at lambda = 0.

#include <cmath>

#include "support/ijdi_records.hpp"
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "faultline/methods/bias_scan/bias_scan.hpp"
#include "faultline/methods/ijdi/algorithm.hpp"
#include "faultline/search/bernoulli_cells.hpp"

namespace faultline::methods {
namespace {

using testing::IjdiRecord;

/// 1 to 3 attributes, up to 25 records; one person without the outcome at least.
data::Profiles arbitrary_people() {
  std::vector<int> arities;
  const int attributes = *rc::gen::inRange(1, 4);
  for (int a = 0; a < attributes; ++a) arities.push_back(*rc::gen::inRange(1, 5));
  const int size = *rc::gen::inRange(1, 26);
  std::vector<IjdiRecord> records;
  for (int r = 0; r < size; ++r) {
    IjdiRecord record;
    for (const int arity : arities) {
      record.codes.push_back(static_cast<data::Code>(*rc::gen::inRange(0, arity)));
    }
    record.p = *rc::gen::element(0.0, 1.0, 0.001, 0.02, 0.1, 0.25, 0.3, 0.5, 0.62, 0.8, 0.95);
    record.outcome = r > 0 && *rc::gen::inRange(0, 4) == 0;
    record.decision = *rc::gen::arbitrary<bool>();
    record.count =
        *rc::gen::weightedElement<std::int64_t>({{6, 1}, {4, 2}, {4, 5}, {3, 20}, {1, 400}});
    records.push_back(record);
  }
  return testing::ijdi_profiles(testing::letters(arities), records);
}

double arbitrary_lambda() { return *rc::gen::element(0.0, 0.3, 1.0, 3.0, 10.0, 50.0, 1000.0); }

search::Subgroup arbitrary_subgroup(const search::Lattice& lattice) {
  search::Subgroup subgroup;
  for (const data::Attribute& attribute : lattice.attributes) {
    subgroup.sets.push_back(
        *rc::gen::inRange<search::ValueSet>(1, search::all_values(attribute.arity()) + 1));
  }
  return subgroup;
}

/// Mean over the people inside (or outside) the subgroup.
double mean(const ErrorProblem& problem, const search::Subgroup& subgroup,
            const std::vector<double>& values, bool inside = true) {
  double sum = 0;
  double n = 0;
  for (std::size_t u = 0; u < values.size(); ++u) {
    if (problem.lattice.contains(subgroup, problem.cell[u]) != inside) continue;
    sum += static_cast<double>(problem.n[u]) * values[u];
    n += static_cast<double>(problem.n[u]);
  }
  return n > 0 ? sum / n : 0;
}

std::vector<double> uncensored(const IjdiAlgorithm& algorithm) {
  std::vector<double> values;
  for (const double p : algorithm.adjusted_p()) values.push_back(algorithm.uncensored(p));
  return values;
}

RC_GTEST_PROP(IjdiCorrections, RaiseAndRestoreWhatTheyPromise, ()) {
  const data::Profiles profiles = arbitrary_people();
  const ErrorProblem problem = make_error_problem(testing::ijdi_input(profiles), ErrorRate::fpr);
  const double lambda = arbitrary_lambda();
  IjdiAlgorithm algorithm(problem, lambda, 1e-6);
  algorithm.start(problem.decisions);
  for (int step = 0; step < 12; ++step) {
    const search::Subgroup subgroup = arbitrary_subgroup(problem.lattice);
    const InsideOutside sums = inside_outside(problem, subgroup);
    if (sums.n == 0) continue;
    const std::vector<double> p = algorithm.adjusted_p();
    const std::vector<double> expectation = algorithm.adjusted_expectation();
    const double alpha = algorithm.raise_base_rate(subgroup);
    RC_ASSERT(alpha >= 0.0 && alpha <= 1 + 1e-9);
    if (alpha > 0) {
      RC_ASSERT(sums.n_outside > 0);
      const double inside = mean(problem, subgroup, algorithm.adjusted_p());
      RC_ASSERT(std::abs(inside - sums.p_outside) < 1e-9);
    } else {
      RC_ASSERT(algorithm.adjusted_p() == p);
      RC_ASSERT(algorithm.adjusted_expectation() == expectation);
      const double beta = algorithm.restore_mean(subgroup);
      RC_ASSERT(beta >= 0.0 && beta <= 1 + 1e-9);
      const double wanted = mean(problem, subgroup, uncensored(algorithm));
      const double reached = mean(problem, subgroup, algorithm.adjusted_expectation());
      if (beta > 0) {
        RC_ASSERT(std::abs(reached - std::min(wanted, 1.0)) < 1e-9 * std::max(1.0, lambda));
        // Once restored, there is nothing to restore.
        RC_ASSERT(algorithm.restore_mean(subgroup) == 0.0);
      } else {
        RC_ASSERT(reached > std::min(wanted, 1.0) - 2e-6);
      }
    }
    for (std::size_t u = 0; u < p.size(); ++u) {
      const bool inside = problem.lattice.contains(subgroup, problem.cell[u]);
      RC_ASSERT(algorithm.adjusted_p()[u] >= p[u]);
      RC_ASSERT(algorithm.adjusted_expectation()[u] >= expectation[u]);
      RC_ASSERT(algorithm.adjusted_expectation()[u] <= 1 + 1e-12);
      if (inside) continue;
      RC_ASSERT(algorithm.adjusted_p()[u] == p[u]);
      RC_ASSERT(algorithm.adjusted_expectation()[u] == expectation[u]);
    }
  }
}

/// 4,000 problems: rapidcheck's hundred times forty.
RC_GTEST_PROP(IjdiAlgorithm, EndsWithAnAnswerThatNeedsNoCorrection, ()) {
  for (int i = 0; i < 40; ++i) {
    const data::Profiles profiles = arbitrary_people();
    const ErrorProblem problem = make_error_problem(testing::ijdi_input(profiles), ErrorRate::fpr);
    IjdiAlgorithm algorithm(problem, arbitrary_lambda(), 1e-6);
    search::SearchOptions search;
    search.penalty = *rc::gen::element(0.0, 0.1, 1.0);
    const IjdiAnswer answer = algorithm.run(problem.decisions, search);
    RC_ASSERT(answer.corrections.size() < 10000U);
    if (answer.found.found.empty()) continue;
    const search::Subgroup& best = answer.found.found.front().subgroup;
    RC_ASSERT(algorithm.raise_base_rate(best) == 0.0);
    RC_ASSERT(algorithm.restore_mean(best) == 0.0);
  }
}

RC_GTEST_PROP(IjdiAlgorithm, AtLambdaZeroIsThePlainScanBitForBit, ()) {
  const data::Profiles profiles = arbitrary_people();
  const ErrorProblem problem = make_error_problem(testing::ijdi_input(profiles), ErrorRate::fpr);
  std::int64_t positive = 0;
  for (const std::int64_t n : problem.decisions) positive += n;
  const double rate = static_cast<double>(positive) / static_cast<double>(problem.people);
  if (positive == 0 || positive == problem.people) return;  // nothing to scan against
  IjdiOptions options;
  options.errors = {ErrorRate::fpr};
  options.lambdas = {0};
  options.replicates = 0;
  const Finding ours = ijdi_scan(testing::ijdi_input(profiles), options).findings.at(0);

  // Decisions as outcomes, their mean as everybody's prediction.
  std::vector<testing::Group> groups;
  for (std::size_t u = 0; u < problem.n.size(); ++u) {
    testing::Group group;
    for (int a = 0; a < problem.lattice.attribute_count(); ++a) {
      group.codes.push_back(problem.lattice.code(problem.cell[u], a));
    }
    group.p = rate;
    group.n = problem.n[u];
    group.y = problem.decisions[u];
    groups.push_back(group);
  }
  const search::BernoulliCells cells = testing::cells_of(profiles.attributes, groups);
  BiasScanOptions plain;
  plain.directions = {search::Direction::higher};
  plain.penalty = options.penalty;
  plain.replicates = 0;
  const Finding theirs = bias_scan({cells}, plain).findings.at(0);
  RC_ASSERT(ours.score == theirs.score);
  RC_ASSERT(ours.subgroup == theirs.subgroup);
  RC_ASSERT(ours.ijdi->adjustments.empty());
}

/// Appendix D: the difference of rates against lambda times the difference of base rates, and the
/// sums over the subgroup, are the same criterion.
RC_GTEST_PROP(IjdiCriterion, BothFormsAgree, ()) {
  const data::Profiles profiles = arbitrary_people();
  const ErrorProblem problem = make_error_problem(testing::ijdi_input(profiles), ErrorRate::fpr);
  const double lambda = arbitrary_lambda();
  const InsideOutside sums = inside_outside(problem, arbitrary_subgroup(problem.lattice));
  if (sums.n == 0 || sums.n_outside == 0) return;
  const auto n = static_cast<double>(sums.n);
  const auto all = static_cast<double>(problem.people);
  const double mean_decision = static_cast<double>(sums.decisions + sums.decisions_outside) / all;
  const double rates = sums.rate() - sums.rate_outside() - lambda * (sums.p - sums.p_outside);
  const double total = static_cast<double>(sums.decisions) - n * mean_decision -
                       lambda * n * (sums.p - problem.mean_p);
  const double factor = n * static_cast<double>(sums.n_outside) / all;
  RC_ASSERT(std::abs(total - factor * rates) <= 1e-10 * n * std::max(1.0, lambda));
}

}  // namespace
}  // namespace faultline::methods
