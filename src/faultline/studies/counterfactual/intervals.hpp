#pragma once
// Figure 5 of Wastvedt, Huling and Wolfson (2022): coverage and length of intervals for the
// summaries by scenario and size, beside what an independent program found.

#include <optional>
#include <string>
#include <vector>

#include "faultline/methods/hooks.hpp"
#include "faultline/studies/counterfactual/coverage.hpp"

namespace faultline::studies {

struct IntervalSetting {
  int scenario = 1;
  std::int64_t people = 0;
  std::string rates{};  // what was done to the groups' cFNR; empty: the scenario's own
  std::vector<Coverage> coverage{};
};

/// Every scenario and size; and, with options.between, scenario 1 at 5,000 people with cutoffs that
/// make the groups' cFNR equal, or set them one or two standard errors apart, where intervals for
/// absolute differences are hardest. Throws Cancelled when stopped.
[[nodiscard]] std::vector<IntervalSetting> interval_study(const CounterfactualStudyOptions& options,
                                                          const methods::Hooks& hooks);

/// Coverage of 90 % intervals at 5,000 people in an independent program (another forest; 200 data
/// sets, 500 resamples each with replacement, m = n^.75). None where it has no such number.
[[nodiscard]] std::optional<double> reference_coverage(int scenario, std::int64_t people, bool cfpr,
                                                       methods::SummaryKind summary,
                                                       std::size_t interval);

/// fig5.csv, and charts of coverage and length per scenario.
[[nodiscard]] StudyOutput intervals_output(const std::vector<IntervalSetting>& settings,
                                           const CounterfactualStudyOptions& options);

}  // namespace faultline::studies
