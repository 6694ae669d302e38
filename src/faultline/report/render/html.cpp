#include "faultline/report/render/html.hpp"

#include <fmt/format.h>

#include "faultline/report/render/html_blocks.hpp"
#include "faultline/report/render/style.hpp"

namespace faultline::report {
namespace {

using html::element;
using html::Markup;

/// Belt and braces: even if a label slipped through, the browser would load nothing, and run
/// nothing but our own script, which is known by its hash.
std::string policy() {
  return fmt::format(
      "default-src 'none'; style-src 'unsafe-inline'; script-src '{}'; img-src data:; base-uri "
      "'none'; form-action 'none'",
      html::kScriptHash);
}

Markup head(const Document& document) {
  Markup all = Markup::trusted("<meta charset=\"utf-8\">\n");
  all += Markup::trusted(
      fmt::format("<meta http-equiv=\"Content-Security-Policy\" content=\"{}\">\n", policy()));
  all +=
      Markup::trusted("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
  all += Markup::trusted("<meta name=\"color-scheme\" content=\"light dark\">\n");
  all += element("title", {fmt::format("{}: {}", document.method, document.source)});
  all += element("style", {Markup::trusted(html::kStyle)});
  // Apart, because a chart that is saved takes it along.
  all += element("style", {{"id", "chart-style"}}, {Markup::trusted(html::kChartStyle)});
  return element("head", {all});
}

Markup header(const Document& document) {
  Markup roles;
  for (const auto& [role, value] : document.roles) {
    roles += element("div", {element("dt", {role}), element("dd", {value})});
  }
  return element(
      "header", {element("p", {{"class", "brand"}}, {"Faultline \u00B7 " + document.method}),
                 element("h1", {document.question}), element("dl", {{"class", "roles"}}, {roles})});
}

/// The sections of the page, for those who look for one.
Markup contents(const Document& document) {
  Markup items;
  for (const Block& block : document.blocks) {
    const auto* section = std::get_if<Section>(&block.content);
    if (section == nullptr || section->id.empty() || section->heading.empty()) continue;
    items += element("li", {element("a", {{"href", "#" + section->id}}, {section->heading})});
  }
  if (items.empty()) return items;
  return element("nav", {{"class", "contents"}, {"aria-label", "On this page"}},
                 {element("ul", {items})});
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
  const Markup page =
      element("html", {{"lang", "en"}},
              {head(document),
               element("body", {header(document), contents(document), element("main", {main}),
                                footer, element("script", {Markup::trusted(html::kScript)})})});
  return "<!doctype html>\n" + page.str();
}

}  // namespace faultline::report
