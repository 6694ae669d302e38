#include "faultline/report/render/text_table.hpp"

#include <algorithm>
#include <numeric>
#include <optional>

#include <fmt/format.h>

#include "faultline/base/text.hpp"
#include "faultline/report/render/display.hpp"

namespace faultline::report {
namespace {

constexpr int kMargin = 2;
constexpr int kGap = 2;
// A column of words is not made narrower than this for a neighbour's sake: two or three words a
// line.
constexpr int kReadable = 16;
// What stands in a cell that has no number; no terminal lacks it.
constexpr const char* kDash = "-";

/// The table as the terminal sees it: columns that it can show, rows that it should.
struct Shown {
  struct Line {
    std::vector<std::string> cells{};
    bool strong = false;
  };
  struct Group {
    std::string title{};
    std::vector<Line> lines{};
  };
  std::vector<std::string> heads{};
  std::vector<bool> words{};  // per column; others stand at the right of their column
  std::vector<Group> groups{};
  std::int64_t left_out = 0;  // rows for pages only
};

/// Where the notes of cells stand that a terminal shows.
enum class Notes { beside, below };

std::string cell_text(const Cell& cell) {
  if (cell.badge) return cell.badge->standing == Badge::Standing::evidence ? "*" : "";
  return printable(cell.text == kNone ? kDash : cell.text);
}

std::string note_text(const Cell& cell, const Column& column) {
  return column.notes == Detail::brief ? printable(cell.note) : "";
}

std::string title_text(const RowGroup& group) {
  const std::string& title = group.brief.empty() ? group.title : group.brief;
  return group.tag.empty() ? title : fmt::format("{} ({})", title, group.tag);
}

std::string brief_head(const Column& column) {
  return column.brief.empty() ? column.head : column.brief;
}

void add_row(const Table& table, const std::vector<std::size_t>& columns, const Row& row,
             const std::string& before, Notes place, Shown::Group& group) {
  Shown::Line line{.strong = row.weight == Row::Weight::strong};
  Shown::Line notes = line;
  bool any = false;
  for (const std::size_t c : columns) {
    std::string text = cell_text(row.cells[c]);
    if (c == 0) text.insert(0, before);
    std::string note = note_text(row.cells[c], table.columns[c]);
    if (place == Notes::beside && !note.empty()) {
      text += fmt::format(" ({})", note);
      note.clear();
    }
    any = any || !note.empty();
    line.cells.push_back(std::move(text));
    notes.cells.push_back(std::move(note));
  }
  group.lines.push_back(std::move(line));
  if (any) group.lines.push_back(std::move(notes));
}

Shown shown(const Table& table, Notes place) {
  Shown result;
  std::vector<std::size_t> columns;
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    if (!table.has_words(c)) continue;
    const Column& column = table.columns[c];
    if (column.detail == Detail::full) continue;
    columns.push_back(c);
    result.heads.push_back(printable(brief_head(column)));
    result.words.push_back(column.kind != Column::Kind::number);
  }
  for (const RowGroup& group : table.groups) {
    Shown::Group& lines = result.groups.emplace_back();
    const std::string title = printable(title_text(group));
    if (!table.titles_in_rows) lines.title = title;
    const std::string before = table.titles_in_rows && !title.empty() ? title + ": " : "";
    for (const Row& row : group.rows) {
      if (row.detail == Detail::full) {
        ++result.left_out;
      } else {
        add_row(table, columns, row, before, place, lines);
      }
    }
    if (lines.lines.empty()) result.groups.pop_back();
  }
  return result;
}

std::vector<int> natural_widths(const Shown& table) {
  std::vector<int> widths;
  for (std::size_t c = 0; c < table.heads.size(); ++c) {
    int width = display_width(table.heads[c]);
    for (const Shown::Group& group : table.groups) {
      for (const Shown::Line& line : group.lines) {
        width = std::max(width, display_width(line.cells[c]));
      }
    }
    widths.push_back(width);
  }
  return widths;
}

int total(const std::vector<int>& widths) {
  return std::accumulate(widths.begin(), widths.end(), 0) + kMargin +
         kGap * static_cast<int>(widths.size() - 1);
}

int least_width(const Shown& table) {
  std::vector<int> widths = natural_widths(table);
  for (std::size_t c = 0; c < widths.size(); ++c) {
    if (table.words[c]) widths[c] = std::min(widths[c], kReadable);
  }
  return total(widths);
}

/// The widest column of words gives way, column by column, until the table fits.
std::vector<int> fitted_widths(const Shown& table, int width) {
  std::vector<int> widths = natural_widths(table);
  while (total(widths) > width) {
    std::optional<std::size_t> widest;
    for (std::size_t c = 0; c < widths.size(); ++c) {
      if (table.words[c] && (!widest || widths[c] > widths[*widest])) widest = c;
    }
    if (!widest || widths[*widest] <= kReadable) break;
    --widths[*widest];
  }
  return widths;
}

std::vector<std::string> wrapped(const std::string& cell, int width) {
  std::vector<std::string> lines = split(wrap("", cell, width), '\n');
  if (!lines.empty()) lines.pop_back();
  return lines;
}

std::string row_lines(const std::vector<std::string>& cells, const std::vector<int>& widths,
                      const std::vector<bool>& words) {
  std::vector<std::vector<std::string>> columns;
  std::size_t height = 1;
  for (std::size_t c = 0; c < cells.size(); ++c) {
    columns.push_back(words[c] ? wrapped(cells[c], widths[c]) : std::vector<std::string>{cells[c]});
    height = std::max(height, columns.back().size());
  }
  std::string out;
  for (std::size_t line = 0; line < height; ++line) {
    std::string text(kMargin, ' ');
    for (std::size_t c = 0; c < columns.size(); ++c) {
      const std::string part = line < columns[c].size() ? columns[c][line] : "";
      const std::string blanks(
          static_cast<std::size_t>(std::max(0, widths[c] - display_width(part))), ' ');
      if (c > 0) text += std::string(kGap, ' ');
      text += words[c] ? part + blanks : blanks + part;
    }
    text.erase(text.find_last_not_of(' ') + 1);
    out += text + "\n";
  }
  return out;
}

/// For where a table has no room: "A1 = 0: People 520, ..."; a row that is named by a number says
/// what it is a number of.
std::string list_item(const Shown& table, const Shown::Line& line) {
  std::string text = table.words[0] ? fmt::format("{}:", line.cells[0])
                                    : fmt::format("{} = {}:", table.heads[0], line.cells[0]);
  for (std::size_t c = 1; c < line.cells.size(); ++c) {
    if (line.cells[c].empty() || line.cells[c] == kDash) continue;
    text += fmt::format("{} {} {}", text.back() == ':' ? "" : ",", table.heads[c], line.cells[c]);
  }
  return text;
}

std::string legend(const Table& table) {
  std::string text;
  for (const Column& column : table.columns) {
    if (column.meaning.empty() || column.detail == Detail::full) continue;
    text += fmt::format("{}{}: {}.", text.empty() ? "" : " ", brief_head(column), column.meaning);
  }
  if (!table.note.empty()) text += (text.empty() ? "" : " ") + table.note;
  return text;
}

}  // namespace

