#pragma once
// `faultline reproduce compare-level`: how often a comparison of two models that are equally good
// for everybody says that it got worse, how often it finds where one got worse, and whether its
// interval of the change holds the truth in the subgroup found.

#include <cstdint>
#include <vector>

#include "faultline/methods/hooks.hpp"
#include "faultline/studies/compare/paired_designs.hpp"
#include "faultline/studies/study_output.hpp"

namespace faultline::studies {

struct CompareLevelOptions {
  std::uint64_t seed = 1;
  std::vector<PairedDesign> designs{all_paired_designs().begin(), all_paired_designs().end()};
  std::vector<std::int64_t> people = {300, 1000};
  std::int64_t data_sets = 600;
  std::int64_t replicates = 199;
  double effect = 1;  // in units of usual_effect()
  int threads = 0;
};

/// Throws ConfigError.
void validate(const CompareLevelOptions& options);

struct CompareLevelRow {
  PairedDesign design = PairedDesign::exchangeable;
  std::int64_t people = 0;
  double effect = 0;
  std::int64_t data_sets = 0;
  std::int64_t scan = 0;       // p-value of the search at most .05
  std::int64_t named = 0;      // p-value of kNamedPair, without a search, at most .05
  std::int64_t gate = 0;       // evidence for the worse after all adjustments, in scan or table
  std::int64_t intervals = 0;  // of the change in the subgroup found
  std::int64_t covered = 0;    // of those, that hold the truth
  /// Of the table: the change of the loss for everybody, and for the smallest group of one
  /// attribute, where they have an interval.
  std::int64_t all_intervals = 0;
  std::int64_t all_covered = 0;
  std::int64_t group_intervals = 0;
  std::int64_t group_covered = 0;
};

struct CompareLevelStudy {
  CompareLevelOptions options{};
  std::vector<CompareLevelRow> rows{};  // by design, people, effect (none first)
};

/// The same for every thread count. Throws Cancelled when stopped.
[[nodiscard]] CompareLevelStudy compare_level_study(const CompareLevelOptions& options,
                                                    const methods::Hooks& hooks = {});

/// The table as Markdown; compare.csv.
[[nodiscard]] StudyOutput to_output(const CompareLevelStudy& study);

}  // namespace faultline::studies
