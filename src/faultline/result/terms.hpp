#pragma once
// What a result says in one of a few words: an enum each, with one table of names (terms.cpp) that
// JSON, schema, options and pages share. Those that the search or the models need too stand in
// data/terms.hpp.

#include <span>

#include "faultline/base/describe.hpp"
#include "faultline/data/notice.hpp"
#include "faultline/data/terms.hpp"

namespace faultline::result {

using describe::name_of;  // found by the argument's namespace

using data::Direction;
using data::LearnerKind;
using data::Notice;
using data::NoticeKind;
using data::Notices;
using data::OutcomeKind;
using data::Severity;
using data::Strategy;

/// The version of the JSON.
enum class Schema { faultline_1, faultline_2 };
[[nodiscard]] std::span<const describe::Word> words(Schema);

enum class Command {
  scan,
  audit,
  ijdi,
  elicit,
  mitigate,
  counterfactual,
  sources,
  metrics,
  check,
  compare,
  simulate,
  reproduce,
  demo,
};
[[nodiscard]] std::span<const describe::Word> words(Command);

/// What made a finding.
enum class Method { bias_scan, conditional_bias_scan, ijdi_scan, paired_loss_scan };
[[nodiscard]] std::span<const describe::Word> words(Method);

/// What a finding is about: the fairness criteria of Conditional Bias Scan (Boxer, McFowland,
/// Neill, Table 1), of which Bias Scan and IJDI-Scan know some; and what two models lose on the
/// same people.
enum class Criterion {
  balance_negative,
  balance_positive,
  fpr,
  tnr,
  tpr,
  fnr,
  calibration,
  calibration_negative,
  ppv,
  fdr,
  for_,  // false omission rate; `for` is a keyword
  npv,
  separation_scores,
  separation_decisions,
  sufficiency_scores,
  sufficiency_decisions,
  error,
  brier,
  log_loss,
};
[[nodiscard]] std::span<const describe::Word> words(Criterion);

/// What an outcome is, and so how it is compared with its expectation.
enum class Family { automatic, bernoulli, gaussian, poisson, ordinal, nominal };
[[nodiscard]] std::span<const describe::Word> words(Family);

/// The parameter that a score is maximised over.
enum class ThetaName { q, mu };
[[nodiscard]] std::span<const describe::Word> words(ThetaName);

/// Where a parameter goes that has no finite value.
enum class Limit { infinity, zero };
[[nodiscard]] std::span<const describe::Word> words(Limit);

/// What may be said of a finding after all tests of the run are counted. That something is fair is
/// never among them.
enum class Verdict {
  evidence,        // a valid test rejects at alpha, adjusted for all tests of the run
  not_enough,      // it does not
  not_comparable,  // there are too few comparable people to judge by
  undecided,       // alpha could not be reached with the replicates allowed
  nothing,         // no subgroup scores above 0
};
[[nodiscard]] std::span<const describe::Word> words(Verdict);

/// The error rate that IJDI-Scan, elicitation and mitigation look at.
enum class ErrorRate { fpr, tpr };
[[nodiscard]] std::span<const describe::Word> words(ErrorRate);

/// What a probability model is for.
enum class ModelName { propensity, expectation, probability, treatment, outcome };
[[nodiscard]] std::span<const describe::Word> words(ModelName);

/// What says which event to expect of a class, where an audit tries all of them.
enum class ExpectationModel { logistic, doubly_robust, boosted, forest };
[[nodiscard]] std::span<const describe::Word> words(ExpectationModel);

enum class MitigationMethod { smooth, groups, iterative, randomize };
[[nodiscard]] std::span<const describe::Word> words(MitigationMethod);

/// Which scores a threshold decides positively.
enum class Comparator { above, at_least };
[[nodiscard]] std::span<const describe::Word> words(Comparator);

/// Estimators of counterfactual error rates.
enum class RateEstimator { weighting, regression, doubly_robust };
[[nodiscard]] std::span<const describe::Word> words(RateEstimator);

/// Where propensities of treatment come from.
enum class PropensityKind { logistic, ensemble, column };
[[nodiscard]] std::span<const describe::Word> words(PropensityKind);

enum class ResampleScheme {
  replacement,  // m people drawn with replacement
  stratified,   // m people without replacement, within (group, outcome, decision)
};
[[nodiscard]] std::span<const describe::Word> words(ResampleScheme);

/// How permutations that equal the estimate enter its u-value.
enum class UTies { strict, half, inclusive };
[[nodiscard]] std::span<const describe::Word> words(UTies);

/// Summaries of the gaps between groups.
enum class SummaryKind { avg, max, var, sd, marg, obs };
[[nodiscard]] std::span<const describe::Word> words(SummaryKind);

enum class CounterfactualRate { cfpr, cfnr };
[[nodiscard]] std::span<const describe::Word> words(CounterfactualRate);

/// What a prediction costs a person.
enum class CostMetric { fpr, fnr, zero_one, generalised_zero_one, mse };
[[nodiscard]] std::span<const describe::Word> words(CostMetric);

/// What two models are compared in.
enum class ComparisonKind { level, bias_variance };
[[nodiscard]] std::span<const describe::Word> words(ComparisonKind);

/// Bounds of the error that no model can avoid.
enum class NoiseMethod { mahalanobis, bhattacharyya, nearest_neighbour };
[[nodiscard]] std::span<const describe::Word> words(NoiseMethod);

/// What estimates the best prediction when a cost is decomposed.
enum class NoiseEstimator { nearest_neighbour, boosted, candidates };
[[nodiscard]] std::span<const describe::Word> words(NoiseEstimator);

/// Where a cluster of people comes from.
enum class ClusterKind { feature, k_means, membership, topic };
[[nodiscard]] std::span<const describe::Word> words(ClusterKind);

/// What to do about a difference between groups.
enum class Action {
  none,
  more_data,
  more_of_group,
  variables,
  model,
  unclear,
  tell_group,
  undecided,
};
[[nodiscard]] std::span<const describe::Word> words(Action);

/// Parts of an analysis of sources.
enum class SourcesPart { costs, decomposition, curves, noise, clusters, candidates, forecasts };
[[nodiscard]] std::span<const describe::Word> words(SourcesPart);

/// What a candidate model knows of people's groups.
enum class GroupUse { none, told, own };
[[nodiscard]] std::span<const describe::Word> words(GroupUse);

/// What `metrics` says of a group.
enum class RateName {
  base_rate,
  selection_rate,
  fpr,
  fnr,
  tpr,
  tnr,
  ppv,
  npv,
  fdr,
  for_,
  accuracy,
  balanced_accuracy,
  f1,
  brier,
  log_loss,
  mean_score,
  calibration_gap,
  calibration_slope,
  auc,
  mean_outcome,
  mean_error,
  mae,
  rmse,
};
[[nodiscard]] std::span<const describe::Word> words(RateName);

/// Which list of a part a verdict of `check` is about.
enum class CheckList { findings, comparisons, levels };
[[nodiscard]] std::span<const describe::Word> words(CheckList);

/// How two groups' rates were tested.
enum class RateTest { fisher, welch, normal, mcnemar, paired_t, survey };
[[nodiscard]] std::span<const describe::Word> words(RateTest);

/// What `compare` compares.
enum class CompareKind { models, periods };
[[nodiscard]] std::span<const describe::Word> words(CompareKind);

/// What an impact ratio divides.
enum class ImpactRate { selection, scoring };
[[nodiscard]] std::span<const describe::Word> words(ImpactRate);

/// What happens to categories with few of the people.
enum class SmallCategories { keep, exclude };
[[nodiscard]] std::span<const describe::Word> words(SmallCategories);

}  // namespace faultline::result
