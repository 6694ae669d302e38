#pragma once
// `faultline reproduce mitigate-halves`: do new thresholds hold on new people? Real people are cut
// into random halves; rules are made from one half, and everything is measured on the other: score
// of the scan, whether that is significant, errors and cost, before and after. The true probability
// is fitted once, on everybody and out of fold, as the command does it, or in each half by itself.
// The paper's method stands beside ours.

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "faultline/data/profiles.hpp"
#include "faultline/methods/hooks.hpp"
#include "faultline/methods/mitigation/mitigation.hpp"
#include "faultline/studies/study_output.hpp"

namespace faultline::studies {

/// smooth: the default. raising: the same, thresholds only rise. iterative: the paper's. exact: the
/// paper's, with a lot at the threshold.
enum class HalvesMethod { smooth, raising, iterative, exact };
[[nodiscard]] std::span<const describe::Word> words(HalvesMethod);

/// People with score and outcome.
struct HalvesData {
  std::string name{};
  data::Profiles profiles{};
  std::vector<std::string> attributes{};
  methods::MitigationReport::Rule base{};  // the old threshold
};

struct HalvesOptions {
  std::uint64_t seed = 1;
  std::int64_t splits = 100;
  std::vector<double> lambdas = {0.3, 0.6, 1};
  std::vector<HalvesMethod> methods = {HalvesMethod::smooth, HalvesMethod::raising,
                                       HalvesMethod::iterative};
  std::int64_t replicates = 0;  // of every test; 0: none, and the paper's method stops by no test
  std::int64_t resamples = 0;   // of the ledger's interval; 0: none
  bool separate = false;        // each half has its own fit of the true probability
  int threads = 0;
};
/// Throws ConfigError.
void validate(const HalvesOptions& options);

/// One half decided by rules from the other.
struct HalvesSplit {
  bool corrected = false;  // some threshold moved
  double score_before = 0;
  double score_after = 0;
  bool significant_before = false;
  bool significant_after = false;
  methods::Ledger ledger{};
  double tpr_before = 0;
  double tpr_after = 0;
};

struct HalvesRow {
  std::string data{};
  HalvesMethod method = HalvesMethod::smooth;
  double lambda = 0;
  std::vector<HalvesSplit> splits{};
};

struct HalvesStudy {
  HalvesOptions options{};
  std::vector<HalvesRow> rows{};  // by data, method, lambda
};

/// The same for every thread count. Throws Cancelled when stopped.
[[nodiscard]] HalvesStudy halves_study(std::span<const HalvesData> data,
                                       const HalvesOptions& options,
                                       const methods::Hooks& hooks = {});

/// What a row comes to.
struct HalvesSummary {
  std::int64_t splits = 0;
  std::int64_t corrected = 0;
  std::int64_t lower = 0;   // score, of those corrected
  std::int64_t higher = 0;  // likewise
  std::int64_t significant_before = 0;
  std::int64_t significant_after = 0;
  double score_before = 0;  // means over all splits, as all below
  double score_after = 0;
  double false_positives_before = 0;
  double false_positives_after = 0;
  double false_negatives_before = 0;
  double false_negatives_after = 0;
  double tpr_before = 0;
  double tpr_after = 0;
  double cost_before = 0;
  double cost_change = 0;
  double standard_error = 0;  // of the mean change
  std::int64_t costs_more = 0;
  std::int64_t told_less = 0;  // splits whose interval lies below 0
  std::int64_t told_more = 0;
};
[[nodiscard]] HalvesSummary summary_of(const HalvesRow& row);

/// Tables as Markdown; mitigate-halves.csv (single splits) and mitigate-halves.md.
[[nodiscard]] StudyOutput to_output(const HalvesStudy& study);

}  // namespace faultline::studies
