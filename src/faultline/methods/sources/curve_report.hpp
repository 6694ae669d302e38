#pragma once
// Learning curves and the differences of groups along them, as they are reported: points, fitted
// law, extrapolation to 2, 5 and 10 times the largest size and without limit, sizes at which two
// groups change places, and the size at which their difference falls to a stated level.

#include <string>

#include "faultline/methods/result.hpp"
#include "faultline/methods/sources/curve_fits.hpp"
#include "faultline/methods/sources/input.hpp"

namespace faultline::methods {

/// How far beyond the largest size the stated level is looked for.
inline constexpr double kFarthest = 1000;

/// Adds the curves of a run. When one group grows alone (`grows` not negative), only its
/// differences from the others are added, and sizes are counted in people of that group.
void add_curves(const CurveFits& fits, int grows, const SourcesInput& input,
                const SourcesOptions& options, SourcesReport& report);

/// A sentence on the size at which the difference falls to the level asked for. `largest` is the
/// largest size trained on; `who` names what sizes count ("people", "people of group F"); `touched`
/// is where beyond it the difference falls to that level, though it need not stay there.
[[nodiscard]] std::string gap_answer(const SourcesReport::GapCurve& curve, double smallest,
                                     double largest, const std::string& who,
                                     std::optional<double> touched = std::nullopt);

}  // namespace faultline::methods
