#include "faultline/report/json_models.hpp"

#include <limits>

namespace faultline::report {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

Json calibration_block(const std::vector<audit::ModelReport::CalibrationPoint>& points) {
  Json list = Json::array();
  for (const audit::ModelReport::CalibrationPoint& point : points) {
    list.push_back({{"predicted", number(point.predicted)},
                    {"observed", number(point.observed)},
                    {"n", point.n},
                    {"interval", interval(point.interval)}});
  }
  return list;
}

Json overlap_block(const std::optional<audit::ModelReport::Overlap>& overlap) {
  if (!overlap) return nullptr;
  Json edges = Json::array();
  for (const double edge : overlap->edges) edges.push_back(number(edge));
  return {{"edges", std::move(edges)},
          {"protected_people", overlap->protected_people},
          {"comparison_people", overlap->comparison_people},
          {"extreme_share", number(overlap->extreme_share)},
          {"largest_weight_share", number(overlap->largest_weight_share)}};
}

Json model_block(const audit::ModelReport& model) {
  Json levels = Json::object();
  for (const auto& [covariate, level] : model.reference_levels) levels[covariate] = level;
  Json coefficients = Json::object();
  for (const auto& [column, value] : model.coefficients) coefficients[column] = number(value);
  Json block = {
      {"name", model.name},
      {"protected", model.protected_class.first.empty() ? Json(nullptr)
                                                        : protected_block(model.protected_class)},
      {"metric", model.metric.empty() ? Json(nullptr) : Json(model.metric)},
      {"learner", model.learner},
      {"n", model.n},
      {"converged", model.converged},
      {"iterations", model.iterations},
      {"gradient_norm", number(model.gradient_norm)},
      {"separated", model.separated},
      {"reference_levels", std::move(levels)},
      {"dropped", model.dropped},
      {"coefficients", std::move(coefficients)},
      {"calibration", calibration_block(model.calibration)},
      {"calibration_error", number(model.calibration_error)},
      {"overlap", overlap_block(model.overlap)},
      {"effective_sample_size", optional(model.effective_sample_size)},
      {"warnings", model.warnings}};
  if (!model.ensemble_weights.empty()) {
    Json weights = Json::object();
    for (const auto& [learner, weight] : model.ensemble_weights) weights[learner] = number(weight);
    block["ensemble_weights"] = std::move(weights);
  }
  return block;
}

std::vector<std::int64_t> read_counts(const Node& node) {
  std::vector<std::int64_t> counts;
  for (const Node& item : node.elements()) counts.push_back(item.integer());
  return counts;
}

audit::ModelReport::Overlap read_overlap(const Node& node) {
  audit::ModelReport::Overlap overlap{
      .edges = {},
      .protected_people = read_counts(node.at("protected_people")),
      .comparison_people = read_counts(node.at("comparison_people")),
      .extreme_share = node.at("extreme_share").number_or(kNaN),
      .largest_weight_share = node.at("largest_weight_share").number_or(kNaN)};
  for (const Node& edge : node.at("edges").elements()) overlap.edges.push_back(edge.number());
  return overlap;
}

audit::ModelReport::CalibrationPoint read_point(const Node& node) {
  return {.predicted = node.at("predicted").number_or(kNaN),
          .observed = node.at("observed").number_or(kNaN),
          .n = node.at("n").integer(),
          .interval = maybe(node, "interval", kPair).value_or(std::pair{0.0, 1.0})};
}

audit::ModelReport read_model(const Node& node) {
  audit::ModelReport model;
  model.name = node.at("name").text();
  // The true probability is a model of everybody.
  if (const Node who = node.at("protected"); !who.is_null()) {
    model.protected_class = read_protected(who);
  }
  model.metric = maybe(node, "metric", kText).value_or("");
  model.learner = node.at("learner").text();
  model.n = node.at("n").integer();
  model.converged = node.at("converged").boolean();
  model.iterations = node.at("iterations").small_integer();
  model.gradient_norm = node.at("gradient_norm").number_or(kNaN);
  model.separated = node.at("separated").boolean();
  for (const auto& [covariate, level] : node.at("reference_levels").members()) {
    model.reference_levels.emplace_back(covariate, level.text());
  }
  model.dropped = node.at("dropped").texts();
  for (const auto& [column, value] : node.at("coefficients").members()) {
    model.coefficients.emplace_back(column, value.number_or(kNaN));
  }
  for (const Node& point : node.at("calibration").elements()) {
    model.calibration.push_back(read_point(point));
  }
  model.calibration_error = node.at("calibration_error").number_or(kNaN);
  model.overlap = maybe(node, "overlap", read_overlap);
  model.effective_sample_size = maybe(node, "effective_sample_size", kNumber);
  model.warnings = node.at("warnings").texts();
  if (const auto weights = node.find("ensemble_weights")) {
    for (const auto& [learner, weight] : weights->members()) {
      model.ensemble_weights.emplace_back(learner, weight.number_or(kNaN));
    }
  }
  return model;
}

}  // namespace

Json models_block(const std::vector<audit::ModelReport>& models) {
  Json list = Json::array();
  for (const audit::ModelReport& model : models) list.push_back(model_block(model));
  return list;
}

std::vector<audit::ModelReport> read_models(const Node& list) {
  std::vector<audit::ModelReport> models;
  for (const Node& node : list.elements()) models.push_back(read_model(node));
  return models;
}

}  // namespace faultline::report
