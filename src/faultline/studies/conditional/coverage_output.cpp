#include <utility>

#include <fmt/format.h>

#include "faultline/base/csv.hpp"
#include "faultline/base/text.hpp"
#include "faultline/math/binomial_interval.hpp"
#include "faultline/studies/bare_share.hpp"
#include "faultline/studies/conditional/coverage.hpp"

namespace faultline::studies {
namespace {

using describe::name_of;

// A coverage fails when the upper end of this interval lies below nominal.
constexpr double kConfidence = 0.99;
constexpr double kNominal = 0.95;

std::pair<double, double> covered_interval(const EffectCoverageRow& row) {
  return math::clopper_pearson_interval(row.covered, row.found, kConfidence);
}

std::string coverage_csv(const CoverageStudy& study) {
  std::string csv =
      csv_row({"design", "shifted", "permute", "people", "bias", "criterion", "data_sets",
               "evidence", "found", "covered", "low", "high", "truth", "raw", "shrunken"});
  for (const EffectCoverageRow& row : study.rows) {
    if (row.found == 0) continue;
    const auto [low, high] = covered_interval(row);
    csv += csv_row({name_of(study.options.design), study.options.whole_class ? "class" : "subgroup",
                    name_of(row.permute), row.people, row.bias, row.criterion, row.data_sets,
                    row.evidence, row.found, csv_rounded(share(row.covered, row.found), 4),
                    csv_rounded(low, 4), csv_rounded(high, 4), csv_rounded(row.truth, 4),
                    csv_rounded(row.raw, 4), csv_rounded(row.shrunken, 4)});
  }
  return csv;
}

std::string coverage_markdown(const CoverageStudy& study) {
  std::string table =
      "| `--permute` | people | bias | criterion | evidence | found | covered (99 % interval) | "
      "mean "
      "effect: "
      "true, found, shrunken |\n|---|---|---|---|---|---|---|---|\n";
  for (const EffectCoverageRow& row : study.rows) {
    if (row.found == 0) continue;
    const auto [low, high] = covered_interval(row);
    table += fmt::format(
        "| {} | {} | {} | `{}` | {:.3f} | {:.3f} | {}{:.3f}{} ({:.3f} to {:.3f}) | {:.2f}, {:.2f}, "
        "{:.2f} "
        "|\n",
        name_of(row.permute), with_thousands(row.people), shortest(row.bias), row.criterion,
        share(row.evidence, row.data_sets), share(row.found, row.data_sets),
        high < kNominal ? "**" : "", share(row.covered, row.found), high < kNominal ? "**" : "",
        low, high, row.truth, row.raw, row.shrunken);
  }
  return table;
}

std::string coverage_text(const CoverageStudy& study) {
  std::string text = fmt::format(
      "Audits of people of the design {}, scores of {} shifted, {} data sets\n"
      "per row, {} redraws, seed {}: how often there is evidence, and how often the 95 %\n"
      "interval over the whole search holds the true effect (log q, mu) in the subgroup found.\n\n",
      name_of(study.options.design),
      study.options.whole_class ? "the whole class" : "one subgroup of the class",
      study.options.data_sets, study.options.replicates, study.options.seed);
  text +=
      fmt::format("  {:<8}{:>7}{:>6}  {:<17}{:>9}{:>9}  {:>6}{:>7}{:>10}\n", "permute", "people",
                  "bias", "criterion", "evidence", "covered", "true", "found", "shrunken");
  for (const EffectCoverageRow& row : study.rows) {
    if (row.found == 0) {
      text += fmt::format("  {:<8}{:>7}{:>6}  {:<17}  never found\n", name_of(row.permute),
                          row.people, row.bias, row.criterion);
      continue;
    }
    text +=
        fmt::format("  {:<8}{:>7}{:>6}  {:<17}{:>9.3f}{:>9.3f}  {:>6.2f}{:>7.2f}{:>10.2f}{}\n",
                    name_of(row.permute), row.people, row.bias, row.criterion,
                    share(row.evidence, row.data_sets), share(row.covered, row.found), row.truth,
                    row.raw, row.shrunken, covered_interval(row).second < kNominal ? " low" : "");
  }
  return text;
}

}  // namespace

StudyOutput to_output(const CoverageStudy& study) {
  return {
      .text = coverage_text(study),
      .files = {{"coverage.csv", coverage_csv(study)}, {"coverage.md", coverage_markdown(study)}}};
}

}  // namespace faultline::studies
