#pragma once
// People in every cell of a lattice of five attributes, with predictions of their own, and a
// subgroup whose odds are another multiple of what is predicted.

#include <cmath>
#include <vector>

#include "support/small_cells.hpp"

#include "faultline/rng/draw.hpp"
#include "faultline/rng/stream.hpp"

namespace faultline::testing {

/// Three people in each of arity^5 cells; where a_1 or a_2 meets b_3, odds are `factor` times as
/// high as predicted.
inline data::Profiles planted_profiles(int arity, double factor, std::uint32_t data_set = 1) {
  rng::Stream stream(7, rng::Purpose::test, data_set);
  std::vector<Group> groups;
  std::vector<data::Code> codes(5, 0);
  const int cells = static_cast<int>(std::lround(std::pow(arity, 5)));
  for (int cell = 0; cell < cells; ++cell) {
    int rest = cell;
    for (data::Code& code : codes) {
      code = static_cast<data::Code>(rest % arity);
      rest /= arity;
    }
    const double p = 0.05 + 0.9 * rng::uniform(stream);
    const bool inside = (codes[0] == 1 || codes[0] == 2) && codes[1] == 3;
    const double odds = p / (1 - p) * (inside ? factor : 1);
    groups.push_back({codes, p, 3, rng::binomial(stream, 3, odds / (1 + odds))});
  }
  return profiles_of(letters({arity, arity, arity, arity, arity}), groups);
}

inline search::BernoulliCells planted_cells(int arity, double factor) {
  return search::make_bernoulli_cells(planted_profiles(arity, factor));
}

}  // namespace faultline::testing
