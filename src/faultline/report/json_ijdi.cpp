#include "faultline/report/json_ijdi.hpp"

#include <limits>

#include "faultline/report/json_subgroup.hpp"

namespace faultline::report {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

}  // namespace

void add_ijdi(const audit::Finding& finding, Json& block) {
  if (!finding.lambda) return;
  Json adjustments = Json::array();
  for (const audit::Adjustment& step : finding.adjustments) {
    adjustments.push_back({{"edge_case", step.edge_case},
                           {"subgroup_before", subgroup_block(step.subgroup_before)},
                           {"text_before", step.text_before},
                           {"score_before", number(step.score_before)},
                           {"amount", number(step.amount)}});
  }
  block["lambda"] = number(*finding.lambda);
  block["error"] = finding.error;
  block["adjustments"] = std::move(adjustments);
  block["base_rate"] = optional(finding.base_rate);
  block["base_rate_outside"] = optional(finding.base_rate_outside);
  block["allowed"] = optional(finding.allowed);
}

void read_ijdi(const Node& node, audit::Finding& finding) {
  finding.lambda = maybe(node, "lambda", kNumber);
  if (!finding.lambda) return;
  finding.error = node.at("error").text();
  for (const Node& step : node.at("adjustments").elements()) {
    finding.adjustments.push_back({.edge_case = step.at("edge_case").small_integer(),
                                   .subgroup_before = read_subgroup(step.at("subgroup_before")),
                                   .text_before = step.at("text_before").text(),
                                   .score_before = step.at("score_before").number_or(kNaN),
                                   .amount = step.at("amount").number_or(kNaN)});
  }
  finding.base_rate = maybe(node, "base_rate", kNumber);
  finding.base_rate_outside = maybe(node, "base_rate_outside", kNumber);
  finding.allowed = maybe(node, "allowed", kNumber);
}

}  // namespace faultline::report
