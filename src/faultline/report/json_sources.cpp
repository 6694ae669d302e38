#include "faultline/report/json_sources.hpp"

#include <cmath>

namespace faultline::report {
namespace {

using Report = audit::SourcesReport;

/// One element for each item.
template <typename Item>
Json list(const std::vector<Item>& items, Json (*block)(const Item&)) {
  Json array = Json::array();
  for (const Item& item : items) array.push_back(block(item));
  return array;
}

Json two(const std::pair<std::string, std::string>& names) {
  return Json::array({names.first, names.second});
}

/// Infinite ends are null; without numbers there is no interval.
Json range(const Report::Interval& value) {
  if (!value || std::isnan(value->first) || std::isnan(value->second)) return nullptr;
  return interval(value);
}

Json text_or_null(const std::string& text) { return text.empty() ? Json(nullptr) : Json(text); }

Json group_block(const Report::Group& one) {
  return {{"group", one.group}, {"n", one.n}, {"mean_outcome", number(one.mean_outcome)}};
}

Json model_block(const Report::Model& one) {
  return {{"name", one.name},
          {"description", one.description},
          {"given", one.given},
          {"fits", one.fits},
          {"not_converged", one.not_converged}};
}

Json cost_block(const Report::Cost& one) {
  return {{"model", one.model},
          {"group", one.group},
          {"metric", one.metric},
          {"estimate", number(one.estimate)},
          {"se", number(one.se)},
          {"interval", range(one.interval)},
          {"n", one.n}};
}

Json level_block(const Report::Level& one) {
  return {{"model", one.model},
          {"groups", two(one.groups)},
          {"metric", one.metric},
          {"difference", number(one.difference)},
          {"se", number(one.se)},
          {"interval", range(one.interval)},
          {"p_value", optional(one.p_value)},
          {"p_value_adjusted", optional(one.p_value_adjusted)}};
}

Json comparison_block(const Report::Comparison& one) {
  return {{"what", one.what},
          {"models", two(one.models)},
          {"groups", two(one.groups)},
          {"metric", one.metric},
          {"difference", number(one.difference)},
          {"p_value", optional(one.p_value)}};
}

Json tukey_pair_block(const Report::GroupTest::Pair& one) {
  return {{"groups", two(one.groups)},
          {"difference", number(one.difference)},
          {"interval", range(one.interval)},
          {"p_value", number(one.p_value)}};
}

Json group_test_block(const Report::GroupTest& one) {
  return {{"model", one.model},
          {"metric", one.metric},
          {"folds", one.folds},
          {"f", number(one.f)},
          {"degrees_of_freedom", count(one.degrees_of_freedom)},
          {"p_value", number(one.p_value)},
          {"pairs", list(one.pairs, tukey_pair_block)}};
}

Json decomposition_block(const Report::Decomposition& one) {
  return {{"model", one.model},
          {"group", one.group},
          {"metric", one.metric},
          {"cost", number(one.cost)},
          {"noise", number(one.noise)},
          {"bias", number(one.bias)},
          {"variance", number(one.variance)},
          {"bayes_risk", number(one.bayes_risk)},
          {"residual", number(one.residual)},
          {"noise_range", range(one.noise_range)},
          {"bias_range", range(one.bias_range)},
          {"noise_estimator", one.noise_estimator},
          {"n", one.n},
          {"predictions_per_person", number(one.predictions_per_person)}};
}

Json decomposition_gap_block(const Report::DecompositionGap& one) {
  return {{"model", one.model},
          {"groups", two(one.groups)},
          {"metric", one.metric},
          {"level", number(one.level)},
          {"noise", number(one.noise)},
          {"bias", number(one.bias)},
          {"variance", number(one.variance)},
          {"variance_interval", range(one.variance_interval)}};
}

Json point_block(const Report::CurvePoint& one) {
  return {{"n", one.n},
          {"group_n", number(one.group_n)},
          {"mean", number(one.mean)},
          {"sem", number(one.sem)}};
}

Json extrapolation_block(const Report::Extrapolation& one) {
  return {{"factor", optional(one.factor)},
          {"n", one.n ? count(*one.n) : Json(nullptr)},
          {"value", number(one.value)},
          {"interval", range(one.interval)}};
}

Json fit_block(const std::optional<Report::CurveFit>& fit) {
  if (!fit) return nullptr;
  return {{"alpha", number(fit->alpha)},
          {"beta", number(fit->beta)},
          {"delta", number(fit->delta)},
          {"identified", fit->identified},
          {"why", text_or_null(fit->why)}};
}

Json curve_block(const Report::LearningCurve& one) {
  return {{"group", one.group},
          {"metric", one.metric},
          {"grows", text_or_null(one.grows)},
          {"points", list(one.points, point_block)},
          {"fit", fit_block(one.fit)},
          {"extrapolation", list(one.extrapolation, extrapolation_block)}};
}

Json gap_curve_block(const Report::GapCurve& one) {
  Json crossings = Json::array();
  for (const double size : one.crossings) crossings.push_back(count(size));
  return {{"groups", two(one.groups)},
          {"metric", one.metric},
          {"grows", text_or_null(one.grows)},
          {"points", list(one.points, point_block)},
          {"extrapolation", list(one.extrapolation, extrapolation_block)},
          {"limit_identified", one.limit_identified},
          {"identified_share", number(one.identified_share)},
          {"crossings", std::move(crossings)},
          {"gap", number(one.gap)},
          {"n_for_gap", one.n_for_gap ? count(*one.n_for_gap) : Json(nullptr)},
          {"n_for_gap_interval", range(one.n_for_gap_interval)},
          {"reached_share", number(one.reached_share)},
          {"answer", one.answer}};
}

Json noise_block(const Report::Noise& one) {
  return {{"group", one.group},
          {"method", one.method},
          {"lower", optional(one.lower)},
          {"upper", optional(one.upper)},
          {"n", one.n},
          {"lambda", optional(one.lambda)},
          {"note", text_or_null(one.note)}};
}

Json cluster_group_block(const Report::ClusterGroup& one) {
  return {{"group", one.group},
          {"n", count(one.n)},
          {"cost", number(one.cost)},
          {"se", number(one.se)}};
}

Json cluster_block(const Report::Cluster& one) {
  return {{"cluster", one.cluster},
          {"kind", one.kind},
          {"metric", one.metric},
          {"share", number(one.share)},
          {"groups", list(one.groups, cluster_group_block)},
          {"pair", two(one.pair)},
          {"gap", number(one.gap)},
          {"interval", range(one.interval)},
          {"p_value", optional(one.p_value)},
          {"p_value_adjusted", optional(one.p_value_adjusted)},
          {"gap_outside", number(one.gap_outside)}};
}

Json recommendation_block(const Report::Recommendation& one) {
  return {{"groups", two(one.groups)},
          {"metric", one.metric},
          {"action", one.action},
          {"advice", one.advice},
          {"because", one.because}};
}

}  // namespace

void add_sources(const Report& report, Json& root) {
  root["sources"] = {{"outcome", report.outcome},
                     {"protected", report.protected_column},
                     {"evaluation", report.evaluation},
                     {"confidence", number(report.confidence)},
                     {"parts", report.parts},
                     {"repetitions", report.repetitions},
                     {"models", list(report.models, model_block)},
                     {"clusters_tried", report.clusters_tried},
                     {"topics", report.topics},
                     {"cut", report.cut}};
  root["groups"] = list(report.groups, group_block);
  root["costs"] = list(report.costs, cost_block);
  root["levels"] = list(report.levels, level_block);
  root["comparisons"] = list(report.comparisons, comparison_block);
  root["group_tests"] = list(report.group_tests, group_test_block);
  root["decomposition"] = list(report.decomposition, decomposition_block);
  root["decomposition_gaps"] = list(report.decomposition_gaps, decomposition_gap_block);
  root["learning_curves"] = list(report.learning_curves, curve_block);
  root["gap_curves"] = list(report.gap_curves, gap_curve_block);
  root["noise"] = list(report.noise, noise_block);
  root["clusters"] = list(report.clusters, cluster_block);
  root["recommendation"] = list(report.recommendation, recommendation_block);
}

}  // namespace faultline::report
