#pragma once
// Figure 1 of Wastvedt, Huling and Wolfson (2022): what the summaries say of four designs in which
// one intervention strength grows. Exact values, and those of drawn people (50,000 in the paper)
// beside them.

#include <cstdint>
#include <vector>

#include "faultline/methods/hooks.hpp"
#include "faultline/simulate/counterfactual_design.hpp"
#include "faultline/studies/counterfactual/study.hpp"

namespace faultline::studies {

struct DesignPoint {
  simulate::CounterfactualDesign design{};
  double z = 0;
  methods::Rates exact{};
  methods::Rates drawn{};  // from the Y0 of drawn people
};

/// Panels a to d, z from 0 to 1 in steps of .1. `people` are drawn at each point.
[[nodiscard]] std::vector<DesignPoint> design_points(std::int64_t people, std::uint64_t seed,
                                                     int threads);

/// Figure 1: text, fig1.csv, and two charts per panel.
[[nodiscard]] StudyOutput designs_output(const std::vector<DesignPoint>& points,
                                         std::int64_t people);

/// Rates by the true Y0 of people: what a validation set with known potential outcomes gives.
[[nodiscard]] methods::Rates rates_by_truth(const simulate::CounterfactualPeople& people);

}  // namespace faultline::studies
