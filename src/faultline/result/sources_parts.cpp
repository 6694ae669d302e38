// The lists of an analysis of sources that need many trainings: decomposition, curves, noise,
// clusters.

#include <limits>

#include "faultline/result/sources.hpp"

namespace faultline::result {

using describe::member;
using describe::Object;

const Object& description(const SourcesReport::Decomposition*) {
  using Part = SourcesReport::Decomposition;
  static const Object object{
      "A group's cost taken apart",
      {member<&Part::model>("model", "Name of the model."),
       member<&Part::group>("group", "Name of the group."),
       member<&Part::metric>("metric", "Measure of cost."),
       member<&Part::cost>("cost", "Mean cost over the trainings."),
       member<&Part::noise>("noise", "Part that no model on these covariates avoids."),
       member<&Part::bias>("bias", "Part that the model misses on average."),
       member<&Part::variance>("variance", "Part that varies with the training data."),
       member<&Part::bayes_risk>("bayes_risk", "Cost of the best possible model."),
       member<&Part::residual>("residual", "Cost minus noise, bias and variance."),
       member<&Part::noise_range>("noise_range", "Range of the noise over its estimators.")
           .null_is(std::numeric_limits<double>::infinity()),
       member<&Part::bias_range>("bias_range", "Range of the bias over the noise estimators.")
           .null_is(std::numeric_limits<double>::infinity()),
       member<&Part::noise_estimator>("noise_estimator", "What estimates the noise."),
       member<&Part::n>("n", "Number of people that count.").from(0),
       member<&Part::predictions_per_person>("predictions_per_person",
                                             "Mean number of predictions of a person.")}};
  return object;
}

const Object& description(const SourcesReport::DecompositionGap*) {
  using Gap = SourcesReport::DecompositionGap;
  static const Object object{
      "A difference of two groups taken apart",
      {member<&Gap::model>("model", "Name of the model."),
       member<&Gap::groups>("groups", "The two groups."),
       member<&Gap::metric>("metric", "Measure of cost."),
       member<&Gap::level>("level", "Difference of the costs."),
       member<&Gap::noise>("noise", "Difference of the noise."),
       member<&Gap::bias>("bias", "Difference of the bias."),
       member<&Gap::variance>("variance", "Difference of the variance."),
       member<&Gap::variance_interval>("variance_interval",
                                       "Confidence interval of the latter, over people.")
           .null_is(std::numeric_limits<double>::infinity())}};
  return object;
}

const Object& description(const SourcesReport::Regret*) {
  using Part = SourcesReport::Regret;
  static const Object object{
      "A group's cost as the least possible cost, bias and variance",
      {member<&Part::group>("group", "Name of the group."),
       member<&Part::metric>("metric", "Measure of cost."),
       member<&Part::n>("n", "Number of people.").from(0),
       member<&Part::cost>("cost", "What the first model costs; everybody is tested once.").from(0),
       member<&Part::cost_interval>("cost_interval",
                                    "Its interval, over people and training sets."),
       member<&Part::least>("least", "The least possible cost, as in `optimum`; null: not told."),
       member<&Part::least_interval>("least_interval", "Its interval."),
       member<&Part::bias>("bias",
                           "What it adds that the model, averaged over training sets, is not the "
                           "optimum."),
       member<&Part::bias_interval>("bias_interval", "Its interval."),
       member<&Part::variance>("variance",
                               "What it adds that the model depends on who was trained on."),
       member<&Part::variance_interval>("variance_interval", "Its interval."),
       member<&Part::why>("why", "Why it is not told; null where it is.").nullable()}};
  return object;
}

const Object& description(const SourcesReport::RegretGap*) {
  using Gap = SourcesReport::RegretGap;
  static const Object object{
      "A difference of two groups taken apart likewise",
      {member<&Gap::groups>("groups", "The two groups."),
       member<&Gap::metric>("metric", "Measure of cost."),
       member<&Gap::cost>("cost", "Difference of the costs."),
       member<&Gap::cost_interval>("cost_interval", "Its interval."),
       member<&Gap::least>("least", "Difference of the least possible costs."),
       member<&Gap::least_interval>("least_interval", "Its interval."),
       member<&Gap::bias>("bias", "Difference of the bias."),
       member<&Gap::bias_interval>("bias_interval", "Its interval."),
       member<&Gap::variance>("variance", "Difference of the variance."),
       member<&Gap::variance_interval>("variance_interval", "Its interval.")}};
  return object;
}

const Object& description(const SourcesReport::CurvePoint*) {
  using Point = SourcesReport::CurvePoint;
  static const Object object{
      "A point of a learning curve",
      {member<&Point::n>("n", "Number of people trained on.").from(0),
       member<&Point::group_n>("group_n", "Number of them in the group, on average."),
       member<&Point::mean>("mean", "Mean cost, or difference of costs."),
       member<&Point::sem>("sem", "Standard error of the mean.")}};
  return object;
}

const Object& description(const SourcesReport::CurveFit*) {
  using Fit = SourcesReport::CurveFit;
  static const Object object{
      "The power law alpha n^-beta + delta",
      {member<&Fit::alpha>("alpha", "Scale of what more data removes."),
       member<&Fit::beta>("beta", "Rate at which more data removes it."),
       member<&Fit::delta>("delta", "Cost that remains without limit of data."),
       member<&Fit::identified>("identified", "Whether the points determine the law."),
       member<&Fit::why>("why", "Why they do not; null when they do.").nullable()}};
  return object;
}

const Object& description(const SourcesReport::Extrapolation*) {
  using Extrapolation = SourcesReport::Extrapolation;
  static const Object object{
      "A learning curve beyond the data",
      {member<&Extrapolation::factor>(
           "factor", "Multiple of the largest training size; null: without limit."),
       member<&Extrapolation::n>("n", "Number of people to train on; null: without limit.").whole(),
       member<&Extrapolation::value>("value", "Cost, or difference of costs, there."),
       member<&Extrapolation::interval>("interval", "Confidence interval; a null end is unbounded.")
           .null_is(std::numeric_limits<double>::infinity())}};
  return object;
}

const Object& description(const SourcesReport::LearningCurve*) {
  using Curve = SourcesReport::LearningCurve;
  static const Object object{
      "The cost of a group by size of the training data",
      {member<&Curve::group>("group", "Name of the group."),
       member<&Curve::metric>("metric", "Measure of cost."),
       member<&Curve::grows>("grows", "The one group that grows; null: everybody.").nullable(),
       member<&Curve::points>("points", "Points of the curve."),
       member<&Curve::fit>("fit", "Power law through the points."),
       member<&Curve::extrapolation>("extrapolation", "The curve beyond the data.")}};
  return object;
}

const Object& description(const SourcesReport::GapCurve*) {
  using Curve = SourcesReport::GapCurve;
  static const Object object{
      "The difference of two groups by size of the training data",
      {member<&Curve::groups>("groups", "The two groups."),
       member<&Curve::metric>("metric", "Measure of cost."),
       member<&Curve::grows>("grows", "The one group that grows; null: everybody.").nullable(),
       member<&Curve::points>("points", "Points of the curve."),
       member<&Curve::extrapolation>("extrapolation", "The curve beyond the data."),
       member<&Curve::limit_identified>("limit_identified",
                                        "Whether the limit without bound of data is known."),
       member<&Curve::identified_share>("identified_share",
                                        "Share of resampled curves whose law is determined.")
           .from(0)
           .to(1),
       member<&Curve::crossings>("crossings",
                                 "Training sizes at which the difference changes sign.")
           .whole(),
       member<&Curve::gap>("gap", "Size of the difference that was asked for."),
       member<&Curve::n_for_gap>("n_for_gap", "Training size that reaches it; null: none does.")
           .whole(),
       member<&Curve::n_for_gap_interval>("n_for_gap_interval",
                                          "Confidence interval; a null end is unbounded.")
           .null_is(std::numeric_limits<double>::infinity()),
       member<&Curve::reached_share>("reached_share", "Share of resampled curves that reach it.")
           .from(0)
           .to(1),
       member<&Curve::answer>("answer", "The answer, as a sentence.")}};
  return object;
}

const Object& description(const SourcesReport::Noise*) {
  using Noise = SourcesReport::Noise;
  static const Object object{
      "Bounds of the error that no model avoids in a group",
      {member<&Noise::group>("group", "Name of the group."),
       member<&Noise::method>("method", "How it was bounded."),
       member<&Noise::lower>("lower", "Lower bound."),
       member<&Noise::upper>("upper", "Upper bound."),
       member<&Noise::n>("n", "Number of people.").from(0),
       member<&Noise::lambda>("lambda", "Shrinkage of the Bhattacharyya bound."),
       member<&Noise::note>("note", "What is to be known about it, as a sentence.").nullable()}};
  return object;
}

const Object& description(const SourcesReport::ClusterGroup*) {
  using Group = SourcesReport::ClusterGroup;
  static const Object object{
      "A group within a cluster",
      {member<&Group::group>("group", "Name of the group."),
       member<&Group::n>("n", "Number of people, or sum of their memberships.").whole().from(0),
       member<&Group::cost>("cost", "Mean cost of a person."),
       member<&Group::se>("se", "Standard error.")}};
  return object;
}

const Object& description(const SourcesReport::Cluster*) {
  using Cluster = SourcesReport::Cluster;
  static const Object object{
      "People among whom groups may differ more than elsewhere",
      {member<&Cluster::cluster>("cluster", "The cluster in words."),
       member<&Cluster::kind>("kind", "Where it comes from."),
       member<&Cluster::metric>("metric", "Measure of cost."),
       member<&Cluster::share>("share", "Share of everybody.").from(0).to(1),
       member<&Cluster::groups>("groups", "The groups within it."),
       member<&Cluster::pair>("pair", "The two groups that differ most."),
       member<&Cluster::gap>("gap", "Difference of their costs."),
       member<&Cluster::interval>("interval", "Confidence interval; a null end is unbounded.")
           .null_is(std::numeric_limits<double>::infinity()),
       member<&Cluster::p_value>("p_value", "p-value.").from(0).to(1),
       member<&Cluster::p_value_adjusted>("p_value_adjusted",
                                          "p-value adjusted over all clusters of the metric.")
           .from(0)
           .to(1),
       member<&Cluster::gap_outside>("gap_outside", "The same difference among everybody else."),
       member<&Cluster::variance>("variance", "Variance of the groups' costs inside.").lenient()}};
  return object;
}

const Object& description(const SourcesReport::ClusterTest*) {
  using Test = SourcesReport::ClusterTest;
  static const Object object{
      "Whether two groups differ more inside a cluster than among everybody else",
      {member<&Test::cluster>("cluster", "The cluster in words."),
       member<&Test::kind>("kind", "Where it comes from."),
       member<&Test::metric>("metric", "Measure of cost."),
       member<&Test::groups>("groups", "The two groups; of more than two, one and all others."),
       member<&Test::share>("share", "Share of everybody.").from(0).to(1),
       member<&Test::gap>("gap", "Difference of their costs inside."),
       member<&Test::gap_outside>("gap_outside", "The same difference among everybody else."),
       member<&Test::mean_outcome>("mean_outcome",
                                   "Base rates, or mean outcomes, of the two inside."),
       member<&Test::mean_outcome_outside>("mean_outcome_outside", "The same outside."),
       member<&Test::z>("z",
                        "Difference of the differences in standard errors; positive: larger "
                        "inside, in the direction of everybody's."),
       member<&Test::p_value>("p_value", "One-sided p-value.").from(0).to(1),
       member<&Test::p_value_adjusted>(
           "p_value_adjusted", "p-value adjusted over all clusters and comparisons of groups.")
           .from(0)
           .to(1),
       member<&Test::named>("named", "Whether it stands out: the largest z, and significant.")}};
  return object;
}

}  // namespace faultline::result
