#pragma once
// People of whom it is known where members of a class are treated otherwise than comparable people:
// attributes a (2 values), b (3), c (2) on which class, outcome, decision and prediction depend,
// and in planted subgroups odds of a decision that are `q` times as high for members, predictions
// whose log-odds are `mu` higher. Predictions have steps of .5 in log-odds.

#include <cstdint>
#include <string>
#include <vector>

#include "faultline/data/profiles.hpp"
#include "faultline/methods/conditional/conditional.hpp"

namespace faultline::studies {

struct PlantedEffects {
  std::int64_t people = 1500;
  double q_first = 1;   // among those with a0 and c0, a quarter
  double q_second = 1;  // among those with a1 and c1
  double mu_first = 0;
  double mu_second = 0;
};

/// The first planted subgroup, as an option names it.
inline constexpr const char* kPlantedSubgroup = "a=a0;c=c0";

[[nodiscard]] data::Profiles planted_class(std::uint64_t seed, std::uint32_t data_set,
                                           const PlantedEffects& planted);

/// Of g1 by these criteria in direction higher, on one thread.
[[nodiscard]] methods::ConditionalOptions planted_audit(const std::vector<std::string>& metrics,
                                                        std::int64_t replicates);

[[nodiscard]] methods::ConditionalResult audit_planted(const data::Profiles& people,
                                                       const methods::ConditionalOptions& options);

}  // namespace faultline::studies
