// A table as CSV and as text of the terminal: the paper's line above ours, notes where they differ.

#include <fmt/format.h>

#include "faultline/base/csv.hpp"
#include "faultline/base/text.hpp"
#include "faultline/studies/conditional/table_lines.hpp"

namespace faultline::studies {
namespace {

using Out = std::back_insert_iterator<std::string>;

// Columns of a terminal.
constexpr std::size_t kWidth = 80;

std::string yes(bool value) { return value ? "yes" : "no"; }
CsvField yes(const std::optional<bool>& value) { return value ? yes(*value) : CsvField(); }

/// Adds words, no line wider than the page, further lines starting with `indent` blanks.
void wrap(std::string_view words, std::size_t indent, std::string& text) {
  std::size_t column = text.size() - (text.find_last_of('\n') + 1);
  bool first = true;
  for (const std::string& word : split(words, ' ')) {
    if (!first && column + 1 + word.size() > kWidth) {
      text += '\n' + std::string(indent, ' ');
      column = indent;
      first = true;
    }
    if (!first) {
      text += ' ';
      ++column;
    }
    text += word;
    column += word.size();
    first = false;
  }
  text += '\n';
}

}  // namespace

std::string to_csv(const CbsTable& table) {
  std::string text = csv_row({"class",
                              "attribute",
                              "value",
                              "in_table3",
                              "metric",
                              "paper_subgroup",
                              "paper_score",
                              "paper_significant",
                              "paper_observed",
                              "paper_n",
                              "paper_comparison",
                              "paper_comparison_n",
                              "subgroup",
                              "score",
                              "p_value",
                              "permutations",
                              "observed",
                              "expected",
                              "n",
                              "comparison",
                              "comparison_n",
                              "score_at_paper_subgroup",
                              "same_subgroup",
                              "score_within_rounding",
                              "same_rates",
                              "same_significance",
                              "notes"});
  for (const CbsTableRow& row : table.rows) {
    const PaperClass& of = *row.protected_class;
    const PaperScan& paper = row.paper();
    const methods::Finding& found = row.ours;
    std::vector<CsvField> fields{of.name,
                                 of.attribute,
                                 of.value,
                                 yes(of.selected),
                                 kPaperMetrics[row.scan],
                                 csv_unless_empty(paper.subgroup),
                                 paper.score,
                                 yes(paper.significant)};
    if (paper.subgroup.empty()) {
      fields.resize(fields.size() + 4);
    } else {
      fields.insert(fields.end(), {paper.observed, paper.n, paper.comparison, paper.comparison_n});
    }
    fields.insert(fields.end(),
                  {csv_unless_empty(found.text), row.computed ? CsvField(found.score) : CsvField(),
                   found.p_value, found.replicates});
    if (!found.subgroup) {
      fields.resize(fields.size() + 5);
    } else {
      fields.insert(fields.end(), {found.observed, found.expected, found.n});
      fields.push_back(found.comparison ? CsvField(found.comparison->observed) : CsvField());
      fields.emplace_back(found.comparison ? found.comparison->n : 0);
    }
    std::string notes;
    for (const std::string& note : row.notes) notes += (notes.empty() ? "" : "; ") + note;
    fields.insert(fields.end(), {row.at_paper ? CsvField(row.at_paper->score) : CsvField(),
                                 yes(row.same_subgroup), yes(row.score_within_rounding),
                                 yes(row.same_rates), yes(row.same_flag), csv_unless_empty(notes)});
    text += csv_row(fields);
  }
  return text;
}

std::string to_text(const CbsTable& table) {
  std::string text;
  const PaperClass* last = nullptr;
  for (const CbsTableRow& row : table.rows) {
    const PaperClass& of = *row.protected_class;
    if (&of != last) {
      fmt::format_to(Out(text), "\n{} against everybody else{}\n", of.name,
                     of.selected ? "  (also in Table 3)" : "");
      fmt::format_to(Out(text), "{:9} {:>9} {:>12} {:>12} {:>6}  {}\n", "", "score ", "in class",
                     "outside", "p", "subgroup");
      last = &of;
    }
    for (const TableLine& line : {paper_line(row), our_line(row, table.options.significance)}) {
      const bool first = line.who == "paper";
      fmt::format_to(Out(text), "{:3} {:5} {:>9} {:>12} {:>12} {:>6}  ",
                     first ? kPaperMetrics[row.scan] : "", line.who, line.score, line.in_class,
                     line.outside, line.p);
      wrap(line.subgroup, 56, text);
    }
    for (const std::string& note : row.notes) {
      text += "          ! ";
      wrap(note, 12, text);
    }
  }
  text +=
      "\nFPE balance-negative, mean prediction given no outcome; FPR decided given no\n"
      "outcome; CAL outcome given the prediction; PPV outcome given the decision.\n";
  fmt::format_to(Out(text), "* p < {}. ", shortest(table.options.significance));
  fmt::format_to(Out(text), "Scores are after the penalty of 1 per listed value.\n\n");
  for (const std::string& line : agreement(table)) text += line + '\n';
  if (table.partial) text += "Interrupted: p-values rest on fewer permutations than asked for.\n";
  return text;
}

}  // namespace faultline::studies
