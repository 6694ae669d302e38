#include <fmt/format.h>

#include "faultline/base/text.hpp"
#include "faultline/report/document/format.hpp"
#include "faultline/report/html/blocks.hpp"
#include "faultline/report/methods/shared/sentences.hpp"

namespace faultline::report::html {
namespace {

Markup rows_table(const data::Summary& data, bool profiles) {
  OldTable table{
      .caption = "People: read, left out and used", .heads = {"Group", "People"}, .numeric = 1};
  table.rows.push_back({"In the data", with_thousands(data.rows)});
  for (const data::Notice& item : data.dropped) {
    table.rows.push_back({"Left out: " + item.text, with_thousands(item.count)});
  }
  table.rows.push_back({"Used", with_thousands(data.rows_used)});
  if (profiles)
    table.rows.push_back({"Distinct profiles among them", with_thousands(data.profiles)});
  return render(table);
}

Markup attributes_table(const result::Result& result) {
  const data::Summary& data = result.data;
  const bool scanned = !result.counterfactual && !result.sources;
  if (data.attributes.empty()) {
    return scanned ? paragraph("No attribute was scanned.") : Markup{};
  }
  Markup body;
  for (const data::AttributeSummary& attribute : data.attributes) {
    bool first = true;
    for (const data::ValueCount& value : attribute.values) {
      Markup cells;
      if (first) {
        cells += element(
            "th", {{"scope", "rowgroup"}, {"rowspan", fmt::format("{}", attribute.values.size())}},
            {attribute.name});
      }
      const double share = static_cast<double>(value.count) / static_cast<double>(data.rows_used);
      cells += element("td", {value.label});
      cells += element("td", {{"class", "number"}}, {with_thousands(value.count)});
      cells += element("td", {{"class", "number"}}, {unbroken(percent(share))});
      body += element("tr", first ? Attributes{{"class", "first"}} : Attributes{}, {cells});
      first = false;
    }
  }
  const Markup heads =
      element("tr", {element("th", {{"scope", "col"}}, {"Attribute"}),
                     element("th", {{"scope", "col"}}, {"Value"}),
                     element("th", {{"scope", "col"}, {"class", "number"}}, {"People"}),
                     element("th", {{"scope", "col"}, {"class", "number"}}, {"Share"})});
  return element(
      "div", {{"class", "scroll"}},
      {element("table", {{"class", "attributes"}},
               {element("caption",
                        {fmt::format("{}ttributes, their values and how many people have them",
                                     scanned ? "Scanned a" : "A")}),
                element("thead", {heads}), element("tbody", {body})})});
}

Markup left_out_table(const data::Notices& columns) {
  if (columns.empty()) return {};
  OldTable table{.caption = "Columns that were not scanned, and why",
                 .heads = {"Column and reason", "Distinct values"},
                 .numeric = 1};
  for (const data::Notice& column : columns)
    table.rows.push_back({column.text, with_thousands(column.count)});
  return render(table);
}

}  // namespace

Markup data_block(const result::Result& result) {
  const data::Summary& data = result.data;
  Markup notes;
  for (const std::string& note : texts(result.notices, result::NoticeKind::note))
    notes += element("li", {unbroken(note)});
  return element("section", {{"class", "card"}, {"id", "data"}},
                 {element("h2", {"The data"}), paragraph(data_sentence(result)),
                  element("p", {{"class", "note"}},
                          {"Source: ", element("code", {data.source}),
                           data.sha256.empty() ? Markup{} : Markup(". SHA-256 "),
                           data.sha256.empty() ? Markup{} : element("code", {data.sha256})}),
                  notes.empty() ? Markup{} : element("ul", {notes}),
                  rows_table(data, !result.sources), attributes_table(result),
                  left_out_table(of_kind(result.notices, result::NoticeKind::left_out))});
}

}  // namespace faultline::report::html
