#include "faultline/methods/elicitation/meaning.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "faultline/methods/ijdi/error_problem.hpp"
#include "faultline/search/subgroup.hpp"

namespace faultline::methods {
namespace {

using Group = ElicitReport::Meaning::Group;

/// In the mirror where a refusal harms: "higher" is what hurts.
double allowed_at(const InsideOutside& sums, double lambda) {
  // More than everybody cannot be justified, as there are no more.
  return sums.p > sums.p_outside ? std::min(1.0, sums.allowed(lambda)) : sums.rate_outside();
}

Group group_of(const ErrorProblem& problem, const InsideOutside& sums,
               const ElicitReport::Ratio& ratio) {
  Group group{.n = sums.n,
              .base_rate = problem.real(sums.p),
              .base_rate_outside = problem.real(sums.p_outside),
              .rate = problem.real(sums.rate()),
              .rate_outside = problem.real(sums.rate_outside())};
  const double lambda = ratio.lambda.value_or(std::numeric_limits<double>::infinity());
  const double allowed = allowed_at(sums, lambda);
  if (std::isfinite(lambda) || !(sums.p > sums.p_outside)) group.allowed = problem.real(allowed);
  group.excess = std::max(0.0, sums.rate() - allowed);
  if (const auto& interval = ratio.lambda_interval) {
    const double low = problem.real(allowed_at(sums, interval->first));
    const double high = problem.real(allowed_at(sums, interval->second));
    group.allowed_interval = std::pair{std::min(low, high), std::max(low, high)};
  }
  return group;
}

}  // namespace

ElicitReport::Meaning meaning_of(const IjdiInput& input, Harm harm, const ElicitReport& report) {
  const ErrorProblem problem = make_error_problem(input, report.error, harm == Harm::negative);
  ElicitReport::Meaning meaning{
      .people = input.profiles.people(),
      .compared = problem.people,
      .probability = input.true_probability,
      .direction = problem.mirrored ? Direction::lower : Direction::higher};
  const std::vector<data::Attribute>& attributes = problem.lattice.attributes;
  for (std::size_t a = 0; a < attributes.size(); ++a) {
    for (std::size_t value = 0; value < attributes[a].labels.size(); ++value) {
      search::Subgroup subgroup = search::everybody(attributes);
      subgroup.sets[a] = search::ValueSet{1} << value;
      const InsideOutside sums = inside_outside(problem, subgroup);
      if (sums.n == 0 || sums.n_outside == 0) continue;
      Group group = group_of(problem, sums, report.ratio);
      group.attribute = attributes[a].name;
      group.value = attributes[a].labels[value];
      meaning.groups.push_back(std::move(group));
    }
  }
  return meaning;
}

}  // namespace faultline::methods
