#include "faultline/methods/residual_scan/residual_finding.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "faultline/methods/breakdown.hpp"
#include "faultline/methods/finding.hpp"

namespace faultline::methods {
namespace {

bool is_count(const ResidualPeople& people) { return people.family() == Family::poisson; }

void describe_people(const ResidualPeople& people, const search::Subgroup& subgroup,
                     Finding& finding) {
  const search::GaussianCells& cells = people.cells();
  BreakdownBuilder breakdown(cells.lattice, subgroup);
  Rate others;
  for (std::int64_t cell = 0; cell < cells.lattice.cells; ++cell) {
    const auto c = static_cast<std::size_t>(cell);
    if (cells.lattice.contains(subgroup, cell)) {
      finding.n += cells.n[c];
      finding.observed_count += people.observed()[c];
      finding.expected_count += people.expected()[c];
      breakdown.add(cell, cells.n[c], people.observed()[c], people.expected()[c]);
    } else {
      others.n += cells.n[c];
      others.observed_count += people.observed()[c];
    }
  }
  finding.observed = finding.observed_count / static_cast<double>(finding.n);
  finding.expected = finding.expected_count / static_cast<double>(finding.n);
  if (others.n > 0) {
    others.observed = others.observed_count / static_cast<double>(others.n);
    finding.comparison = others;
  }
  finding.breakdown = std::move(breakdown).finish();
}

}  // namespace

Finding residual_finding(const ResidualPeople& people, search::Direction direction,
                         const search::SearchResult& search) {
  Finding finding;
  finding.method = Method::bias_scan;
  finding.metric = Criterion::calibration;
  finding.direction = direction;
  finding.family = people.family();
  if (people.expects_mean()) finding.expected_overall = true;
  finding.theta_name = is_count(people) ? ThetaName::q : ThetaName::mu;
  finding.search = report_search(search);
  if (search.found.empty()) return finding;
  search::ScoredSubgroup scored = search.found.front();
  // q - 1 is what the search maximised over; nobody had an event where q is 0.
  if (is_count(people)) scored.theta = std::log1p(std::max(scored.theta, -1.0));
  if (people.studentised()) scored.theta = people.mean_shift(scored.subgroup);
  report_score(search, scored, people.cells().lattice.attributes, finding);
  describe_people(people, scored.subgroup, finding);
  return finding;
}

void measure_residuals(const ResidualPeople& people, const search::Subgroup& subgroup,
                       const SearchNull& null, Finding& finding) {
  const search::GaussianCells& cells = people.cells();
  double s = 0;
  double v = 0;
  search::CellSet{cells.lattice, subgroup}.for_each([&](std::int64_t cell) {
    s += cells.residual_sum[static_cast<std::size_t>(cell)];
    v += cells.spread[static_cast<std::size_t>(cell)];
  });
  const double theta = s / v;
  const ResidualPeople::Moments own = people.moments(subgroup);
  // The far end rests on these people alone: where they vary more than others, so does their mean.
  const double own_sigma = std::sqrt(std::max(0.0, own.second - own.first * own.first / own.n) / v);
  SelectionEffect effect = gaussian_effect(theta, v, cells.sigma, finding.penalty, null,
                                           std::max(cells.sigma, own_sigma));
  const double mean_spread = v / own.n;  // 1, the mean expectation, or the mean square
  finding.observed_interval = {finding.expected + mean_spread * effect.interval.first,
                               finding.expected + mean_spread * effect.interval.second};
  if (is_count(people)) {
    // A mean count is not below 0.
    const auto ratio = [](double shift) { return std::max(0.0, 1 + shift); };
    effect.interval = {ratio(effect.interval.first), ratio(effect.interval.second)};
    effect.shrunken = ratio(effect.shrunken);
    finding.observed_interval->first = std::max(0.0, finding.observed_interval->first);
    finding.observed_interval->second = std::max(0.0, finding.observed_interval->second);
  }
  if (people.studentised()) {
    effect.interval.first *= mean_spread;
    effect.interval.second *= mean_spread;
    effect.shrunken *= mean_spread;
  }
  report_effect(effect, finding);
}

}  // namespace faultline::methods
