// The sampling-bias study as CSV, as a table for the terminal, and as a chart.

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "faultline/base/csv.hpp"
#include "faultline/base/text.hpp"
#include "faultline/report/render/chart.hpp"
#include "faultline/studies/bias_scan/sampling_bias.hpp"
#include "faultline/studies/curves.hpp"

namespace faultline::studies {
namespace {

void add_share(std::vector<CsvField>& row, const std::optional<Share>& share) {
  if (share) {
    row.insert(row.end(), {share->value, share->interval.first, share->interval.second});
  } else {
    row.resize(row.size() + 3);
  }
}

std::string percent(const Share& share) { return fmt::format("{:.1f} %", 100 * share.value); }

}  // namespace

std::string to_csv(const SamplingBiasStudy& study) {
  std::vector<CsvField> names{"delta",
                              "train_rows",
                              "test_rows",
                              "repetitions",
                              "mean_score",
                              "sd_score",
                              "mean_limit_theorem1",
                              "mean_score_per_record",
                              "limit_per_record_corollary1",
                              "median_delta_threshold"};
  for (const std::string name : {"theory", "subgroup_above_h", "scan_above_h", "randomisation"}) {
    names.insert(names.end(), {name, name + "_low", name + "_high"});
  }
  names.emplace_back("overlap");
  std::string text = csv_row(names);
  for (const SamplingBiasRow& row : study.rows) {
    std::vector<CsvField> fields{row.delta,       row.train_rows,       row.test_rows,
                                 row.repetitions, row.mean_score,       row.sd_score,
                                 row.mean_limit,  row.normalised_score, row.corollary};
    const bool found = std::isfinite(row.median_threshold);
    fields.push_back(found ? CsvField(row.median_threshold) : CsvField());
    for (const std::optional<Share>& share :
         {std::optional(row.theory), std::optional(row.subgroup), std::optional(row.scan),
          row.randomisation}) {
      add_share(fields, share);
    }
    fields.emplace_back(row.overlap);
    text += csv_row(fields);
  }
  return text;
}

std::string to_text(const SamplingBiasStudy& study) {
  std::string text = fmt::format(
      "Differential sampling bias: {} profiles, h({}) = {:.4f}\n"
      "biased subgroup {} ({:.0f} % of the population)\n"
      "{} per line{}\n",
      study.profiles, shortest(study.options.alpha), study.critical_value,
      simulate::to_text(study.subgroup), 100 * study.share,
      plural(study.options.repetitions, "repetition"),
      study.options.replicates > 0 ? fmt::format(", {} per randomisation test",
                                                 plural(study.options.replicates, "replicate"))
                                   : "");
  std::int64_t train = -1;
  std::int64_t test = -1;
  for (const SamplingBiasRow& row : study.rows) {
    if (row.train_rows != train || row.test_rows != test) {
      train = row.train_rows;
      test = row.test_rows;
      text += fmt::format("\nTraining records {}, test records {}; median Delta_thresh {}\n",
                          with_thousands(train), with_thousands(test),
                          std::isfinite(row.median_threshold)
                              ? fmt::format("{:.3f}", row.median_threshold)
                              : "none");
      text += fmt::format("{:>6} {:>9} {:>9}  {:>8} {:>9} {:>9} {:>9} {:>8}\n", "", "F(S)", "F(S)",
                          "found:", "F(S) >", "scan >", "random.", "overlap");
      text += fmt::format("{:>6} {:>9} {:>9}  {:>8} {:>9} {:>9} {:>9}\n", "Delta", "simulated",
                          "Theorem 1", "theory", "h", "h", "test");
    }
    text += fmt::format("{:>6} {:>9.2f} {:>9.2f}  {:>8} {:>9} {:>9} {:>9} {:>8.2f}\n",
                        shortest(row.delta), row.mean_score, row.mean_limit, percent(row.theory),
                        percent(row.subgroup), percent(row.scan),
                        row.randomisation ? percent(*row.randomisation) : "-", row.overlap);
  }
  text +=
      "\ntheory: share of test sets whose Delta_thresh (Theorem 4) lies below Delta; it\n"
      "and h suppose endless training data. At Delta = 1 there is no such bias: with\n"
      "little training and much test data the scan then finds the classifier's own\n"
      "estimation error. overlap: of the best subgroup with the biased one, in people.\n";
  return text;
}

std::string to_svg(const SamplingBiasStudy& study) {
  const std::vector<std::int64_t>& sizes = study.options.train_rows;
  const std::int64_t train = *std::max_element(sizes.begin(), sizes.end());
  report::Figure figure{.title = fmt::format("How often the bias is found ({} training records)",
                                             with_thousands(train)),
                        .chart = {.across = {.title = "sampling bias Delta (logarithmic)",
                                             .scale = report::Scale::logarithmic,
                                             .ticks = ticks_at(study.options.deltas)},
                                  .up = {.title = "share found", .range = std::pair(0.0, 1.0)},
                                  .legend = true}};
  std::size_t number = 0;
  for (const std::int64_t test : study.options.test_rows) {
    const std::string records = with_thousands(test) + " test records";
    report::Series scan =
        curve(fmt::format("{}: scan above h({})", records, shortest(study.options.alpha)), number);
    report::Series theory =
        curve(fmt::format("{}: theory, Delta above Delta_thresh", records), number, true);
    ++number;
    for (const SamplingBiasRow& row : study.rows) {
      if (row.train_rows != train || row.test_rows != test) continue;
      scan.points.push_back({row.delta, row.scan.value, row.scan.interval});
      theory.points.push_back({row.delta, row.theory.value});
    }
    figure.chart.series.push_back(std::move(scan));
    figure.chart.series.push_back(std::move(theory));
  }
  return to_svg(figure);
}

}  // namespace faultline::studies
