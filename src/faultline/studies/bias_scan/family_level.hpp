#pragma once
// `faultline reproduce scan-families`: whether a scan of numbers or counts keeps its level however
// the residuals vary, how often it finds what is planted, and whether its interval of the shift or
// ratio holds the truth in the subgroup found.

#include <cstdint>
#include <vector>

#include "faultline/methods/hooks.hpp"
#include "faultline/studies/bias_scan/residual_designs.hpp"
#include "faultline/studies/study_output.hpp"

namespace faultline::studies {

struct FamilyLevelOptions {
  std::uint64_t seed = 1;
  std::vector<ResidualDesign> designs{all_residual_designs().begin(), all_residual_designs().end()};
  std::vector<std::int64_t> people = {300, 1000};
  std::int64_t data_sets = 600;
  std::int64_t replicates = 199;
  double effect = 0.7;  // planted for power and coverage, see residual_sample()
  int threads = 0;
};

/// Throws ConfigError.
void validate(const FamilyLevelOptions& options);

struct FamilyLevelRow {
  ResidualDesign design = ResidualDesign::normal;
  std::int64_t people = 0;
  double effect = 0;
  std::int64_t data_sets = 0;
  std::int64_t evidence = 0;   // in either direction
  std::int64_t named = 0;      // evidence for kNamedSubgroup, without a search
  std::int64_t intervals = 0;  // data sets with an interval in some direction
  std::int64_t covered = 0;    // of those, where every interval holds the truth
};

struct FamilyLevelStudy {
  FamilyLevelOptions options{};
  std::vector<FamilyLevelRow> rows{};  // by design, people, effect (none first)
};

/// The same for every thread count. Throws Cancelled when stopped.
[[nodiscard]] FamilyLevelStudy family_level_study(const FamilyLevelOptions& options,
                                                  const methods::Hooks& hooks = {});

/// The table as Markdown; families.csv.
[[nodiscard]] StudyOutput to_output(const FamilyLevelStudy& study);

}  // namespace faultline::studies
