#include "faultline/methods/ijdi/error_problem.hpp"

#include <numeric>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/math/sum.hpp"
#include "faultline/methods/group_rows.hpp"

namespace faultline::methods {

void sum_up(ErrorProblem& problem) {
  problem.people = 0;
  math::CompensatedSum sum;
  for (std::size_t u = 0; u < problem.n.size(); ++u) {
    problem.people += problem.n[u];
    sum.add(static_cast<double>(problem.n[u]) * problem.p[u]);
  }
  problem.mean_p = sum.value() / static_cast<double>(problem.people);
}

ErrorProblem make_error_problem(const IjdiInput& input, ErrorRate error, bool mirrored) {
  const data::Profiles& profiles = input.profiles;
  const auto p_at = position_of(profiles.number_names, input.true_probability);
  if (!p_at || profiles.outcome.empty() || profiles.decision.empty()) {
    throw InternalError("IJDI-Scan needs outcome, decision and the true probability");
  }
  std::vector<std::int64_t> rows;
  const std::uint8_t wanted = error == ErrorRate::fpr ? 0 : 1;
  for (std::int64_t k = 0; k < profiles.size(); ++k) {
    if (profiles.outcome[k] == wanted) rows.push_back(k);
  }
  if (rows.empty()) {
    throw InputError(
        fmt::format("nobody {} the outcome, so there is no {} to audit; use `error` {}",
                    error == ErrorRate::fpr ? "is without" : "has",
                    error == ErrorRate::fpr ? "false positive rate" : "true positive rate",
                    error == ErrorRate::fpr ? "tpr" : "fpr"));
  }
  ErrorProblem problem;
  problem.error = error;
  problem.mirrored = mirrored;
  std::vector<std::vector<std::uint64_t>> columns;
  std::vector<std::size_t> scanned;
  for (const std::string& name : input.scanned) {
    for (std::size_t a = 0; a < profiles.attributes.size(); ++a) {
      if (profiles.attributes[a].name != name) continue;
      scanned.push_back(a);
      problem.lattice.attributes.push_back(profiles.attributes[a]);
      columns.push_back(words_of(values_at(profiles.codes[a], rows)));
    }
  }
  const auto count = static_cast<std::int64_t>(rows.size());
  const Grouping cells = group_rows(count, columns);
  const std::vector<double> p = values_at(profiles.numbers[*p_at], rows);
  const Grouping units = group_rows(count, {words_of(cells.group_of), words_of(p)});
  for (const std::int64_t example : cells.example) {
    for (const std::size_t a : scanned) {
      problem.lattice.codes.push_back(profiles.codes[a][rows[example]]);
    }
  }
  problem.lattice.cells = cells.groups();
  problem.first.assign(static_cast<std::size_t>(cells.groups()) + 1, 0);
  problem.n.assign(static_cast<std::size_t>(units.groups()), 0);
  problem.decisions.assign(problem.n.size(), 0);
  for (const std::int64_t example : units.example) {
    const double value = p[example];
    if (!(value >= 0 && value <= 1)) {
      throw InputError(fmt::format("`true_probability` {}: the value {} is not between 0 and 1",
                                   input.true_probability, value));
    }
    problem.p.push_back(problem.real(value));
    problem.cell.push_back(cells.group_of[example]);
    ++problem.first[static_cast<std::size_t>(cells.group_of[example]) + 1];
  }
  std::partial_sum(problem.first.begin(), problem.first.end(), problem.first.begin());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    problem.n[units.group_of[i]] += profiles.count[rows[i]];
    if ((profiles.decision[rows[i]] != 0) != mirrored) {
      problem.decisions[units.group_of[i]] += profiles.count[rows[i]];
    }
  }
  sum_up(problem);
  return problem;
}

InsideOutside inside_outside(const ErrorProblem& problem, const search::Subgroup& subgroup) {
  InsideOutside sums;
  math::CompensatedSum inside;
  math::CompensatedSum outside;
  for (std::size_t u = 0; u < problem.n.size(); ++u) {
    const double weight = static_cast<double>(problem.n[u]) * problem.p[u];
    if (problem.lattice.contains(subgroup, problem.cell[u])) {
      sums.n += problem.n[u];
      sums.decisions += problem.decisions[u];
      inside.add(weight);
    } else {
      sums.n_outside += problem.n[u];
      sums.decisions_outside += problem.decisions[u];
      outside.add(weight);
    }
  }
  if (sums.n > 0) sums.p = inside.value() / static_cast<double>(sums.n);
  if (sums.n_outside > 0) sums.p_outside = outside.value() / static_cast<double>(sums.n_outside);
  return sums;
}

}  // namespace faultline::methods
