#pragma once
// Totals of a group and how they vary between the units that were drawn: people, each with a
// weight, or clusters of people (the rows of one person, of one hospital). Every rate is a smooth
// function f of a few totals, so that its variance is, by linearisation,
//
//   m / (m - 1) * sum over units of (u . t)^2,   u the gradient of f at the totals,
//
// with t the totals of a unit and m the number of units that the rate is about (Binder 1983; the
// sandwich of cluster-robust regression). The sum is u' S u with S the sum of t t', so that units
// need not be kept unless groups are merged in which the same cluster has people.

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace faultline::methods {

/// Of two-valued outcomes: weight of the people by outcome and decision (place 2 y + d), weighted
/// score, squared error and logarithmic loss. Of numbers: weight, and weighted outcome, score,
/// error, absolute and squared error.
inline constexpr std::size_t kTotals = 7;
using Totals = std::array<double, kTotals>;

enum NumberTotal : std::size_t { kWeight, kOutcome, kScore, kError, kAbsolute, kSquared };
inline constexpr std::size_t kScoreTotal = 4;
inline constexpr std::size_t kBrierTotal = 5;
inline constexpr std::size_t kLossTotal = 6;

struct Unit {
  double cluster = 0;
  Totals totals{};
  unsigned occupied = 0;                // bit c: somebody is in place c of the first four
  std::array<double, 4> row_squares{};  // of the weights of its people, by place
};

struct Moments {
  Totals totals{};
  std::array<Totals, kTotals> products{};
  std::array<std::int64_t, 16> units{};  // by what is occupied
  std::array<double, 4> row_squares{};

  void add(const Unit& unit, std::int64_t times = 1);
  void add(const Moments& other);
  /// Units with somebody in any of these places.
  [[nodiscard]] std::int64_t units_in(unsigned places) const;
  /// Of the linear form; 0 where rounding is all that is left.
  [[nodiscard]] double variance(const Totals& gradient, unsigned places) const;
  /// How many units of equal weight would vary as much if all people of a unit were alike (Kish).
  [[nodiscard]] double equal_units(unsigned places) const;
  /// How many people of equal weight would vary as much if all were independent (Kish).
  [[nodiscard]] double equal_people(unsigned places) const;
};

/// Adds the totals of more people of the same unit.
void add_to(Unit& unit, const Unit& more);

[[nodiscard]] double dot(const Totals& a, const Totals& b);

/// One entry per cluster, ascending; both lists are.
[[nodiscard]] std::vector<Unit> merged_units(std::span<const Unit> a, std::span<const Unit> b);
/// Sorts by cluster and adds up the entries of each.
void fold_units(std::vector<Unit>& units);
[[nodiscard]] Moments moments_of(std::span<const Unit> units);

/// Sum over the clusters that have people in both groups of the product of both linear forms.
[[nodiscard]] double shared_products(std::span<const Unit> a, const Totals& gradient_a,
                                     std::span<const Unit> b, const Totals& gradient_b);

}  // namespace faultline::methods
