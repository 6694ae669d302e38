#include <fmt/format.h>

#include "faultline/base/text.hpp"
#include "faultline/report/document/format.hpp"
#include "faultline/report/html/blocks.hpp"
#include "faultline/report/html/chart.hpp"

namespace faultline::report::html {
namespace {

// Rates of fewer people than this are shown faint: one person moves them by more than ten points.
constexpr std::int64_t kFew = 10;
constexpr const char* kEveryone = "Everyone in the subgroup";

/// Value, people, observed, expected and the two as dots on one line.
Markup row_of(const result::Breakdown& row, const std::string& name,
              const std::optional<std::pair<double, double>>& interval, const RateAxis& axis,
              const char* css) {
  const std::string spoken = fmt::format("{}: observed {}, expected {}", name,
                                         percent(row.observed), percent(row.expected));
  const auto number = [](const std::string& text) {
    return element("td", {{"class", "number"}}, {unbroken(text)});
  };
  return element("tr", {{"class", css}},
                 {element("th", {{"scope", "row"}}, {row.label}), number(with_thousands(row.n)),
                  number(percent(row.observed)), number(percent(row.expected)),
                  element("td", {{"class", "plot"}},
                          {rate_row(row.observed, row.expected, interval, axis, spoken)})});
}

Markup attribute_row(const result::Breakdown& row) {
  const Markup tag =
      row.restricted ? element("span", {{"class", "tag"}}, {"defines the subgroup"}) : Markup{};
  return element("tr", {{"class", "group"}},
                 {element("th", {{"scope", "rowgroup"}, {"colspan", "5"}}, {row.attribute, tag})});
}

Markup head_row(const RateAxis& axis) {
  const auto head = [](const char* css, const Markup& content) {
    return element("th", {{"scope", "col"}, {"class", css}}, {content});
  };
  const auto key = [](const char* css, const char* name) {
    Markup content = element("span", {{"class", css}, {"aria-hidden", "true"}}, {});
    content += name;
    return content;
  };
  Markup scale = element("span", {{"class", "hidden"}}, {"Chart"});
  scale += rate_scale(axis);
  return element("tr", {head("label", "Value"), head("number", "People"),
                        head("number", key("key key-observed", "Observed")),
                        head("number", key("key key-expected", "Expected")), head("plot", scale)});
}

std::string caption(const result::Finding& finding, bool few) {
  const char* what = finding.theta_name == result::ThetaName::q ? "rate" : "mean";
  std::string text =
      fmt::format("Observed and expected {}s among the people of the subgroup.", what);
  if (finding.observed_interval) {
    text += fmt::format(
        " The bar in the first row is the 95 % interval of the observed {}; it does not account "
        "for the subgroup having been searched for.",
        what);
  }
  if (few) text += fmt::format(" Rows of fewer than {} people are faint.", kFew);
  return text;
}

}  // namespace

Markup breakdown_block(const result::Finding& finding) {
  if (finding.breakdown.empty() || !finding.subgroup) return {};
  std::vector<double> rates = {finding.observed, finding.expected};
  for (const result::Breakdown& row : finding.breakdown) {
    rates.insert(rates.end(), {row.observed, row.expected});
  }
  const RateAxis axis = rate_axis(rates);

  Markup body = row_of({.attribute = "",
                        .label = kEveryone,
                        .restricted = false,
                        .n = finding.n,
                        .observed = finding.observed,
                        .expected = finding.expected},
                       kEveryone, finding.observed_interval, axis, "total");
  bool few = false;
  const result::Breakdown* previous = nullptr;
  for (const result::Breakdown& row : finding.breakdown) {
    if (previous == nullptr || previous->attribute != row.attribute) body += attribute_row(row);
    previous = &row;
    few = few || row.n < kFew;
    body += row_of(row, row.attribute + " " + row.label, std::nullopt, axis,
                   row.n < kFew ? "value few" : "value");
  }
  return element(
      "section",
      {element("h3", {"Inside the subgroup, value by value"}),
       element("div", {{"class", "scroll"}},
               {element("table", {{"class", "breakdown"}},
                        {element("caption", {unbroken(caption(finding, few))}),
                         element("thead", {head_row(axis)}), element("tbody", {body})})})});
}

}  // namespace faultline::report::html
