#pragma once
// A table, written once for every medium: the terminal shows short heads and leaves out rows that
// are for pages only, a page shows badges, links and a small plot in a row. Cells are text already;
// numbers are rounded by report/document/format.hpp.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "faultline/report/document/chart.hpp"
#include "faultline/report/document/detail.hpp"

namespace faultline::report {

/// What stands in a cell that has no number.
inline constexpr const char* kNone = "\u2013";

/// A verdict in two or three words; colour never stands alone.
struct Badge {
  enum class Standing { evidence, open, none, untested, advice };
  Standing standing = Standing::none;
  std::string words{};
};

/// A mark on the small plot of a row, from left to right.
struct PlotMark {
  enum class Form {
    dot,       // at `from`
    ring,      // at `from`, hollow: visible over a dot
    link,      // between two dots
    interval,  // thin bar
    range,     // thick bar
    part,      // of a stacked bar; `number` chooses its colour
    total,     // upright mark at `from`
  };
  Form form = Form::dot;
  double from = 0;
  double to = 0;
  int number = 0;     // colour and shape, as those of numbered series in charts
  bool open = false;  // a range one end of which is not known
  int lane = 0;       // several things in one row stand below each other, from 0
};

struct RowPlot {
  std::string label{};  // what it shows, for those who cannot see it
  std::vector<PlotMark> marks{};
};

/// Axis of the plots of a group of rows: from a round number to a round number.
struct PlotAxis {
  double low = 0;
  double high = 1;
  double step = 0.25;
  double shown = 1;  // numbers on it are multiplied by this
};

struct Cell {
  std::string text{};
  std::string note{};  // a second line, smaller
  bool strong = false;
  std::string link{};  // anchor of a section
  std::optional<Badge> badge{};
  std::optional<RowPlot> plot{};

  Cell() = default;
  Cell(std::string words) : text(std::move(words)) {}  // NOLINT(google-explicit-constructor)
  Cell(std::string_view words) : text(words) {}        // NOLINT(google-explicit-constructor)
  Cell(const char* words) : text(words) {}             // NOLINT(google-explicit-constructor)
  Cell(Badge verdict) : badge(std::move(verdict)) {}   // NOLINT(google-explicit-constructor)
  Cell(RowPlot drawing) : plot(std::move(drawing)) {}  // NOLINT(google-explicit-constructor)
  Cell(std::string words, std::string second) : text(std::move(words)), note(std::move(second)) {}
};

struct Column {
  enum class Kind { words, number, badge, plot };
  std::string head{};
  Kind kind = Kind::number;
  std::string brief{};    // head on a terminal; empty: the same
  std::string meaning{};  // "Obs.: ___." below the table; empty: the head says it
  Detail detail = Detail::brief;
  // brief: a terminal shows its cells' notes, in parentheses or where that is too wide below
  Detail notes = Detail::full;
};

struct Row {
  std::vector<Cell> cells{};  // one per column; the first names the row
  enum class Weight { normal, strong, faint };
  Weight weight = Weight::normal;
  Detail detail = Detail::brief;
};

struct RowGroup {
  std::string title{};  // empty: none
  std::string brief{};  // title on a terminal; empty: the same
  std::string tag{};    // beside the title
  std::string link{};   // of the title
  PlotAxis axis{};      // of the rows' plots
  std::vector<Row> rows{};
};

struct Table {
  std::string caption{};
  std::vector<std::pair<PlotMark, std::string>> key{};  // what the marks of its plots mean
  std::vector<Column> columns{};
  std::vector<RowGroup> groups{};
  std::string note{};        // sentences below the table, after the columns' meanings
  std::string noun = "row";  // what a row is, in "and 3 more rows"
  // On a terminal a group's title stands before the name of each of its rows: for groups of a row
  // or two.
  bool titles_in_rows = false;

  [[nodiscard]] bool empty() const;
  /// False for plots without words in their cells: media that draw nothing leave them out.
  [[nodiscard]] bool has_words(std::size_t column) const;
  /// Adds to the last group; makes one when there is none.
  Row& add(std::vector<Cell> cells);
};

/// The first is words, the others are numbers: what most tables are. `words` columns of words.
[[nodiscard]] std::vector<Column> columns_of(std::vector<std::string> heads, int words = 1);

/// An axis that covers every finite value, and 0.
[[nodiscard]] PlotAxis plot_axis(const std::vector<double>& values, double shown = 1);

/// For rates, in percent: from 0; to 100 % once one is above a half, so that pages compare.
[[nodiscard]] PlotAxis rate_axis(const std::vector<double>& rates);

}  // namespace faultline::report
