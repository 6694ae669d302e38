#pragma once
// Figure 6 of Wastvedt, Huling and Wolfson (2022): one data set of a scenario as an analyst would
// audit it, with the permutation distribution of AVG of cFNR, its u-value and intervals. A u-value
// of one data set is a matter of luck where groups hardly differ, so more data sets are audited to
// show how u-values spread.

#include <cstdint>
#include <vector>

#include "faultline/methods/hooks.hpp"
#include "faultline/studies/counterfactual/study.hpp"

namespace faultline::studies {

struct Demonstration {
  int scenario = 1;
  std::int64_t people = 0;
  double truth = 0;
  methods::CounterfactualReport::AverageGap summary{};  // AVG of cFNR of the first data set
  std::vector<double> u_values{};                       // of all data sets, that one first
};

/// One per scenario: the first data set with options.permutations and options.bootstrap,
/// `repetitions` data sets in all, the others with 199 permutations.
[[nodiscard]] std::vector<Demonstration> demonstrations(const CounterfactualStudyOptions& options,
                                                        const methods::Hooks& hooks);

/// fig6.csv, and a chart per scenario.
[[nodiscard]] StudyOutput demonstration_output(const std::vector<Demonstration>& list,
                                               double confidence);

}  // namespace faultline::studies
