#include <algorithm>

#include <fmt/format.h>

#include "faultline/base/text.hpp"
#include "faultline/report/document/format.hpp"
#include "faultline/report/html/blocks.hpp"
#include "faultline/report/html/model_chart.hpp"
#include "faultline/report/methods/conditional/audit_words.hpp"
#include "faultline/report/methods/shared/model_words.hpp"

namespace faultline::report::html {
namespace {

// So many classes can stand open without burying what follows.
constexpr std::size_t kOpenClasses = 3;

Markup figure(const std::string& title, const Markup& chart, const std::string& sentence) {
  if (sentence.empty() && chart.empty()) return {};
  return element("figure",
                 {element("h3", {title}), chart, element("figcaption", {unbroken(sentence)})});
}

Markup model_figures(const result::ModelReport& model) {
  const std::string name = model_name(model);
  const std::string calibration = calibration_sentence(model);
  const std::string fit = fit_sentence(model);
  Markup figures = figure(
      name, calibration_chart(model, fmt::format("Calibration curve. {}: {}", name, calibration)),
      calibration.empty() ? fit : fmt::format("{} {}", calibration, fit));
  if (model.overlap) {
    const std::string overlap = overlap_sentence(model);
    const OverlapSides sides =
        is_about_treatment(model) ? OverlapSides{"the treated", "the untreated"} : OverlapSides{};
    figures += figure(is_about_treatment(model) ? "Overlap of treated and untreated people"
                                                : "Overlap of the class and everyone else",
                      overlap_chart(*model.overlap, "Histogram of propensities. " + overlap, sides),
                      overlap);
  }
  return figures;
}

Markup coefficients_table(const std::vector<const result::ModelReport*>& models) {
  OldTable table{.caption = "Coefficients of the models on the log-odds, and what has none",
                 .heads = {"Model", "Column", "Coefficient"},
                 .rows = {},
                 .numeric = 1,
                 .css_class = ""};
  for (const result::ModelReport* model : models) {
    const std::string name = model_name(*model);
    for (const auto& [column, value] : model->coefficients) {
      table.rows.push_back({name, column, ratio(value)});
    }
    for (const auto& [covariate, level] : model->reference_levels) {
      table.rows.push_back({name, fmt::format("{} = {}", covariate, level), "reference"});
    }
    for (const std::string& column : model->dropped) {
      table.rows.push_back({name, column, "no variation"});
    }
  }
  if (table.rows.empty()) return {};
  return element("details", {element("summary", {"Coefficients"}), render(table)});
}

Markup class_models(const ClassAudit& entry, bool open) {
  std::vector<std::string> warnings;
  Markup figures;
  for (const result::ModelReport* model : entry.models) {
    for (const std::string& sentence : model_warnings(*model)) {
      warnings.push_back(fmt::format("{}: {}", model_name(*model), sentence));
    }
    figures += model_figures(*model);
  }
  const std::string warned = warnings.empty()
                                 ? "no warning"
                                 : plural(static_cast<std::int64_t>(warnings.size()), "warning");
  return element(
      "details",
      open ? Attributes{{"class", "models"}, {"open", ""}} : Attributes{{"class", "models"}},
      {element("summary",
               {element("strong", {class_words(entry.who)}), ": ",
                element("span", {{"class", warnings.empty() ? "note" : "warned"}}, {warned})}),
       warning_box(warnings), element("div", {{"class", "figures"}}, {figures}),
       coefficients_table(entry.models)});
}

}  // namespace

Markup models_block(const result::Result& result) {
  if (result.models.empty()) return {};
  const std::vector<ClassAudit> classes = by_class(result);
  Markup blocks;
  for (const ClassAudit& entry : classes) {
    if (!entry.models.empty()) blocks += class_models(entry, classes.size() <= kOpenClasses);
  }
  if (result.command != result::Command::audit) {
    return element(
        "section", {{"class", "card"}, {"id", "models"}},
        {element("h2", {"Can the model be believed?"}),
         paragraph("Base rates are means of true probabilities, and these come from a model. Each "
                   "person's was predicted by a model that was fitted without that person. Where "
                   "it is wrong, what it is said to justify is wrong as well."),
         paragraph("A believable model has points near the dashed line, where predicted and "
                   "observed are equal (the upright bars are 95 % intervals)."),
         blocks});
  }
  return element(
      "section", {{"class", "card"}, {"id", "models"}},
      {element("h2", {"Can the models be believed?"}),
       paragraph("What is expected comes from two models. The propensity model says how likely a "
                 "person with such covariates is to be in the class; it weights the people outside "
                 "the class so that they resemble it. The expectation model, fitted on these "
                 "weighted people, says what to expect of the class."),
       paragraph("A believable model has points near the dashed line, where predicted and observed "
                 "are equal (the upright bars are 95 % intervals). A fair comparison has people of "
                 "both kinds at the same propensities: where the class stands alone, the "
                 "expectation is an extrapolation."),
       blocks});
}

}  // namespace faultline::report::html
