#pragma once
// The words of IJDI-Scan: its findings by error rate and lambda, and a finding in sentences for
// those who know the words. lambda is the number of points of error rate that one point of base
// rate justifies.

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "faultline/result/result.hpp"

namespace faultline::report {

/// The details of a finding of IJDI-Scan; their defaults where a result has none.
[[nodiscard]] const result::IjdiDetails& ijdi_of(const result::Finding& finding);

/// What a run found for one error rate, lambda ascending, then rank. Pointers into the result.
struct ErrorSweep {
  result::ErrorRate error = result::ErrorRate::fpr;
  std::vector<std::pair<std::size_t, const result::Finding*>> findings{};  // number from 1
  /// Those of rank 1: one for each lambda.
  [[nodiscard]] std::vector<const result::Finding*> best() const;
};
/// Findings of other methods are passed over.
[[nodiscard]] std::vector<ErrorSweep> by_error(const result::Result& result);

/// Whether the test fitted the probabilities again; else it took them as exact.
[[nodiscard]] bool refits_probability(const result::Result& result);

/// "false positive rate".
[[nodiscard]] std::string error_name(result::ErrorRate error);
/// "people without the outcome": whom the rate counts.
[[nodiscard]] std::string counted_people(result::ErrorRate error);
/// "False positive rate, among people without the outcome".
[[nodiscard]] std::string sweep_title(const ErrorSweep& sweep);
/// "lambda = 0.3"; "lambda = 0.3, rank 2".
[[nodiscard]] std::string lambda_label(const result::Finding& finding);
/// "a difference of 10 points in base rates justifies 3 points in false positive rate".
[[nodiscard]] std::string lambda_meaning(double lambda, result::ErrorRate error);

/// "59.3 % (275 of 464) of those without the outcome were flagged; 18.6 % (...) outside the
/// subgroup. ..." Only for a finding with a subgroup.
[[nodiscard]] std::string ijdi_sentence(const result::Finding& finding);

/// What an adjustment was for, what it did, and what the search had found before it.
[[nodiscard]] std::string adjustment_sentence(const result::Adjustment& adjustment,
                                              const result::Finding& finding);

/// What an edge case is, for readers of adjustments.
inline constexpr const char* kAdjustmentsMeaning =
    "The search can find a subgroup for a wrong reason. Edge case 1: its base rate lies on the "
    "other side of that outside, and taken literally the criterion would demand more of it than "
    "equal rates. Edge case 2: expectations beyond 0 or 1 had to be cut off, which makes what is "
    "expected of it too strict. Then the expectation of its members is moved and the search runs "
    "again, until neither happens.";

}  // namespace faultline::report
