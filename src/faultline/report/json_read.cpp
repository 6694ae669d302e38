#include <limits>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"
#include "faultline/report/display.hpp"
#include "faultline/report/json.hpp"
#include "faultline/report/json_counterfactual.hpp"
#include "faultline/report/json_elicit.hpp"
#include "faultline/report/json_ijdi.hpp"
#include "faultline/report/json_mitigation.hpp"
#include "faultline/report/json_models.hpp"
#include "faultline/report/json_sources.hpp"
#include "faultline/report/json_subgroup.hpp"

namespace faultline::report {
namespace {

audit::ConfigValue config_value(const Node& node) {
  const Json& json = node.json();
  if (json.is_null()) return nullptr;
  if (json.is_boolean()) return node.boolean();
  if (json.is_string()) return node.text();
  if (json.is_number_float()) return node.number();
  if (json.is_number_unsigned() && json.get<std::uint64_t>() >> 63U != 0) return node.number();
  if (json.is_number()) return node.integer();
  if (json.is_array()) {
    std::vector<std::string> list;
    for (const Node& item : node.elements()) {
      list.push_back(item.json().is_string() ? item.text() : item.json().dump());
    }
    return list;
  }
  return json.dump();
}

std::vector<data::Dropped> dropped(const Node& node) {
  std::vector<data::Dropped> list;
  for (const Node& item : node.elements()) {
    list.push_back({.reason = item.at("reason").text(), .count = item.at("count").integer()});
  }
  return list;
}

data::Summary data_block(const Node& node) {
  data::Summary data{.source = node.at("source").text(),
                     .sha256 = maybe(node, "sha256", kText).value_or(""),
                     .rows = node.at("rows").integer(),
                     .rows_used = node.at("rows_used").integer(),
                     .dropped = dropped(node.at("dropped")),
                     .profiles = node.at("profiles").integer(),
                     .attributes = {},
                     .left_out = {},
                     .notes = {}};
  for (const Node& item : node.at("attributes").elements()) {
    data::AttributeSummary attribute{.name = item.at("name").text(), .values = {}};
    for (const Node& value : item.at("values").elements()) {
      attribute.values.push_back(
          {.label = value.at("label").text(), .count = value.at("count").integer()});
    }
    data.attributes.push_back(std::move(attribute));
  }
  if (const auto left_out = node.find("left_out")) data.left_out = dropped(*left_out);
  if (const auto notes = node.find("notes")) data.notes = notes->texts();
  return data;
}

audit::SearchReport search_block(const Node& node) {
  return {.strategy = node.at("strategy").text(),
          .subgroups = node.at("subgroups").number_or(std::numeric_limits<double>::infinity()),
          .evaluations = node.find("evaluations") ? node.at("evaluations").integer() : 0,
          .restarts = maybe(node, "restarts", kInt),
          .hits = maybe(node, "hits", kInt),
          .upper_bound = maybe(node, "upper_bound", kNumber),
          .gap = maybe(node, "gap", kNumber),
          .certified = node.at("certified").boolean()};
}

std::vector<audit::Breakdown> breakdown(const Node& node) {
  std::vector<audit::Breakdown> rows;
  for (const Node& item : node.elements()) {
    rows.push_back(
        {.attribute = item.at("attribute").text(),
         .label = item.at("label").text(),
         .restricted = item.at("restricted").boolean(),
         .n = item.at("n").integer(),
         .observed = item.at("observed").number_or(std::numeric_limits<double>::quiet_NaN()),
         .expected = item.at("expected").number_or(std::numeric_limits<double>::quiet_NaN())});
  }
  return rows;
}

void read_null(const Node& node, audit::NullDistribution& null) {
  for (const auto& [key, value] : node.at("null_scores_quantiles").members()) {
    const std::optional<double> probability = parse_double(key);
    if (probability && !value.is_null()) null.quantiles.emplace_back(*probability, value.number());
  }
  if (const auto scores = node.find("null_scores")) {
    for (const Node& value : scores->elements()) null.scores.push_back(value.number());
  }
}

audit::Finding finding_block(const Node& node) {
  audit::Finding finding;
  finding.method = node.at("method").text();
  finding.metric = node.at("metric").text();
  finding.direction = node.at("direction").text();
  if (const auto who = node.find("protected")) {
    finding.protected_class = read_protected(*who);
  }
  finding.rank = maybe(node, "rank", kInt).value_or(1);
  if (const Node subgroup = node.at("subgroup"); !subgroup.is_null()) {
    finding.subgroup = read_subgroup(subgroup);
  }
  finding.text = node.at("text").text();
  finding.score = node.at("score").number_or(0);
  finding.log_likelihood_ratio = node.at("log_likelihood_ratio").number_or(0);
  finding.penalty = node.at("penalty").number_or(0);
  finding.theta = maybe(node, "theta", kNumber);
  finding.theta_name = node.at("theta_name").text();
  finding.theta_limit = maybe(node, "theta_limit", kText);
  finding.n = node.at("n").integer();
  // Without people there is no rate, and null says so; with people, null is a number that is not
  // one.
  const double missing = finding.n > 0 ? std::numeric_limits<double>::quiet_NaN() : 0;
  finding.observed = node.at("observed").number_or(missing);
  finding.expected = node.at("expected").number_or(missing);
  finding.observed_count = maybe(node, "observed_count", kNumber).value_or(0);
  finding.expected_count = maybe(node, "expected_count", kNumber).value_or(0);
  finding.observed_interval = maybe(node, "observed_interval", kPair);
  finding.comparison = maybe(node, "comparison", [](const Node& rate) {
    return audit::Rate{.n = rate.at("n").integer(),
                       .observed = rate.at("observed").number_or(0),
                       .observed_count = maybe(rate, "observed_count", kNumber).value_or(0),
                       .interval = maybe(rate, "interval", kPair)};
  });
  finding.p_value = maybe(node, "p_value", kNumber);
  finding.p_value_adjusted = maybe(node, "p_value_adjusted", kNumber);
  finding.p_value_interval = maybe(node, "p_value_interval", kPair);
  finding.replicates = node.at("replicates").integer();
  finding.significant = maybe(node, "significant", kBoolean);
  read_null(node, finding.null);
  read_ijdi(node, finding);
  finding.search = search_block(node.at("search"));
  if (const auto rows = node.find("breakdown")) finding.breakdown = breakdown(*rows);
  finding.warnings = node.at("warnings").texts();
  return finding;
}

std::vector<std::pair<double, double>> by_delta(const Node& node) {
  std::vector<std::pair<double, double>> pairs;
  for (const Node& item : node.elements()) {
    pairs.emplace_back(item.at("delta").number(), item.at("score").number());
  }
  return pairs;
}

audit::PowerReport power_block(const Node& node) {
  audit::PowerReport power;
  power.profiles = node.at("profiles").integer();
  power.alpha = node.at("alpha").number();
  power.critical_value = node.at("critical_value").number();
  power.applicable = node.at("applicable").boolean();
  power.notes = node.at("notes").texts();
  power.subgroup = maybe(node, "subgroup", [](const Node& item) {
    return audit::PowerReport::Subgroup{
        .text = item.at("text").text(),
        .n = item.at("n").integer(),
        .observed_count = item.at("observed_count").number(),
        .q_mle = item.at("q_mle").number_or(std::numeric_limits<double>::infinity()),
        .score_without_bias = item.at("score_without_bias").number_or(0),
        .delta_threshold = maybe(item, "delta_threshold", kNumber),
        .limit_scores = by_delta(item.at("limit_scores")),
        .normalised_scores = by_delta(item.at("normalised_scores"))};
  });
  return power;
}

Json parse(std::string_view text) {
  try {
    return Json::parse(text);
  } catch (const nlohmann::json::exception&) {
    throw InputError(
        "not a Faultline result, because the text is not JSON; give a file that --json wrote");
  }
}

void check_schema(const Json& root) {
  const auto schema = root.is_object() ? root.find("schema") : root.end();
  if (schema == root.end() || !schema->is_string()) {
    throw InputError(
        "JSON but not a Faultline result, because it has no \"schema\"; give a file that --json "
        "wrote");
  }
  if (*schema != std::string(kSchema)) {
    throw InputError(
        fmt::format("the result has the schema \"{}\", but this version of Faultline reads \"{}\"",
                    printable(schema->get<std::string>()), kSchema));
  }
}

}  // namespace

Document from_json(std::string_view text) {
  const Json json = parse(text);
  check_schema(json);
  const Node root(json, "result");
  Document document{.version = root.at("version").text(), .result = {}};
  audit::Result& result = document.result;
  result.command = root.at("command").text();
  for (const auto& [key, value] : root.at("config").members()) {
    result.config.emplace_back(key, config_value(value));
  }
  result.seed = root.at("seed").natural();
  result.alpha = maybe(root, "alpha", kNumber).value_or(0.05);
  result.partial = maybe(root, "partial", kBoolean).value_or(false);
  result.data = data_block(root.at("data"));
  for (const Node& finding : root.at("findings").elements()) {
    result.findings.push_back(finding_block(finding));
  }
  result.power = maybe(root, "power", power_block);
  result.elicit = read_elicit(root);
  result.mitigation = read_mitigation(root);
  result.counterfactual = read_counterfactual(root);
  result.sources = read_sources(root);
  if (const auto diagnostics = root.find("diagnostics")) {
    if (const auto models = diagnostics->find("models")) result.models = read_models(*models);
  }
  if (const auto warnings = root.find("warnings")) result.warnings = warnings->texts();
  for (const auto& [phase, seconds] : root.at("timing").members()) {
    result.timing.emplace_back(phase, seconds.number_or(0));
  }
  result.threads = maybe(root, "threads", kInt).value_or(1);
  return document;
}

}  // namespace faultline::report
