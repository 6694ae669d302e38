#pragma once
// `faultline reproduce cbs-coverage`: whether the interval that an audit gives for the subgroup it
// found holds the truth. Data sets of known truth whose covariates are categories, so that the true
// effect in any subgroup follows from the true rates of its cells (taken from a million people):
//   q of the false positive rate:  sum over the class of q e / (1 - e + q e) = sum of p,
//   mu of the predictions:         the mean of logit P - logit e over the class,
// e the cell's rate or mean outside the class, p the rate inside.

#include <cstdint>
#include <string>
#include <vector>

#include "faultline/methods/conditional/conditional.hpp"
#include "faultline/methods/hooks.hpp"
#include "faultline/simulate/known_truth.hpp"
#include "faultline/studies/study_output.hpp"

namespace faultline::studies {

struct CoverageStudyOptions {
  std::uint64_t seed = 1;
  simulate::TruthDesign design = simulate::TruthDesign::interaction;  // one of categories alone
  std::vector<methods::Permute> permute = {methods::Permute::automatic, methods::Permute::redraw};
  std::vector<std::int64_t> people = {1000, 3000};
  std::vector<double> bias = {0, 0.5, 1};  // log-odds by which scores of one subgroup are shifted
  bool whole_class = false;                // those of the class instead
  std::int64_t data_sets = 200;
  std::int64_t replicates = 199;
  int threads = 0;
};

/// Throws ConfigError.
void validate(const CoverageStudyOptions& options);

/// One criterion under one bias.
struct EffectCoverageRow {
  methods::Permute permute = methods::Permute::automatic;
  std::int64_t people = 0;
  double bias = 0;
  std::string criterion{};
  std::int64_t data_sets = 0;
  std::int64_t evidence = 0;
  std::int64_t found = 0;    // with an interval
  std::int64_t covered = 0;  // of those
  // Means over the data sets with an interval, of log q or mu; estimates that are infinite count
  // as far as the interval's finite end.
  double truth = 0;
  double raw = 0;
  double shrunken = 0;
};

struct CoverageStudy {
  CoverageStudyOptions options{};
  std::vector<EffectCoverageRow> rows{};
};

/// The same for every thread count. Throws Cancelled when stopped.
[[nodiscard]] CoverageStudy coverage_study(const CoverageStudyOptions& options,
                                           const methods::Hooks& hooks = {});

/// The table as CSV and as Markdown.
[[nodiscard]] StudyOutput to_output(const CoverageStudy& study);

}  // namespace faultline::studies
