#pragma once
// Learning curves as charts: measured points with error bars, the power law fitted to them, and
// beyond the largest size, dashed and hollow, what it says about more people; at the edge the
// limit. Sizes stand on a logarithmic axis.

#include <optional>
#include <string>
#include <vector>

#include "faultline/report/document/chart.hpp"
#include "faultline/result/result.hpp"

namespace faultline::report {

/// People trained on, what curves are drawn and fitted against: those of the group that grows, or
/// everybody.
[[nodiscard]] double size_of(const result::SourcesReport::CurvePoint& point,
                             const std::string& grows);

/// A metric's cost for each group; none when there are not two sizes to draw.
[[nodiscard]] std::optional<Figure> costs_figure(const result::SourcesReport& report,
                                                 result::CostMetric metric,
                                                 const std::string& grows);

/// Differences of one metric and one way to grow, against 0: the widest of them, as many as have a
/// colour of their own.
[[nodiscard]] std::optional<Figure> gaps_figure(
    const result::SourcesReport& report,
    const std::vector<const result::SourcesReport::GapCurve*>& curves);

}  // namespace faultline::report
