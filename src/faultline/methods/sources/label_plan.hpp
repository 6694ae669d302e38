#pragma once
// How new labels should be shared among the groups. Each group has a model of its own, the one of
// the candidates per group that costs it least; what it costs with m more labels, cost_g(n_g + m),
// is the median forecast of its learning curve (ScalingLaw). Labels go, a small part after the
// other, to the group that would cost most by then: with costs that fall, that makes the largest
// cost as small as it can be.

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "faultline/methods/sources/what_if.hpp"

namespace faultline::methods {

/// Labels per group; `cost` of each with so many more.
[[nodiscard]] std::vector<std::int64_t> share_out(
    std::int64_t labels, std::span<const std::function<double(std::int64_t)>> cost);

/// Of the option `labels`; nothing where that is 0. All candidates must have been tried. Where the
/// worst-off group would not gain more than the forecast is uncertain by, or labels would go to a
/// group without a forecast, the plan says why it has no shares. Throws Cancelled when stopped.
void add_label_plan(WhatIf& what_if, SourcesReport& report);

}  // namespace faultline::methods
