// A table as CSV, terminal text and Markdown: the paper's line above ours, notes where they differ.

#include <fmt/format.h>

#include "faultline/base/csv.hpp"
#include "faultline/base/text.hpp"
#include "faultline/studies/conditional/tables.hpp"

namespace faultline::studies {
namespace {

using Out = std::back_insert_iterator<std::string>;

// Columns of a terminal.
constexpr std::size_t kWidth = 80;

std::string yes(bool value) { return value ? "yes" : "no"; }
CsvField yes(const std::optional<bool>& value) { return value ? yes(*value) : CsvField(); }

/// "0.45 (1168)"; "-" for nothing.
std::string rate(double observed, std::int64_t n) {
  return n == 0 ? "-" : fmt::format("{:.2f} ({})", observed, n);
}

/// A line of the table, the paper's or ours, as text.
struct Line {
  std::string who{};
  std::string score{};
  std::string in_class{};
  std::string outside{};
  std::string p{};
  std::string subgroup{};
};

Line theirs(const CbsTableRow& row) {
  const PaperScan& paper = row.paper();
  return {"paper",
          fmt::format("{}{}", paper.score, paper.significant ? "*" : " "),
          rate(paper.observed, paper.n),
          rate(paper.comparison, paper.comparison_n),
          "",
          row.paper_words.empty() ? "-" : row.paper_words};
}

Line ours(const CbsTableRow& row, double significance) {
  const methods::Finding& found = row.ours;
  if (!row.computed) return {"ours", "- ", "-", "-", "", "not computed"};
  Line line{"ours", "0.0 ", "-", "-", "", "-"};
  const bool significant = found.p_value && *found.p_value < significance;
  if (found.subgroup) {
    line.score =
        fmt::format("{:.{}f}{}", found.score, found.score < 10 ? 3 : 2, significant ? "*" : " ");
    line.in_class = rate(found.observed, found.n);
    if (found.comparison) line.outside = rate(found.comparison->observed, found.comparison->n);
    line.subgroup = found.text;
  }
  if (found.p_value) line.p = fmt::format("{:.3f}", *found.p_value);
  return line;
}

/// A score with its mark, "42.4*" or "2.21 ", as Markdown.
std::string bold(std::string_view score) {
  const std::string_view value = score.substr(0, score.size() - 1);
  return score.ends_with('*') ? fmt::format("**{}**", value) : std::string(value);
}

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

std::string tally(const Tally& tally) { return fmt::format("{} of {}", tally.agree, tally.of); }

/// The counts of agreement, one per line.
std::vector<std::string> agreement(const CbsTable& table) {
  const CbsTableMatches found = matches(table);
  std::vector<std::string> lines;
  lines.push_back(fmt::format("same subgroup, or none: {}", tally(found.subgroups)));
  lines.push_back(fmt::format("same subgroup where the paper has one: {}", tally(found.named)));
  lines.push_back(
      fmt::format("score within the printed rounding, where above 0: {}", tally(found.scores)));
  lines.push_back(
      fmt::format("observed rates and counts of the paper's subgroup: {}", tally(found.rates)));
  if (found.flags.of > 0) {
    lines.push_back(fmt::format("same verdict at p < {}: {}", shortest(table.options.significance),
                                tally(found.flags)));
  }
  return lines;
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
    for (const Line& line : {theirs(row), ours(row, table.options.significance)}) {
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

std::string to_markdown(const CbsTable& table) {
  std::string text;
  std::string notes;
  int number = 0;
  for (const std::string& line : agreement(table)) text += "- " + line + '\n';
  text +=
      "\n| class | | paper: subgroup | score | in class | outside | ours: subgroup | score | p | "
      "in class | outside |\n|---|---|---|--:|--:|--:|---|--:|--:|--:|--:|\n";
  const PaperClass* last = nullptr;
  for (const CbsTableRow& row : table.rows) {
    const PaperClass& of = *row.protected_class;
    std::string marks;
    for (const std::string& note : row.notes) {
      ++number;
      marks += fmt::format(" [{}]", number);
      fmt::format_to(Out(notes), "{}. {}, {}: {}\n", number, of.name, kPaperMetrics[row.scan],
                     note);
    }
    const Line paper = theirs(row);
    Line mine = ours(row, table.options.significance);
    if (row.same_subgroup && mine.subgroup == paper.subgroup && mine.subgroup != "-") {
      mine.subgroup = "same";
    }
    if (mine.in_class == paper.in_class && mine.outside == paper.outside &&
        mine.subgroup == "same") {
      mine.in_class = mine.outside = "same";
    }
    std::string name;
    if (&of != last) name = of.selected ? fmt::format("**{}**", of.name) : std::string(of.name);
    last = &of;
    fmt::format_to(Out(text), "| {} | {} | {} | {} | {} | {} | {}{} | {} | {} | {} | {} |\n", name,
                   kPaperMetrics[row.scan], paper.subgroup, bold(paper.score), paper.in_class,
                   paper.outside, mine.subgroup, marks, bold(mine.score), mine.p, mine.in_class,
                   mine.outside);
  }
  text += fmt::format("\nScores in bold have p < {}.\n", shortest(table.options.significance));
  if (!notes.empty()) text += "\n" + notes;
  return text;
}

}  // namespace faultline::studies
