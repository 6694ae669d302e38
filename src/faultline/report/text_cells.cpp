#include "faultline/report/text_cells.hpp"

#include "faultline/report/text_table.hpp"

namespace faultline::report {
namespace {

/// For where a table has no room: "A1 = 0: People 520, ...".
std::string list_item(const std::vector<std::string>& heads, const std::vector<std::string>& row) {
  std::string text = row[0] + ":";
  for (std::size_t i = 1; i < row.size(); ++i) {
    text += fmt::format("{} {} {}", i == 1 ? "" : ",", heads[i], row[i]);
  }
  return text;
}

}  // namespace

void write_table(const CellTable& content, Page& page) {
  if (content.rows.empty()) return;
  page.blank();
  page.heading(content.caption);
  TextTable table{
      .heads = {}, .numeric = static_cast<int>(content.heads.size()) - content.words, .rows = {}};
  for (const std::string& head : content.heads) table.heads.push_back(printable(head));
  for (const std::vector<std::string>& row : content.rows) {
    std::vector<std::string>& cells = table.rows.emplace_back();
    for (const std::string& cell : row) cells.push_back(printable(cell));
  }
  if (table.least_width() > page.width()) {
    for (const std::vector<std::string>& row : table.rows) {
      page.paragraph(list_item(table.heads, row), "    ");
    }
    return;
  }
  const TextLines lines = render(table, page.width());
  page.lines(lines.head);
  for (const std::string& row : lines.rows) page.lines(row);
}

}  // namespace faultline::report
