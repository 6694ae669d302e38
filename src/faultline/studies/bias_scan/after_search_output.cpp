#include <fmt/format.h>

#include "faultline/base/csv.hpp"
#include "faultline/math/binomial_interval.hpp"
#include "faultline/studies/bare_share.hpp"
#include "faultline/studies/bias_scan/after_search.hpp"

namespace faultline::studies {
namespace {

// A level fails when the lower end lies above nominal, a coverage when the upper end lies below.
constexpr double kConfidence = 0.99;
constexpr double kNominal = 0.95;

std::string coverage_csv(const AfterSearchStudy& study) {
  std::string csv =
      csv_row({"people", "q", "data_sets", "evidence", "evidence_any", "covered", "covered_low",
               "covered_high", "covered_naive", "covered_lower", "length", "length_naive", "q_raw",
               "q_true", "q_shrunken", "error_raw", "error_shrunken"});
  for (const CoverageRow& row : study.coverage) {
    const auto [low, high] = math::wilson_interval(row.covered, row.found, kConfidence);
    csv += csv_row(
        {row.people, row.q, row.data_sets, csv_rounded(share(row.evidence, row.data_sets), 4),
         csv_rounded(share(row.any, row.data_sets), 4),
         csv_rounded(share(row.covered, row.found), 4), csv_rounded(low, 4), csv_rounded(high, 4),
         csv_rounded(share(row.naive, row.found), 4),
         csv_rounded(share(row.covered_lower, row.found_lower), 4), csv_rounded(row.length, 4),
         csv_rounded(row.naive_length, 4), csv_rounded(row.raw, 4), csv_rounded(row.truth, 4),
         csv_rounded(row.shrunken, 4), csv_rounded(row.raw_error, 4),
         csv_rounded(row.shrunken_error, 4)});
  }
  return csv;
}

std::string second_csv(const AfterSearchStudy& study) {
  std::string csv = csv_row(
      {"planted", "people", "q", "data_sets", "first", "second", "second_low", "second_inside"});
  for (const SecondRow& row : study.seconds) {
    const double low = math::wilson_interval(row.second, row.data_sets, kConfidence).first;
    csv += csv_row({row.planted, row.people, row.q, row.data_sets,
                    csv_rounded(share(row.first, row.data_sets), 4),
                    csv_rounded(share(row.second, row.data_sets), 4), csv_rounded(low, 4),
                    csv_rounded(share(row.inside, row.data_sets), 4)});
  }
  return csv;
}

std::string to_text(const AfterSearchStudy& study) {
  std::string text = fmt::format(
      "Bias Scan of people with known odds, 2,205 subgroups, penalty 1, both directions;\n"
      "{} data sets per row, {} replicates, seed {}.\n\n"
      "One subgroup with odds q times the predicted ones: share of data sets with\n"
      "evidence (upwards, either way), coverage of the true q of the subgroup found by\n"
      "the interval over the search (upwards, downwards) and by one that forgets it;\n"
      "median length; medians of q among findings with evidence.\n\n",
      study.options.data_sets, study.options.replicates, study.options.seed);
  text += fmt::format(
      "  {:>6}{:>6}  {:>5} {:>5}  {:>5} {:>5} {:>5}  {:>5} {:>5}  {:>5} {:>5} {:>5}\n", "people",
      "q", "up", "any", "cover", "down", "naive", "len", "naive", "raw", "true", "shrun");
  for (const CoverageRow& row : study.coverage) {
    const double high = math::wilson_interval(row.covered, row.found, kConfidence).second;
    text += fmt::format(
        "  {:>6}{:>6}  {:>5.3f} {:>5.3f}  {:>5.3f} {:>5.3f} {:>5.3f}  {:>5.2f} {:>5.2f}  {:>5.2f} "
        "{:>5.2f} {:>5.2f}{}\n",
        row.people, row.q, share(row.evidence, row.data_sets), share(row.any, row.data_sets),
        share(row.covered, row.found), share(row.covered_lower, row.found_lower),
        share(row.naive, row.found), row.length, row.naive_length, row.raw, row.truth, row.shrunken,
        high < kNominal ? " low" : "");
  }
  text +=
      "\nRank 2, tested given rank 1: share of data sets with a first and with a second\n"
      "claim, and with one whose people are mostly in a planted subgroup.\n\n";
  text += fmt::format("  {:>7}  {:>6}{:>6}  {:>6} {:>6} {:>6}\n", "planted", "people", "q", "first",
                      "second", "inside");
  for (const SecondRow& row : study.seconds) {
    const double low = math::wilson_interval(row.second, row.data_sets, kConfidence).first;
    text += fmt::format("  {:>7}  {:>6}{:>6}  {:>6.3f} {:>6.3f} {:>6.3f}{}\n", row.planted,
                        row.people, row.q, share(row.first, row.data_sets),
                        share(row.second, row.data_sets), share(row.inside, row.data_sets),
                        row.planted == 1 && low > 1 - kNominal ? " too often" : "");
  }
  return text;
}

}  // namespace

StudyOutput to_output(const AfterSearchStudy& study) {
  return {.text = to_text(study),
          .files = {{"coverage.csv", coverage_csv(study)}, {"second.csv", second_csv(study)}}};
}

}  // namespace faultline::studies
