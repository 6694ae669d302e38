#include <limits>

#include "faultline/base/text.hpp"
#include "faultline/report/json_counterfactual.hpp"

namespace faultline::report {
namespace {

using Report = audit::CounterfactualReport;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

Report::GroupRate read_rate(const Node& node) {
  return {.estimate = maybe(node, "estimate", kNumber),
          .weighted = maybe(node, "weighted", kNumber),
          .regression = maybe(node, "regression", kNumber),
          .doubly_robust = maybe(node, "doubly_robust", kNumber),
          .se = maybe(node, "se", kNumber),
          .interval = maybe(node, "interval", kPair),
          .n = node.at("n").integer(),
          .effective_size = node.at("effective_size").number_or(kNaN),
          .why = maybe(node, "why", kText).value_or("")};
}

Report::Group read_group(const Node& node) {
  Report::Group group;
  for (const auto& [attribute, label] : node.at("group").members()) {
    group.group.emplace_back(attribute, label.text());
  }
  group.text = node.at("text").text();
  group.n = node.at("n").integer();
  group.untreated = node.at("untreated").integer();
  group.status = node.at("status").text();
  group.cfpr = read_rate(node.at("cfpr"));
  group.cfnr = read_rate(node.at("cfnr"));
  group.observed_fpr = maybe(node.at("observed"), "fpr", kNumber);
  group.observed_fnr = maybe(node.at("observed"), "fnr", kNumber);
  group.weights = maybe(node, "weights", kPair);
  group.effective_sample_size = node.at("effective_sample_size").number_or(kNaN);
  group.extreme_share = node.at("extreme_share").number_or(kNaN);
  return group;
}

Report::Summary read_summary(const std::string& name, const Node& node) {
  Report::Summary summary;
  summary.name = name;
  summary.estimate = maybe(node, "estimate", kNumber);
  summary.u_value = maybe(node, "u_value", kNumber);
  summary.u_value_interval = maybe(node, "u_value_interval", kPair);
  summary.se = maybe(node, "se", kNumber);
  const Node all = node.at("intervals");
  summary.intervals = {.t = maybe(all, "t", kPair),
                       .t_rescaled = maybe(all, "t_rescaled", kPair),
                       .normal = maybe(all, "normal", kPair),
                       .percentile = maybe(all, "percentile", kPair),
                       .adaptive = maybe(all, "adaptive", kPair)};
  summary.pair = maybe(node, "pair", kTextPair);
  for (const auto& [key, value] : node.at("null_quantiles").members()) {
    const std::optional<double> probability = parse_double(key);
    if (probability && !value.is_null())
      summary.null_quantiles.emplace_back(*probability, value.number());
  }
  if (const auto values = node.find("null_values")) {
    for (const Node& value : values->elements()) summary.null.push_back(value.number());
  }
  return summary;
}

std::vector<Report::Summary> read_summaries(const Node& node) {
  std::vector<Report::Summary> list;
  for (const auto& [name, one] : node.members()) {
    if (name != "avg_minus_obs") list.push_back(read_summary(name, one));
  }
  return list;
}

Report::Contrast read_contrast(const Node& node) {
  return {.estimate = maybe(node, "estimate", kNumber),
          .se = maybe(node, "se", kNumber),
          .interval = maybe(node, "interval", kPair)};
}

Report::Decision read_decision(const std::string& name, const Node& node) {
  Report::Decision decision;
  decision.decision = name;
  for (const Node& group : node.at("groups").elements()) {
    decision.groups.push_back(read_group(group));
  }
  decision.cfpr = read_summaries(node.at("summary").at("cfpr"));
  decision.cfnr = read_summaries(node.at("summary").at("cfnr"));
  decision.cfpr_contrast = read_contrast(node.at("summary").at("cfpr").at("avg_minus_obs"));
  decision.cfnr_contrast = read_contrast(node.at("summary").at("cfnr").at("avg_minus_obs"));
  const Node positivity = node.at("positivity");
  decision.clipped = positivity.at("clipped").integer();
  decision.trimmed = positivity.at("trimmed").integer();
  decision.warnings = positivity.at("warnings").texts();
  return decision;
}

Report::Difference read_difference(const Node& node) {
  return {.rate = node.at("rate").text(),
          .summary = node.at("summary").text(),
          .decisions = node.at("decisions").text_pair(),
          .estimate = maybe(node, "estimate", kNumber),
          .se = maybe(node, "se", kNumber),
          .interval = maybe(node, "interval", kPair)};
}

Report::SmallGroups read_small_groups(const Node& node) {
  Report::SmallGroups small{.decision = node.at("decision").text(),
                            .external = maybe(node, "external", kText).value_or(""),
                            .external_n = node.at("external_n").integer(),
                            .covariates = node.at("covariates").texts(),
                            .alpha = node.at("alpha").number_or(kNaN),
                            .brier_internal = node.at("brier_internal").number_or(kNaN),
                            .brier_external = node.at("brier_external").number_or(kNaN),
                            .brier_combined = node.at("brier_combined").number_or(kNaN),
                            .groups = {},
                            .warnings = node.at("warnings").texts()};
  for (const Node& group : node.at("groups").elements()) {
    small.groups.push_back({.text = group.at("text").text(),
                            .n = group.at("n").integer(),
                            .cfpr = maybe(group, "cfpr", kNumber),
                            .cfnr = maybe(group, "cfnr", kNumber),
                            .cfpr_borrowed = maybe(group, "cfpr_borrowed", kNumber),
                            .cfnr_borrowed = maybe(group, "cfnr_borrowed", kNumber)});
  }
  return small;
}

}  // namespace

std::optional<Report> read_counterfactual(const Node& root) {
  const std::optional<Node> block = root.find("counterfactual");
  if (!block) return std::nullopt;
  Report report;
  report.estimator = block->at("estimator").text();
  report.propensity = block->at("propensity").text();
  report.refitted = block->at("refitted").boolean();
  report.resample = block->at("resample").text();
  report.resample_size = block->at("resample_size").integer();
  report.permutations = block->at("permutations").integer();
  report.bootstrap = block->at("bootstrap").integer();
  report.confidence = block->at("confidence").number();
  report.margin = block->at("margin").number();
  report.ties = block->at("ties").text();
  report.excluded = block->at("excluded").texts();
  if (root.find("by_decision")) {
    for (const Node& node : root.at("by_decision").elements()) {
      report.decisions.push_back(read_decision(node.at("decision").text(), node));
    }
    for (const Node& node : root.at("differences").elements()) {
      report.differences.push_back(read_difference(node));
    }
  } else {
    const std::vector<std::string> names = block->at("decisions").texts();
    report.decisions.push_back(read_decision(names.empty() ? "" : names[0], root));
  }
  if (const auto small = root.find("small_groups")) {
    for (const Node& node : small->elements()) {
      report.small_groups.push_back(read_small_groups(node));
    }
  }
  return report;
}

}  // namespace faultline::report
