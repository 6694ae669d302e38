#pragma once
// IJDI-Scan (Menghani, McFowland, Neill): the subgroup whose error rate (false positives among
// people without the outcome, or true positives among those with it) exceeds what its base rate
// justifies,
//   rate(S) - rate(~S) <= lambda (p(S) - p(~S)),
// with p the true probability of the outcome. Bias Scan of the decisions against the expectation
// mean decision + lambda (p - mean p), with both edge cases of the paper's Algorithm 1; lambda = 0
// is the plain FPR- or TPR-Scan. Where a refusal harms, the subgroup whose rate is too low (see
// error_problem.hpp). The p-value comes from redraws under the criterion, on which the whole
// algorithm is repeated: of decisions alone where p is known (as published), of outcomes, decisions
// and the fit where p was fitted (refit_null.hpp). Lambdas are tested upwards (nested_sweep.hpp).

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "faultline/data/profiles.hpp"
#include "faultline/methods/conditional/metric.hpp"
#include "faultline/methods/hooks.hpp"
#include "faultline/methods/result.hpp"
#include "faultline/methods/search_settings.hpp"
#include "faultline/resample/checkpoint.hpp"

namespace faultline::methods {

class ProbabilityRecipe;

struct IjdiInput {
  const data::Profiles& profiles;  // with outcome and decision
  std::vector<std::string> scanned{};
  std::string true_probability{};  // name of the column of numbers that holds p
  /// How p was fitted; null: it is exact, and decisions alone are redrawn, as published.
  const ProbabilityRecipe* recipe = nullptr;
};

struct IjdiOptions : SearchSettings {
  std::vector<ErrorRate> errors{ErrorRate::fpr, ErrorRate::tpr};
  std::vector<double> lambdas{0, 0.5, 1, 2, 5};
  std::vector<double> lambdas_tpr{};  // of tpr where they differ; empty: the same
  double clip = 1e-6;                 // expectations are kept in [clip, 1 - clip]
  Harm harm = Harm::positive;         // negative: too low a rate hurts
  /// Scores and tests this subgroup of the scanned attributes, without search and penalty.
  std::optional<search::Subgroup> named{};
  std::int64_t least_people = 1;  // of those audited; smaller subgroups are not looked at

  // The published scores carry this penalty.
  IjdiOptions() { penalty = 0.1; }

  /// Of one search; `replicate` is 0 for the data.
  [[nodiscard]] search::SearchOptions scan_options(std::uint32_t replicate = 0) const;
};

/// Throws ConfigError.
void validate(const IjdiOptions& options);

struct IjdiResult {
  std::vector<Finding> findings{};  // by error rate, then lambda ascending, then rank
  Notices notices{};
  bool partial = false;
};

/// Findings with p-values of their own and adjusted over the whole run. Throws InputError when
/// nobody has (or lacks) the outcome, ConfigError on options. `checkpoint` may be null.
[[nodiscard]] IjdiResult ijdi_scan(const IjdiInput& input, const IjdiOptions& options,
                                   const Hooks& hooks = {},
                                   resample::Checkpoint* checkpoint = nullptr);

}  // namespace faultline::methods
