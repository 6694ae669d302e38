#include "faultline/result/metrics.hpp"

#include <limits>

namespace faultline::result {

using describe::member;
using describe::Object;

namespace {

using Rates = MetricsReport::Rates;
using Place = std::optional<MetricsReport::Rate> Rates::*;

// In the order of RateName.
constexpr std::array<Place, kRateNames.size()> kPlaces{&Rates::base_rate,
                                                       &Rates::selection_rate,
                                                       &Rates::fpr,
                                                       &Rates::fnr,
                                                       &Rates::tpr,
                                                       &Rates::tnr,
                                                       &Rates::ppv,
                                                       &Rates::npv,
                                                       &Rates::fdr,
                                                       &Rates::for_,
                                                       &Rates::accuracy,
                                                       &Rates::balanced_accuracy,
                                                       &Rates::f1,
                                                       &Rates::brier,
                                                       &Rates::log_loss,
                                                       &Rates::mean_score,
                                                       &Rates::calibration_gap,
                                                       &Rates::calibration_slope,
                                                       &Rates::auc,
                                                       &Rates::mean_outcome,
                                                       &Rates::mean_error,
                                                       &Rates::mae,
                                                       &Rates::rmse};

}  // namespace

const std::optional<MetricsReport::Rate>& Rates::of(RateName name) const {
  return this->*kPlaces[static_cast<std::size_t>(name)];
}
std::optional<MetricsReport::Rate>& Rates::of(RateName name) {
  return this->*kPlaces[static_cast<std::size_t>(name)];
}

const Object& description(const MetricsReport::Rate*) {
  using Of = MetricsReport::Rate;
  static const Object object{
      "A rate of one group",
      {member<&Of::estimate>("estimate", "The rate; null where it is not defined."),
       member<&Of::interval>("interval", "Confidence interval."),
       member<&Of::n>("n", "Number of people that it rests on.").from(0),
       member<&Of::why>("why", "Why the rate or its interval is not there; null when both are.")
           .nullable()}};
  return object;
}

const Object& description(const Rates*) {
  static const Object object{
      "The rates of one group; absent are those that the data have no columns for",
      {member<&Rates::base_rate>("base_rate", "Share of people with the outcome; Wilson interval.")
           .sparse(),
       member<&Rates::selection_rate>("selection_rate",
                                      "Share of people with a positive decision; Wilson interval.")
           .sparse(),
       member<&Rates::fpr>("fpr",
                           "Share of positive decisions among people without the outcome; Wilson "
                           "interval.")
           .sparse(),
       member<&Rates::fnr>("fnr",
                           "Share of negative decisions among people with the outcome; Wilson "
                           "interval.")
           .sparse(),
       member<&Rates::tpr>("tpr",
                           "Share of positive decisions among people with the outcome; Wilson "
                           "interval.")
           .sparse(),
       member<&Rates::tnr>("tnr",
                           "Share of negative decisions among people without the outcome; Wilson "
                           "interval.")
           .sparse(),
       member<&Rates::ppv>("ppv",
                           "Share with the outcome among people with a positive decision; Wilson "
                           "interval.")
           .sparse(),
       member<&Rates::npv>("npv",
                           "Share without the outcome among people with a negative decision; "
                           "Wilson interval.")
           .sparse(),
       member<&Rates::fdr>("fdr",
                           "Share without the outcome among people with a positive decision; "
                           "Wilson interval.")
           .sparse(),
       member<&Rates::for_>("for",
                            "Share with the outcome among people with a negative decision; Wilson "
                            "interval.")
           .sparse(),
       member<&Rates::accuracy>("accuracy", "Share of right decisions; Wilson interval.").sparse(),
       member<&Rates::balanced_accuracy>(
           "balanced_accuracy",
           "Mean of true positive and true negative rate; interval from the Wilson intervals of "
           "both, by square and add.")
           .sparse(),
       member<&Rates::f1>("f1",
                          "Twice the true positives over twice the true positives plus all errors; "
                          "Wilson interval of true positives among these people, transformed.")
           .sparse(),
       member<&Rates::brier>("brier",
                             "Mean squared distance of prediction and outcome; Student's t "
                             "interval.")
           .sparse(),
       member<&Rates::log_loss>(
           "log_loss",
           "Mean of minus the logarithm of the probability that the prediction "
           "gave to what happened; Student's t interval.")
           .sparse(),
       member<&Rates::mean_score>("mean_score", "Mean prediction; Student's t interval.").sparse(),
       member<&Rates::calibration_gap>("calibration_gap",
                                       "Mean prediction minus base rate; Student's t interval.")
           .sparse(),
       member<&Rates::calibration_slope>(
           "calibration_slope",
           "Slope of a logistic regression of the outcome on the prediction's log-odds, 1 where "
           "predictions are neither too bold nor too timid; normal interval.")
           .sparse(),
       member<&Rates::auc>("auc",
                           "Chance that of two people, one with the outcome and one without, the "
                           "first has the higher prediction, ties counted half; DeLong interval on "
                           "the scale of log-odds, Newcombe's where people are few or ranks "
                           "perfect.")
           .sparse(),
       member<&Rates::mean_outcome>("mean_outcome",
                                    "Mean of outcomes that are numbers; Student's t interval.")
           .sparse(),
       member<&Rates::mean_error>(
           "mean_error",
           "Mean of prediction minus outcome, where outcomes are numbers; Student's t interval.")
           .sparse(),
       member<&Rates::mae>("mae", "Mean absolute error of predicted numbers; Student's t interval.")
           .sparse(),
       member<&Rates::rmse>("rmse",
                            "Root of the mean squared error of predicted numbers; Student's t "
                            "interval of its logarithm.")
           .sparse()}};
  return object;
}

const Object& description(const MetricsReport::Group*) {
  using Group = MetricsReport::Group;
  static const Object object{
      "A group and its rates",
      {member<&Group::group>("group", "Value by attribute; empty for everybody."),
       member<&Group::text>("text", "The group in words."),
       member<&Group::n>("n", "Number of people.").from(0),
       member<&Group::rates>("rates", "Rates by name.")}};
  return object;
}

const Object& description(const MetricsReport::Comparison*) {
  using Comparison = MetricsReport::Comparison;
  constexpr auto kIntervals = "intervals";
  static const Object object{
      "A group's rate beside that of its reference",
      {member<&Comparison::group>("group", "Value by attribute."),
       member<&Comparison::text>("text", "The group in words."),
       member<&Comparison::reference>("reference",
                                      "Value by attribute of the group that it is compared with; "
                                      "empty for everybody else."),
       member<&Comparison::reference_text>("reference_text", "The reference in words."),
       member<&Comparison::rate>("rate", "What is compared."),
       member<&Comparison::difference>("difference", "The group's rate minus the reference's."),
       member<&Comparison::ratio>("ratio",
                                  "The group's rate over the reference's; null where that is 0 or "
                                  "the rate may be negative."),
       member<&Comparison::difference_interval>(
           "difference", "Interval of the difference, by square and add (Newcombe).")
           .within(kIntervals),
       member<&Comparison::ratio_interval>(
           "ratio",
           "Interval of the ratio: Koopman's for shares, square and add of logarithms for others; "
           "an upper end of null is infinite.")
           .within(kIntervals)
           .null_is(std::numeric_limits<double>::infinity()),
       member<&Comparison::p_value>("p_value", "P-value of the test of no difference.")
           .from(0)
           .to(1),
       member<&Comparison::p_value_adjusted>("p_value_adjusted",
                                             "The same, adjusted by Holm for all tests of the run.")
           .from(0)
           .to(1),
       member<&Comparison::test>("test", "The test; null when there is none."),
       member<&Comparison::verdict>("verdict", "What may be said; null when it is not tested."),
       member<&Comparison::why>("why", "Why it is not compared or not tested; null when it is.")
           .nullable()}};
  return object;
}

const Object& description(const MetricsReport::Gap*) {
  using Gap = MetricsReport::Gap;
  static const Object object{
      "How far the extreme groups of the same attributes lie apart",
      {member<&Gap::attributes>("attributes", "Columns that form the groups."),
       member<&Gap::rate>("rate", "What differs."),
       member<&Gap::groups>("groups", "Number of groups that have the rate and its interval.")
           .from(0),
       member<&Gap::estimate>("estimate", "Highest minus lowest rate.").from(0),
       member<&Gap::interval>(
           "interval",
           "Interval of the largest true difference, simultaneous over all pairs of groups (Tukey "
           "and Kramer)."),
       member<&Gap::highest>("highest", "Group with the highest rate.").nullable(),
       member<&Gap::lowest>("lowest", "Group with the lowest rate.").nullable(),
       member<&Gap::why>("why", "Why there is no gap; null when there is.").nullable()}};
  return object;
}

const Object& description(const MetricsReport*) {
  using Report = MetricsReport;
  constexpr auto kAsked = "metrics";
  static const Object object{
      "Every rate of every group",
      {member<&Report::confidence>("confidence", "Confidence level of the intervals.")
           .within(kAsked)
           .finite()
           .above(0)
           .below(1),
       member<&Report::reference>("reference", "What groups are compared with, as it was asked.")
           .within(kAsked),
       member<&Report::tests>("tests", "Number of tests that p-values are adjusted for.")
           .within(kAsked)
           .from(0),
       member<&Report::notices>("notices", "What to know of the groups.").within(kAsked),
       member<&Report::groups>(
           "groups",
           "Everybody, then each value of each attribute, then every intersection that occurs."),
       member<&Report::comparisons>("comparisons", "Groups beside their references."),
       member<&Report::gaps>("gaps", "Extremes, attribute by attribute and for intersections."),
       member<&Report::thresholds>("thresholds",
                                   "Rates of decisions threshold by threshold, where several were "
                                   "asked for; intervals hold one by one.")
           .sparse(),
       member<&Report::by>("by", "The same tables for each value of another column.").sparse(),
       member<&Report::impact>("impact", "Impact ratios.").sparse()}};
  return object;
}

}  // namespace faultline::result
