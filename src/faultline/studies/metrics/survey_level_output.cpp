#include <fmt/format.h>

#include "faultline/base/csv.hpp"
#include "faultline/math/binomial_interval.hpp"
#include "faultline/methods/metrics/measure.hpp"
#include "faultline/studies/bare_share.hpp"
#include "faultline/studies/metrics/survey_level.hpp"

namespace faultline::studies {
namespace {

// A level fails when the lower end lies above .05, a coverage when the upper end lies below .95.
constexpr double kConfidence = 0.99;
constexpr double kAlpha = 0.05;

const char* words(ErrorShape shape) {
  switch (shape) {
    case ErrorShape::normal:
      return "normal";
    case ErrorShape::laplace:
      return "heavy tails (Laplace)";
    case ErrorShape::skewed:
      return "skewed (exponential)";
  }
  return "";
}

class Cells {
 public:
  explicit Cells(std::int64_t data_sets) : data_sets_(data_sets) {}
  [[nodiscard]] std::string level(std::int64_t count) const {
    return cell(count, math::wilson_interval(count, data_sets_, kConfidence).first > kAlpha);
  }
  [[nodiscard]] std::string coverage(std::int64_t count) const {
    return cell(count, math::wilson_interval(count, data_sets_, kConfidence).second < 1 - kAlpha);
  }
  /// Of the data sets that have an interval.
  [[nodiscard]] static std::string coverage(std::int64_t count, std::int64_t intervals) {
    if (intervals == 0) return "none";
    return Cells(intervals).coverage(count);
  }
  [[nodiscard]] std::string bare(std::int64_t count) const {
    return bare_share(share(count, data_sets_));
  }

