#include "faultline/report/render/html.hpp"

#include <variant>
#include <vector>

#include <fmt/format.h>

#include "faultline/report/render/html_blocks.hpp"
#include "faultline/report/render/style.hpp"

namespace faultline::report {
namespace {

using html::element;
using html::Markup;

// Belt and braces: even if a label slipped through, the browser loads and runs nothing.
constexpr const char* kPolicy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:";

Markup head(const Document& document) {
  Markup all = Markup::trusted("<meta charset=\"utf-8\">\n");
  all += Markup::trusted(
      fmt::format("<meta http-equiv=\"Content-Security-Policy\" content=\"{}\">\n", kPolicy));
  all +=
      Markup::trusted("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
  all += Markup::trusted("<meta name=\"color-scheme\" content=\"light dark\">\n");
  all += element("title", {fmt::format("{}: {}", document.method, document.source)});
  all += element("style", {Markup::trusted(html::kStyle), Markup::trusted(html::kChartStyle)});
  return element("head", {all});
}

/// Links to the sections of a long page.
Markup contents(const Document& document) {
  constexpr std::size_t kShortPage = 3;
  std::vector<const Section*> sections;
  for (const Block& block : document.blocks) {
    const auto* section = std::get_if<Section>(&block.content);
    if (section != nullptr && !section->id.empty() && !section->heading.empty())
      sections.push_back(section);
  }
  if (sections.size() <= kShortPage) return {};
  Markup items;
  for (const Section* section : sections) {
    items += element("li", {element("a", {{"href", "#" + section->id}}, {section->heading})});
  }
  return element("nav", {{"class", "contents"}, {"aria-label", "Contents"}},
                 {element("ul", {items})});
}

Markup header(const Document& document) {
  Markup roles;
  for (const auto& [role, value] : document.roles) {
    roles += element("div", {element("dt", {role}), element("dd", {value})});
  }
  return element("header",
                 {element("p", {{"class", "brand"}}, {"Faultline \u00B7 " + document.method}),
                  element("h1", {document.question}), element("dl", {{"class", "roles"}}, {roles}),
                  contents(document)});
}

Markup partial_notice(const Document& document) {
  if (!document.partial) return {};
  return element("div", {{"class", "warning"}, {"role", "note"}},
                 {element("strong", {"Partial result: "}), kPartial});
}

}  // namespace

std::string render_html(const Document& document) {
  Markup main = partial_notice(document);
  main += html::render(Warnings{.items = document.warnings});
  main += html::render(document.blocks);
  const Markup footer =
      element("footer", {fmt::format("Made by Faultline {} with seed {}. This page is one file and "
                                     "loads nothing from elsewhere.",
                                     document.version, document.seed)});
  const Markup page = element(
      "html", {{"lang", "en"}},
      {head(document), element("body", {header(document), element("main", {main}), footer})});
  return "<!doctype html>\n" + page.str();
}

}  // namespace faultline::report
