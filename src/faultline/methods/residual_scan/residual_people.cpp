#include "faultline/methods/residual_scan/residual_people.hpp"

#include <cmath>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"
#include "faultline/math/sum.hpp"
#include "faultline/rng/draw.hpp"

namespace faultline::methods {
namespace {

double overall_mean(const OutcomeTable& table) {
  math::CompensatedSum sum;
  double people = 0;
  for (std::size_t i = 0; i < table.count.size(); ++i) {
    const auto n = static_cast<double>(table.count[i]);
    sum.add(n * table.outcome[i]);
    people += n;
  }
  return sum.value() / people;
}

bool same_cell(const OutcomeTable& table, std::size_t a, std::size_t b) {
  for (const auto& codes : table.codes) {
    if (codes[a] != codes[b]) return false;
  }
  return true;
}

/// So many signs at once: those of one person are a bit, those of many a binomial draw.
double signs(rng::Stream& stream, std::int64_t count) {
  if (count == 1) return rng::below(stream, 2) == 0 ? -1.0 : 1.0;
  return static_cast<double>(2 * rng::binomial(stream, count, 0.5) - count);
}

/// Of all residuals.
double mean_square_of(const OutcomeTable& table, std::span<const double> expected) {
  math::CompensatedSum squares;
  double people = 0;
  for (std::size_t i = 0; i < table.count.size(); ++i) {
    const auto n = static_cast<double>(table.count[i]);
    const double residual = table.outcome[i] - expected[i];
    squares.add(n * residual * residual);
    people += n;
  }
  return squares.value() / people;
}

}  // namespace

ResidualPeople::ResidualPeople(const OutcomeTable& table, result::Family family, bool studentised)
    : family_(family), centred_(table.expected.empty()), studentised_(studentised) {
  if (table.count.empty()) throw InternalError("a scan of nobody");
  if (studentised && (centred_ || family == result::Family::poisson))
    throw InternalError("counts and centred residuals have no squares that signs leave alone");
  std::vector<double> expected = table.expected;
  if (centred_) expected.assign(table.count.size(), overall_mean(table));
  if (family == result::Family::poisson) {
    for (const double mean : expected) {
      if (mean > 0) continue;
      throw InputError(fmt::format(
          "an expected count of {}: a count that is expected must be above 0, else any count is "
          "infinitely surprising",
          shortest(mean)));
    }
  }
  cells_.lattice.attributes = table.attributes;
  group(table, expected);
  math::CompensatedSum spread;
  for (const double one : cells_.spread) spread.add(one);
  if (!std::isfinite(everybody_.third)) {
    throw InputError(
        "outcomes lie so far from what is expected that their differences cannot be squared: give "
        "them in larger units, as in `derive`");
  }
  if (!(everybody_.second > 0)) {
    throw InputError(
        "every outcome equals its expectation: there is no spread to measure a difference by");
  }
  cells_.sigma = std::sqrt(everybody_.second / spread.value());
}

void ResidualPeople::group(const OutcomeTable& table, std::span<const double> expected) {
  const double mean_square = studentised_ ? mean_square_of(table, expected) : 0;
  std::size_t last = 0;
  for (std::size_t i = 0; i < table.count.size(); ++i) {
    const bool fresh = i == 0 || !same_cell(table, i, i - 1);
    if (fresh) {
      for (const auto& codes : table.codes) cells_.lattice.codes.push_back(codes[i]);
      cells_.n.push_back(0);
      cells_.residual_sum.push_back(0);
      cells_.spread.push_back(0);
      observed_.push_back(0);
      expected_.push_back(0);
      ++cells_.lattice.cells;
    }
    const std::size_t cell = cells_.n.size() - 1;
    const auto n = static_cast<double>(table.count[i]);
    const double residual = table.outcome[i] - expected[i];
    people_ += table.count[i];
    cells_.n[cell] += table.count[i];
    cells_.residual_sum[cell] += n * residual;
    cells_.spread[cell] += studentised_ ? n * (residual * residual + mean_square) / 2
                           : family_ == result::Family::poisson ? n * expected[i]
                                                                : n;
    observed_[cell] += n * table.outcome[i];
    expected_[cell] += n * expected[i];
    everybody_.n += n;
    everybody_.first += n * residual;
    everybody_.second += n * residual * residual;
    everybody_.third += n * residual * residual * residual;
    if (!fresh && residual_[last] == residual) {
      count_[last] += table.count[i];
      continue;
    }
    last = residual_.size();
    cell_.push_back(static_cast<std::int64_t>(cell));
    count_.push_back(table.count[i]);
    residual_.push_back(residual);
  }
}

std::vector<double> ResidualPeople::redraw(rng::Stream& stream) const {
  std::vector<double> sums(cells_.n.size(), 0.0);
  double total = 0;
  for (std::size_t i = 0; i < residual_.size(); ++i) {
    const double drawn = residual_[i] * signs(stream, count_[i]);
    sums[static_cast<std::size_t>(cell_[i])] += drawn;
    total += drawn;
  }
  if (centred_) {
    const double mean = total / static_cast<double>(people_);
    for (std::size_t cell = 0; cell < sums.size(); ++cell)
      sums[cell] -= mean * static_cast<double>(cells_.n[cell]);
  }
  return sums;
}

ResidualPeople::Moments ResidualPeople::moments(const search::Subgroup& subgroup) const {
  Moments sum;
  for (std::size_t i = 0; i < residual_.size(); ++i) {
    if (!cells_.lattice.contains(subgroup, cell_[i])) continue;
    const auto n = static_cast<double>(count_[i]);
    const double e = residual_[i];
    sum.n += n;
    sum.first += n * e;
    sum.second += n * e * e;
    sum.third += n * e * e * e;
  }
  return sum;
}

double ResidualPeople::mean_shift(const search::Subgroup& subgroup) const {
  const Moments sums = moments(subgroup);
  return sums.first / sums.n;
}

}  // namespace faultline::methods
