#include "faultline/methods/mitigation/decision_cost.hpp"

#include <algorithm>

#include "faultline/math/sum.hpp"
#include "faultline/methods/group_rows.hpp"
#include "faultline/methods/ijdi/algorithm.hpp"
#include "faultline/methods/mitigation/rules.hpp"

namespace faultline::methods {

Ledger::Costs costs_at(double lambda) {
  Ledger::Costs costs;
  if (lambda > 0) {
    costs.disparity = 2 / lambda;
  } else {
    costs.false_positive = 0;
    costs.false_negative = 0;
  }
  return costs;
}

WorstSubgroup worst_subgroup(const MitigationInput& input, const MitigationOptions& options,
                             std::span<const std::int64_t> positive) {
  const data::Profiles decided = with_decisions(input.profiles, positive);
  const std::uint8_t wanted = options.error == ErrorRate::fpr ? 0 : 1;
  std::int64_t audited = 0;
  for (std::size_t k = 0; k < decided.count.size(); ++k) {
    if (decided.outcome[k] == wanted) audited += decided.count[k];
  }
  if (audited == 0) return {};
  const ErrorProblem problem = make_error_problem(
      {.profiles = decided, .scanned = input.scanned, .true_probability = input.true_probability},
      options.error, options.scan.harm == Harm::negative);
  IjdiAlgorithm algorithm(problem, options.lambda, options.scan.clip);
  const IjdiAnswer answer = algorithm.run(problem.decisions, options.scan.scan_options());
  if (answer.found.found.empty()) return {};
  const search::ScoredSubgroup& best = answer.found.found.front();
  WorstSubgroup worst{.score = best.score, .excess = 0, .subgroup = best.subgroup};
  math::CompensatedSum excess;
  for (std::size_t u = 0; u < problem.n.size(); ++u) {
    if (!problem.lattice.contains(best.subgroup, problem.cell[u])) continue;
    excess.add(static_cast<double>(problem.decisions[u]) -
               static_cast<double>(problem.n[u]) * answer.expectation[u]);
  }
  worst.excess = std::max(0.0, excess.value());
  return worst;
}

Ledger::Side cost_of(const MitigationInput& input, const MitigationOptions& options,
                     std::span<const std::int64_t> positive) {
  Ledger::Side side;
  const data::Profiles& profiles = input.profiles;
  for (std::size_t k = 0; k < positive.size(); ++k) {
    if (profiles.outcome[k] != 0) {
      side.false_negatives += profiles.count[k] - positive[k];
    } else {
      side.false_positives += positive[k];
    }
  }
  const WorstSubgroup worst = worst_subgroup(input, options, positive);
  side.excess = worst.excess;
  if (worst.subgroup) {
    std::vector<data::Attribute> attributes;
    attributes.reserve(input.scanned.size());
    for (const std::string& name : input.scanned)
      attributes.push_back(profiles.attributes[*position_of(profiles.attributes, name)]);
    side.subgroup = search::in_words(*worst.subgroup, attributes);
  }
  const Ledger::Costs costs = options.costs.value_or(costs_at(options.lambda));
  side.cost =
      error_cost(costs, side.false_positives, side.false_negatives) + costs.disparity * side.excess;
  return side;
}

double error_cost(const Ledger::Costs& costs, std::int64_t false_positives,
                  std::int64_t false_negatives) {
  return costs.false_positive * static_cast<double>(false_positives) +
         costs.false_negative * static_cast<double>(false_negatives);
}

}  // namespace faultline::methods
