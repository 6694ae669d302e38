#include "faultline/report/render/html_table.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "faultline/report/render/row_plot.hpp"

namespace faultline::report::html {
namespace {

// So many columns fit beside each other on a phone; in tables with plots, whose numbers are short,
// more.
constexpr std::size_t kNarrow = 4;
constexpr std::size_t kNarrowPlots = 6;

const char* class_of(Column::Kind kind) {
  switch (kind) {
    case Column::Kind::words:
      return "";
    case Column::Kind::number:
      return "number";
    case Column::Kind::badge:
      return "verdict";
    case Column::Kind::plot:
      return "plot";
  }
  return "";
}

Attributes with_class(std::string_view css) {
  return css.empty() ? Attributes{} : Attributes{{"class", std::string(css)}};
}

bool has_plots(const Table& table) {
  return std::ranges::any_of(
      table.columns, [](const Column& column) { return column.kind == Column::Kind::plot; });
}

/// One axis for all: its numbers stand in the head of the plots' column.
bool one_axis(const Table& table) {
  return std::ranges::none_of(table.groups, [&](const RowGroup& group) {
    const PlotAxis& first = table.groups.front().axis;
    return group.axis.low != first.low || group.axis.high != first.high;
  });
}

Markup head_row(const Table& table) {
  Markup heads;
  for (const Column& column : table.columns) {
    Attributes attributes = {{"scope", "col"}};
    if (const char* css = class_of(column.kind); *css != '\0') {
      attributes.emplace_back("class", css);
    }
    Markup content = column.head;
    const bool plot = column.kind == Column::Kind::plot;
    if (column.head.empty()) {
      content = element("span", {{"class", "hidden"}}, {plot ? "Chart" : "Verdict"});
    }
    if (plot && !table.groups.empty() && one_axis(table)) {
      content += plot_scale(table.groups.front().axis);
    }
    heads += element("th", attributes, {content});
  }
  return element("tr", {heads});
}

Markup content_of(const Cell& cell, const PlotAxis& axis) {
  Markup content;
  if (cell.plot) content += row_plot(*cell.plot, axis);
  if (cell.badge) content += render(*cell.badge);
  if (!cell.text.empty()) {
    Markup words = unbroken(cell.text);
    if (cell.strong) words = element("strong", {words});
    if (!cell.link.empty()) words = element("a", {{"href", "#" + cell.link}}, {words});
    content += words;
  }
  if (!cell.note.empty()) {
    content += element("span", {{"class", "second"}}, {unbroken(cell.note)});
  }
  return content;
}

const char* class_of(Row::Weight weight) {
  switch (weight) {
    case Row::Weight::normal:
      return "";
    case Row::Weight::strong:
      return "strong";
    case Row::Weight::faint:
      return "faint";
  }
  return "";
}

Markup row(const Table& table, const Row& line, const PlotAxis& axis) {
  Markup cells;
  for (std::size_t i = 0; i < line.cells.size(); ++i) {
    const Column& column = table.columns[i];
    const Markup content = content_of(line.cells[i], axis);
    Attributes attributes = with_class(class_of(column.kind));
    if (column.kind == Column::Kind::number) attributes.emplace_back("data-head", column.head);
    if (i == 0) attributes.emplace_back("scope", "row");
    cells += element(i == 0 ? "th" : "td", attributes, {content});
  }
  return element("tr", with_class(class_of(line.weight)), {cells});
}

Markup group_row(const Table& table, const RowGroup& group) {
  const bool scale = has_plots(table) && !one_axis(table);
  if (group.title.empty() && !scale) return {};
  Markup title = group.link.empty() ? Markup(group.title)
                                    : element("a", {{"href", "#" + group.link}}, {group.title});
  if (!group.tag.empty()) title += element("span", {{"class", "tag"}}, {group.tag});
  if (!scale) {
    return element(
        "tr", {{"class", "group"}},
        {element("th",
                 {{"scope", "rowgroup"}, {"colspan", fmt::format("{}", table.columns.size())}},
                 {title})});
  }
  Markup cells = element("th", {{"scope", "rowgroup"}}, {title});
  for (std::size_t i = 1; i < table.columns.size(); ++i) {
    const bool plot = table.columns[i].kind == Column::Kind::plot;
    cells += element("td", with_class(class_of(table.columns[i].kind)),
                     {plot ? plot_scale(group.axis) : Markup{}});
  }
  return element("tr", {{"class", "group"}}, {cells});
}

std::string caption(const Table& table) {
  std::string text = table.caption;
  for (const Column& column : table.columns) {
    if (column.meaning.empty() || column.kind == Column::Kind::badge) continue;
    if (!text.empty()) text += text.back() == '.' ? " " : ". ";
    text += fmt::format("{}: {}.", column.head, column.meaning);
  }
  return text;
}

const char* shape_of(Badge::Standing standing) {
  switch (standing) {
    case Badge::Standing::evidence:
      return "\u25B2";
    case Badge::Standing::open:
      return "\u25CB";
    case Badge::Standing::none:
      return "\u2013";
    case Badge::Standing::untested:
      return "?";
    case Badge::Standing::advice:
      return "";
  }
  return "";
}

const char* class_of(Badge::Standing standing) {
  switch (standing) {
    case Badge::Standing::evidence:
      return "badge evidence";
    case Badge::Standing::open:
      return "badge open";
    case Badge::Standing::none:
      return "badge none";
    case Badge::Standing::untested:
      return "badge untested";
    case Badge::Standing::advice:
      return "badge advised";
  }
  return "badge";
}

}  // namespace

Markup render_key(const std::vector<std::pair<PlotMark, std::string>>& key) {
  Markup items;
  for (const auto& [mark, words] : key) {
    // The mark in the middle of a small axis of its own, without a tick: the step passes over it.
    const PlotMark shown = {.form = mark.form, .from = 1, .to = 2, .number = mark.number};
    const bool single = mark.form == PlotMark::Form::dot || mark.form == PlotMark::Form::ring ||
                        mark.form == PlotMark::Form::total;
    const PlotAxis axis = single ? PlotAxis{.low = 0.5, .high = 1.5, .step = 4}
                                 : PlotAxis{.low = 1, .high = 2, .step = 4};
    items += element("li", {element("span", {{"class", "key"}, {"aria-hidden", "true"}},
                                    {row_plot({.label = "", .marks = {shown}}, axis)}),
                            words});
  }
  return items.empty() ? items : element("ul", {{"class", "legend"}}, {items});
}

Markup render(const Badge& badge) {
  const std::string shape = shape_of(badge.standing);
  const Markup mark = shape.empty()
                          ? Markup{}
                          : element("span", {{"class", "shape"}, {"aria-hidden", "true"}}, {shape});
  return element("span", {{"class", class_of(badge.standing)}}, {mark, badge.words});
}

Markup render(const Table& table) {
  if (table.empty()) return {};
  Markup body;
  for (const RowGroup& group : table.groups) {
    if (group.rows.empty()) continue;
    body += group_row(table, group);
    for (const Row& line : group.rows) body += row(table, line, group.axis);
  }
  const bool plots = has_plots(table);
  std::string css = plots ? "plots" : "";
  if (table.columns.size() > (plots ? kNarrowPlots : kNarrow)) css += plots ? " wide" : "wide";
  Markup parts = render_key(table.key);
  // Where it is wider than the screen, a keyboard must reach it to scroll.
  parts += element(
      "div", {{"class", "scroll"}, {"tabindex", "0"}, {"role", "group"}, {"aria-label", "Table"}},
      {element("table", with_class(css),
               {element("caption", {unbroken(caption(table))}), element("thead", {head_row(table)}),
                element("tbody", {body})})});
  if (!table.note.empty()) parts += element("p", {{"class", "note"}}, {unbroken(table.note)});
  return parts;
}

}  // namespace faultline::report::html
