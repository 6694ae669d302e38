#include <fmt/format.h>

#include "faultline/base/csv.hpp"
#include "faultline/math/binomial_interval.hpp"
#include "faultline/studies/bare_share.hpp"
#include "faultline/studies/compare/compare_level.hpp"

namespace faultline::studies {
namespace {

// A level fails when the lower end lies above .05, a coverage when the upper end lies below .95.
constexpr double kConfidence = 0.99;
constexpr double kAlpha = 0.05;

std::string compare_csv(const CompareLevelStudy& study) {
  std::string csv = csv_row({"design", "people", "effect", "data_sets", "scan", "scan_low",
                             "scan_high", "named", "gate", "intervals", "covered", "all_intervals",
                             "all_covered", "group_intervals", "group_covered"});
  for (const CompareLevelRow& row : study.rows) {
    const auto [low, high] = math::wilson_interval(row.scan, row.data_sets, kConfidence);
    csv += csv_row({title(row.design), row.people, row.effect, row.data_sets,
                    csv_rounded(share(row.scan, row.data_sets), 4), csv_rounded(low, 4),
                    csv_rounded(high, 4), csv_rounded(share(row.named, row.data_sets), 4),
                    csv_rounded(share(row.gate, row.data_sets), 4), row.intervals,
                    csv_rounded(share(row.covered, row.intervals), 4), row.all_intervals,
                    csv_rounded(share(row.all_covered, row.all_intervals), 4), row.group_intervals,
                    csv_rounded(share(row.group_covered, row.group_intervals), 4)});
  }
  return csv;
}

/// ".037", bold where a level or a coverage is broken.
std::string marked(double value, bool broken) {
  return fmt::format("{0}{1}{0}", broken ? "**" : "", bare_share(value));
}

std::string level_cell(std::int64_t rejected, const CompareLevelRow& row) {
  const double low = math::wilson_interval(rejected, row.data_sets, kConfidence).first;
  return marked(share(rejected, row.data_sets), row.effect == 0 && low > kAlpha);
}

/// Where rates did change, evidence of it is no false alarm.
std::string gate_cell(const CompareLevelRow& row) {
  return is_exchangeable(row.design) ? level_cell(row.gate, row) : "-";
}

std::string coverage_cell(std::int64_t covered, std::int64_t intervals) {
  if (intervals == 0) return "none";
  const double high = math::wilson_interval(covered, intervals, kConfidence).second;
  return marked(share(covered, intervals), high < 1 - kAlpha);
}

/// Of the search.
std::string coverage_cell(const CompareLevelRow& row) {
  return coverage_cell(row.covered, row.intervals);
}

/// Of the table: everybody's change, and that of the smallest group.
std::string table_cells(const CompareLevelRow& row) {
  return fmt::format("{} | {}", coverage_cell(row.all_covered, row.all_intervals),
                     coverage_cell(row.group_covered, row.group_intervals));
}

std::string compare_markdown(const CompareLevelStudy& study) {
  std::string table =
      "| losses | people | search, no change | a named subgroup | gate | covered | everybody's "
      "change covered | smallest group's | change planted | search | gate | covered | everybody's "
      "change covered | smallest group's "
      "|\n|---|---|---|---|---|---|---|---|---|---|---|---|---|---|\n";
  for (std::size_t i = 0; i + 1 < study.rows.size(); i += 2) {
    const CompareLevelRow& none = study.rows[i];
    const CompareLevelRow& planted = study.rows[i + 1];
    table += fmt::format("| {} | {} | {} | {} | {} | {} | {} | {} | {} | {} | {} | {} |\n",
                         title(none.design), none.people, level_cell(none.scan, none),
                         level_cell(none.named, none), gate_cell(none), coverage_cell(none),
                         table_cells(none), planted.effect, level_cell(planted.scan, planted),
                         bare_share(share(planted.gate, planted.data_sets)), coverage_cell(planted),
                         table_cells(planted));
  }
  return table;
}

std::string compare_text(const CompareLevelStudy& study) {
  std::string text = fmt::format(
      "Two models on the same people, level .05; {} data sets per row, {} replicates,\n"
      "seed {}. Share in which the search, a named subgroup and the gate `worse` speak\n"
      "of a change for the worse, and whose interval holds the truth.\n\n",
      study.options.data_sets, study.options.replicates, study.options.seed);
  text += fmt::format("  {:<42}{:>6}{:>7}{:>7}{:>7}{:>7}{:>9}\n", "losses", "people", "effect",
                      "search", "named", "gate", "covered");
  for (const CompareLevelRow& row : study.rows) {
    text += fmt::format(
        "  {:<42.41}{:>6}{:>7}{:>7}{:>7}{:>7}{:>9}\n", title(row.design), row.people, row.effect,
        bare_share(share(row.scan, row.data_sets)), bare_share(share(row.named, row.data_sets)),
        bare_share(share(row.gate, row.data_sets)),
        row.intervals == 0 ? "none" : bare_share(share(row.covered, row.intervals)));
  }
  return text;
}

}  // namespace

StudyOutput to_output(const CompareLevelStudy& study) {
  return {.text = compare_text(study),
          .files = {{"compare.csv", compare_csv(study)}, {"compare.md", compare_markdown(study)}}};
}

}  // namespace faultline::studies
