#pragma once
// An analysis of sources in table cells, the same in text and HTML. Where all rows speak of the
// same two groups, the caption names them; otherwise each row does.

#include "faultline/report/cell_table.hpp"
#include "faultline/report/sources_words.hpp"

namespace faultline::report {

/// One line per metric, one column per group, with intervals; of one model.
[[nodiscard]] CellTable costs_table(const result::SourcesReport& report, const std::string& model);
/// The same of two groups, with their difference and its p-value.
[[nodiscard]] CellTable two_groups_table(const result::SourcesReport& report,
                                         const std::string& model);
/// The same with one line per metric and group, for many groups.
[[nodiscard]] CellTable long_costs_table(const result::SourcesReport& report,
                                         const std::string& model);

[[nodiscard]] CellTable levels_table(const result::SourcesReport& report,
                                     const std::vector<result::SourcesReport::Level>& levels);

/// Pairs of models.
[[nodiscard]] CellTable comparisons_table(const result::SourcesReport& report);

/// Analysis of variance over the folds: one line per metric.
[[nodiscard]] CellTable group_tests_table(const result::SourcesReport& report);

/// Cost, its three parts and the optimal cost: one line per group and metric.
[[nodiscard]] CellTable decomposition_table(const result::SourcesReport& report);
/// The same of differences between two groups.
[[nodiscard]] CellTable decomposition_gaps_table(
    const result::SourcesReport& report,
    const std::vector<result::SourcesReport::DecompositionGap>& gaps);

/// Differences at the largest training size, at 2 and 10 times it and without limit; a second line
/// each has the intervals.
[[nodiscard]] CellTable horizon_table(const result::SourcesReport& report,
                                      const std::vector<result::SourcesReport::GapCurve>& curves);
/// The value without limit of a difference; words where the points do not tell.
[[nodiscard]] std::string limit_cell(const result::SourcesReport& report,
                                     const result::SourcesReport::GapCurve& curve);

/// One line per group, one column per method.
[[nodiscard]] CellTable noise_table(const result::SourcesReport& report);
/// What stands beside the bounds, each note once.
[[nodiscard]] std::vector<std::string> noise_notes(const result::SourcesReport& report);

[[nodiscard]] CellTable clusters_table(const result::SourcesReport& report,
                                       const std::vector<result::SourcesReport::Cluster>& clusters);

}  // namespace faultline::report
