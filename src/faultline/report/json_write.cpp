#include <algorithm>

#include "faultline/base/text.hpp"
#include "faultline/report/json.hpp"
#include "faultline/report/json_counterfactual.hpp"
#include "faultline/report/json_elicit.hpp"
#include "faultline/report/json_ijdi.hpp"
#include "faultline/report/json_mitigation.hpp"
#include "faultline/report/json_models.hpp"
#include "faultline/report/json_sources.hpp"
#include "faultline/report/json_subgroup.hpp"
#include "faultline/report/json_value.hpp"
#include "faultline/report/version.hpp"

namespace faultline::report {
namespace {

Json dropped(const std::vector<data::Dropped>& items) {
  Json list = Json::array();
  for (const data::Dropped& item : items) {
    list.push_back({{"reason", item.reason}, {"count", item.count}});
  }
  return list;
}

Json config(const audit::Config& items) {
  Json object = Json::object();
  for (const auto& [key, value] : items) {
    object[key] = std::visit(
        [](const auto& held) {
          if constexpr (std::is_same_v<std::decay_t<decltype(held)>, double>) return number(held);
          return Json(held);
        },
        value);
  }
  return object;
}

Json data_block(const data::Summary& data) {
  Json attributes = Json::array();
  for (const data::AttributeSummary& attribute : data.attributes) {
    Json values = Json::array();
    for (const data::ValueCount& value : attribute.values) {
      values.push_back({{"label", value.label}, {"count", value.count}});
    }
    attributes.push_back({{"name", attribute.name}, {"values", std::move(values)}});
  }
  return {{"source", data.source},
          {"sha256", data.sha256.empty() ? Json(nullptr) : Json(data.sha256)},
          {"rows", data.rows},
          {"rows_used", data.rows_used},
          {"dropped", dropped(data.dropped)},
          {"profiles", data.profiles},
          {"attributes", std::move(attributes)},
          {"left_out", dropped(data.left_out)},
          {"notes", data.notes}};
}

Json search_block(const audit::SearchReport& search) {
  return {{"strategy", search.strategy},       {"subgroups", count(search.subgroups)},
          {"evaluations", search.evaluations}, {"restarts", optional(search.restarts)},
          {"hits", optional(search.hits)},     {"upper_bound", optional(search.upper_bound)},
          {"gap", optional(search.gap)},       {"certified", search.certified}};
}

Json breakdown(const std::vector<audit::Breakdown>& rows) {
  Json list = Json::array();
  for (const audit::Breakdown& row : rows) {
    list.push_back({{"attribute", row.attribute},
                    {"label", row.label},
                    {"restricted", row.restricted},
                    {"n", row.n},
                    {"observed", number(row.observed)},
                    {"expected", number(row.expected)}});
  }
  return list;
}

Json finding_block(const audit::Finding& finding) {
  Json quantiles = Json::object();
  for (const auto& [probability, value] : finding.null.quantiles) {
    quantiles[shortest(probability)] = number(value);
  }
  Json scores = Json::array();
  for (const double value : finding.null.scores) scores.push_back(number(value));

  Json block = Json::object();
  block["method"] = finding.method;
  block["metric"] = finding.metric;
  block["direction"] = finding.direction;
  block["protected"] = nullptr;
  if (finding.protected_class) {
    block["protected"] = protected_block(*finding.protected_class);
  }
  block["rank"] = finding.rank;
  block["subgroup"] = finding.subgroup ? subgroup_block(*finding.subgroup) : Json(nullptr);
  block["text"] = finding.text;
  block["score"] = number(finding.score);
  block["log_likelihood_ratio"] = number(finding.log_likelihood_ratio);
  block["penalty"] = number(finding.penalty);
  block["theta"] = optional(finding.theta);
  block["theta_name"] = finding.theta_name;
  block["theta_limit"] = optional(finding.theta_limit);
  block["n"] = finding.n;
  // Without people there is no rate.
  const bool people = finding.n > 0;
  block["observed"] = people ? number(finding.observed) : Json(nullptr);
  block["expected"] = people ? number(finding.expected) : Json(nullptr);
  block["observed_count"] = count(finding.observed_count);
  block["expected_count"] = count(finding.expected_count);
  block["observed_interval"] = interval(finding.observed_interval);
  block["comparison"] = nullptr;
  if (finding.comparison) {
    block["comparison"] = {{"n", finding.comparison->n},
                           {"observed", number(finding.comparison->observed)},
                           {"observed_count", count(finding.comparison->observed_count)},
                           {"interval", interval(finding.comparison->interval)}};
  }
  block["p_value"] = optional(finding.p_value);
  block["p_value_adjusted"] = optional(finding.p_value_adjusted);
  block["p_value_interval"] = interval(finding.p_value_interval);
  block["replicates"] = finding.replicates;
  block["significant"] = optional(finding.significant);
  block["null_scores_quantiles"] = std::move(quantiles);
  block["null_scores"] = std::move(scores);
  add_ijdi(finding, block);
  block["search"] = search_block(finding.search);
  block["breakdown"] = breakdown(finding.breakdown);
  block["warnings"] = finding.warnings;
  return block;
}

Json by_delta(const std::vector<std::pair<double, double>>& pairs) {
  Json list = Json::array();
  for (const auto& [delta, value] : pairs) {
    list.push_back({{"delta", number(delta)}, {"score", number(value)}});
  }
  return list;
}

Json power_block(const audit::PowerReport& power) {
  Json block = {{"profiles", power.profiles},
                {"alpha", number(power.alpha)},
                {"critical_value", number(power.critical_value)},
                {"applicable", power.applicable},
                {"subgroup", nullptr},
                {"notes", power.notes}};
  if (power.subgroup) {
    block["subgroup"] = {{"text", power.subgroup->text},
                         {"n", power.subgroup->n},
                         {"observed_count", count(power.subgroup->observed_count)},
                         {"q_mle", number(power.subgroup->q_mle)},  // null: infinite
                         {"score_without_bias", number(power.subgroup->score_without_bias)},
                         {"delta_threshold", optional(power.subgroup->delta_threshold)},
                         {"limit_scores", by_delta(power.subgroup->limit_scores)},
                         {"normalised_scores", by_delta(power.subgroup->normalised_scores)}};
  }
  return block;
}

/// Indented, but a list of plain values stays on one line: a thousand null scores are one line, not
/// a thousand.
void write(const Json& json, int depth, std::string& out) {
  const auto flat = [](const Json& item) { return item.is_primitive() || item.empty(); };
  const bool one_line = json.is_array() && std::all_of(json.begin(), json.end(), flat);
  if (json.is_primitive() || json.empty()) {
    out += json.dump(-1, ' ', false, Json::error_handler_t::replace);
    return;
  }
  const std::string line_break =
      one_line ? "" : "\n" + std::string(2U * static_cast<std::size_t>(depth + 1), ' ');
  out += json.is_array() ? '[' : '{';
  bool first = true;
  for (const auto& [key, value] : json.items()) {
    if (!first) out += one_line ? ", " : ",";
    first = false;
    out += line_break;
    if (json.is_object())
      out += Json(key).dump(-1, ' ', false, Json::error_handler_t::replace) + ": ";
    write(value, depth + 1, out);
  }
  if (!one_line) out += "\n" + std::string(2U * static_cast<std::size_t>(depth), ' ');
  out += json.is_array() ? ']' : '}';
}

}  // namespace

std::string to_json(const audit::Result& result) {
  return to_json(Document{.version = std::string(version()), .result = result});
}

std::string to_json(const Document& document) {
  const audit::Result& result = document.result;
  Json root = Json::object();
  root["schema"] = kSchema;
  root["version"] = document.version;
  root["command"] = result.command;
  root["config"] = config(result.config);
  root["seed"] = result.seed;
  root["alpha"] = number(result.alpha);
  root["partial"] = result.partial;
  root["data"] = data_block(result.data);
  root["findings"] = Json::array();
  for (const audit::Finding& finding : result.findings) {
    root["findings"].push_back(finding_block(finding));
  }
  if (result.power) root["power"] = power_block(*result.power);
  if (result.elicit) add_elicit(*result.elicit, root);
  if (result.mitigation) add_mitigation(*result.mitigation, root);
  if (result.counterfactual) add_counterfactual(*result.counterfactual, root);
  if (result.sources) add_sources(*result.sources, root);
  root["diagnostics"] = {{"models", models_block(result.models)}};
  root["warnings"] = result.warnings;
  root["timing"] = Json::object();
  for (const auto& [phase, seconds] : result.timing) root["timing"][phase] = number(seconds);
  root["threads"] = result.threads;
  std::string out;
  write(root, 0, out);
  return out + "\n";
}

}  // namespace faultline::report
