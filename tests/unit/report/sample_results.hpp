#pragma once
// Results made by hand for the tests of report/: one that looks like a real run, and one for each
// edge.

#include "faultline/audit/result.hpp"

namespace faultline::report::samples {

/// Bias Scan of COMPAS (6,172 people, penalty 1): both directions found, significant.
[[nodiscard]] audit::Result compas();
/// A small run where one direction is not significant and the other found nothing.
[[nodiscard]] audit::Result inconclusive();
/// The finding is everybody.
[[nodiscard]] audit::Result everybody();
/// theta has no finite value: all of the subgroup, or none of it, had the outcome.
[[nodiscard]] audit::Result infinite_theta();
/// --replicates 0.
[[nodiscard]] audit::Result untested();
/// Interrupted after 12 replicates, searched by ascent with an open gap.
[[nodiscard]] audit::Result partial();
/// All null scores are 0: no p-value.
[[nodiscard]] audit::Result degenerate();
/// No attribute, no finding, no row.
[[nodiscard]] audit::Result empty();
/// Counts near the largest 64-bit number, a lattice beyond it, the largest seed.
[[nodiscard]] audit::Result huge();
/// --top 3.
[[nodiscard]] audit::Result top_three();
/// --power with a named subgroup.
[[nodiscard]] audit::Result power();
/// Names and labels that are markup, control characters, quotes and invalid UTF-8.
[[nodiscard]] audit::Result hostile();
/// Wide and combining characters in names and labels.
[[nodiscard]] audit::Result wide();

/// Conditional Bias Scan of COMPAS, two classes and four criteria: two findings, a subgroup with an
/// infinite theta, the whole class, nothing; a model that is separated.
[[nodiscard]] audit::Result audit();
/// The same, interrupted: one scan done by ascent, nobody to compare with, another not tested.
[[nodiscard]] audit::Result audit_partial();
/// Fourteen classes, 56 scans.
[[nodiscard]] audit::Result audit_many();
/// All names of an audit are markup or control characters; numbers of its models are not finite.
[[nodiscard]] audit::Result audit_hostile();

/// IJDI-Scan of COMPAS, both error rates and five lambdas: with fpr evidence up to 3 and then a
/// degenerate null, with tpr none from 3 on.
[[nodiscard]] audit::Result ijdi();
/// One error rate, one lambda.
[[nodiscard]] audit::Result ijdi_one();
/// Interrupted: not tested, nothing found, everybody, a second rank, a fitted probability.
[[nodiscard]] audit::Result ijdi_open();
/// Two corrections, one of which made others worse.
[[nodiscard]] audit::Result mitigate();
[[nodiscard]] audit::Result mitigate_randomize();
/// Given thresholds, with a scan beside them and no rates from before.
[[nodiscard]] audit::Result mitigate_groups();
/// All names of an IJDI-Scan and a mitigation are markup or control characters; numbers are not
/// finite.
[[nodiscard]] audit::Result ijdi_hostile();

/// Counterfactual error rates of four groups, one decision.
[[nodiscard]] audit::Result counterfactual();
/// Two decisions and their differences, adaptive intervals, an ensemble, small groups with external
/// data.
[[nodiscard]] audit::Result counterfactual_two();
/// No permutations and no resamples; an empty group, and one without untreated events.
[[nodiscard]] audit::Result counterfactual_bare();
/// One group alone can be estimated; by regression.
[[nodiscard]] audit::Result counterfactual_nothing();
/// Interrupted after 120 permutations, before the first resample.
[[nodiscard]] audit::Result counterfactual_partial();
/// All names are markup or control characters; numbers are not finite.
[[nodiscard]] audit::Result counterfactual_hostile();

/// All of the above, with their names.
[[nodiscard]] std::vector<std::pair<std::string, audit::Result>> all();

}  // namespace faultline::report::samples
