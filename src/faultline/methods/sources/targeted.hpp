#pragma once
// Targeted sampling: training sets in which one group grows while the other groups' people stay the
// same. Six sizes of the growing group, from a tenth of its training people to all; of the others
// all training people, but not more than four times the growing group, drawn at random. Of every
// group the same share is tested.

#include <cstdint>
#include <optional>

#include "faultline/methods/sources/curve_run.hpp"
#include "faultline/methods/sources/input.hpp"

namespace faultline::methods {

/// A group needs as many training people to be grown.
inline constexpr std::int64_t kFewestToGrow = 30;

struct TargetedDesign {
  CurveDesign curve{};
  std::vector<double> axis{};     // training people of the group, per size
  std::int64_t others = 0;        // trained on beside them
  std::int64_t others_known = 0;  // that there are
};

/// Half as many repetitions as there are of the whole curves. None when the group has fewer than
/// kFewestToGrow training people, or there is no other group. The design refers to the input.
[[nodiscard]] std::optional<TargetedDesign> targeted_design(const SourcesInput& input,
                                                            const SourcesOptions& options,
                                                            int grows);

}  // namespace faultline::methods
