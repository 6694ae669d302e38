#include <fmt/format.h>

#include "faultline/base/text.hpp"
#include "faultline/report/document/format.hpp"
#include "faultline/report/html.hpp"
#include "faultline/report/html/blocks.hpp"
#include "faultline/report/html/style.hpp"
#include "faultline/report/json/json.hpp"
#include "faultline/report/methods/document_of.hpp"
#include "faultline/report/methods/shared/sentences.hpp"
#include "faultline/report/methods/shared/wording.hpp"
#include "faultline/report/render/html.hpp"

namespace faultline::report {
namespace {

using html::element;
using html::Markup;

// Belt and braces: even if a label slipped through, the browser loads and runs nothing.
constexpr const char* kPolicy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:";

/// An option of the run as text, when it is one or a list.
std::optional<std::string> option(const result::Result& result, std::string_view name) {
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

Markup header(const result::Result& result) {
  const Title words = title(result.command);
  Markup roles;
  const auto role = [&](const char* name, const std::optional<std::string>& value) {
    if (value) roles += element("div", {element("dt", {name}), element("dd", {*value})});
  };
  role("Data", result.data.source);
  role("People", people(result.data.rows_used));
  role("Outcome", option(result, "outcome"));
  role("Prediction", option(result, "score"));
  for (const char* key : {"risk-score", "risk_score"}) role("Risk score", option(result, key));
  role("Decision", option(result, "decision"));
  role("Protected", option(result, "protected"));
  if (result.counterfactual) {
    role("Treatment", option(result, "treatment"));
    role("Covariates", option(result, "covariates"));
  }
  if (result.command == result::Command::ijdi || result.command == result::Command::mitigate) {
    role("Threshold", option(result, "threshold"));
    role("True probability", option(result, "true_probability"));
    if (const auto learner = option(result, "fit_probability"))
      role("True probability", fmt::format("fitted, {}", *learner));
  }
  return element("header",
                 {element("p", {{"class", "brand"}}, {"Faultline \u00B7 " + words.method}),
                  element("h1", {words.question}), element("dl", {{"class", "roles"}}, {roles})});
}

Markup partial_notice(const result::Result& result) {
  if (!result.partial) return {};
  return element("div", {{"class", "warning"}, {"role", "note"}},
                 {element("strong", {"Partial result. "}),
                  "The run was interrupted. What is here is finished and valid, but it is not all "
                  "that was asked."});
}

}  // namespace

std::string to_html(std::string_view json_text) {
  const result::Document document = from_json(json_text);
  if (document.result.command == result::Command::scan ||
      document.result.command == result::Command::audit ||
      document.result.command == result::Command::sources) {
    return render_html(document_of(document));
  }
  const result::Result& result = document.result;
  const Title words = title(result.command);
  const bool ijdi =
      result.command == result::Command::ijdi || result.command == result::Command::mitigate;
  const bool counterfactual = result.counterfactual.has_value();

  Markup head = Markup::trusted("<meta charset=\"utf-8\">\n");
  head += Markup::trusted(
      fmt::format("<meta http-equiv=\"Content-Security-Policy\" content=\"{}\">\n", kPolicy));
  head +=
      Markup::trusted("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
  head += Markup::trusted("<meta name=\"color-scheme\" content=\"light dark\">\n");
  head += element("title", {fmt::format("{}: {}", words.method, result.data.source)});
  head +=
      element("style", {Markup::trusted(html::kOldStyle),
                        ijdi || counterfactual ? Markup::trusted(html::kAuditStyle) : Markup{},
                        ijdi ? Markup::trusted(html::kIjdiStyle) : Markup{},
                        counterfactual ? Markup::trusted(html::kCounterfactualStyle) : Markup{}});

  Markup main = partial_notice(result);
  main += html::warning_box(texts(result.notices, result::NoticeKind::warning));
  if (result.mitigation) {
    main += html::mitigation_block(result);
    main += html::models_block(result);
  } else if (counterfactual) {
    main += html::counterfactual_block(result);
    main += html::models_block(result);
  } else if (ijdi) {
    main += html::sweep_block(result);
    main += html::ijdi_block(result);
    main += html::models_block(result);
  }
  if (result.elicit) {
    main += html::elicit_block(*result.elicit);  // nobody was scanned; it has its own guide
  } else {
    main += counterfactual ? html::counterfactual_guide(*result.counterfactual)
                           : html::guide_block(result);
    main += html::data_block(result);
  }
  main += html::config_block(document);

  const Markup footer =
      element("footer", {fmt::format("Made by Faultline {} with seed {}. This page is one file and "
                                     "loads nothing from elsewhere.",
                                     document.version, result.seed)});
  const Markup page = element("html", {{"lang", "en"}},
                              {element("head", {head}),
                               element("body", {header(result), element("main", {main}), footer})});
  return "<!doctype html>\n" + page.str();
}

}  // namespace faultline::report
