#include "faultline/report/methods/shared/front.hpp"

#include <optional>

#include <fmt/format.h>

#include "faultline/base/text.hpp"
#include "faultline/report/methods/conditional/class_notices.hpp"
#include "faultline/report/methods/shared/sentences.hpp"
#include "faultline/report/methods/shared/wording.hpp"

namespace faultline::report {
namespace {

// A file with many columns does not push the findings off the screen.
constexpr std::size_t kListedColumns = 10;

/// The columns' roles that a command shows: each option with its name on the page.
std::vector<std::pair<std::string, std::string>> roles_of(const result::Result& result) {
  std::vector<std::pair<std::string, std::string>> roles;
  const auto role = [&](const char* name, const std::optional<std::string>& value) {
    if (value) roles.emplace_back(name, *value);
  };
  role("Outcome", option_words(result, "outcome"));
  role("Prediction", option_words(result, "score"));
  for (const char* key : {"risk-score", "risk_score"})
    role("Risk score", option_words(result, key));
  role("Decision", option_words(result, "decision"));
  role("Protected", option_words(result, "protected"));
  if (result.metrics) {
    role("By", option_words(result, "by"));
    role("Weights", option_words(result, "weight"));
    role("Clusters", option_words(result, "cluster"));
  }
  if (result.counterfactual) role("Treatment", option_words(result, "treatment"));
  if (result.sources) role("Model", option_words(result, "model"));
  if (result.counterfactual || result.sources)
    role("Covariates", option_words(result, "covariates"));
  if (result.check || result.command == result::Command::audit)
    role("Threshold", option_words(result, "threshold"));
  if (result.command == result::Command::ijdi || result.command == result::Command::mitigate ||
      result.command == result::Command::metrics || result.command == result::Command::compare) {
    role("Threshold", option_words(result, "threshold"));
    role("True probability", option_words(result, "true_probability"));
    if (const auto learner = option_words(result, "fit_probability")) {
      role("True probability", fmt::format("fitted, {}", *learner));
    }
  }
  return roles;
}

}  // namespace

std::optional<std::string> option_words(const result::Result& result, std::string_view name) {
  for (const auto& [key, value] : result.config) {
    if (key != name) continue;
    if (const auto* text = std::get_if<std::string>(&value); text != nullptr && !text->empty())
      return *text;
    if (const auto* list = std::get_if<std::vector<std::string>>(&value);
        list != nullptr && !list->empty()) {
      return join_words(*list);
    }
  }
  return std::nullopt;
}

Document front_of(const result::ResultFile& file) {
  const result::Result& result = file.result;
  const data::Summary& data = result.data;
  const Title words = title(result.command);
  Document document{.version = file.version,
                    .seed = result.seed,
                    .method = words.method,
                    .question = words.question,
                    .source = data.source,
                    .opening = data_sentence(result),
                    .roles = {{"Data", data.source}, {"People", people(data.rows_used)}},
                    .partial = result.partial};
  for (const data::Notice& notice : of_kind(result.notices, result::NoticeKind::warning)) {
    if (!about_a_class(notice, result)) document.warnings.push_back(notice.text);
  }
  const std::vector<std::pair<std::string, std::string>> roles = roles_of(result);
  document.roles.insert(document.roles.end(), roles.begin(), roles.end());
  // What a finding calls "the outcome", a reader of the text alone must know, too.
  if (!result.findings.empty() || result.check) {
    std::string told;
    for (const auto& [role, columns] : roles) {
      told += fmt::format("{}{}: {}.", told.empty() ? "" : " ", role, columns);
    }
    if (!told.empty()) document.remarks.push_back(std::move(told));
  }
  for (const data::Notice& item : data.dropped) {
    document.remarks.push_back(fmt::format("{} left out: {}", people(item.count), item.text));
  }
  for (const data::Notice& note : of_kind(result.notices, result::NoticeKind::note)) {
    if (!about_a_class(note, result)) document.remarks.push_back(note.text);
  }
  document.left_out = {.items = texts(result.notices, result::NoticeKind::left_out),
                       .limit = kListedColumns,
                       .noun = "column"};
  return document;
}

}  // namespace faultline::report
