#pragma once
// One model in two periods or files: where did it get worse? Every rate of every group side by side
// (change_table.hpp), and for each criterion of Conditional Bias Scan a scan for the subgroup of
// the people after that fares worst against comparable people before. Who came when is the class:
// the p-value redraws it given covariates and condition, and repeats everything (conditional.hpp),
// so that other people coming (covariate shift) is not taken for a worse model. The scans are one
// family, adjusted together, and share the level with the table.

#include <string>

#include "faultline/data/profiles.hpp"
#include "faultline/methods/compare/compare_models.hpp"
#include "faultline/methods/conditional/conditional.hpp"

namespace faultline::methods {

/// The attribute of the profiles that tells the periods apart, and the label of the second one.
struct Periods {
  ProtectedClass after{};
  std::size_t attribute = 0;
  std::size_t label = 0;
};

struct ComparePeriodsOptions {
  ConditionalOptions scan{};
  Harm harm = Harm::positive;  // which direction of a criterion is the worse one
  ChangeTableOptions table{};
};

/// The direction of a criterion that is a worse model: more errors, lower predictive values; of
/// predictions and calibration the direction that harms.
[[nodiscard]] search::Direction worse_direction(const Metric& metric, Harm harm);

/// Where it may have got worse: the four criteria of an audit, and the error rate that is not among
/// them.
[[nodiscard]] std::vector<CriterionScan> default_change_scans(Harm harm);

/// Both periods' people with what was predicted and decided.
[[nodiscard]] ComparedPeople periods_of(const data::Profiles& profiles, const Periods& periods);

/// Throws what conditional_scan throws.
[[nodiscard]] CompareResult compare_periods(const ConditionalInput& input, const Periods& periods,
                                            const ComparePeriodsOptions& options,
                                            const Hooks& hooks = {},
                                            resample::Checkpoint* checkpoint = nullptr);

}  // namespace faultline::methods
