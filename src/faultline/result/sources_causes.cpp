#include "faultline/result/sources_causes.hpp"

namespace faultline::result {

using describe::member;
using describe::Object;

const Object& description(const SourcesCauses::CandidateCost*) {
  using Cost = SourcesCauses::CandidateCost;
  static const Object object{
      "What a candidate costs a group",
      {member<&Cost::group>("group", "Name of the group."),
       member<&Cost::cost>("cost", "Mean cost of a person that the candidate had not seen."),
       member<&Cost::se>("se", "Standard error, over people.")}};
  return object;
}

const Object& description(const SourcesCauses::Candidate*) {
  using Candidate = SourcesCauses::Candidate;
  static const Object object{
      "A model that could be used instead",
      {member<&Candidate::candidate>("candidate", "The candidate in words."),
       member<&Candidate::group_use>("group_use", "What it knows of people's groups."),
       member<&Candidate::costs>("costs",
                                 "Error rate of every group; mean squared error of numbers.")}};
  return object;
}

const Object& description(const SourcesCauses::Optimum*) {
  using Optimum = SourcesCauses::Optimum;
  static const Object object{
      "The least cost of a group that a prediction from these covariates has",
      {member<&Optimum::group>("group", "Name of the group."),
       member<&Optimum::metric>("metric", "Measure of cost."),
       member<&Optimum::n>("n", "Number of people.").from(0),
       member<&Optimum::cost>("cost", "What the first model costs, by the same folds.").from(0),
       member<&Optimum::candidate>("candidate", "The candidate that costs this group least."),
       member<&Optimum::reached>("reached",
                                 "Cost of the candidate that is best on other people: an upper "
                                 "estimate of the least cost.")
           .from(0),
       member<&Optimum::reached_interval>("reached_interval", "Its confidence interval."),
       member<&Optimum::estimate>("estimate",
                                  "Estimate of the least cost: what the candidate is expected to "
                                  "cost with ten times the people; null: not told."),
       member<&Optimum::interval>("interval", "From the limit of its curve to what was reached."),
       member<&Optimum::regret>("regret", "Cost of the first model minus the estimate."),
       member<&Optimum::regret_interval>("regret_interval", "Its interval."),
       member<&Optimum::why>("why", "Why it is not told; null where it is.").nullable()}};
  return object;
}

const Object& description(const SourcesCauses::EqualSizes*) {
  using Equal = SourcesCauses::EqualSizes;
  static const Object object{
      "Two groups with a model of their own each, trained on equally many people",
      {member<&Equal::groups>("groups", "The two groups."),
       member<&Equal::metric>("metric", "Measure of cost."),
       member<&Equal::n>("n", "Number of people of either that were trained on.").from(0),
       member<&Equal::difference>("difference", "Cost of the first minus the second's."),
       member<&Equal::interval>("interval", "Confidence interval, over people.")}};
  return object;
}

const Object& description(const SourcesCauses::ForecastPoint*) {
  using Point = SourcesCauses::ForecastPoint;
  static const Object object{"A point of a forecast's curve",
                             {member<&Point::n>("n", "Number of people trained on.").from(0),
                              member<&Point::mean>("mean", "Mean cost; everybody is tested once."),
                              member<&Point::se>("se", "Standard error, over people and folds.")}};
  return object;
}

const Object& description(const SourcesCauses::ForecastAt*) {
  using At = SourcesCauses::ForecastAt;
  static const Object object{
      "A forecast for more people",
      {member<&At::factor>("factor", "Multiple of today's number; null: without limit."),
       member<&At::value>("value", "Cost, or difference of costs, there."),
       member<&At::interval>("interval", "Interval of the forecast.")}};
  return object;
}

const Object& description(const SourcesCauses::Forecast*) {
  using Forecast = SourcesCauses::Forecast;
  static const Object object{
      "The cost of a group by number of people trained on",
      {member<&Forecast::group>("group", "Name of the group, or all others."),
       member<&Forecast::metric>("metric", "Measure of cost."),
       member<&Forecast::grows>("grows", "The one group of which there are more; null: everybody.")
           .nullable(),
       member<&Forecast::cluster>("cluster",
                                  "The cluster whose people are tested; null: everybody.")
           .nullable(),
       member<&Forecast::points>("points", "What was measured."),
       member<&Forecast::at>("at", "What is expected; empty: not told."),
       member<&Forecast::why>("why", "Why it is not told; null where it is.").nullable()}};
  return object;
}

const Object& description(const SourcesCauses::GapForecast*) {
  using Forecast = SourcesCauses::GapForecast;
  static const Object object{
      "The difference of two groups by number of people trained on",
      {member<&Forecast::groups>("groups", "The two groups; of more than two, one and all others."),
       member<&Forecast::metric>("metric", "Measure of cost."),
       member<&Forecast::grows>("grows", "The one group of which there are more; null: everybody.")
           .nullable(),
       member<&Forecast::today>("today", "Difference of the costs with today's people."),
       member<&Forecast::today_interval>("today_interval", "Its confidence interval."),
       member<&Forecast::at>("at", "What is expected; empty: not told."),
       member<&Forecast::why>("why", "Why it is not told; null where it is.").nullable()}};
  return object;
}

const Object& description(const SourcesCauses::LabelShare*) {
  using Share = SourcesCauses::LabelShare;
  static const Object object{
      "New labels of a group",
      {member<&Share::group>("group", "Name of the group."),
       member<&Share::labels>("labels", "Number of new labels.").from(0),
       member<&Share::cost>("cost", "What a model of the group's own costs today.").from(0),
       member<&Share::then>("then", "What it is expected to cost with them.").from(0),
       member<&Share::interval>("interval", "Interval of the latter.")}};
  return object;
}

const Object& description(const SourcesCauses::LabelPlan*) {
  using Plan = SourcesCauses::LabelPlan;
  static const Object object{
      "How new labels would help the worst-off group most",
      {member<&Plan::labels>("labels", "Number of new labels to share.").from(0),
       member<&Plan::metric>("metric", "Measure of cost."),
       member<&Plan::shares>("shares", "Labels of every group; empty: not told."),
       member<&Plan::why>("why", "Why it is not told; null where it is.").nullable()}};
  return object;
}

const Object& description(const SourcesCauses::ColumnStep*) {
  using Step = SourcesCauses::ColumnStep;
  static const Object object{
      "Costs by number of columns",
      {member<&Step::column>("column", "The column that is added."),
       member<&Step::columns>("columns", "Number of columns with it.").from(1),
       member<&Step::costs>("costs", "Costs of the groups with these columns.")}};
  return object;
}

const Object& description(const SourcesCauses::ColumnValue*) {
  using Value = SourcesCauses::ColumnValue;
  static const Object object{
      "What a further column would change",
      {member<&Value::column>("column", "The column."),
       member<&Value::falls>("falls", "How far every group's cost would fall."),
       member<&Value::groups>("groups", "The two groups that differ most today."),
       member<&Value::gap_removed>("gap_removed",
                                   "How much of their difference it would remove; negative where "
                                   "it would grow."),
       member<&Value::interval>("interval", "Its confidence interval, over people."),
       member<&Value::p_value>("p_value", "p-value of a fall of the mean cost.").from(0).to(1),
       member<&Value::p_value_adjusted>("p_value_adjusted", "Adjusted over the columns.")
           .from(0)
           .to(1)}};
  return object;
}

const Object& description(const SourcesCauses::Auc*) {
  using Auc = SourcesCauses::Auc;
  static const Object object{
      "How well scores order the people of a group",
      {member<&Auc::model>("model", "Name of the model."),
       member<&Auc::group>("group", "Name of the group."),
       member<&Auc::auc>("auc", "Area under the ROC curve; null: too few people.").from(0).to(1),
       member<&Auc::se>("se", "Standard error."),
       member<&Auc::interval>("interval", "Confidence interval."),
       member<&Auc::positive>("positive", "Number of people with the outcome.").from(0),
       member<&Auc::negative>("negative", "Number of people without it.").from(0)}};
  return object;
}

const Object& description(const SourcesCauses::AucGap*) {
  using Gap = SourcesCauses::AucGap;
  static const Object object{
      "How far two groups' areas under the ROC curve differ",
      {member<&Gap::model>("model", "Name of the model."),
       member<&Gap::groups>("groups", "The two groups."),
       member<&Gap::difference>("difference", "Area of the first minus the second's."),
       member<&Gap::interval>("interval", "Confidence interval."),
       member<&Gap::p_value>("p_value", "p-value.").from(0).to(1),
       member<&Gap::p_value_adjusted>("p_value_adjusted", "Adjusted over all pairs of the model.")
           .from(0)
           .to(1)}};
  return object;
}

const Object& description(const SourcesCauses::Share*) {
  using Share = SourcesCauses::Share;
  static const Object object{
      "How much of a difference an action would remove",
      {member<&Share::action>("action",
                              "The action; of `variables` the share is what would stay whatever "
                              "the model and the data."),
       member<&Share::share>("share",
                             "Share of today's difference, negative where it would grow; null: not "
                             "told."),
       member<&Share::interval>(
           "interval",
           "Rough range: meant to hold the truth in nine of ten cases; measured on data "
           "with known causes, in six to nine of ten."),
       member<&Share::how>("how", "The model or group meant, or why the share is not told.")
           .nullable()}};
  return object;
}

}  // namespace faultline::result
