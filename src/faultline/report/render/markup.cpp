#include "faultline/report/render/markup.hpp"

#include <algorithm>
#include <array>

namespace faultline::report::html {
namespace {

bool is_block(std::string_view tag) {
  constexpr std::array<std::string_view, 29> kBlocks = {
      "html",    "head",    "body",       "title", "style", "header", "main", "footer",
      "section", "article", "div",        "p",     "h1",    "h2",     "h3",   "ul",
      "li",      "dl",      "table",      "thead", "tbody", "tr",     "svg",  "details",
      "summary", "figure",  "figcaption", "nav",   "script"};
  return std::find(kBlocks.begin(), kBlocks.end(), tag) != kBlocks.end();
}

/// "alpha" or "alpha = 0.05".
bool is_option(std::string_view text) {
  const std::string_view name = text.substr(0, text.find(" = "));
  return !name.empty() && std::all_of(name.begin(), name.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
  });
}

/// Options between backticks become <code>; the text is escaped already.
std::string with_options_as_code(std::string text) {
  std::size_t open = text.find('`');
  while (open != std::string::npos) {
    const std::size_t close = text.find('`', open + 1);
    if (close == std::string::npos) break;
    const std::string inside = text.substr(open + 1, close - open - 1);
    if (!is_option(inside)) {
      open = close;
      continue;
    }
    const std::string code = "<code>" + inside + "</code>";
    text.replace(open, close - open + 1, code);
    open = text.find('`', open + code.size());
  }
  return text;
}

}  // namespace

Markup::Markup(std::string_view text) : html_(with_options_as_code(escape_markup(text))) {}

Markup Markup::trusted(std::string_view html) {
  Markup markup;
  markup.html_ = html;
  return markup;
}

Markup element(std::string_view tag, const Attributes& attributes,
               std::initializer_list<Markup> children) {
  std::string html = "<";
  html += tag;
  for (const auto& [name, value] : attributes) {
    html += ' ';
    html += name;
    html += "=\"" + escape_markup(value) + '"';
  }
  html += '>';
  for (const Markup& child : children) html += child.str();
  html += "</";
  html += tag;
  html += is_block(tag) ? ">\n" : ">";
  return Markup::trusted(html);
}

Markup element(std::string_view tag, std::initializer_list<Markup> children) {
  return element(tag, Attributes{}, children);
}

std::string unbroken(std::string_view sentence) {
  constexpr std::string_view kSpace = "\u00A0";
  std::string out(sentence);
  for (const std::string_view sign : {" %", " = ", "< 0", "> 9"}) {
    for (std::size_t at = out.find(sign); at != std::string::npos; at = out.find(sign, at + 1)) {
      for (std::size_t i = at + sign.size(); i-- > at;) {
        if (out[i] == ' ') out.replace(i, 1, kSpace);
      }
    }
  }
  return out;
}

Markup paragraph(std::string_view sentence) { return element("p", {unbroken(sentence)}); }

}  // namespace faultline::report::html
