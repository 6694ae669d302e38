#pragma once
// People whose numbers or counts are predicted rightly, however they vary about what is predicted:
// what a scan of such outcomes must not take for unfairness. A shift, or for counts a factor, can
// be planted in one subgroup.

#include <cstdint>
#include <span>
#include <vector>

#include "faultline/methods/residual_scan/residual_people.hpp"

namespace faultline::studies {

enum class ResidualDesign {
  normal,
  spread,  // up to six times as large by two attributes
  log_normal,
  log_normal_spread,
  exponential_spread,
  heavy_tails,   // t with three degrees of freedom
  skewed_group,  // exponential in one group, normal in the others
  far_above,     // one in ten far above what is predicted, which fits on average only
  overall_mean,  // exponential, and nothing predicted: the overall mean is expected
  poisson,
  overdispersed,           // negative binomial, variance m + m^2
  strongly_overdispersed,  // the same with m + 3.3 m^2
  dispersion_differs,      // between groups
  half_never,              // half of the people never have the event
  rare,                    // negative binomial, a tenth of the mean
  frequent,                // negative binomial, ten times the mean
};
[[nodiscard]] std::span<const ResidualDesign> all_residual_designs();
/// "log-normal, spread by two attributes".
[[nodiscard]] const char* title(ResidualDesign design);
[[nodiscard]] result::Family family_of(ResidualDesign design);

/// Three attributes of 2, 3 and 4 values, later ones rarer: 24 cells, 315 subgroups.
struct ResidualSample {
  methods::OutcomeTable table{};
  std::vector<double> mean{};      // true, per entry
  std::vector<double> expected{};  // per entry, also where the overall mean is expected
};

/// `effect` in a=0, b=1, some 18 % of the people: added to numbers, in standard deviations of
/// normal residuals; of counts the mean grows by the factor 1 + effect.
[[nodiscard]] ResidualSample residual_sample(ResidualDesign design, std::int64_t people,
                                             double effect, std::uint64_t seed,
                                             std::uint32_t data_set);

/// Some 6 % of the people, to be tested by name.
inline constexpr const char* kNamedSubgroup = "a=1;b=2";

}  // namespace faultline::studies
