#pragma once
// Learning curves of a sources report as a figure: cost against people trained on, whose sizes grow
// by factors.

#include <string>

#include "faultline/methods/result.hpp"
#include "faultline/report/document/chart.hpp"

namespace faultline::studies {

/// Without curves yet.
[[nodiscard]] report::Figure learning_figure(std::string title, std::string across, std::string up);

/// Mean costs with 95 % intervals, normal.
[[nodiscard]] report::Series learning_curve(const methods::SourcesReport::LearningCurve& of,
                                            std::string name, std::size_t number);

}  // namespace faultline::studies
