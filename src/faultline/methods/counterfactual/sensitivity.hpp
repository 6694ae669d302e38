#pragma once
// How strongly something unseen would have to bear on treatment to explain the gaps between groups:
// bounds of rates (RateFitter::bound) over a grid of strengths gamma, the smallest gamma at which
// all groups' rates could be equal, and the largest at which sampling error, too, leaves two groups
// apart. Bounds of different groups do not depend on each other, so two rates differ by at least
// low_a - high_b, and the largest gap by the largest of these.

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "faultline/methods/counterfactual/rates.hpp"
#include "faultline/methods/counterfactual/simultaneous.hpp"
#include "faultline/methods/result.hpp"

namespace faultline::methods {

/// Closer where most answers lie. Somebody's odds ten times those of people alike in every column
/// would be hard to overlook.
inline constexpr std::array kGammas{1.1, 1.2, 1.3, 1.5, 1.75, 2.0, 2.5, 3.0, 4.0, 6.0, 10.0};
/// Resamples that bounds rest on: each needs an outcome model beside the propensities.
inline constexpr std::int64_t kBoundResamples = 200;
/// Beyond, bounds of all resamples would take much memory for groups that are tiny.
inline constexpr std::size_t kMostBoundedGroups = 50;

/// One entry per gamma, of the sample that was last estimated.
[[nodiscard]] std::vector<RateBounds> all_bounds(RateFitter& fitter);

/// Which groups take part.
using Firm = std::vector<std::uint8_t>;

/// Smallest gamma, by bisection, at which the rates of all firm groups could be equal; none up to
/// the last of kGammas, or with fewer than two such groups. After all_bounds().
[[nodiscard]] std::optional<double> vanishing_gamma(const RateFitter& fitter, bool cfpr,
                                                    const Firm& firm);

/// Bounds of the largest gap between firm groups at each gamma; empty with fewer than two.
[[nodiscard]] std::vector<CounterfactualReport::Bounds> largest_gap_bounds(
    std::span<const RateBounds> bounds, bool cfpr, const Firm& firm);

struct BoundedResamples {
  std::span<const RateBounds> data{};                    // [gamma]
  std::span<const std::vector<RateBounds>> resamples{};  // [resample][gamma]
  std::span<const double> widened{};                     // per group: see widen_rare()
  double critical = 0;                                   // of all_differences()
};

/// Largest gamma up to which two firm groups are told apart: low_a - high_b is above `critical`
/// standard errors; 1 when none of the gammas.
[[nodiscard]] double holds_to(const BoundedResamples& bounded, bool cfpr, const Firm& firm);

}  // namespace faultline::methods
