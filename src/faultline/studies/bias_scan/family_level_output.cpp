#include <fmt/format.h>

#include "faultline/base/csv.hpp"
#include "faultline/math/binomial_interval.hpp"
#include "faultline/studies/bare_share.hpp"
#include "faultline/studies/bias_scan/family_level.hpp"

namespace faultline::studies {
namespace {

// A level fails when the lower end lies above .05, a coverage when the upper end lies below .95.
constexpr double kConfidence = 0.99;
constexpr double kAlpha = 0.05;

std::string families_csv(const FamilyLevelStudy& study) {
  std::string csv =
      csv_row({"residuals", "family", "people", "effect", "data_sets", "evidence", "evidence_low",
               "evidence_high", "named", "intervals", "covered", "covered_low", "covered_high"});
  for (const FamilyLevelRow& row : study.rows) {
    const auto [low, high] = math::wilson_interval(row.evidence, row.data_sets, kConfidence);
    const auto [least, most] = math::wilson_interval(row.covered, row.intervals, kConfidence);
    csv += csv_row({title(row.design), describe::name_of(family_of(row.design)), row.people,
                    row.effect, row.data_sets, csv_rounded(share(row.evidence, row.data_sets), 4),
                    csv_rounded(low, 4), csv_rounded(high, 4),
                    csv_rounded(share(row.named, row.data_sets), 4), row.intervals,
                    csv_rounded(share(row.covered, row.intervals), 4), csv_rounded(least, 4),
                    csv_rounded(most, 4)});
  }
  return csv;
}

/// ".037", bold where a level or a coverage is broken.
std::string marked(double value, bool broken) {
  return fmt::format("{0}{1}{0}", broken ? "**" : "", bare_share(value));
}

std::string level_cell(std::int64_t rejected, const FamilyLevelRow& row) {
  const double low = math::wilson_interval(rejected, row.data_sets, kConfidence).first;
  return marked(share(rejected, row.data_sets), row.effect == 0 && low > kAlpha);
}

std::string coverage_cell(const FamilyLevelRow& row) {
  if (row.intervals == 0) return "none";
  const double high = math::wilson_interval(row.covered, row.intervals, kConfidence).second;
  return marked(share(row.covered, row.intervals), high < 1 - kAlpha);
}

/// A line per design and number of people: level, and what is found of the effect.
std::string families_markdown(const FamilyLevelStudy& study) {
  std::string table = fmt::format(
      "| residuals | people | evidence without effect | a named subgroup | covered | evidence with "
      "effect {} | covered |\n|---|---|---|---|---|---|---|\n",
      study.options.effect);
  for (std::size_t i = 0; i + 1 < study.rows.size(); i += 2) {
    const FamilyLevelRow& none = study.rows[i];
    const FamilyLevelRow& planted = study.rows[i + 1];
    table += fmt::format("| {} | {} | {} | {} | {} | {} | {} |\n", title(none.design), none.people,
                         level_cell(none.evidence, none), level_cell(none.named, none),
                         coverage_cell(none), level_cell(planted.evidence, planted),
                         coverage_cell(planted));
  }
  return table;
}

std::string families_text(const FamilyLevelStudy& study) {
  std::string text = fmt::format(
      "Scans of numbers and counts, 315 subgroups, both directions, level .05;\n"
      "{} data sets per row, at most {} replicates, seed {}. Share with evidence, with\n"
      "evidence for a subgroup that was named, and whose intervals all hold the truth.\n\n",
      study.options.data_sets, study.options.replicates, study.options.seed);
  text += fmt::format("  {:<40}{:>6}{:>7}{:>9}{:>7}{:>9}\n", "residuals", "people", "effect",
                      "evidence", "named", "covered");
  for (const FamilyLevelRow& row : study.rows) {
    text += fmt::format(
        "  {:<40.39}{:>6}{:>7}{:>9}{:>7}{:>9}\n", title(row.design), row.people, row.effect,
        bare_share(share(row.evidence, row.data_sets)), bare_share(share(row.named, row.data_sets)),
        row.intervals == 0 ? "none" : bare_share(share(row.covered, row.intervals)));
  }
  return text;
}

}  // namespace

StudyOutput to_output(const FamilyLevelStudy& study) {
  return {
      .text = families_text(study),
      .files = {{"families.csv", families_csv(study)}, {"families.md", families_markdown(study)}}};
}

}  // namespace faultline::studies
