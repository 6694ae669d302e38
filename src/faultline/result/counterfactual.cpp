#include "faultline/result/counterfactual.hpp"

#include <algorithm>

namespace faultline::result {

using describe::base;
using describe::column;
using describe::member;
using describe::Object;
using describe::only;
using Report = CounterfactualReport;

const Report::Summary& Report::Summaries::of(SummaryKind kind) const {
  switch (kind) {
    case SummaryKind::avg:
      return avg;
    case SummaryKind::max:
      return max;
    case SummaryKind::var:
      return var;
    case SummaryKind::sd:
      return sd;
    case SummaryKind::marg:
      return marg;
    case SummaryKind::obs:
      return obs;
  }
  return avg;
}

Report::Summary& Report::Summaries::of(SummaryKind kind) {
  return const_cast<Summary&>(std::as_const(*this).of(kind));
}

bool Report::Summaries::is_apart() const {
  const Interval& average = avg.intervals.adaptive;
  return (average && average->first > 0) ||
         std::any_of(pairs.begin(), pairs.end(),
                     [](const Pair& pair) { return pair.is_apart() && !pair.few; });
}

const Object& description(const Report::Bounds*) {
  using Bounds = Report::Bounds;
  static const Object object{
      "Bounds if treatment depends on something unseen",
      {member<&Bounds::gamma>("gamma",
                              "Odds of treatment of people alike in all columns differ by up to "
                              "this factor.")
           .from(1),
       member<&Bounds::low>("low", "Smallest value that is possible then."),
       member<&Bounds::high>("high", "Largest value that is possible then.")}};
  return object;
}

const Object& description(const Report::Share*) {
  using Share = Report::Share;
  static const Object object{
      "A share within one group",
      {member<&Share::estimate>("estimate", "The estimate.").from(0).to(1),
       member<&Share::interval>("interval", "Confidence interval."),
       member<&Share::why>("why", "Why there is none; null when there is.").nullable()}};
  return object;
}

const Object& description(const Report::GroupRate*) {
  using Of = Report::GroupRate;
  static const Object object{
      "A counterfactual error rate of one group",
      {member<&Of::estimate>("estimate", "Estimate that inference rests on."),
       member<&Of::regression>("regression", "Estimate by regression; may exceed 1."),
       member<&Of::doubly_robust>("doubly_robust", "Doubly robust estimate."),
       member<&Of::se>("se", "Standard error.").from(0),
       member<&Of::interval>("interval", "Confidence interval."),
       member<&Of::weighted>("weighted", "Estimate by inverse probability weighting."),
       member<&Of::n>("n", "Number of untreated people that the rate is about.").from(0),
       member<&Of::effective_size>("effective_size", "Effective number of them, by weights.")
           .from(0),
       member<&Of::why>("why", "Why the rate cannot be estimated; null when it can.").nullable(),
       member<&Of::sensitivity>("sensitivity", "Bounds if something unseen bears on treatment.")
           .sparse()}};
  return object;
}

const Object& description(const Report::Group*) {
  using Group = Report::Group;
  static const Object object{
      "An intersection of the protected attributes",
      {member<&Group::group>("group", "Value by protected attribute."),
       member<&Group::text>("text", "The group in words."),
       member<&Group::n>("n", "Number of people.").from(0),
       member<&Group::untreated>("untreated", "Number of untreated people.").from(0),
       member<&Group::status>("status", "ok, or why the group cannot be estimated.")
           .matching("^(ok$|not estimable: )"),
       member<&Group::cfpr>("cfpr", "False positive rate had nobody been treated."),
       member<&Group::cfnr>("cfnr", "False negative rate had nobody been treated."),
       member<&Group::observed_fpr>("fpr", "False positive rate with outcomes as they happened.")
           .within("observed")
           .from(0)
           .to(1),
       member<&Group::observed_fnr>("fnr", "False negative rate with outcomes as they happened.")
           .within("observed")
           .from(0)
           .to(1),
       member<&Group::need>("need", "Share that would have had the outcome without treatment.")
           .lenient(),
       member<&Group::opportunity>("opportunity", "Share of those who were treated.").lenient(),
       member<&Group::strength>("strength",
                                "Share of the treated among them whose outcome was prevented, if "
                                "treatment never causes it.")
           .lenient(),
       member<&Group::weights>("weights", "Smallest and largest weight of the untreated."),
       member<&Group::effective_sample_size>("effective_sample_size",
                                             "Effective number of untreated people, by weights."),
       member<&Group::extreme_share>("extreme_share",
                                     "Share of the untreated with a propensity above 0.95.")}};
  return object;
}

const Object& description(const Report::Intervals*) {
  using Intervals = Report::Intervals;
  static const Object object{
      "Confidence intervals of a summary",
      {member<&Intervals::t>("t", "By Student's t, from the resamples."),
       member<&Intervals::t_rescaled>("t_rescaled", "By Student's t, rescaled to all people."),
       member<&Intervals::normal>("normal", "By the normal distribution."),
       member<&Intervals::percentile>("percentile", "By percentiles of the resamples."),
       member<&Intervals::adaptive>(
           "adaptive", "By adaptive resampling, which holds its level when gaps are small.")}};
  return object;
}

const Object& description(const Report::Summary*) {
  using Summary = Report::Summary;
  static const Object object{
      "A summary of the gaps between groups",
      {member<&Summary::estimate>("estimate", "The estimate."),
       member<&Summary::u_value>("u_value", "Share of permutations below the estimate.")
           .from(0)
           .to(1),
       member<&Summary::u_value_interval>(
           "u_value_interval", "95 % interval of the u-value for its Monte Carlo error alone."),
       member<&Summary::se>("se", "Standard error, from resamples of everybody.").from(0),
       member<&Summary::paper_se>("paper_se",
                                  "The paper's standard error, from resamples of m people.")
           .from(0)
           .lenient(),
       member<&Summary::intervals>("intervals", "Confidence intervals, by method."),
       member<&Summary::null_quantiles>("null_quantiles",
                                        "Quantiles of the permutations, by probability.")}};
  return object;
}

const Object& description(const Report::AverageGap*) {
  static const Object object{
      "The average gap between groups",
      {base<Report::AverageGap, Report::Summary>(),
       member<&Report::AverageGap::null>("null_values", "The permutations one by one.").lenient()}};
  return object;
}

const Object& description(const Report::LargestGap*) {
  static const Object object{
      "The largest gap between groups",
      {base<Report::LargestGap, Report::Summary>(),
       member<&Report::LargestGap::pair>("pair", "The two groups behind it.")}};
  return object;
}

const Object& description(const Report::Contrast*) {
  using Contrast = Report::Contrast;
  static const Object object{
      "Average gap had nobody been treated minus that of the rates as observed",
      {member<&Contrast::estimate>("estimate", "The estimate."),
       member<&Contrast::se>("se", "Standard error.").from(0),
       member<&Contrast::interval>("interval", "Adaptive confidence interval.")}};
  return object;
}

const Object& description(const Report::Pair*) {
  using Pair = Report::Pair;
  static const Object object{
      "How the rates of two groups differ",
      {member<&Pair::groups>("groups", "The two groups."),
       member<&Pair::difference>("difference", "Rate of the first minus that of the second."),
       member<&Pair::se>("se", "Standard error.").from(0),
       member<&Pair::interval>("interval",
                               "Confidence interval that holds for all pairs of this rate "
                               "together."),
       member<&Pair::few>("few", "Whether one of the rates rests on few untreated people.")}};
  return object;
}

const Object& description(const Report::Sensitivity*) {
  using Of = Report::Sensitivity;
  static const Object object{
      "What something unseen could explain, among groups whose rates rest on enough people",
      {member<&Of::vanishes_at>("vanishes_at",
                                "Smallest gamma at which all rates could be equal; null when there "
                                "is none up to the largest one tried.")
           .from(1),
       member<&Of::holds_to>("holds_to",
                             "Largest gamma tried at which two groups are still told apart, "
                             "sampling error counted; null when none are without it.")
           .from(1),
       member<&Of::largest>("largest", "Bounds of the largest gap."),
       member<&Of::why>("why", "Why there is nothing to say; null when there is.").nullable()}};
  return object;
}

const Object& description(const Report::Summaries*) {
  using Summaries = Report::Summaries;
  static const Object object{
      "Summaries of the gaps between groups in one error rate",
      {member<&Summaries::avg>("avg", "Average gap."),
       member<&Summaries::max>("max", "Largest gap."),
       member<&Summaries::var>("var", "Variance of the gaps."),
       member<&Summaries::sd>("sd", "Standard deviation of the gaps."),
       member<&Summaries::marg>("marg", "Average gap, one attribute at a time."),
       member<&Summaries::obs>("obs", "Average gap of the rates as observed."),
       member<&Summaries::avg_minus_obs>("avg_minus_obs",
                                         "Average gap minus that of the rates as observed."),
       member<&Summaries::pairs>("pairs", "Every two groups, in the order of groups.").sparse(),
       member<&Summaries::sensitivity>("sensitivity", "What something unseen could explain.")
           .lenient()}};
  return object;
}

const Object& description(const Report::Estimates*) {
  using Estimates = Report::Estimates;
  static const Object object{
      "What is estimated for one decision",
      {member<&Estimates::groups>("groups", "One entry per intersection."),
       member<&Estimates::cfpr>("cfpr", "Gaps in false positive rates.").within("summary"),
       member<&Estimates::cfnr>("cfnr", "Gaps in false negative rates.").within("summary"),
       member<&Estimates::clipped>("clipped",
                                   "Number of people whose propensity was moved inside its limits.")
           .within("positivity")
           .from(0),
       member<&Estimates::trimmed>(
           "trimmed", "Number of untreated people left out because of their propensity.")
           .within("positivity")
           .from(0),
       member<&Estimates::notices>("notices", "What undermines the estimates.")
           .lenient()
           .within("positivity")}};
  return object;
}

const Object& description(const Report::Decision*) {
  static const Object object{
      "One decision of several",
      {member<&Report::Decision::decision>("decision", "Name of its column."),
       base<Report::Decision, Report::Estimates>()}};
  return object;
}

const Object& description(const Report::Difference*) {
  using Difference = Report::Difference;
  static const Object object{
      "How two decisions differ in a summary",
      {member<&Difference::rate>("rate", "Error rate."),
       member<&Difference::summary>("summary", "Summary of its gaps."),
       member<&Difference::decisions>("decisions", "The two decisions."),
       member<&Difference::estimate>("estimate", "Summary of the first minus that of the second."),
       member<&Difference::se>("se", "Standard error.").from(0),
       member<&Difference::interval>("interval", "Adaptive confidence interval.")}};
  return object;
}

const Object& description(const Report::SmallGroups::Group*) {
  using Group = Report::SmallGroups::Group;
  static const Object object{
      "A small group",
      {member<&Group::text>("text", "The group in words."),
       member<&Group::n>("n", "Number of people.").from(0),
       member<&Group::cfpr>("cfpr", "False positive rate from the data alone."),
       member<&Group::cfnr>("cfnr", "False negative rate from the data alone."),
       member<&Group::cfpr_borrowed>("cfpr_borrowed",
                                     "False positive rate with the external data."),
       member<&Group::cfnr_borrowed>("cfnr_borrowed",
                                     "False negative rate with the external data.")}};
  return object;
}

const Object& description(const Report::SmallGroups*) {
  using SmallGroups = Report::SmallGroups;
  static const Object object{
      "Rates of small groups, through a model of who belongs to them",
      {member<&SmallGroups::decision>("decision", "Name of the decision's column."),
       member<&SmallGroups::external>("external", "File of the external data; null without.")
           .nullable(),
       member<&SmallGroups::external_n>("external_n", "Number of people in it.").from(0),
       member<&SmallGroups::covariates>("covariates", "Covariates that both data sets have."),
       member<&SmallGroups::alpha>("alpha", "Weight of the external model.").from(0).to(1),
       member<&SmallGroups::brier_internal>("brier_internal",
                                            "Brier score of the model from the data alone."),
       member<&SmallGroups::brier_external>("brier_external", "Brier score of the external model."),
       member<&SmallGroups::brier_combined>("brier_combined", "Brier score of both together."),
       member<&SmallGroups::groups>("groups", "The groups."),
       member<&SmallGroups::notices>("notices", "What undermines the rates.").lenient()}};
  return object;
}

const Object& description(const Report*) {
  constexpr auto kAsked = "counterfactual";
  static const Object object{
      "Error rates had nobody been treated, across intersections",
      {column<&Report::decisions, &Report::Decision::decision>("decisions",
                                                               "Names of the decisions.")
           .within(kAsked),
       member<&Report::estimator>("estimator", "Estimator that inference rests on.").within(kAsked),
       member<&Report::propensity>("propensity", "Where propensities come from.").within(kAsked),
       member<&Report::refitted>("refitted", "Whether models are fitted again in every replicate.")
           .within(kAsked),
       member<&Report::resample>("resample", "How people are resampled.").within(kAsked),
       member<&Report::resample_size>("resample_size", "Number of people in a resample.")
           .within(kAsked)
           .from(0),
       member<&Report::permutations>("permutations", "Number of finished permutations.")
           .within(kAsked)
           .from(0),
       member<&Report::bootstrap>("bootstrap", "Number of finished resamples.")
           .within(kAsked)
           .from(0),
       member<&Report::confidence>("confidence", "Confidence level of the intervals.")
           .within(kAsked)
           .finite()
           .from(0)
           .to(1),
       member<&Report::margin>("margin", "Margin that u-values subtract from the estimate.")
           .within(kAsked)
           .finite(),
       member<&Report::ties>("ties", "How permutations equal to the estimate count.")
           .within(kAsked),
       member<&Report::notices>("notices", "Intersections that summaries leave out.")
           .lenient()
           .within(kAsked),
       only<&Report::decisions, Report::Estimates>().inlined("summary"),
       member<&Report::decisions>("by_decision", "Estimates, decision by decision.")
           .when<&Report::has_several>(),
       member<&Report::differences>("differences", "Differences between decisions.")
           .when<&Report::has_several>(),
       member<&Report::small_groups>("small_groups", "Rates of small groups.").sparse()}};
  return object;
}

}  // namespace faultline::result
