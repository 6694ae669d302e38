#include <limits>

#include "faultline/report/json_sources.hpp"

namespace faultline::report {
namespace {

using Report = audit::SourcesReport;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

template <typename Item>
std::vector<Item> list(const Node& parent, const char* key, Item (*read)(const Node&)) {
  std::vector<Item> items;
  for (const Node& node : parent.at(key).elements()) items.push_back(read(node));
  return items;
}

/// A number that null stands for when it is not one.
double value(const Node& parent, const char* key) { return parent.at(key).number_or(kNaN); }

std::string words(const Node& parent, const char* key) {
  return maybe(parent, key, kText).value_or("");
}

/// An end that is null is infinite.
Report::Interval range(const Node& parent, const char* key) {
  const std::optional<Node> node = parent.find(key);
  if (!node) return std::nullopt;
  const std::vector<Node> ends = node->elements();
  if (ends.size() != 2) return node->pair();  // names what is wrong
  return {{ends[0].number_or(-kInfinity), ends[1].number_or(kInfinity)}};
}

Report::Group read_group(const Node& node) {
  return {.group = node.at("group").text(),
          .n = node.at("n").integer(),
          .mean_outcome = value(node, "mean_outcome")};
}

Report::Model read_model(const Node& node) {
  return {.name = node.at("name").text(),
          .description = node.at("description").text(),
          .given = node.at("given").boolean(),
          .fits = node.at("fits").integer(),
          .not_converged = node.at("not_converged").integer()};
}

Report::Cost read_cost(const Node& node) {
  return {.model = node.at("model").text(),
          .group = node.at("group").text(),
          .metric = node.at("metric").text(),
          .estimate = value(node, "estimate"),
          .se = value(node, "se"),
          .interval = range(node, "interval"),
          .n = node.at("n").integer()};
}

Report::Level read_level(const Node& node) {
  return {.model = node.at("model").text(),
          .groups = node.at("groups").text_pair(),
          .metric = node.at("metric").text(),
          .difference = value(node, "difference"),
          .se = value(node, "se"),
          .interval = range(node, "interval"),
          .p_value = maybe(node, "p_value", kNumber),
          .p_value_adjusted = maybe(node, "p_value_adjusted", kNumber)};
}

Report::Comparison read_comparison(const Node& node) {
  return {.what = node.at("what").text(),
          .models = node.at("models").text_pair(),
          .groups = node.at("groups").text_pair(),
          .metric = node.at("metric").text(),
          .difference = value(node, "difference"),
          .p_value = maybe(node, "p_value", kNumber)};
}

Report::GroupTest::Pair read_tukey_pair(const Node& node) {
  return {.groups = node.at("groups").text_pair(),
          .difference = value(node, "difference"),
          .interval = range(node, "interval").value_or(std::pair{kNaN, kNaN}),
          .p_value = value(node, "p_value")};
}

Report::GroupTest read_group_test(const Node& node) {
  return {.model = node.at("model").text(),
          .metric = node.at("metric").text(),
          .folds = node.at("folds").small_integer(),
          .f = node.at("f").number_or(kInfinity),
          .degrees_of_freedom = value(node, "degrees_of_freedom"),
          .p_value = value(node, "p_value"),
          .pairs = list(node, "pairs", read_tukey_pair)};
}

Report::Decomposition read_decomposition(const Node& node) {
  return {.model = node.at("model").text(),
          .group = node.at("group").text(),
          .metric = node.at("metric").text(),
          .cost = value(node, "cost"),
          .noise = value(node, "noise"),
          .bias = value(node, "bias"),
          .variance = value(node, "variance"),
          .bayes_risk = value(node, "bayes_risk"),
          .residual = value(node, "residual"),
          .noise_range = range(node, "noise_range"),
          .bias_range = range(node, "bias_range"),
          .noise_estimator = node.at("noise_estimator").text(),
          .n = node.at("n").integer(),
          .predictions_per_person = value(node, "predictions_per_person")};
}

Report::DecompositionGap read_decomposition_gap(const Node& node) {
  return {.model = node.at("model").text(),
          .groups = node.at("groups").text_pair(),
          .metric = node.at("metric").text(),
          .level = value(node, "level"),
          .noise = value(node, "noise"),
          .bias = value(node, "bias"),
          .variance = value(node, "variance"),
          .variance_interval = range(node, "variance_interval")};
}

Report::CurvePoint read_point(const Node& node) {
  return {.n = node.at("n").integer(),
          .group_n = value(node, "group_n"),
          .mean = value(node, "mean"),
          .sem = value(node, "sem")};
}

Report::Extrapolation read_extrapolation(const Node& node) {
  return {.factor = maybe(node, "factor", kNumber),
          .n = maybe(node, "n", kNumber),
          .value = value(node, "value"),
          .interval = range(node, "interval")};
}

Report::CurveFit read_fit(const Node& node) {
  return {.alpha = value(node, "alpha"),
          .beta = value(node, "beta"),
          .delta = value(node, "delta"),
          .identified = node.at("identified").boolean(),
          .why = words(node, "why")};
}

Report::LearningCurve read_curve(const Node& node) {
  return {.group = node.at("group").text(),
          .metric = node.at("metric").text(),
          .grows = words(node, "grows"),
          .points = list(node, "points", read_point),
          .fit = maybe(node, "fit", read_fit),
          .extrapolation = list(node, "extrapolation", read_extrapolation)};
}

Report::GapCurve read_gap_curve(const Node& node) {
  Report::GapCurve curve{.groups = node.at("groups").text_pair(),
                         .metric = node.at("metric").text(),
                         .grows = words(node, "grows"),
                         .points = list(node, "points", read_point),
                         .extrapolation = list(node, "extrapolation", read_extrapolation),
                         .limit_identified = node.at("limit_identified").boolean(),
                         .identified_share = value(node, "identified_share"),
                         .crossings = {},
                         .gap = value(node, "gap"),
                         .n_for_gap = maybe(node, "n_for_gap", kNumber),
                         .n_for_gap_interval = range(node, "n_for_gap_interval"),
                         .reached_share = value(node, "reached_share"),
                         .answer = node.at("answer").text()};
  for (const Node& size : node.at("crossings").elements()) curve.crossings.push_back(size.number());
  return curve;
}

Report::Noise read_noise(const Node& node) {
  return {.group = node.at("group").text(),
          .method = node.at("method").text(),
          .lower = maybe(node, "lower", kNumber),
          .upper = maybe(node, "upper", kNumber),
          .n = node.at("n").integer(),
          .lambda = maybe(node, "lambda", kNumber),
          .note = words(node, "note")};
}

Report::ClusterGroup read_cluster_group(const Node& node) {
  return {.group = node.at("group").text(),
          .n = value(node, "n"),
          .cost = value(node, "cost"),
          .se = value(node, "se")};
}

Report::Cluster read_cluster(const Node& node) {
  return {.cluster = node.at("cluster").text(),
          .kind = node.at("kind").text(),
          .metric = node.at("metric").text(),
          .share = value(node, "share"),
          .groups = list(node, "groups", read_cluster_group),
          .pair = node.at("pair").text_pair(),
          .gap = value(node, "gap"),
          .interval = range(node, "interval"),
          .p_value = maybe(node, "p_value", kNumber),
          .p_value_adjusted = maybe(node, "p_value_adjusted", kNumber),
          .gap_outside = value(node, "gap_outside")};
}

Report::Recommendation read_recommendation(const Node& node) {
  return {.groups = node.at("groups").text_pair(),
          .metric = node.at("metric").text(),
          .action = node.at("action").text(),
          .advice = node.at("advice").text(),
          .because = node.at("because").texts()};
}

}  // namespace

std::optional<Report> read_sources(const Node& root) {
  const std::optional<Node> block = root.find("sources");
  if (!block) return std::nullopt;
  Report report;
  report.outcome = block->at("outcome").text();
  report.protected_column = block->at("protected").text();
  report.evaluation = block->at("evaluation").text();
  report.confidence = block->at("confidence").number();
  report.parts = block->at("parts").texts();
  report.repetitions = block->at("repetitions").integer();
  report.models = list(*block, "models", read_model);
  report.clusters_tried = block->at("clusters_tried").integer();
  report.topics = block->at("topics").texts();
  report.cut = block->at("cut").texts();
  report.groups = list(root, "groups", read_group);
  report.costs = list(root, "costs", read_cost);
  report.levels = list(root, "levels", read_level);
  report.comparisons = list(root, "comparisons", read_comparison);
  report.group_tests = list(root, "group_tests", read_group_test);
  report.decomposition = list(root, "decomposition", read_decomposition);
  report.decomposition_gaps = list(root, "decomposition_gaps", read_decomposition_gap);
  report.learning_curves = list(root, "learning_curves", read_curve);
  report.gap_curves = list(root, "gap_curves", read_gap_curve);
  report.noise = list(root, "noise", read_noise);
  report.clusters = list(root, "clusters", read_cluster);
  report.recommendation = list(root, "recommendation", read_recommendation);
  return report;
}

}  // namespace faultline::report
