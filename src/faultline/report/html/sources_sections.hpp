#pragma once
// The sections of the page about sources of discrimination; sources_block.cpp puts them in order.
// Each is empty when its part was not run.

#include "faultline/report/render/markup.hpp"
#include "faultline/result/result.hpp"

namespace faultline::report::html {

/// What to do, per pair of groups, with the figures it rests on.
[[nodiscard]] Markup advice_section(const result::SourcesReport& report);
/// Costs, their differences, models compared, tests over the folds.
[[nodiscard]] Markup costs_section(const result::SourcesReport& report);
/// Bias, variance and noise of every group, and of the differences.
[[nodiscard]] Markup decomposition_section(const result::SourcesReport& report);
[[nodiscard]] Markup curves_section(const result::SourcesReport& report);
/// Bounds on the error of the best possible prediction.
[[nodiscard]] Markup noise_section(const result::SourcesReport& report);
[[nodiscard]] Markup clusters_section(const result::SourcesReport& report);
/// What was cut, and models that did not converge.
[[nodiscard]] Markup cut_section(const result::SourcesReport& report);

/// Costs of a binary outcome are shown times 100, others as they are.
[[nodiscard]] inline double shown_scale(const result::SourcesReport& report) {
  return report.outcome == result::OutcomeKind::number ? 1 : 100;
}

/// A card with a heading; empty without content.
[[nodiscard]] Markup card(const char* id, const char* heading, const Markup& content);

}  // namespace faultline::report::html
