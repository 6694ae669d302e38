#pragma once
// `faultline reproduce cbs-level`: how often Conditional Bias Scan cries wolf, and how often it
// finds what is there. Data sets of known truth (simulate/known_truth.hpp) are audited with each
// way of making null memberships; a valid test at level alpha calls at most a share alpha of the
// unbiased ones unfair, all criteria of the audit counted.

#include <cstdint>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "faultline/methods/conditional/conditional.hpp"
#include "faultline/parallel/progress.hpp"
#include "faultline/simulate/known_truth.hpp"
#include "faultline/studies/study_output.hpp"

namespace faultline::studies {

struct LevelStudyOptions {
  std::uint64_t seed = 1;
  std::vector<simulate::TruthDesign> designs{simulate::all_truth_designs().begin(),
                                             simulate::all_truth_designs().end()};
  std::vector<methods::Permute> permute = {methods::Permute::automatic, methods::Permute::everyone};
  std::int64_t people = 1000;
  std::int64_t data_sets = 400;
  std::int64_t replicates = 99;
  double alpha = 0.05;
  double bias = 0;            // log-odds; above 0: how often it is found
  bool rounded = false;       // predictions in steps of .05
  bool all_criteria = false;  // all sixteen, else the four of the case study
  int threads = 0;
};

/// Throws ConfigError.
void validate(const LevelStudyOptions& options);

/// One design and way of permuting. Of the criteria that are true there when nothing is planted, of
/// all where something is.
struct LevelRow {
  simulate::TruthDesign design = simulate::TruthDesign::independent;
  methods::Permute permute = methods::Permute::automatic;
  std::string what{};  // "family", or a criterion's name (its own p-value, unadjusted)
  std::int64_t rejected = 0;
  std::int64_t data_sets = 0;
  std::int64_t not_comparable = 0;           // of them, where there was nobody to compare with
  std::pair<double, double> interval{0, 1};  // 99 %, Clopper-Pearson, of the rejection rate
};

struct LevelStudy {
  LevelStudyOptions options{};
  std::vector<LevelRow> rows{};
};

/// The same for every thread count. Throws Cancelled when stopped.
[[nodiscard]] LevelStudy level_study(const LevelStudyOptions& options,
                                     const parallel::ProgressFunction& progress = {},
                                     const std::stop_token& stop = {});

/// The table as CSV, and that of the families as Markdown.
[[nodiscard]] StudyOutput to_output(const LevelStudy& study);

}  // namespace faultline::studies
