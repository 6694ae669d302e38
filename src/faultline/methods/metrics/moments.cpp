#include "faultline/methods/metrics/moments.hpp"

#include <algorithm>
#include <cmath>

namespace faultline::methods {

void add_to(Unit& unit, const Unit& more) {
  for (std::size_t i = 0; i < kTotals; ++i) unit.totals[i] += more.totals[i];
  for (std::size_t i = 0; i < 4; ++i) unit.row_squares[i] += more.row_squares[i];
  unit.occupied |= more.occupied;
}

double dot(const Totals& a, const Totals& b) {
  double sum = 0;
  for (std::size_t i = 0; i < kTotals; ++i) sum += a[i] * b[i];
  return sum;
}

void Moments::add(const Unit& unit, std::int64_t times) {
  const auto n = static_cast<double>(times);
  for (std::size_t i = 0; i < kTotals; ++i) {
    if (unit.totals[i] == 0) continue;
    totals[i] += n * unit.totals[i];
    for (std::size_t j = 0; j <= i; ++j) products[i][j] += n * unit.totals[i] * unit.totals[j];
  }
  units[unit.occupied] += times;
  for (std::size_t i = 0; i < 4; ++i) row_squares[i] += n * unit.row_squares[i];
}

void Moments::add(const Moments& other) {
  for (std::size_t i = 0; i < kTotals; ++i) {
    totals[i] += other.totals[i];
    for (std::size_t j = 0; j <= i; ++j) products[i][j] += other.products[i][j];
  }
  for (std::size_t i = 0; i < units.size(); ++i) units[i] += other.units[i];
  for (std::size_t i = 0; i < 4; ++i) row_squares[i] += other.row_squares[i];
}

std::int64_t Moments::units_in(unsigned places) const {
  std::int64_t sum = 0;
  for (unsigned occupied = 0; occupied < units.size(); ++occupied) {
    if ((occupied & places) != 0) sum += units[occupied];
  }
  return sum;
}

double Moments::variance(const Totals& gradient, unsigned places) const {
  const std::int64_t m = units_in(places);
  if (m < 2) return 0;
  double sum = 0;
  double size = 0;
  for (std::size_t i = 0; i < kTotals; ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      const double term = (i == j ? 1 : 2) * gradient[i] * gradient[j] * products[i][j];
      sum += term;
      size += std::abs(term);
    }
  }
  constexpr double kRounding = 1e-13;
  if (!(sum > kRounding * size)) return 0;
  return sum * static_cast<double>(m) / static_cast<double>(m - 1);
}

double Moments::equal_units(unsigned places) const {
  double all = 0;
  double squares = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    if ((places >> i & 1U) == 0) continue;
    all += totals[i];
    for (std::size_t j = 0; j <= i; ++j) {
      if ((places >> j & 1U) != 0) squares += (i == j ? 1 : 2) * products[i][j];
    }
  }
  return squares > 0 ? all * all / squares : 0;
}

double Moments::equal_people(unsigned places) const {
  double all = 0;
  double squares = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    if ((places >> i & 1U) == 0) continue;
    all += totals[i];
    squares += row_squares[i];
  }
  return squares > 0 ? all * all / squares : 0;
}

std::vector<Unit> merged_units(std::span<const Unit> a, std::span<const Unit> b) {
  std::vector<Unit> units;
  units.reserve(a.size() + b.size());
  std::size_t j = 0;
  for (const Unit& unit : a) {
    while (j < b.size() && b[j].cluster < unit.cluster) units.push_back(b[j++]);
    units.push_back(unit);
    if (j < b.size() && b[j].cluster == unit.cluster) add_to(units.back(), b[j++]);
  }
  units.insert(units.end(), b.begin() + static_cast<std::ptrdiff_t>(j), b.end());
  return units;
}

void fold_units(std::vector<Unit>& units) {
  std::stable_sort(units.begin(), units.end(),
                   [](const Unit& a, const Unit& b) { return a.cluster < b.cluster; });
  std::size_t kept = 0;
  for (std::size_t i = 0; i < units.size(); ++i) {
    if (kept > 0 && units[kept - 1].cluster == units[i].cluster) {
      add_to(units[kept - 1], units[i]);
    } else {
      units[kept++] = units[i];
    }
  }
  units.resize(kept);
}

Moments moments_of(std::span<const Unit> units) {
  Moments moments;
  for (const Unit& unit : units) moments.add(unit);
  return moments;
}

double shared_products(std::span<const Unit> a, const Totals& gradient_a, std::span<const Unit> b,
                       const Totals& gradient_b) {
  double sum = 0;
  std::size_t j = 0;
  for (const Unit& unit : a) {
    while (j < b.size() && b[j].cluster < unit.cluster) ++j;
    if (j < b.size() && b[j].cluster == unit.cluster)
      sum += dot(gradient_a, unit.totals) * dot(gradient_b, b[j].totals);
  }
  return sum;
}

}  // namespace faultline::methods
