#pragma once
// A finding as blocks of a document: who, what happened and how sure one can be in words, then
// numbers, the null scores, the rates value by value, and how the search was made.

#include <optional>
#include <string>
#include <vector>

#include "faultline/report/document/document.hpp"
#include "faultline/result/result.hpp"

namespace faultline::report {

/// The anchor of a finding's section; numbers count from 1.
[[nodiscard]] std::string finding_anchor(std::size_t number);

/// The verdict as a badge; `brief` for a table's cell.
[[nodiscard]] Badge verdict_badge(const result::Finding& finding, double alpha, bool brief = false);

[[nodiscard]] bool has_evidence(const result::Finding& finding, double alpha);

/// All of a finding but its heading and verdict.
void add_finding(const result::Finding& finding, const result::Result& result, Section& section);

/// Whom the finding counts: of everybody, or for IJDI-Scan those with or without the outcome.
[[nodiscard]] Fact people_fact(const result::Finding& finding, const result::Result& result);

/// The numbers of a finding that has a subgroup.
[[nodiscard]] Facts finding_facts(const result::Finding& finding, const result::Result& result);

/// Observed and expected rates per attribute value inside the subgroup; empty without a breakdown.
[[nodiscard]] Table breakdown_table(const result::Finding& finding, const result::Result& result);

/// The finding and the subgroups that differ from it in one condition, with their scores.
[[nodiscard]] Table neighbours_table(const result::Finding& finding);

/// The null scores, and where the finding's own stands among them; no blocks without any.
[[nodiscard]] Section null_section(const result::Finding& finding, const result::Result& result);

/// Adjusted where it was, else as it is; none without a p-value or a subgroup.
[[nodiscard]] std::string p_value_cell(const result::Finding& finding);

/// The score below which 95 % of the null scores lie; none when the result does not say.
[[nodiscard]] std::optional<double> critical_score(const result::Finding& finding);

/// True when every best subgroup is proven to be the best.
[[nodiscard]] bool all_proven(const result::Result& result);

/// The finding's own warnings, and that its search proved nothing where it did not.
[[nodiscard]] std::vector<std::string> cautions(const result::Finding& finding);

/// Warnings of findings and models together, where a terminal shows no more of them; on a page they
/// stand beside what they are about, too.
[[nodiscard]] Section cautions_section(std::vector<std::string> sentences);

}  // namespace faultline::report
