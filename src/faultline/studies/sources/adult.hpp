#pragma once
// `faultline reproduce sources-adult`: income prediction on the census file (Chen, Johansson,
// Sontag 2018, section 5.1): costs of men and women under a forest, learning curves (Figure 2a),
// bounds on the Bayes error (Figure 2b), and the cluster of executives and managers.

#include <cstdint>
#include <vector>

#include "faultline/methods/hooks.hpp"
#include "faultline/methods/result.hpp"
#include "faultline/methods/sources/evaluation.hpp"
#include "faultline/methods/sources/input.hpp"
#include "faultline/studies/study_output.hpp"

namespace faultline::studies {

struct AdultStudyOptions {
  std::int64_t repetitions = 50;  // splits of the learning curve
  std::vector<std::int64_t> sizes{500, 1000, 2000, 4000, 7000, 10'000, 16'000, 26'000};
  bool forests = false;  // executives under other forests, too
  std::uint64_t seed = 1;
  int threads = 0;
};

/// False negative rates of men and women among executives and managers, and among all others.
struct OccupationRates {
  double executives[2] = {0, 0};
  double others[2] = {0, 0};
  double executive_share = 0;  // of everybody
};

/// Of people who were predicted by a model that had not seen them.
[[nodiscard]] OccupationRates occupation_rates(const methods::SourcesInput& people,
                                               const methods::EvaluatedModel& evaluated);

struct AdultForest {
  int depth = 0;  // 0: no limit
  int trees = 0;
  OccupationRates rates{};
};

/// Forests of depth 5, 10 and without limit, of 50 and 500 trees, in the folds of the study's own.
[[nodiscard]] std::vector<AdultForest> adult_forests(const methods::SourcesInput& people,
                                                     const AdultStudyOptions& options,
                                                     const methods::Hooks& hooks);

struct AdultStudy {
  AdultStudyOptions options{};
  methods::SourcesReport split{};     // one test part, several learners
  methods::SourcesReport curves{};    // forest
  methods::SourcesReport bounds{};    // noise
  methods::SourcesReport clusters{};  // forest, cross-validation
  OccupationRates occupation{};       // forest, cross-validation
  std::vector<AdultForest> forests{};
};

/// `people` has groups Female and Male and the covariates of the file but for sex and fnlwgt.
[[nodiscard]] AdultStudy adult_study(const methods::SourcesInput& people,
                                     const AdultStudyOptions& options, const methods::Hooks& hooks);

[[nodiscard]] StudyOutput to_output(const AdultStudy& study);

}  // namespace faultline::studies
