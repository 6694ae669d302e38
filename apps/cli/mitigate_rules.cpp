#include "cli/mitigate_rules.hpp"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "faultline/audit/ijdi/mitigation_rules.hpp"
#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"

namespace faultline::cli {
namespace {

using Json = nlohmann::ordered_json;
using Rule = audit::MitigationReport::Rule;

constexpr const char* kSchema = "faultline-rules/1";

/// What is wrong becomes a sentence about the file.
struct Reader {
  std::string path;

  [[noreturn]] void fail(const std::string& what) const {
    throw InputError(fmt::format(
        "'{}' is not a rules file of faultline mitigate: {}; write it with --rules", path, what));
  }
  [[nodiscard]] const Json& at(const Json& object, const char* key) const {
    if (!object.is_object() || !object.contains(key)) fail(fmt::format("'{}' is not there", key));
    return object.at(key);
  }
  [[nodiscard]] std::string text(const Json& object, const char* key) const {
    const Json& value = at(object, key);
    if (!value.is_string()) fail(fmt::format("'{}' is not a text", key));
    return value.get<std::string>();
  }
  [[nodiscard]] double number(const Json& object, const char* key) const {
    const Json& value = at(object, key);
    if (!value.is_number() || !std::isfinite(value.get<double>())) {
      fail(fmt::format("'{}' is not a number", key));
    }
    return value.get<double>();
  }
  [[nodiscard]] const Json& list(const Json& object, const char* key) const {
    const Json& value = at(object, key);
    if (!value.is_array()) fail(fmt::format("'{}' is not a list", key));
    return value;
  }
  [[nodiscard]] std::vector<std::string> texts(const Json& value, const std::string& name) const {
    if (!value.is_array()) fail(fmt::format("'{}' is not a list", name));
    std::vector<std::string> out;
    for (const Json& item : value) {
      if (!item.is_string()) fail(fmt::format("'{}' holds something that is not a text", name));
      out.push_back(item.get<std::string>());
    }
    return out;
  }
  [[nodiscard]] Rule rule(const Json& item) const {
    Rule rule;
    const std::string comparator = text(item, "comparator");
    if (const auto known = describe::value_named<audit::Comparator>(comparator)) {
      rule.comparator = *known;
    } else {
      fail(fmt::format("the comparator '{}' is neither > nor >=", comparator));
    }
    rule.text = text(item, "text");
    rule.threshold = number(item, "threshold");
    if (item.contains("width") && !item.at("width").is_null()) rule.width = number(item, "width");
    const Json& subgroup = at(item, "subgroup");
    if (!subgroup.is_object()) fail("'subgroup' is not an object");
    for (const auto& [name, values] : subgroup.items()) {
      rule.subgroup.emplace_back(name, texts(values, name));
    }
    return rule;
  }
};

}  // namespace

std::string to_json(const RulesFile& file) {
  Json root{{"schema", kSchema},           {"method", file.method},  {"error", file.error},
            {"lambda", file.lambda},       {"rules", Json::array()}, {"attributes", Json::array()},
            {"risk_scores", Json::array()}};
  for (const Rule& rule : file.rules) {
    Json subgroup = Json::object();
    for (const auto& [name, values] : rule.subgroup) subgroup[name] = values;
    Json item{{"subgroup", subgroup},
              {"text", rule.text},
              {"comparator", name_of(rule.comparator)},
              {"threshold", rule.threshold}};
    if (rule.width) item["width"] = *rule.width;
    root["rules"].push_back(std::move(item));
  }
  for (const data::Attribute& attribute : file.attributes) {
    root["attributes"].push_back({{"name", attribute.name}, {"values", attribute.labels}});
  }
  for (const auto& [score, probability] : file.risk_scores) {
    root["risk_scores"].push_back({{"score", score}, {"probability", probability}});
  }
  return root.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

RulesFile read_rules(const std::string& path) {
  const Reader reader{path};
  std::ifstream in(path, std::ios::binary);
  if (!in) throw InputError(fmt::format("--apply '{}': there is no such file to read", path));
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  const Json root = Json::parse(text, nullptr, false);
  if (root.is_discarded()) reader.fail("it is not JSON");
  if (reader.text(root, "schema") != kSchema) {
    reader.fail(fmt::format("its schema is '{}', not '{}'", reader.text(root, "schema"), kSchema));
  }
  RulesFile file;
  file.method = reader.text(root, "method");
  file.error = reader.text(root, "error");
  file.lambda = reader.number(root, "lambda");
  for (const Json& item : reader.list(root, "rules")) file.rules.push_back(reader.rule(item));
  if (file.rules.empty() || !file.rules.front().subgroup.empty()) {
    reader.fail("its first rule is not for everybody");
  }
  for (const Json& item : reader.list(root, "attributes")) {
    file.attributes.push_back(
        {reader.text(item, "name"), reader.texts(reader.at(item, "values"), "values")});
  }
  for (const Json& item : reader.list(root, "risk_scores")) {
    file.risk_scores.emplace_back(reader.text(item, "score"), reader.number(item, "probability"));
  }
  for (const Rule& rule : file.rules) {
    for (const auto& named : rule.subgroup) {
      const bool known = std::any_of(
          file.attributes.begin(), file.attributes.end(),
          [&named](const data::Attribute& attribute) { return attribute.name == named.first; });
      if (!known) reader.fail(fmt::format("'attributes' does not list '{}'", named.first));
    }
  }
  return file;
}

RuleBook::RuleBook(const RulesFile& file, const std::vector<std::string>& attributes,
                   std::uint64_t seed)
    : seed_(seed) {
  for (const Rule& rule : file.rules) {
    Entry entry{.rule = rule};
    for (const auto& [name, values] : rule.subgroup) {
      const auto at = std::find(attributes.begin(), attributes.end(), name);
      if (at == attributes.end()) {
        throw ConfigError(
            fmt::format("the rules need the attribute '{}'; add it to --attributes", name));
      }
      entry.conditions.push_back({static_cast<std::size_t>(at - attributes.begin()), values});
    }
    entries_.push_back(std::move(entry));
  }
}

RuleBook::Decision RuleBook::decide(const std::vector<std::string>& labels, double score,
                                    std::int64_t row) const {
  const auto fits = [&labels](const Entry& entry) {
    return std::all_of(entry.conditions.begin(), entry.conditions.end(), [&](const Condition& c) {
      return std::find(c.values.begin(), c.values.end(), labels[c.attribute]) != c.values.end();
    });
  };
  const auto last = std::find_if(entries_.rbegin(), entries_.rend(), fits);
  Decision decision;
  decision.rule = static_cast<std::size_t>(entries_.rend() - last) - 1;
  const Rule& rule = last->rule;
  decision.threshold = rule.width ? audit::random_threshold(seed_, row, rule.threshold, *rule.width)
                                  : rule.threshold;
  decision.positive = audit::exceeds(score, rule.comparator, decision.threshold);
  return decision;
}

}  // namespace faultline::cli
