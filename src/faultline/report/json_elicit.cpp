#include "faultline/report/json_elicit.hpp"

#include <limits>

#include "faultline/report/elicit_words.hpp"

namespace faultline::report {
namespace {

using Answer = audit::ElicitReport::Answer;
using Ratio = audit::ElicitReport::Ratio;

Json ratio_block(const Ratio& ratio) {
  return {{"estimate", number(ratio.estimate)},
          {"spread", optional(ratio.spread)},
          {"answers", ratio.answers},
          {"lambda", optional(ratio.lambda)}};
}

Ratio read_ratio(const Node& node) {
  return {.person = maybe(node, "person", kText).value_or(""),
          .estimate = node.at("estimate").number_or(std::numeric_limits<double>::quiet_NaN()),
          .spread = maybe(node, "spread", kNumber),
          .answers = node.at("answers").small_integer(),
          .lambda = maybe(node, "lambda", kNumber)};
}

}  // namespace

void add_elicit(const audit::ElicitReport& report, Json& root) {
  root["answers"] = Json::array();
  for (const Answer& answer : report.answers) {
    root["answers"].push_back({{"person", answer.person},
                               {"z1", number(answer.z1)},
                               {"z2", number(answer.z2)},
                               {"z3", number(answer.z3)},
                               {"ratio", number(answer.ratio)},
                               {"dominated", answer.dominated}});
  }
  root["ratio"] = ratio_block(report.ratio);
  root["lambda_n"] = optional(report.lambda_n);
  root["lambda_p"] = optional(report.lambda_p);
  Json people = Json::array();
  for (const Ratio& ratio : report.by_person) {
    Json block = {{"person", ratio.person}};
    block.update(ratio_block(ratio));
    people.push_back(std::move(block));
  }
  root["elicitation"] = {
      {"error", report.error},
      {"cost_ratio", number(report.cost_ratio)},
      {"lambda_limit", is_infinite(report.ratio) ? Json("infinity") : Json(nullptr)},
      {"by_person", std::move(people)},
      {"range", interval(ratio_range(report))},
      {"explanation", report.explanation}};
}

std::optional<audit::ElicitReport> read_elicit(const Node& root) {
  const std::optional<Node> node = root.find("elicitation");
  if (!node) return std::nullopt;
  audit::ElicitReport report;
  for (const Node& item : root.at("answers").elements()) {
    report.answers.push_back({.person = item.at("person").text(),
                              .z1 = item.at("z1").number(),
                              .z2 = item.at("z2").number(),
                              .z3 = item.at("z3").number(),
                              .ratio = item.at("ratio").number(),
                              .dominated = item.at("dominated").boolean()});
  }
  report.ratio = read_ratio(root.at("ratio"));
  report.lambda_n = maybe(root, "lambda_n", kNumber);
  report.lambda_p = maybe(root, "lambda_p", kNumber);
  report.error = node->at("error").text();
  report.cost_ratio = node->at("cost_ratio").number();
  for (const Node& item : node->at("by_person").elements())
    report.by_person.push_back(read_ratio(item));
  report.explanation = node->at("explanation").texts();
  return report;
}

}  // namespace faultline::report