 private:
  /// Bold where it is broken.
  [[nodiscard]] std::string cell(std::int64_t count, bool broken) const {
    return fmt::format("{0}{1}{0}", broken ? "**" : "", bare(count));
  }
  std::int64_t data_sets_;
};

std::string surveys_markdown(const SurveyLevelStudy& study) {
  const Cells cells(study.options.data_sets);
  std::string table =
      "| clusters | groups | rate | alike | weights | rate covered | difference covered | evidence "
      "| evidence, had rows been people |\n|---|---|---|---|---|---|---|---|---|\n";
  for (const SurveyRow& row : study.surveys) {
    const SurveyDesign& design = row.design;
    table += fmt::format("| {} | {} | {} | {} | {} | {} | {} | {} | {} |\n", design.clusters,
                         design.shared ? "in one cluster" : "apart", design.rate, design.alike,
                         design.weighted ? "yes" : "no", cells.coverage(row.covered),
                         cells.coverage(row.difference_covered), cells.level(row.evidence),
                         cells.bare(row.evidence_of_rows));
  }
  return table;
}

/// Whether there are people enough for an interval of a root mean square.
bool has_root(const NumberRow& row) { return row.design.people >= methods::kFewestForRoot; }

std::string numbers_markdown(const SurveyLevelStudy& study) {
  const Cells cells(study.options.data_sets);
  std::string table =
      "| errors | people | mean error covered | MAE covered | RMSE covered | evidence |\n"
      "|---|---|---|---|---|---|\n";
  for (const NumberRow& row : study.numbers) {
    table += fmt::format(
        "| {} | {} | {} | {} | {} | {} |\n", words(row.design.shape), row.design.people,
        cells.coverage(row.mean_covered), cells.coverage(row.absolute_covered),
        has_root(row) ? cells.coverage(row.root_covered) : "-", cells.level(row.evidence));
  }
  return table;
}

std::string scores_markdown(const SurveyLevelStudy& study) {
  const Cells cells(study.options.data_sets);
  std::string table =
      "| clusters | groups | alike | weights | AUC covered | slope covered | difference of AUC "
      "covered | evidence |\n|---|---|---|---|---|---|---|---|\n";
  for (const ScoreRow& row : study.scores) {
    table += fmt::format(
        "| {} | {} | {} | {} | {} | {} | {} | {} |\n", row.design.clusters,
        row.design.shared ? "in one cluster" : "apart", row.design.alike,
        row.design.weighted ? "yes" : "no", Cells::coverage(row.ranking_covered, row.rankings),
        Cells::coverage(row.slope_covered, row.slopes),
        Cells::coverage(row.difference_covered, row.differences), cells.level(row.evidence));
  }
  return table;
}

std::string scores_csv(const SurveyLevelStudy& study) {
  std::string csv = csv_row({"clusters", "shared", "alike", "weighted", "data_sets",
                             "auc_intervals", "auc_covered", "slope_intervals", "slope_covered",
                             "difference_intervals", "difference_covered", "evidence"});
  for (const ScoreRow& row : study.scores) {
    csv += csv_row({row.design.clusters, row.design.shared ? "yes" : "no", row.design.alike,
                    row.design.weighted ? "yes" : "no", study.options.data_sets, row.rankings,
                    row.ranking_covered, row.slopes, row.slope_covered, row.differences,
                    row.difference_covered, row.evidence});
  }
  return csv;
}

std::string surveys_csv(const SurveyLevelStudy& study) {
  std::string csv = csv_row({"clusters", "shared", "rate", "alike", "weighted", "data_sets",
                             "covered", "difference_covered", "evidence", "evidence_of_rows"});
  for (const SurveyRow& row : study.surveys) {
    const SurveyDesign& design = row.design;
    csv += csv_row({design.clusters, design.shared ? "yes" : "no", design.rate, design.alike,
                    design.weighted ? "yes" : "no", study.options.data_sets, row.covered,
                    row.difference_covered, row.evidence, row.evidence_of_rows});
  }
  return csv;
}

std::string numbers_csv(const SurveyLevelStudy& study) {
  std::string csv = csv_row({"errors", "people", "data_sets", "mean_covered", "absolute_covered",
                             "root_covered", "evidence"});
  for (const NumberRow& row : study.numbers) {
    csv += csv_row({words(row.design.shape), row.design.people, study.options.data_sets,
                    row.mean_covered, row.absolute_covered,
                    has_root(row) ? std::to_string(row.root_covered) : "", row.evidence});
  }
  return csv;
}

std::string text_of(const SurveyLevelStudy& study) {
  const Cells cells(study.options.data_sets);
  std::string text = fmt::format(
      "Two groups that differ in nothing, {} data sets per row, seed {}, level .05.\n"
      "Share of data sets whose interval holds the truth, and that give evidence.\n\n",
      study.options.data_sets, study.options.seed);
  text += fmt::format("  {:>8} {:>7} {:>5} {:>6} {:>8} {:>8} {:>11} {:>9} {:>8}\n", "clusters",
                      "shared", "rate", "alike", "weights", "covered", "difference", "evidence",
                      "of rows");
  for (const SurveyRow& row : study.surveys) {
    text += fmt::format("  {:>8} {:>7} {:>5} {:>6} {:>8} {:>8} {:>11} {:>9} {:>8}\n",
                        row.design.clusters, row.design.shared ? "yes" : "no", row.design.rate,
                        row.design.alike, row.design.weighted ? "yes" : "no",
                        cells.bare(row.covered), cells.bare(row.difference_covered),
                        cells.bare(row.evidence), cells.bare(row.evidence_of_rows));
  }
  text += fmt::format("\n  {:<22} {:>6} {:>11} {:>7} {:>7} {:>9}\n", "errors", "people",
                      "mean error", "MAE", "RMSE", "evidence");
  for (const NumberRow& row : study.numbers) {
    text += fmt::format(
        "  {:<22} {:>6} {:>11} {:>7} {:>7} {:>9}\n", words(row.design.shape), row.design.people,
        cells.bare(row.mean_covered), cells.bare(row.absolute_covered),
        has_root(row) ? cells.bare(row.root_covered) : "-", cells.bare(row.evidence));
  }
  text += fmt::format("\n  {:>8} {:>7} {:>6} {:>8} {:>7} {:>7} {:>11} {:>9}\n", "clusters",
                      "shared", "alike", "weights", "AUC", "slope", "difference", "evidence");
  for (const ScoreRow& row : study.scores) {
    text += fmt::format(
        "  {:>8} {:>7} {:>6} {:>8} {:>7} {:>7} {:>11} {:>9}\n", row.design.clusters,
        row.design.shared ? "yes" : "no", row.design.alike, row.design.weighted ? "yes" : "no",
        Cells(row.rankings).bare(row.ranking_covered), Cells(row.slopes).bare(row.slope_covered),
        Cells(row.differences).bare(row.difference_covered), cells.bare(row.evidence));
  }
  return text;
}

}  // namespace

StudyOutput to_output(const SurveyLevelStudy& study) {
  return {.text = text_of(study),
          .files = {{"metrics-surveys.csv", surveys_csv(study)},
                    {"metrics-numbers.csv", numbers_csv(study)},
                    {"metrics-scores.csv", scores_csv(study)},
                    {"metrics-level.md", surveys_markdown(study) + "\n" + numbers_markdown(study) +
                                             "\n" + scores_markdown(study)}}};
}

}  // namespace faultline::studies
