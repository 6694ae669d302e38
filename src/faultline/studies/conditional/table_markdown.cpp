// A table as Markdown, with numbered notes below it.

#include <fmt/format.h>

#include "faultline/base/text.hpp"
#include "faultline/report/render/markdown.hpp"
#include "faultline/studies/conditional/table_lines.hpp"

namespace faultline::studies {
namespace {

/// A score with its mark, "42.4*" or "2.21 ", strong where it has one.
report::Cell score_cell(std::string_view score) {
  report::Cell cell(score.substr(0, score.size() - 1));
  cell.strong = score.ends_with('*');
  return cell;
}

report::Table comparison_table() {
  using enum report::Column::Kind;
  return {.columns = {{"class", words},
                      {"", words},
                      {"paper: subgroup", words},
                      {"score"},
                      {"in class"},
                      {"outside"},
                      {"ours: subgroup", words},
                      {"score"},
                      {"p"},
                      {"in class"},
                      {"outside"}}};
}

}  // namespace

std::string to_markdown(const CbsTable& table) {
  std::string text;
  std::string notes;
  int number = 0;
  for (const std::string& line : agreement(table)) text += "- " + line + '\n';
  report::Table compared = comparison_table();
  const PaperClass* last = nullptr;
  for (const CbsTableRow& row : table.rows) {
    const PaperClass& of = *row.protected_class;
    std::string marks;
    for (const std::string& note : row.notes) {
      ++number;
      marks += fmt::format(" [{}]", number);
      notes += fmt::format("{}. {}, {}: {}\n", number, of.name, kPaperMetrics[row.scan], note);
    }
    const TableLine paper = paper_line(row);
    TableLine mine = our_line(row, table.options.significance);
    if (row.same_subgroup && mine.subgroup == paper.subgroup && mine.subgroup != "-") {
      mine.subgroup = "same";
    }
    if (mine.in_class == paper.in_class && mine.outside == paper.outside &&
        mine.subgroup == "same") {
      mine.in_class = mine.outside = "same";
    }
    report::Cell name;
    if (&of != last) name = of.name;
    name.strong = of.selected;
    last = &of;
    compared.add({name, kPaperMetrics[row.scan], paper.subgroup, score_cell(paper.score),
                  paper.in_class, paper.outside, mine.subgroup + marks, score_cell(mine.score),
                  mine.p, mine.in_class, mine.outside});
  }
  text += "\n" + report::render_markdown(compared);
  text += fmt::format("\nScores in bold have p < {}.\n", shortest(table.options.significance));
  if (!notes.empty()) text += "\n" + notes;
  return text;
}

}  // namespace faultline::studies
