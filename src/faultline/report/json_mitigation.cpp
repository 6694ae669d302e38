#include "faultline/report/json_mitigation.hpp"

#include <limits>

#include "faultline/report/json_subgroup.hpp"

namespace faultline::report {
namespace {

using audit::MitigationReport;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

Json rules_block(const std::vector<MitigationReport::Rule>& rules) {
  Json list = Json::array();
  for (const MitigationReport::Rule& rule : rules) {
    list.push_back({{"subgroup", subgroup_block(rule.subgroup)},
                    {"text", rule.text},
                    {"comparator", rule.comparator},
                    {"threshold", number(rule.threshold)},
                    {"width", optional(rule.width)}});
  }
  return list;
}

Json rates_block(const std::vector<MitigationReport::Rates>& rows) {
  Json list = Json::array();
  for (const MitigationReport::Rates& row : rows) {
    list.push_back({{"subgroup", subgroup_block(row.subgroup)},
                    {"text", row.text},
                    {"n", row.n},
                    {"fpr", optional(row.fpr)},
                    {"tpr", optional(row.tpr)},
                    {"accuracy", number(row.accuracy)},
                    {"selection_rate", number(row.selection_rate)},
                    {"score", optional(row.score)},
                    {"p_value", optional(row.p_value)}});
  }
  return list;
}

Json corrections_block(const std::vector<MitigationReport::Correction>& corrections) {
  Json list = Json::array();
  for (const MitigationReport::Correction& step : corrections) {
    list.push_back({{"number", step.number},
                    {"subgroup", subgroup_block(step.subgroup)},
                    {"text", step.text},
                    {"score", number(step.score)},
                    {"p_value", optional(step.p_value)},
                    {"n", step.n},
                    {"rate_before", number(step.rate_before)},
                    {"rate_outside", number(step.rate_outside)},
                    {"target", number(step.target)},
                    {"threshold", number(step.threshold)},
                    {"rate_after", number(step.rate_after)},
                    {"worse", step.worse}});
  }
  return list;
}

MitigationReport::Rule read_rule(const Node& node) {
  return {.subgroup = read_subgroup(node.at("subgroup")),
          .text = node.at("text").text(),
          .comparator = node.at("comparator").text(),
          .threshold = node.at("threshold").number_or(kNaN),
          .width = maybe(node, "width", kNumber)};
}

MitigationReport::Rates read_rates(const Node& node) {
  return {.text = node.at("text").text(),
          .subgroup = read_subgroup(node.at("subgroup")),
          .n = node.at("n").integer(),
          .fpr = maybe(node, "fpr", kNumber),
          .tpr = maybe(node, "tpr", kNumber),
          .accuracy = node.at("accuracy").number_or(kNaN),
          .selection_rate = node.at("selection_rate").number_or(kNaN),
          .score = maybe(node, "score", kNumber),
          .p_value = maybe(node, "p_value", kNumber)};
}

MitigationReport::Correction read_correction(const Node& node) {
  return {.number = node.at("number").small_integer(),
          .text = node.at("text").text(),
          .subgroup = read_subgroup(node.at("subgroup")),
          .score = node.at("score").number_or(kNaN),
          .p_value = maybe(node, "p_value", kNumber),
          .n = node.at("n").integer(),
          .rate_before = node.at("rate_before").number_or(kNaN),
          .rate_outside = node.at("rate_outside").number_or(kNaN),
          .target = node.at("target").number_or(kNaN),
          .threshold = node.at("threshold").number_or(kNaN),
          .rate_after = node.at("rate_after").number_or(kNaN),
          .worse = node.at("worse").texts()};
}

template <typename Read>
auto read_list(const Node& root, const char* key, Read read) {
  std::vector<decltype(read(root))> list;
  for (const Node& node : root.at(key).elements()) list.push_back(read(node));
  return list;
}

}  // namespace

void add_mitigation(const MitigationReport& report, Json& root) {
  root["mitigation"] = {{"method", report.method},
                        {"error", report.error},
                        {"lambda", number(report.lambda)},
                        {"changed", report.changed},
                        {"ended", report.ended}};
  root["rules"] = rules_block(report.rules);
  root["before"] = rates_block(report.before);
  root["after"] = rates_block(report.after);
  root["corrections"] = corrections_block(report.corrections);
}

std::optional<MitigationReport> read_mitigation(const Node& root) {
  const std::optional<Node> block = root.find("mitigation");
  if (!block) return std::nullopt;
  return MitigationReport{.method = block->at("method").text(),
                          .error = block->at("error").text(),
                          .lambda = block->at("lambda").number_or(kNaN),
                          .rules = read_list(root, "rules", read_rule),
                          .before = read_list(root, "before", read_rates),
                          .after = read_list(root, "after", read_rates),
                          .corrections = read_list(root, "corrections", read_correction),
                          .ended = block->at("ended").text(),
                          .changed = block->at("changed").integer()};
}

}  // namespace faultline::report
