#pragma once
// Charts that show how far a probability model can be believed.

#include "faultline/report/render/markup.hpp"
#include "faultline/result/result.hpp"

namespace faultline::report::html {

/// Observed against predicted rates, bin by bin, with 95 % intervals and the line where both are
/// equal. Empty when no point is a number.
[[nodiscard]] Markup calibration_chart(const result::ModelReport& model, const std::string& label);

/// Whose propensities an overlap compares.
struct OverlapSides {
  const char* above = "the class";
  const char* below = "everyone else";
};
/// The propensities of the class, bars upwards, and of everyone else, bars downwards, as shares of
/// each. Empty when there are no bins or nobody in one of the two.
[[nodiscard]] Markup overlap_chart(const result::ModelReport::Overlap& overlap,
                                   const std::string& label, const OverlapSides& sides = {});

}  // namespace faultline::report::html
