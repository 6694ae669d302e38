#include "faultline/report/render/html_blocks.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "faultline/report/render/chart.hpp"
#include "faultline/report/render/html_table.hpp"

namespace faultline::report::html {
namespace {

Markup items_of(const std::vector<std::string>& sentences) {
  Markup items;
  for (const std::string& sentence : sentences) items += element("li", {unbroken(sentence)});
  return items;
}

/// Renders blocks below a heading of level `level`.
class Renderer {
 public:
  explicit Renderer(int level) : level_(level) {}

  Markup operator()(const Paragraph& one) const {
    switch (one.tone) {
      case Paragraph::Tone::plain:
        break;
      case Paragraph::Tone::lead:
        return element("p", {{"class", "lead"}}, {unbroken(one.text)});
      case Paragraph::Tone::note:
        return element("p", {{"class", "note"}}, {unbroken(one.text)});
    }
    return paragraph(one.text);
  }

  Markup operator()(const List& one) const {
    return element(one.numbered ? "ol" : "ul", {{"class", "story"}}, {items_of(one.items)});
  }

  Markup operator()(const Verdicts& one) const {
    Markup items;
    for (const Verdicts::Line& line : one.list) {
      items +=
          element("li", {render(line.badge),
                         element("div", {element("a", {{"href", "#" + line.link}}, {line.title}),
                                         unbroken(line.words.empty() ? "" : ": " + line.words)})});
    }
    return element("ul", {{"class", "verdicts"}}, {items});
  }

  Markup operator()(const Warnings& one) const { return render(one); }

  Markup operator()(const Facts& one) const {
    if (one.form == Facts::Form::table) {
      Table table{.caption = one.caption, .columns = columns_of({"Item", "Value"}, 2)};
      for (const Fact& fact : one.list) table.add({fact.label, Cell(fact.value, fact.note)});
      return element("div", {{"class", "pairs"}}, {render(table)});
    }
    Markup facts;
    for (const Fact& fact : one.list) {
      facts += element(
          "div",
          {element("dt", {fact.label}), element("dd", {{"class", "value"}}, {unbroken(fact.value)}),
           fact.note.empty() ? Markup{}
                             : element("dd", {{"class", "note"}}, {unbroken(fact.note)})});
    }
    return element("dl", {{"class", "facts"}}, {facts});
  }

  Markup operator()(const Subgroup& one) const {
    if (one.attributes.empty()) return element("p", {{"class", "subgroup"}}, {one.words});
    Markup items;
    for (const auto& [attribute, values] : one.attributes) {
      items += element("li", {element("span", {{"class", "attribute"}}, {attribute}), " ",
                              element("strong", {values})});
    }
    return element("ul", {{"class", "subgroup"}, {"aria-label", "the subgroup"}}, {items});
  }

  Markup operator()(const Table& one) const { return render(one); }

  Markup operator()(const Figures& one) const {
    Markup figures;
    for (const Figure& figure : one.list) {
      figures += element(
          "figure",
          {figure.title.empty() ? Markup{} : element(heading_tag(level_ + 1), {figure.title}),
           draw(figure.chart),
           figure.caption.empty() ? Markup{} : element("figcaption", {unbroken(figure.caption)})});
    }
    Markup all = render_key(one.key);
    all += one.list.size() == 1
               ? figures
               : element("div", {{"class", one.wide ? "wide-figures" : "figures"}}, {figures});
    return all;
  }

  Markup operator()(const Code& one) const {
    std::string text;
    for (const std::string& line : one.lines) text += (text.empty() ? "" : "\n") + line;
    return element("pre", {element("code", {text})});
  }

  Markup operator()(const Guide& one) const {
    Markup list;
    for (const GuideEntry& entry : one.entries) {
      Markup items;
      for (const auto& [name, meaning] : entry.items) {
        items += element("li", {element("strong", {name}), unbroken(": " + meaning)});
      }
      list += element("div", {element("dt", {entry.term}),
                              element("dd", {unbroken(entry.meaning),
                                             items.empty() ? items : element("ul", {items})})});
    }
    return element("dl", {{"class", "guide"}}, {list});
  }

  Markup operator()(const Section& one) const {
    const bool card = level_ == 1;
    const bool folded = one.fold != Section::Fold::none;
    Markup badges;
    for (const Badge& badge : one.badges) {
      badges += " ";
      badges += render(badge);
    }
    Attributes attributes;
    if (card || folded) attributes.emplace_back("class", card ? "card" : "finding");
    if (!one.id.empty()) attributes.emplace_back("id", one.id);
    // Headings go down one by one: what stands in a section without any is not a level below.
    const bool titled = !one.heading.empty() || card;
    const Markup content = Renderer(titled ? level_ + 1 : level_).all(one.blocks);
    if (folded) {
      if (one.fold == Section::Fold::open) attributes.emplace_back("open", "");
      const Markup lead_in = one.lead_in.empty() ? Markup{}
                                                 : element("span", {{"class", "lead-in"}},
                                                           {unbroken(": " + one.lead_in)});
      return element(
          "details", attributes,
          {element("summary",
                   {element(heading_tag(level_ + 1), {unbroken(one.heading), lead_in}), badges}),
           content});
    }
    std::string words = one.heading;
    if (!one.lead_in.empty()) words += ": " + one.lead_in;
    Markup title = unbroken(words);
    if (!one.link.empty()) title = element("a", {{"href", "#" + one.link}}, {title});
    const Markup heading =
        words.empty() ? Markup{} : element(heading_tag(level_ + 1), {title, badges});
    return element("section", attributes, {heading, content});
  }

  [[nodiscard]] Markup all(const std::vector<Block>& blocks) const {
    Markup markup;
    for (const Block& block : blocks) markup += std::visit(*this, block.content);
    return markup;
  }

 private:
  /// h2 below the page's title, down to h4.
  static std::string heading_tag(int level) { return fmt::format("h{}", std::clamp(level, 2, 4)); }

  int level_;
};

}  // namespace

Markup render(const std::vector<Block>& blocks) { return Renderer(1).all(blocks); }

Markup render(const Warnings& warnings) {
  if (warnings.items.empty()) return {};
  // "Warning" is many where there are many; other titles stand for themselves.
  const bool plural = warnings.title == "Warning" && warnings.items.size() > 1;
  return element("div", {{"class", "warning"}, {"role", "note"}},
                 {element("strong", {plural ? "Warnings" : warnings.title}),
                  element("ul", {items_of(warnings.items)})});
}

}  // namespace faultline::report::html
