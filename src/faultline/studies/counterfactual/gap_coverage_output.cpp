#include <fmt/format.h>

#include "faultline/base/csv.hpp"
#include "faultline/math/binomial_interval.hpp"
#include "faultline/studies/bare_share.hpp"
#include "faultline/studies/counterfactual/gap_coverage.hpp"

namespace faultline::studies {
namespace {

// A level fails when the lower end lies above alpha, a coverage when the upper end lies below
// 1 - alpha.
constexpr double kConfidence = 0.99;

std::string in_bold(const std::string& words, bool bold) {
  return fmt::format("{0}{1}{0}", bold ? "**" : "", words);
}

/// Two digits: .16; 1.06.
std::string shortened(double length) {
  const std::string digits = fmt::format("{:.2f}", length);
  return digits.starts_with("0.") ? digits.substr(1) : digits;
}

std::string groups_words(const GapCoverageRow& row) {
  return row.lopsided ? fmt::format("{}, seven small", row.groups) : fmt::format("{}", row.groups);
}

/// ".940 (.21)": coverage and mean length; bold where it is broken.
std::string held_cell(const Held& held, double alpha) {
  if (held.intervals == 0) return "-";
  const double high = math::wilson_interval(held.covered, held.intervals, kConfidence).second;
  const double length = held.length / static_cast<double>(held.intervals);
  return fmt::format("{} ({})",
                     in_bold(bare_share(share(held.covered, held.intervals)), high < 1 - alpha),
                     shortened(length));
}

std::string level_cell(std::int64_t found, std::int64_t all, bool is_level, double alpha) {
  const double low = math::wilson_interval(found, all, kConfidence).first;
  return in_bold(bare_share(share(found, all)), is_level && low > alpha);
}

const char* rate_name(const GapCoverageRow& row) { return row.cfpr ? "cFPR" : "cFNR"; }

bool first_is_fair(GapCase gap_case) { return design_of(gap_case, 4).first == Fairness::fair; }

std::string gaps_csv(const GapCoverageStudy& study) {
  std::string csv =
      csv_row({"groups", "people", "case", "rate", "data_sets", "interval", "intervals", "covered",
               "mean_length", "evidence", "evidence_by_average", "impossible", "contradictions"});
  for (const GapCoverageRow& row : study.rows) {
    for (const auto& [name, held] : {std::pair{"average gap", &row.average},
                                     {"largest gap", &row.largest},
                                     {"all pairs", &row.pairs},
                                     {"average gap minus as observed", &row.contrast},
                                     {"change of the average gap", &row.average_change},
                                     {"change of the largest gap", &row.largest_change},
                                     {"one attribute at a time", &row.marginal},
                                     {"need", &row.need},
                                     {"opportunity", &row.opportunity},
                                     {"strength", &row.strength}}) {
      if (held->intervals == 0) continue;
      csv += csv_row({groups_words(row), row.people, title(row.gap_case), rate_name(row),
                      row.data_sets, name, held->intervals,
                      csv_rounded(share(held->covered, held->intervals), 4),
                      csv_rounded(held->length / static_cast<double>(held->intervals), 4),
                      csv_rounded(share(row.evidence, row.data_sets), 4),
                      csv_rounded(share(row.average_alone, row.data_sets), 4), row.impossible,
                      row.contradictions});
    }
  }
  return csv;
}

std::string unseen_csv(const GapCoverageStudy& study) {
  std::string csv = csv_row({"groups", "gamma", "data_sets", "evidence", "called_too_weak"});
  for (const UnseenRow& row : study.unseen) {
    csv += csv_row({row.groups, row.gamma, row.data_sets,
                    csv_rounded(share(row.evidence, row.data_sets), 4),
                    csv_rounded(share(row.too_weak, row.data_sets), 4)});
  }
  return csv;
}

std::string gaps_markdown(const GapCoverageStudy& study) {
  const double alpha = study.options.alpha;
  std::string table =
      "| groups | decisions | rate | average gap | largest gap | all pairs | minus as observed | "
      "change of average | change of largest | evidence | need | opportunity | strength |\n"
      "|---|---|---|---|---|---|---|---|---|---|---|---|---|\n";
  for (const GapCoverageRow& row : study.rows) {
    table += fmt::format(
        "| {} | {} | {} | {} | {} | {} | {} | {} | {} | {} | {} | {} | {} |\n", groups_words(row),
        title(row.gap_case), rate_name(row), held_cell(row.average, alpha),
        held_cell(row.largest, alpha), held_cell(row.pairs, alpha), held_cell(row.contrast, alpha),
        held_cell(row.average_change, alpha), held_cell(row.largest_change, alpha),
        level_cell(row.evidence, row.data_sets, first_is_fair(row.gap_case), alpha),
        held_cell(row.need, alpha), held_cell(row.opportunity, alpha),
        held_cell(row.strength, alpha));
  }
  if (study.unseen.empty()) return table;
  table +=
      "\n| groups | strength of the unseen | evidence of a gap that is not there | strength called "
      "too weak |\n|---|---|---|---|\n";
  for (const UnseenRow& row : study.unseen) {
    table += fmt::format("| {} | {} | {} | {} |\n", row.groups, row.gamma,
                         bare_share(share(row.evidence, row.data_sets)),
                         level_cell(row.too_weak, row.data_sets, true, alpha));
  }
  return table;
}

std::string gaps_text(const GapCoverageStudy& study) {
  const GapCoverageOptions& options = study.options;
  std::string text = fmt::format(
      "{:.0f} % intervals of counterfactual audits of {} people, {} data sets per row,\n{} "
      "resamples, seed {}. Share of intervals that hold the truth: of the average and\nthe largest "
      "gap, of all pairs at once, of changes between two decisions; share\nwith evidence that "
      "groups differ, in brackets by the average gap alone.\n\n",
      100 * (1 - options.alpha), options.people, options.data_sets, options.bootstrap,
      options.seed);
  text += fmt::format("  {:<4}{:<18}{:<5}{:>7}{:>7}{:>7}{:>8}{:>8}  {:<14}\n", "gr.", "decisions",
                      "rate", "avg", "max", "pairs", "d avg", "d max", "evidence");
  const auto cell = [](const Held& held) {
    return bare_share(share(held.covered, held.intervals));
  };
  std::int64_t impossible = 0;
  std::int64_t contradictions = 0;
  for (const GapCoverageRow& row : study.rows) {
    text += fmt::format("  {:<4}{:<18}{:<5}{:>7}{:>7}{:>7}{:>8}{:>8}  {} ({})\n",
                        fmt::format("{}{}", row.groups, row.lopsided ? "*" : ""),
                        title(row.gap_case), rate_name(row), cell(row.average), cell(row.largest),
                        cell(row.pairs), cell(row.average_change), cell(row.largest_change),
                        bare_share(share(row.evidence, row.data_sets)),
                        bare_share(share(row.average_alone, row.data_sets)));
    impossible += row.impossible;
    contradictions += row.contradictions;
  }
  if (options.few_people > 0)
    text += fmt::format("  * {} people, seven of the groups small\n", options.few_people);
  text += fmt::format(
      "\nIntervals outside of what is possible: {}; largest gaps whose interval lies\nbelow the "
      "average's: {}.\n",
      impossible, contradictions);
  for (const UnseenRow& row : study.unseen) {
    text += fmt::format(
        "Equal rates, {} groups, something unseen of strength {}: evidence of a gap {},\nthat "
        "strength called too weak {}.\n",
        row.groups, row.gamma, bare_share(share(row.evidence, row.data_sets)),
        bare_share(share(row.too_weak, row.data_sets)));
  }
  return text;
}

}  // namespace

StudyOutput to_output(const GapCoverageStudy& study) {
  return {.text = gaps_text(study),
          .files = {{"counterfactual.csv", gaps_csv(study)},
                    {"counterfactual-unseen.csv", unseen_csv(study)},
                    {"counterfactual.md", gaps_markdown(study)}}};
}

}  // namespace faultline::studies
