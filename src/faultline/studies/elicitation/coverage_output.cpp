#include <utility>

#include <fmt/format.h>

#include "faultline/base/csv.hpp"
#include "faultline/base/text.hpp"
#include "faultline/math/binomial_interval.hpp"
#include "faultline/methods/elicitation/ratio.hpp"
#include "faultline/studies/bare_share.hpp"
#include "faultline/studies/elicitation/coverage.hpp"

namespace faultline::studies {
namespace {

using describe::name_of;

// A coverage fails when the upper end of this interval lies below it.
constexpr double kCheckConfidence = 0.99;

std::string covered_cell(const ElicitCoverageRow& row) {
  const auto [low, high] = math::wilson_interval(row.covered, row.data_sets, kCheckConfidence);
  const std::string words = bare_share(share(row.covered, row.data_sets));
  return fmt::format("{} ({:.2f})", high < methods::kElicitConfidence ? "**" + words + "**" : words,
                     row.deviation);
}

std::string who(const ElicitCoverageRow& row) {
  return row.people == 1 ? fmt::format("1, {} questions", row.questions)
                         : fmt::format("{}, {} each", row.people, row.questions);
}

std::string weights_markdown(const ElicitCoverageStudy& study) {
  std::string table =
      "| questions | asked | largest weight | two largest | two largest, 1 of 20 seeds | worth as "
      "many equal ones | no room for a ratio of 4 |\n|---|---|---|---|---|---|---|\n";
  for (const QuestionWeights& row : study.weights) {
    table += fmt::format("| {} | {} | {} | {} | {} or more | {:.1f} | {} |\n", name_of(row.design),
                         row.questions, bare_share(row.largest), bare_share(row.two_largest),
                         bare_share(row.worst), row.effective, bare_share(row.cramped));
  }
  return table;
}

/// A line for each noise, panel and design; a column for each ratio.
std::string coverage_markdown(const ElicitCoverageStudy& study) {
  const std::size_t columns = study.options.ratios.size();
  std::string head = "| answers off by | people | questions |";
  std::string rule = "|---|---|---|";
  for (const double ratio : study.options.ratios) {
    head += fmt::format(" ratio {} |", shortest(ratio));
    rule += "---|";
  }
  std::string table = head + "\n" + rule + "\n";
  for (std::size_t at = 0; at < study.rows.size(); at += columns) {
    const ElicitCoverageRow& first = study.rows[at];
    table +=
        fmt::format("| {} | {} | {} |", name_of(first.noise), who(first), name_of(first.design));
    for (std::size_t i = at; i < at + columns; ++i)
      table += fmt::format(" {} |", covered_cell(study.rows[i]));
    table += "\n";
  }
  return table;
}

std::string weights_csv(const ElicitCoverageStudy& study) {
  std::string csv = csv_row(
      {"design", "questions", "largest", "two_largest", "two_largest_q95", "effective", "no_room"});
  for (const QuestionWeights& row : study.weights) {
    csv += csv_row({name_of(row.design), row.questions, csv_rounded(row.largest, 4),
                    csv_rounded(row.two_largest, 4), csv_rounded(row.worst, 4),
                    csv_rounded(row.effective, 4), csv_rounded(row.cramped, 4)});
  }
  return csv;
}

std::string coverage_csv(const ElicitCoverageStudy& study) {
  std::string csv = csv_row({"design", "noise", "people", "questions", "ratio", "data_sets",
                             "covered", "rate", "bias", "rmse", "median_length"});
  for (const ElicitCoverageRow& row : study.rows) {
    csv += csv_row({name_of(row.design), name_of(row.noise), row.people, row.questions, row.ratio,
                    row.data_sets, row.covered, csv_rounded(share(row.covered, row.data_sets), 4),
                    csv_rounded(row.bias, 4), csv_rounded(row.deviation, 4),
                    csv_rounded(row.length, 4)});
  }
  return csv;
}

}  // namespace

StudyOutput to_output(const ElicitCoverageStudy& study) {
  const std::string weights = weights_markdown(study);
  const std::string coverage = coverage_markdown(study);
  return {.text = fmt::format(
              "How the weight is spread over questions, {} seeds.\n\n{}\nShare of 95 % intervals "
              "that hold the true ratio (in brackets: root mean square\nof what the ratio is off), "
              "{} data sets per cell, seed {}.\n\n{}",
              with_thousands(study.options.data_sets), weights,
              with_thousands(study.options.data_sets), study.options.seed, coverage),
          .files = {{"elicit-weights.csv", weights_csv(study)},
                    {"elicit-coverage.csv", coverage_csv(study)},
                    {"elicit-weights.md", weights},
                    {"elicit-coverage.md", coverage}}};
}

}  // namespace faultline::studies
