#pragma once
// `faultline reproduce compare-periods`: one model in two periods, of which it is known whether it
// got worse for comparable people. Where other people come in the second period (covariate shift)
// and nothing else changes, the search must stay silent, while plain rates do change; where scores
// are shifted up in one subgroup of the second period, it must find that.

#include <cstdint>
#include <vector>

#include "faultline/methods/hooks.hpp"
#include "faultline/simulate/known_truth.hpp"
#include "faultline/studies/study_output.hpp"

namespace faultline::studies {

struct PeriodLevelOptions {
  std::uint64_t seed = 1;
  /// Where the outcome, given the covariates, is the same in both periods.
  std::vector<simulate::TruthDesign> designs = {
      simulate::TruthDesign::independent, simulate::TruthDesign::depends,
      simulate::TruthDesign::strong,      simulate::TruthDesign::interaction,
      simulate::TruthDesign::number,      simulate::TruthDesign::curve,
      simulate::TruthDesign::income};
  std::int64_t people = 1000;
  std::int64_t data_sets = 300;
  std::int64_t replicates = 99;
  double bias = 0.6;  // log-odds
  int threads = 0;
};

/// Throws ConfigError.
void validate(const PeriodLevelOptions& options);

struct PeriodLevelRow {
  simulate::TruthDesign design = simulate::TruthDesign::independent;
  double bias = 0;
  std::int64_t data_sets = 0;
  std::int64_t search = 0;  // evidence for the worse in some criterion: the gate
  std::int64_t table = 0;   // evidence for the worse in some rate of some group
  std::int64_t not_comparable = 0;
};

struct PeriodLevelStudy {
  PeriodLevelOptions options{};
  std::vector<PeriodLevelRow> rows{};  // by design, bias (none first)
};

/// The same for every thread count. Throws Cancelled when stopped.
[[nodiscard]] PeriodLevelStudy period_level_study(const PeriodLevelOptions& options,
                                                  const methods::Hooks& hooks = {});

/// The table as Markdown; periods.csv.
[[nodiscard]] StudyOutput to_output(const PeriodLevelStudy& study);

}  // namespace faultline::studies
