#include "faultline/search/gaussian_family.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "faultline/base/error.hpp"

namespace faultline::search {

GaussianFamily::GaussianFamily(const GaussianCells& cells, std::span<const double> residual_sum,
                               Direction direction)
    : cells_(cells), direction_(direction), two_sigma_squared_(2 * cells.sigma * cells.sigma) {
  if (!(cells.sigma > 0))
    throw ConfigError(fmt::format("`sigma` {}: must be above 0", cells.sigma));
  const double sign = direction == Direction::higher ? 1.0 : -1.0;
  rows_.reserve(cells.n.size());
  for (std::size_t i = 0; i < cells.n.size(); ++i) {
    const double spread = cells.spread.empty() ? static_cast<double>(cells.n[i]) : cells.spread[i];
    rows_.push_back({spread, sign * residual_sum[i]});
  }
}

double GaussianFamily::positive_part_bound(std::span<const Row> rows) const {
  std::vector<Row> positive;
  for (const Row& row : rows) {
    if (row.s > 0) positive.push_back(row);
  }
  std::sort(positive.begin(), positive.end(),
            [](const Row& a, const Row& b) { return a.s * b.n > b.s * a.n; });
  double best = 0;
  Row sum;
  for (const Row& row : positive) {
    add(sum, row);
    best = std::max(best, value(sum));
  }
  return best;
}

void GaussianFamily::promising_subsets(const Row* rows, int arity, double floor, double penalty,
                                       std::vector<ValueSet>& promising) const {
  Row partial[data::kMaxValues + 1];
  int chosen[data::kMaxValues + 1];
  const ValueSet complete = all_values(arity);
  int depth = 1;
  chosen[1] = 0;
  ValueSet set = 0;
  while (depth > 0) {
    const int v = chosen[depth];
    partial[depth] = partial[depth - 1];
    add(partial[depth], rows[v]);
    set |= ValueSet{1} << v;
    const double wanted = set == complete ? floor : floor + penalty * depth;
    if (value(partial[depth]) > wanted) promising.push_back(set);
    if (v + 1 < arity) {
      chosen[++depth] = v + 1;
      continue;
    }
    set &= ~(ValueSet{1} << v);
    if (--depth > 0) {
      set &= ~(ValueSet{1} << chosen[depth]);
      ++chosen[depth];
    }
  }
}

void GaussianFamily::candidate_sets(std::span<const Row> rows, double c, double /*floor*/,
                                    int /*attribute*/, const CellSet& /*where*/,
                                    std::vector<ValueSet>& sets) const {
  struct Event {
    double theta;
    int value;
    bool enters;
  };
  std::vector<Event> events;
  for (int v = 0; v < static_cast<int>(rows.size()); ++v) {
    const Row& row = rows[v];
    if (!(row.n > 0 && row.s > 0)) continue;
    // f_v(mu) = c at mu = (s -+ sqrt(s^2 - 2 sigma^2 n c)) / n.
    const double discriminant = row.s * row.s - two_sigma_squared_ * row.n * c;
    if (!(discriminant > 0)) continue;
    const double root = std::sqrt(discriminant);
    events.push_back({(row.s - root) / row.n, v, true});
    events.push_back({(row.s + root) / row.n, v, false});
  }
  // Where one value leaves exactly where another enters, both orders give candidates that are
  // evaluated anyway.
  std::sort(events.begin(), events.end(), [](const Event& a, const Event& b) {
    return a.theta != b.theta ? a.theta < b.theta : a.enters > b.enters;
  });
  ValueSet set = 0;
  for (const Event& event : events) {
    const ValueSet bit = ValueSet{1} << event.value;
    set = event.enters ? set | bit : set & ~bit;
    if (set != 0) sets.push_back(set);
  }
}

ScoredSubgroup GaussianFamily::score(const Subgroup& subgroup) const {
  const CellSet where{cells_.lattice, subgroup};
  ScoredSubgroup scored;
  scored.subgroup = subgroup;
  Row total;
  where.for_each([&](std::int64_t cell) {
    scored.n += cells_.n[cell];
    add(total, rows_[cell]);
  });
  const Maximum best = maximum(total, where);
  const double sign = direction_ == Direction::higher ? 1.0 : -1.0;
  scored.observed = sign * total.s;
  scored.log_likelihood_ratio = best.value;
  scored.theta = sign * best.theta;
  return scored;
}

}  // namespace faultline::search
