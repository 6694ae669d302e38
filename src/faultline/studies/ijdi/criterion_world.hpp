#pragma once
// People of whom it is known what the IJDI criterion allows: three attributes (twelve groups), a
// number in ten steps, outcomes from a logistic model of them, and decisions drawn from the
// criterion itself at one lambda, mean decision + lambda (p - mean p), censored. So nobody is
// treated worse than base rates justify at that lambda, and somebody is at every smaller one;
// unless a group is planted, whose rate is shifted up.

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "faultline/base/describe.hpp"
#include "faultline/data/profiles.hpp"

namespace faultline::studies {

/// narrow: probabilities within some .05 of each other, so that hardly anybody is censored up to
/// lambda 10. wide: within some .35. curved: a square and an interaction that a model of main
/// effects misses.
enum class CriterionWorld { narrow, wide, curved };
[[nodiscard]] std::span<const describe::Word> words(CriterionWorld);

struct CriterionPeopleOptions {
  CriterionWorld world = CriterionWorld::wide;
  std::int64_t people = 4000;
  double lambda = 1;
  double shift = 0;  // of the rate in the planted group
  std::uint64_t seed = 1;
  std::uint32_t data_set = 0;
};

/// Attributes a, b, c; numbers x and p, the true probability; outcome and decision.
[[nodiscard]] data::Profiles criterion_people(const CriterionPeopleOptions& options);

/// What there is to scan, and what a model of p learns from.
[[nodiscard]] const std::vector<std::string>& criterion_attributes();
[[nodiscard]] const std::vector<std::string>& criterion_covariates();

}  // namespace faultline::studies
