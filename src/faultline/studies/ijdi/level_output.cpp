#include <algorithm>

#include <fmt/format.h>

#include "faultline/base/csv.hpp"
#include "faultline/base/text.hpp"
#include "faultline/math/binomial_interval.hpp"
#include "faultline/studies/bare_share.hpp"
#include "faultline/studies/ijdi/level.hpp"

namespace faultline::studies {
namespace {

using describe::name_of;

// A level fails when the lower end of this interval lies above it.
constexpr double kConfidence = 0.99;

std::pair<double, double> interval(std::int64_t part, std::int64_t all) {
  return math::wilson_interval(part, all, kConfidence);
}

/// .047; bold where a level is broken.
std::string cell(std::int64_t part, std::int64_t all, double limit) {
  const bool broken = interval(part, all).first > limit;
  const std::string share_words = bare_share(share(part, all));
  return broken ? "**" + share_words + "**" : share_words;
}

std::string level_csv(const IjdiLevelStudy& study) {
  std::string csv = csv_row({"world", "people", "test", "lambda", "shift", "data_sets", "rejected",
                             "rate", "low", "high"});
  for (const IjdiLevelRow& row : study.rows) {
    const auto [low, high] = interval(row.rejected, row.data_sets);
    csv += csv_row({name_of(row.world), row.people, name_of(row.test), row.lambda, row.shift,
                    row.data_sets, row.rejected, csv_rounded(share(row.rejected, row.data_sets), 4),
                    csv_rounded(low, 4), csv_rounded(high, 4)});
  }
  return csv;
}

std::string sweeps_csv(const IjdiLevelStudy& study) {
  std::string csv = csv_row(
      {"world", "people", "true_lambda", "data_sets", "too_far", "swept_lambda", "evidence_fpr"});
  for (const IjdiSweepRow& row : study.sweeps) {
    for (std::size_t i = 0; i < row.found.size(); ++i) {
      csv += csv_row({name_of(row.world), row.people, row.lambda, row.data_sets, row.too_far,
                      swept_lambdas()[i], row.found[i]});
    }
  }
  return csv;
}

/// One line for each world, size, test and shift; a column for each lambda.
std::string level_markdown(const IjdiLevelStudy& study) {
  const std::size_t columns = study.options.lambdas.size();
  std::string head = "| probabilities | people | p | planted |";
  std::string rule = "|---|---|---|---|";
  for (const double lambda : study.options.lambdas) {
    head += fmt::format(" lambda {} |", shortest(lambda));
    rule += "---|";
  }
  std::string table = head + "\n" + rule + "\n";
  for (std::size_t at = 0; at + columns <= study.rows.size(); at += columns) {
    const IjdiLevelRow& first = study.rows[at];
    table +=
        fmt::format("| {} | {} | {} | {} |", name_of(first.world), with_thousands(first.people),
                    name_of(first.test), first.shift > 0 ? shortest(first.shift) : "-");
    for (std::size_t i = at; i < at + columns; ++i) {
      const IjdiLevelRow& row = study.rows[i];
      table += fmt::format(
          " {} |", cell(row.rejected, row.data_sets, row.shift > 0 ? 1 : study.options.alpha));
    }
    table += "\n";
  }
  return table;
}

std::string sweeps_markdown(const IjdiLevelStudy& study) {
  std::string head = "| probabilities | people | true lambda | too far |";
  std::string rule = "|---|---|---|---|";
  for (const double lambda : swept_lambdas()) {
    head += fmt::format(" evidence at {} |", shortest(lambda));
    rule += "---|";
  }
  std::string table = head + "\n" + rule + "\n";
  for (const IjdiSweepRow& row : study.sweeps) {
    table +=
        fmt::format("| {} | {} | {} | {} |", name_of(row.world), with_thousands(row.people),
                    shortest(row.lambda), cell(row.too_far, row.data_sets, study.options.alpha));
    for (const std::int64_t found : row.found)
      table += fmt::format(" {} |", bare_share(share(found, row.data_sets)));
    table += "\n";
  }
  return table;
}

}  // namespace

StudyOutput to_output(const IjdiLevelStudy& study) {
  const std::string level = level_markdown(study);
  const std::string sweeps = sweeps_markdown(study);
  const std::string text = fmt::format(
      "Share of data sets with evidence at the lambda that is true, false positive rate, level "
      "{};\n{} data sets per cell, {} redraws, seed {}.\n\n{}{}",
      shortest(study.options.alpha), study.options.data_sets, study.options.replicates,
      study.options.seed, level,
      study.sweeps.empty() ? ""
                           : "\nBoth error rates, swept; too far: evidence at the true lambda or "
                             "above, in either rate.\n\n" +
                                 sweeps);
  return {.text = text,
          .files = {{"ijdi-level.csv", level_csv(study)},
                    {"ijdi-sweeps.csv", sweeps_csv(study)},
                    {"ijdi-level.md", level},
                    {"ijdi-sweeps.md", sweeps}}};
}

}  // namespace faultline::studies
