#pragma once
// What IJDI-Scan has to say: its findings by error rate and lambda, a
// finding in sentences, and which lambda justifies what was found. lambda is the number of points
// of error rate that one point of base rate justifies.

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

/// Where there is evidence and from which lambda on there is none; "not enough evidence" never
/// reads as "justified".
[[nodiscard]] std::string sweep_sentence(const ErrorSweep& sweep, double alpha);
/// The findings that tell most, in sentences: at the smallest lambda, and at the largest with
/// evidence.
[[nodiscard]] std::vector<std::string> sweep_story(const ErrorSweep& sweep, double alpha);
/// What the scans without evidence do not show; empty when every scan gave evidence.
[[nodiscard]] std::vector<std::string> ijdi_open_sentences(const result::Result& result);

/// What an adjustment was for, what it did, and what the search had found before it.
[[nodiscard]] std::string adjustment_sentence(const result::Adjustment& adjustment);

/// What an edge case is, for readers of adjustments.
inline constexpr const char* kAdjustmentsMeaning =
    "The search can find a subgroup for a wrong reason. Edge case 1: its base rate lies below that "
    "outside, and taken literally the criterion would demand a lower error rate for it. Edge case "
    "2: expectations above 1 had to be cut off, which makes what is expected of it too low. Then "
    "the expectation of its members is raised and the search runs again, until neither happens.";

}  // namespace faultline::report
