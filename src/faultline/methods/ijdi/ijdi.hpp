#pragma once
// IJDI-Scan (Menghani, McFowland, Neill): the subgroup whose error rate (false positives among
// people without the outcome, or true positives among those with it) exceeds what its base rate
// justifies,
//   rate(S) - rate(~S) <= lambda (p(S) - p(~S)),
// with p the true probability of the outcome. Bias Scan of the decisions against the expectation
// mean decision + lambda (p - mean p), with both edge cases of the paper's Algorithm 1; lambda = 0
// is the plain FPR- or TPR-Scan. The p-value comes from redrawing decisions under the expectation
// and repeating the whole algorithm.

#include <string>
#include <vector>

#include "faultline/data/profiles.hpp"
#include "faultline/methods/hooks.hpp"
#include "faultline/methods/result.hpp"
#include "faultline/methods/search_settings.hpp"
#include "faultline/resample/checkpoint.hpp"

namespace faultline::methods {

struct IjdiInput {
  const data::Profiles& profiles;  // with outcome and decision
  std::vector<std::string> scanned{};
  std::string true_probability{};  // name of the column of numbers that holds p
};

struct IjdiOptions : SearchSettings {
  std::vector<ErrorRate> errors{ErrorRate::fpr, ErrorRate::tpr};
  std::vector<double> lambdas{0};
  std::vector<double> lambdas_tpr{};  // of tpr where they differ; empty: the same
  double clip = 1e-6;                 // expectations are kept in [clip, 1 - clip]

  // The published scores carry this penalty.
  IjdiOptions() { penalty = 0.1; }
};

/// Throws ConfigError.
void validate(const IjdiOptions& options);

struct IjdiResult {
  std::vector<Finding> findings{};  // by error rate, then lambda as asked, then rank
  Notices notices{};
  bool partial = false;
};

/// Findings with raw and Holm-adjusted p-values over the whole run. Throws InputError when nobody
/// has (or lacks) the outcome, ConfigError on options. `checkpoint` may be null.
[[nodiscard]] IjdiResult ijdi_scan(const IjdiInput& input, const IjdiOptions& options,
                                   const Hooks& hooks = {},
                                   resample::Checkpoint* checkpoint = nullptr);

}  // namespace faultline::methods
