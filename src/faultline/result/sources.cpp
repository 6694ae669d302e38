// The lists of an analysis of sources; sources_parts.cpp has those that need many trainings.

#include "faultline/result/sources.hpp"

#include <limits>

namespace faultline::result {

using describe::member;
using describe::Object;

const Object& description(const SourcesReport::Group*) {
  using Group = SourcesReport::Group;
  static const Object object{
      "A group of people",
      {member<&Group::group>("group", "Name of the group."),
       member<&Group::n>("n", "Number of people.").from(0),
       member<&Group::mean_outcome>("mean_outcome", "Base rate, or mean of the outcome.")}};
  return object;
}

const Object& description(const SourcesReport::Model*) {
  using Model = SourcesReport::Model;
  static const Object object{
      "A model whose costs were taken apart",
      {member<&Model::name>("name", "Name of the learner, or of the column of predictions."),
       member<&Model::description>("description", "The model and its settings, in words."),
       member<&Model::given>("given", "Whether the predictions came with the data."),
       member<&Model::fits>("fits", "Number of times it was fitted.").from(0),
       member<&Model::not_converged>("not_converged", "Number of fits that did not converge.")
           .from(0)}};
  return object;
}

const Object& description(const SourcesReport::Cost*) {
  using Cost = SourcesReport::Cost;
  static const Object object{
      "What a model costs a group",
      {member<&Cost::model>("model", "Name of the model."),
       member<&Cost::group>("group", "Name of the group."),
       member<&Cost::metric>("metric", "Measure of cost."),
       member<&Cost::estimate>("estimate", "Mean cost of a person."),
       member<&Cost::se>("se", "Standard error."),
       member<&Cost::interval>("interval", "Confidence interval; a null end is unbounded.")
           .null_is(std::numeric_limits<double>::infinity()),
       member<&Cost::n>("n", "Number of people.").from(0)}};
  return object;
}

const Object& description(const SourcesReport::Level*) {
  using Level = SourcesReport::Level;
  static const Object object{
      "How far two groups' costs differ",
      {member<&Level::model>("model", "Name of the model."),
       member<&Level::groups>("groups", "The two groups."),
       member<&Level::metric>("metric", "Measure of cost."),
       member<&Level::difference>("difference", "Cost of the first group minus the second's."),
       member<&Level::se>("se", "Standard error."),
       member<&Level::interval>("interval", "Confidence interval; a null end is unbounded.")
           .null_is(std::numeric_limits<double>::infinity()),
       member<&Level::p_value>("p_value", "p-value; null when there are too few people.")
           .from(0)
           .to(1),
       member<&Level::p_value_adjusted>(
           "p_value_adjusted",
           "p-value adjusted over all levels of the model; in a check, "
           "for all tests of the run.")
           .from(0)
           .to(1),
       member<&Level::of_metrics>("of_metrics",
                                  "True where a check tests the same difference among the rates of "
                                  "groups: these are the p-values of that test.")
           .when<&Level::is_of_metrics>()}};
  return object;
}

const Object& description(const SourcesReport::Comparison*) {
  using Comparison = SourcesReport::Comparison;
  static const Object object{
      "Whether two models treat two groups equally differently",
      {member<&Comparison::what>("what", "What is compared."),
       member<&Comparison::models>("models", "The two models."),
       member<&Comparison::groups>("groups", "The two groups."),
       member<&Comparison::metric>("metric", "Measure of cost."),
       member<&Comparison::difference>("difference", "Of the first model minus the second."),
       member<&Comparison::p_value>("p_value", "p-value.").from(0).to(1)}};
  return object;
}

const Object& description(const SourcesReport::GroupTest::Pair*) {
  using Pair = SourcesReport::GroupTest::Pair;
  static const Object object{
      "Tukey's interval for a pair of groups",
      {member<&Pair::groups>("groups", "The two groups."),
       member<&Pair::difference>("difference", "Cost of the first group minus the second's."),
       member<&Pair::interval>("interval", "Simultaneous interval; a null end is unbounded.")
           .null_is(std::numeric_limits<double>::infinity()),
       member<&Pair::p_value>("p_value", "p-value.").from(0).to(1)}};
  return object;
}

const Object& description(const SourcesReport::GroupTest*) {
  using GroupTest = SourcesReport::GroupTest;
  static const Object object{"Analysis of variance of the groups' costs over the folds",
                             {member<&GroupTest::model>("model", "Name of the model."),
                              member<&GroupTest::metric>("metric", "Measure of cost."),
                              member<&GroupTest::folds>("folds", "Number of folds.").from(0),
                              member<&GroupTest::f>("f", "F statistic; null when infinite.")
                                  .null_is(std::numeric_limits<double>::infinity()),
                              member<&GroupTest::degrees_of_freedom>(
                                  "degrees_of_freedom", "Degrees of freedom of the error.")
                                  .whole(),
                              member<&GroupTest::p_value>("p_value", "p-value.").from(0).to(1),
                              member<&GroupTest::pairs>("pairs", "All pairs of groups.")}};
  return object;
}

const Object& description(const SourcesReport::Recommendation*) {
  using Recommendation = SourcesReport::Recommendation;
  static const Object object{
      "What to do about a difference",
      {member<&Recommendation::groups>("groups", "The two groups."),
       member<&Recommendation::metric>("metric", "Measure of cost."),
       member<&Recommendation::action>("action", "What to do."),
       member<&Recommendation::advice>("advice", "The advice, as a short paragraph."),
       member<&Recommendation::because>("because", "Figures that it rests on, as sentences."),
       member<&Recommendation::shares>("shares", "What each action would remove.").lenient()}};
  return object;
}

const Object& description(const SourcesReport*) {
  using Report = SourcesReport;
  constexpr auto kAsked = "sources";
  static const Object object{
      "What a model costs each group, and where the differences come from; the lists of parts "
      "that were not run are empty",
      {member<&Report::outcome>("outcome", "What is predicted.").within(kAsked),
       member<&Report::protected_column>("protected", "Column that makes the groups.")
           .within(kAsked),
       member<&Report::evaluation>("evaluation", "Who predicted whom, as a sentence.")
           .within(kAsked),
       member<&Report::confidence>("confidence", "Confidence level of the intervals.")
           .within(kAsked)
           .finite()
           .from(0)
           .to(1),
       member<&Report::parts>("parts", "Parts that were run.").within(kAsked),
       member<&Report::repetitions>("repetitions", "Number of finished repetitions of splits.")
           .within(kAsked)
           .from(0),
       member<&Report::models>("models", "The models.").within(kAsked),
       member<&Report::clusters_tried>("clusters_tried", "Number of clusters that were tried.")
           .within(kAsked)
           .from(0),
       member<&Report::topics>("topics", "Words of each topic of the texts.").within(kAsked),
       member<&Report::notices>("notices", "What was left out, and why.").lenient().within(kAsked),
       member<&Report::groups>("groups", "The groups."),
       member<&Report::costs>("costs", "What the models cost each group."),
       member<&Report::levels>("levels", "How far the groups' costs differ."),
       member<&Report::comparisons>("comparisons", "Comparisons of models."),
       member<&Report::group_tests>("group_tests", "Analyses of variance over the folds."),
       member<&Report::decomposition>("decomposition",
                                      "Costs taken apart into noise, bias and variance."),
       member<&Report::decomposition_gaps>("decomposition_gaps",
                                           "Differences of groups taken apart likewise."),
       member<&Report::regrets>("regrets", "Costs as the least possible cost, bias and variance.")
           .lenient(),
       member<&Report::regret_gaps>("regret_gaps", "Differences of groups taken apart likewise.")
           .lenient(),
       member<&Report::learning_curves>("learning_curves", "Costs by size of the training data."),
       member<&Report::gap_curves>("gap_curves",
                                   "Differences of groups by size of the training data."),
       member<&Report::noise>("noise", "Bounds of the error that no model avoids."),
       member<&Report::clusters>("clusters", "Clusters by size of the difference, largest first."),
       member<&Report::cluster_tests>(
           "cluster_tests",
           "Where groups differ more than elsewhere: clusters by evidence, strongest first.")
           .lenient(),
       member<&Report::candidates>("candidates", "Models that could be used instead.").lenient(),
       member<&Report::optimum>("optimum", "The least possible cost of every group.").lenient(),
       member<&Report::equal_sizes>("equal_sizes", "Differences with training sets of equal size.")
           .lenient(),
       member<&Report::forecasts>("forecasts", "Costs with more people to train on.").lenient(),
       member<&Report::gap_forecasts>("gap_forecasts", "Differences with more people to train on.")
           .lenient(),
       member<&Report::label_plans>("label_plans", "How new labels could be shared among groups.")
           .lenient(),
       member<&Report::column_steps>("column_steps", "Costs by number of columns.").lenient(),
       member<&Report::column_values>("column_values", "What further columns would change.")
           .lenient(),
       member<&Report::aucs>("aucs", "How well scores order the people of each group.").lenient(),
       member<&Report::auc_gaps>("auc_gaps", "Differences of the latter.").lenient(),
       member<&Report::recommendation>("recommendation", "What to do, worst first.")}};
  return object;
}

}  // namespace faultline::result
