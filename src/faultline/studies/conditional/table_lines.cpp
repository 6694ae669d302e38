#include "faultline/studies/conditional/table_lines.hpp"

#include <fmt/format.h>

#include "faultline/base/text.hpp"

namespace faultline::studies {
namespace {

/// "0.45 (1168)"; "-" for nothing.
std::string rate(double observed, std::int64_t n) {
  return n == 0 ? "-" : fmt::format("{:.2f} ({})", observed, n);
}

std::string tally(const Tally& tally) { return fmt::format("{} of {}", tally.agree, tally.of); }

}  // namespace

TableLine paper_line(const CbsTableRow& row) {
  const PaperScan& paper = row.paper();
  return {"paper",
          fmt::format("{}{}", paper.score, paper.significant ? "*" : " "),
          rate(paper.observed, paper.n),
          rate(paper.comparison, paper.comparison_n),
          "",
          row.paper_words.empty() ? "-" : row.paper_words};
}

TableLine our_line(const CbsTableRow& row, double significance) {
  const methods::Finding& found = row.ours;
  if (!row.computed) return {"ours", "- ", "-", "-", "", "not computed"};
  TableLine line{"ours", "0.0 ", "-", "-", "", "-"};
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

}  // namespace faultline::studies
