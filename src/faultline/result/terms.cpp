#include "faultline/result/terms.hpp"

#include <array>

namespace faultline::result {

using describe::word;
using Words = std::span<const describe::Word>;

Words words(Schema) {
  static constexpr std::array kWords{word(Schema::faultline_1, "faultline/1"),
                                     word(Schema::faultline_2, "faultline/2")};
  return kWords;
}

Words words(Command) {
  using enum Command;
  static constexpr std::array kWords{
      word(scan, "scan", "Where are the predictions too high or too low?"),
      word(audit, "audit", "Is a protected class treated like comparable people?"),
      word(ijdi, "ijdi", "Which disparities do base rates not justify?"),
      word(elicit, "elicit", "What does a disparity cost?"),
      word(mitigate, "mitigate", "Which thresholds remove a disparity?"),
      word(counterfactual, "counterfactual",
           "Error rates as they would be if nobody had been treated"),
      word(sources, "sources", "Bias, variance or noise?"),
      word(metrics, "metrics", "Every rate, group by group"),
      word(check, "check", "Everything at once, with one list of verdicts"),
      word(compare, "compare", "Two models or two periods: where did it get worse?"),
      word(simulate, "simulate", "Data with a known truth"),
      word(reproduce, "reproduce", "Tables and figures of the papers"),
      word(demo, "demo", "A scan of simulated data")};
  return kWords;
}

Words words(Method) {
  static constexpr std::array kWords{
      word(Method::bias_scan, "bias-scan", "Bias Scan"),
      word(Method::conditional_bias_scan, "conditional-bias-scan", "Conditional Bias Scan"),
      word(Method::ijdi_scan, "ijdi-scan", "IJDI-Scan"),
      word(Method::paired_loss_scan, "paired-loss-scan", "Scan of two models' losses")};
  return kWords;
}

Words words(Criterion) {
  using enum Criterion;
  static constexpr std::array kWords{
      word(balance_negative, "balance-negative", "Predictions of people without the outcome"),
      word(balance_positive, "balance-positive", "Predictions of people with the outcome"),
      word(fpr, "fpr", "False positive rate"),
      word(tnr, "tnr", "True negative rate"),
      word(tpr, "tpr", "True positive rate"),
      word(fnr, "fnr", "False negative rate"),
      word(calibration, "calibration", "Outcomes of people with equal predictions"),
      word(calibration_negative, "calibration-negative",
           "Absence of the outcome among people with equal predictions"),
      word(ppv, "ppv", "Positive predictive value"),
      word(fdr, "fdr", "False discovery rate"),
      word(for_, "for", "False omission rate"),
      word(npv, "npv", "Negative predictive value"),
      word(separation_scores, "separation-scores", "Predictions of people with equal outcomes"),
      word(separation_decisions, "separation-decisions", "Decisions on people with equal outcomes"),
      word(sufficiency_scores, "sufficiency-scores", "Outcomes of people with equal predictions"),
      word(sufficiency_decisions, "sufficiency-decisions",
           "Outcomes of people with equal decisions"),
      word(error, "error", "Wrong decisions of two models on the same people"),
      word(brier, "brier", "Squared distance of two models' predictions from the outcome"),
      word(log_loss, "log_loss", "Surprise of the outcome given two models' predictions")};
  return kWords;
}

Words words(Family) {
  static constexpr std::array kWords{
      word(Family::automatic, "auto", "bernoulli where the outcome has two values"),
      word(Family::bernoulli, "bernoulli", "One of two values, such as yes and no"),
      word(Family::gaussian, "gaussian", "A number, such as a cost"),
      word(Family::poisson, "poisson", "A count: 0, 1, 2, ..."),
      word(Family::ordinal, "ordinal", "Ordered classes, such as low, medium, high"),
      word(Family::nominal, "nominal", "Several classes without order, each against the rest")};
  return kWords;
}

Words words(ThetaName) {
  static constexpr std::array kWords{
      word(ThetaName::q, "q", "Ratio of odds; of counts, ratio of means"),
      word(ThetaName::mu, "mu", "Shift of the mean; in an audit of the mean log-odds")};
  return kWords;
}

Words words(Limit) {
  static constexpr std::array kWords{word(Limit::infinity, "infinity", "Everybody had the event"),
                                     word(Limit::zero, "zero", "Nobody had the event")};
  return kWords;
}

Words words(Verdict) {
  static constexpr std::array kWords{
      word(Verdict::evidence, "evidence", "A valid test rejects, all tests of the run counted"),
      word(Verdict::not_enough, "not-enough", "The test does not reject"),
      word(Verdict::not_comparable, "not-comparable",
           "There are too few comparable people to judge by"),
      word(Verdict::undecided, "undecided",
           "The replicates allowed cannot reach alpha, or the evidence is gone when people are "
           "compared in a column that tells the prediction"),
      word(Verdict::nothing, "nothing", "No subgroup scores above 0")};
  return kWords;
}

Words words(ErrorRate) {
  static constexpr std::array kWords{word(ErrorRate::fpr, "fpr", "False positive rate"),
                                     word(ErrorRate::tpr, "tpr", "True positive rate")};
  return kWords;
}

Words words(ModelName) {
  static constexpr std::array kWords{
      word(ModelName::propensity, "propensity", "Membership of the protected class"),
      word(ModelName::expectation, "expectation", "The event of a criterion"),
      word(ModelName::probability, "probability", "The outcome, of everybody"),
      word(ModelName::treatment, "treatment", "Being treated"),
      word(ModelName::outcome, "outcome", "The outcome of untreated people")};
  return kWords;
}

Words words(ExpectationModel) {
  static constexpr std::array kWords{
      word(ExpectationModel::logistic, "logistic", "Logistic regression, weighted"),
      word(ExpectationModel::doubly_robust, "doubly-robust",
           "Logistic regression without weights, its level corrected with them"),
      word(ExpectationModel::boosted, "boosted", "Boosted trees"),
      word(ExpectationModel::forest, "forest", "A forest")};
  return kWords;
}

Words words(MitigationMethod) {
  static constexpr std::array kWords{
      word(MitigationMethod::smooth, "smooth", "Five groups by points, a threshold for each"),
      word(MitigationMethod::groups, "groups", "Thresholds that were given for groups"),
      word(MitigationMethod::iterative, "iterative", "One subgroup corrected after another"),
      word(MitigationMethod::randomize, "randomize", "Thresholds drawn at random around the old")};
  return kWords;
}

Words words(Comparator) {
  static constexpr std::array kWords{word(Comparator::above, ">", "Above the threshold"),
                                     word(Comparator::at_least, ">=", "At the threshold or above")};
  return kWords;
}

Words words(RateEstimator) {
  static constexpr std::array kWords{
      word(RateEstimator::weighting, "weighting", "Inverse probability weighting"),
      word(RateEstimator::regression, "regression", "Regression of the outcome"),
      word(RateEstimator::doubly_robust, "doubly-robust", "Both")};
  return kWords;
}

Words words(PropensityKind) {
  static constexpr std::array kWords{
      word(PropensityKind::logistic, "logistic", "Logistic regression"),
      word(PropensityKind::ensemble, "ensemble", "A cross-validated mixture of several learners"),
      word(PropensityKind::column, "column", "A column of the data")};
  return kWords;
}

Words words(ResampleScheme) {
  static constexpr std::array kWords{
      word(ResampleScheme::replacement, "replacement", "People drawn with replacement"),
      word(ResampleScheme::stratified, "stratified",
           "People drawn without replacement, within group, outcome and decision")};
  return kWords;
}

Words words(UTies) {
  static constexpr std::array kWords{
      word(UTies::strict, "strict", "Equal permutations do not count"),
      word(UTies::half, "half", "Equal permutations count half"),
      word(UTies::inclusive, "inclusive", "Equal permutations count")};
  return kWords;
}

Words words(SummaryKind) {
  static constexpr std::array kWords{
      word(SummaryKind::avg, "avg", "Average gap between groups"),
      word(SummaryKind::max, "max", "Largest gap"),
      word(SummaryKind::var, "var", "Variance of the gaps"),
      word(SummaryKind::sd, "sd", "Standard deviation of the gaps"),
      word(SummaryKind::marg, "marg", "Average gap, one attribute at a time"),
      word(SummaryKind::obs, "obs", "Average gap of the rates as observed")};
  return kWords;
}

Words words(CounterfactualRate) {
  static constexpr std::array kWords{
      word(CounterfactualRate::cfpr, "cfpr", "Counterfactual false positive rate"),
      word(CounterfactualRate::cfnr, "cfnr", "Counterfactual false negative rate")};
  return kWords;
}

Words words(CostMetric) {
  static constexpr std::array kWords{
      word(CostMetric::fpr, "fpr", "False positive rate"),
      word(CostMetric::fnr, "fnr", "False negative rate"),
      word(CostMetric::zero_one, "zero-one", "Share of wrong decisions"),
      word(CostMetric::generalised_zero_one, "generalised-zero-one",
           "Distance of prediction and outcome"),
      word(CostMetric::mse, "mse", "Squared error")};
  return kWords;
}

Words words(ComparisonKind) {
  static constexpr std::array kWords{
      word(ComparisonKind::level, "level", "Size of the difference between groups"),
      word(ComparisonKind::bias_variance, "bias-variance", "Difference of bias plus variance")};
  return kWords;
}

Words words(NoiseMethod) {
  static constexpr std::array kWords{
      word(NoiseMethod::mahalanobis, "mahalanobis", "Bound by Mahalanobis distance"),
      word(NoiseMethod::bhattacharyya, "bhattacharyya", "Bounds by Bhattacharyya distance"),
      word(NoiseMethod::nearest_neighbour, "nearest-neighbour", "Bounds by nearest neighbours")};
  return kWords;
}

Words words(NoiseEstimator) {
  static constexpr std::array kWords{
      word(NoiseEstimator::nearest_neighbour, "nearest-neighbour", "Nearest neighbours"),
      word(NoiseEstimator::boosted, "boosted", "Boosted trees"),
      word(NoiseEstimator::candidates, "candidates", "The best candidate of each group")};
  return kWords;
}

Words words(ClusterKind) {
  static constexpr std::array kWords{
      word(ClusterKind::feature, "feature", "A value, or a half, of one covariate"),
      word(ClusterKind::k_means, "k-means", "A cluster found by k-means"),
      word(ClusterKind::membership, "membership", "A column of memberships"),
      word(ClusterKind::topic, "topic", "A topic of the texts")};
  return kWords;
}

Words words(Action) {
  static constexpr std::array kWords{
      word(Action::none, "none", "No clear difference"),
      word(Action::more_data, "more-data", "More people"),
      word(Action::more_of_group, "more-of-group", "More people of one group"),
      word(Action::variables, "variables", "Other variables"),
      word(Action::model, "model", "Another model"),
      word(Action::unclear, "unclear", "The parts that were run do not tell"),
      word(Action::tell_group, "tell-group", "Tell the model the group, or a model per group"),
      word(Action::undecided, "undecided", "The figures do not agree on a cause")};
  return kWords;
}

Words words(SourcesPart) {
  static constexpr std::array kWords{
      word(SourcesPart::costs, "costs", "What the model costs each group"),
      word(SourcesPart::decomposition, "decomposition", "Noise, bias and variance"),
      word(SourcesPart::curves, "curves", "Learning curves"),
      word(SourcesPart::noise, "noise", "Bounds of the unavoidable error"),
      word(SourcesPart::clusters, "clusters", "Where groups differ most"),
      word(SourcesPart::candidates, "candidates", "Other models, and the least possible cost"),
      word(SourcesPart::forecasts, "forecasts", "What more people would change")};
  return kWords;
}

Words words(GroupUse) {
  static constexpr std::array kWords{
      word(GroupUse::none, "none", "It does not know the group"),
      word(GroupUse::told, "told", "The group is among its covariates"),
      word(GroupUse::own, "own", "Every group has a model of its own")};
  return kWords;
}

Words words(RateName) {
  using enum RateName;
  static constexpr std::array kWords{
      word(base_rate, "base_rate", "Share of people with the outcome"),
      word(selection_rate, "selection_rate", "Share of people with a positive decision"),
      word(fpr, "fpr", "False positive rate"),
      word(fnr, "fnr", "False negative rate"),
      word(tpr, "tpr", "True positive rate"),
      word(tnr, "tnr", "True negative rate"),
      word(ppv, "ppv", "Positive predictive value"),
      word(npv, "npv", "Negative predictive value"),
      word(fdr, "fdr", "False discovery rate"),
      word(for_, "for", "False omission rate"),
      word(accuracy, "accuracy", "Share of right decisions"),
      word(balanced_accuracy, "balanced_accuracy", "Mean of true positive and true negative rate"),
      word(f1, "f1", "Harmonic mean of true positive rate and positive predictive value"),
      word(brier, "brier", "Mean squared distance of prediction and outcome: 0 is perfect"),
      word(
          log_loss, "log_loss",
          "Mean surprise at what happened: 0 is perfect, and sure predictions that fail cost most"),
      word(mean_score, "mean_score", "Average of all predictions"),
      word(calibration_gap, "calibration_gap", "Mean prediction minus base rate"),
      word(calibration_slope, "calibration_slope",
           "How far the outcome follows the predicted log-odds: 1 where predictions are spread "
           "rightly"),
      word(auc, "auc",
           "How often somebody with the outcome is predicted higher than somebody without: 1/2 is "
           "guessing"),
      word(mean_outcome, "mean_outcome", "Mean of outcomes that are numbers"),
      word(mean_error, "mean_error",
           "Mean of prediction minus outcome, where outcomes are numbers"),
      word(mae, "mae", "Mean absolute error of predicted numbers"),
      word(rmse, "rmse", "Root of the mean squared error of predicted numbers")};
  return kWords;
}

Words words(CheckList) {
  static constexpr std::array kWords{
      word(CheckList::findings, "findings", "Subgroups that a search found"),
      word(CheckList::comparisons, "comparisons", "Rates of groups, of `metrics`"),
      word(CheckList::levels, "levels", "Differences of costs, of `sources`")};
  return kWords;
}

Words words(RateTest) {
  static constexpr std::array kWords{
      word(RateTest::fisher, "fisher", "Fisher's exact test of two shares"),
      word(RateTest::welch, "welch", "Welch's test of two means"),
      word(RateTest::normal, "normal", "Normal test with DeLong's variance"),
      word(RateTest::mcnemar, "mcnemar", "McNemar's exact test of two shares of the same people"),
      word(RateTest::paired_t, "paired_t", "Student's test of the mean difference of pairs"),
      word(RateTest::survey, "survey",
           "Student's test of two shares of weighted or clustered people")};
  return kWords;
}

Words words(CompareKind) {
  static constexpr std::array kWords{
      word(CompareKind::models, "models", "Two models, the same people"),
      word(CompareKind::periods, "periods", "One model, the people of two periods or files")};
  return kWords;
}

Words words(ImpactRate) {
  static constexpr std::array kWords{
      word(ImpactRate::selection, "selection", "Share of people with a positive decision"),
      word(ImpactRate::scoring, "scoring", "Share of people with a score above the median")};
  return kWords;
}

Words words(SmallCategories) {
  static constexpr std::array kWords{
      word(SmallCategories::keep, "keep", "They are marked, and have ratios like all others"),
      word(SmallCategories::exclude, "exclude",
           "They have no ratio, and no other is compared with them")};
  return kWords;
}

}  // namespace faultline::result
