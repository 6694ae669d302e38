#include <fmt/format.h>

#include "faultline/base/csv.hpp"
#include "faultline/base/text.hpp"
#include "faultline/studies/ijdi/halves.hpp"

namespace faultline::studies {
namespace {

using describe::name_of;

std::string splits_csv(const HalvesStudy& study) {
  std::string csv = csv_row({"data", "method", "lambda", "split", "corrected", "score_before",
                             "score_after", "fp_before", "fp_after", "fn_before", "fn_after",
                             "excess_before", "excess_after", "cost_before", "cost_change", "low",
                             "high", "significant_before", "significant_after"});
  for (const HalvesRow& row : study.rows) {
    for (std::size_t i = 0; i < row.splits.size(); ++i) {
      const HalvesSplit& split = row.splits[i];
      const methods::Ledger& ledger = split.ledger;
      csv += csv_row({row.data, name_of(row.method), row.lambda, static_cast<std::int64_t>(i),
                      split.corrected, csv_rounded(split.score_before, 4),
                      csv_rounded(split.score_after, 4), ledger.before.false_positives,
                      ledger.after.false_positives, ledger.before.false_negatives,
                      ledger.after.false_negatives, csv_rounded(ledger.before.excess, 2),
                      csv_rounded(ledger.after.excess, 2), csv_rounded(ledger.before.cost, 2),
                      csv_rounded(ledger.change, 2),
                      ledger.interval ? csv_rounded(ledger.interval->first, 2) : CsvField(""),
                      ledger.interval ? csv_rounded(ledger.interval->second, 2) : CsvField(""),
                      split.significant_before, split.significant_after});
    }
  }
  return csv;
}

std::string markdown(const HalvesStudy& study) {
  const bool tested = study.options.replicates > 0;
  const bool told = study.options.resamples > 0;
  std::string table =
      "| data | method | lambda | corrected | score lower / higher | score | FP | FN | TPR | cost "
      "before | change of cost (SE) | cost rises in |";
  std::string rule = "|---|---|---|---|---|---|---|---|---|---|---|---|";
  if (tested) {
    table += " significant before / after |";
    rule += "---|";
  }
  if (told) {
    table += " interval below 0 / above 0 |";
    rule += "---|";
  }
  table += "\n" + rule + "\n";
  for (const HalvesRow& row : study.rows) {
    const HalvesSummary sum = summary_of(row);
    table += fmt::format(
        "| {} | `{}` | {} | {} of {} | {} / {} | {:.2f} > {:.2f} | {:.0f} > {:.0f} | {:.0f} > "
        "{:.0f} | {:.3f} > {:.3f} | {:.0f} | {:+.1f} ({:.1f}) | {} |",
        row.data, name_of(row.method), shortest(row.lambda), sum.corrected, sum.splits, sum.lower,
        sum.higher, sum.score_before, sum.score_after, sum.false_positives_before,
        sum.false_positives_after, sum.false_negatives_before, sum.false_negatives_after,
        sum.tpr_before, sum.tpr_after, sum.cost_before, sum.cost_change, sum.standard_error,
        sum.costs_more);
    if (tested) table += fmt::format(" {} / {} |", sum.significant_before, sum.significant_after);
    if (told) table += fmt::format(" {} / {} |", sum.told_less, sum.told_more);
    table += "\n";
  }
  return table;
}

}  // namespace

StudyOutput to_output(const HalvesStudy& study) {
  const std::string table = markdown(study);
  const std::string text = fmt::format(
      "Rules from one random half, everything else on the other: false positive rate, {} splits,\n"
      "seed {}{}{}. Cost: false positives + false negatives + 2 / lambda times the people of\nthe "
      "worst subgroup beyond what is justified.\n\n{}",
      study.options.splits, study.options.seed,
      study.options.separate ? ", probabilities fitted in each half" : "",
      study.options.replicates > 0 ? fmt::format(", {} redraws", study.options.replicates) : "",
      table);
  return {.text = text,
          .files = {{"mitigate-halves.csv", splits_csv(study)}, {"mitigate-halves.md", table}}};
}

}  // namespace faultline::studies
