#pragma once
// Findings of a Bias Scan whose outcome is not one of two values, in words: means of numbers,
// counts and ordered classes, and one class of several against the rest.

#include <string>

#include "faultline/report/document/document.hpp"
#include "faultline/report/methods/shared/wording.hpp"
#include "faultline/result/result.hpp"

namespace faultline::report {

/// A Bias Scan of an outcome that is not one of two values.
[[nodiscard]] bool of_family(const result::Finding& finding);

/// Of these, one that compares means, not shares.
[[nodiscard]] bool compares_means(const result::Finding& finding);

/// A mean or a sum: four significant digits, whole from 1,000 on: "2,095", "1.981".
[[nodiscard]] std::string amount(double value);

/// Only for findings of_family.
[[nodiscard]] Wording family_wording(const result::Finding& finding);

/// What theta says: "the mean is 570 higher than predicted".
[[nodiscard]] std::string family_theta(const result::Finding& finding);

/// "Among the 120 people of the subgroup ..., the mean of cost is 2,095 where 1,525 is predicted:
/// on average 570 higher." Only for findings that compare means and have a subgroup.
[[nodiscard]] std::string mean_sentence(const result::Finding& finding,
                                        const result::Result& result);
[[nodiscard]] Facts mean_facts(const result::Finding& finding, const result::Result& result);
/// Score and p-value; for every finding that compares means.
[[nodiscard]] Fact mean_score_fact(const result::Finding& finding);
[[nodiscard]] Fact mean_p_value_fact(const result::Finding& finding);
[[nodiscard]] Table mean_table(const result::Finding& finding);

}  // namespace faultline::report