void write_table(const Table& table, Page& page) {
  Shown lines = shown(table, Notes::beside);
  if (lines.groups.empty()) return;
  if (!table.caption.empty()) {
    page.blank();
    page.heading(table.caption);
  }
  bool fits = least_width(lines) <= page.width();
  if (!fits) {
    Shown narrow = shown(table, Notes::below);
    fits = least_width(narrow) <= page.width();
    if (fits) lines = std::move(narrow);
  }
  const std::vector<int> widths = fitted_widths(lines, page.width());
  if (fits) page.lines(row_lines(lines.heads, widths, lines.words));
  for (const Shown::Group& group : lines.groups) {
    if (!group.title.empty()) page.paragraph(group.title, fits ? "" : "  ");
    for (const Shown::Line& line : group.lines) {
      if (fits) {
        page.lines(row_lines(line.cells, widths, lines.words), line.strong ? "1" : nullptr);
      } else {
        page.paragraph(list_item(lines, line), "    ");
      }
    }
  }
  if (lines.left_out > 0) {
    page.paragraph(fmt::format("and {} more {}; `html` and `json` have them all",
                               with_thousands(lines.left_out),
                               lines.left_out == 1 ? table.noun : table.noun + "s"),
                   "  ");
  }
  if (const std::string words = legend(table); !words.empty()) page.paragraph(words, "  ");
}

}  // namespace faultline::report
