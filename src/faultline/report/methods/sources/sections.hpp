#pragma once
// The sections of an analysis of sources; document.cpp puts them in order. Each is empty when its
// part was not run.

#include "faultline/report/document/document.hpp"
#include "faultline/result/result.hpp"

namespace faultline::report {

/// Costs of every group; their differences, models compared, tests over the folds.
[[nodiscard]] Section costs_section(const result::SourcesReport& report);
/// Costs: a line per metric with the groups beside each other, or where they are many a line per
/// group. Two groups have their difference in the same line.
[[nodiscard]] Table costs_table(const result::SourcesReport& report);
/// How well scores order the people of each group.
[[nodiscard]] Section aucs_section(const result::SourcesReport& report);
/// The least possible cost, bias and variance of every group's cost, and of the differences.
[[nodiscard]] Section regrets_section(const result::SourcesReport& report);
/// Noise, bias and variance likewise, in the paper's form.
[[nodiscard]] Section decomposition_section(const result::SourcesReport& report);
/// What each step would remove of a difference.
[[nodiscard]] Table shares_table(const result::SourcesReport::Recommendation& one);
/// The least possible cost of every group, and the models that were tried.
[[nodiscard]] Section optimum_section(const result::SourcesReport& report);
/// What more people would do: of everybody, or of one group.
[[nodiscard]] Section forecasts_section(const result::SourcesReport& report);
/// How new labels could be shared among the groups.
[[nodiscard]] Section labels_section(const result::SourcesReport& report);
/// What columns would change that the model does not have.
[[nodiscard]] Section columns_section(const result::SourcesReport& report);
/// Costs against the number of columns.
[[nodiscard]] Section column_steps_section(const result::SourcesReport& report);
/// The paper's learning curves, over repeated splits.
[[nodiscard]] Section curves_section(const result::SourcesReport& report);
/// Differences at the largest training size, several times it and without limit; of the curves
/// along which `grows` grows.
[[nodiscard]] Table horizon_table(const result::SourcesReport& report, const std::string& grows);
/// Bounds on the error of the best possible prediction.
[[nodiscard]] Section noise_section(const result::SourcesReport& report);
/// Places where the groups differ most.
[[nodiscard]] Section clusters_section(const result::SourcesReport& report);

/// What the words mean.
[[nodiscard]] Section sources_guide(const result::SourcesReport& report);

}  // namespace faultline::report
