#pragma once
// The parts of the page, each in a file of its own; page.cpp puts them in order. A new part is a
// function here and a file beside it.

#include "faultline/report/json/json.hpp"
#include "faultline/report/render/markup.hpp"
#include "faultline/result/result.hpp"

namespace faultline::report::html {

/// One finding: words first, then numbers, charts, search and warnings. `number` counts from 1 and
/// makes the anchor.
[[nodiscard]] Markup finding_block(const result::Finding& finding, const result::Result& result,
                                   std::size_t number);

/// The same without its heading.
[[nodiscard]] Markup finding_parts(const result::Finding& finding, const result::Result& result);

/// The numbers of a finding that has a subgroup.
[[nodiscard]] Markup facts_block(const result::Finding& finding, const result::Result& result);

/// IJDI-Scan: the answer for each error rate in words, score against lambda, every lambda in one
/// table with links to the findings.
[[nodiscard]] Markup sweep_block(const result::Result& result);

/// Its findings, a card for each error rate; the largest lambda with evidence is open.
[[nodiscard]] Markup ijdi_block(const result::Result& result);

/// What IJDI-Scan adjusted on its way to a finding, folded; empty when nothing.
[[nodiscard]] Markup adjustments_block(const result::Finding& finding);

/// New rules, rates before and after, corrections, limits; for a result that has a mitigation.
[[nodiscard]] Markup mitigation_block(const result::Result& result);

/// An audit of protected classes: every scan in one table, with links to the findings.
[[nodiscard]] Markup scans_block(const result::Result& result);

/// Its findings, a card for each class; those with evidence are open.
[[nodiscard]] Markup classes_block(const result::Result& result);

/// Its models: calibration, overlap, fit. Empty when there is none.
[[nodiscard]] Markup models_block(const result::Result& result);

/// The verdict as a badge: words and a shape, not colour alone. `words` for others than the usual
/// ones.
[[nodiscard]] Markup verdict_badge(const result::Finding& finding, double alpha,
                                   std::string_view words = "");

/// Observed and expected rates per attribute value inside the subgroup: a table with a chart in
/// each row.
[[nodiscard]] Markup breakdown_block(const result::Finding& finding);

[[nodiscard]] Markup power_block(const result::PowerReport& power);

/// Elicited preferences: what follows, the answers, how to read them.
[[nodiscard]] Markup elicit_block(const result::ElicitReport& report);

/// Counterfactual error rates: the answer in words, each decision's groups, gaps and positivity,
/// differences between decisions, small groups.
[[nodiscard]] Markup counterfactual_block(const result::Result& result);
/// How to read them, and what they assume.
[[nodiscard]] Markup counterfactual_guide(const result::CounterfactualReport& report);

/// Rows read, used and dropped; attributes and their values; columns left out.
[[nodiscard]] Markup data_block(const result::Result& result);

/// The complete configuration, version, seed and times.
[[nodiscard]] Markup config_block(const result::Document& document);

/// How to read the page.
[[nodiscard]] Markup guide_block(const result::Result& result);

/// A box of sentences a person must see; empty when there is none.
[[nodiscard]] Markup warning_box(const std::vector<std::string>& warnings);

}  // namespace faultline::report::html
