#include "faultline/report/html/cells.hpp"

namespace faultline::report::html {

Markup table_of(const CellTable& content) {
  if (content.rows.empty()) return {};
  OldTable table{.caption = content.caption,
                 .heads = content.heads,
                 .rows = {},
                 .numeric = static_cast<int>(content.heads.size()) - content.words,
                 .css_class = "numbers-table"};
  for (const std::vector<std::string>& row : content.rows) {
    table.rows.emplace_back(row.begin(), row.end());
  }
  return render(table);
}

Markup list_of(const std::vector<std::string>& sentences, const char* css) {
  Markup items;
  for (const std::string& sentence : sentences) items += element("li", {unbroken(sentence)});
  return items.empty() ? items : element("ul", {{"class", css}}, {items});
}

}  // namespace faultline::report::html
