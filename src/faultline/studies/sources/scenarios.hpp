#pragma once
// `faultline reproduce sources-scenarios`: the three scenarios of Figure 1 of the paper (Chen,
// Johansson, Sontag 2018) as data. One number x tells all there is to know of the outcome, which is
// unaware of the group: P(Y = 1 | x, a) = P(Y = 1 | x). Training sets are drawn afresh, a learner
// is fitted to each, and its decisions at every x are taken apart by Theorem 1 with the probability
// that is known here; groups are integrals over their densities of x. Nothing is estimated but the
// share of training sets after which the decision at x is 1.

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "faultline/methods/hooks.hpp"
#include "faultline/methods/sources/decomposition.hpp"
#include "faultline/model/registry.hpp"
#include "faultline/studies/mean.hpp"
#include "faultline/studies/study_output.hpp"

namespace faultline::studies {

inline constexpr std::size_t kScenarioGroups = 2;

struct Scenario {
  std::string_view name{};  // of its files
  std::string_view title{};
  std::string_view what{};       // a sentence
  std::int64_t people = 0;       // in a training set
  double share = 0.5;            // of group 1
  std::array<double, 2> mean{};  // of x, normal, by group
  std::array<double, 2> deviation{};
  double (*positive)(double x) = nullptr;  // P(Y = 1 | x)
  model::LearnerKind learner = model::LearnerKind::tree;
  int depth = 3;           // of a tree
  bool per_group = false;  // a model for each, trained on its people alone
};

[[nodiscard]] std::span<const Scenario> scenarios();

struct ScenarioStudyOptions {
  std::int64_t training_sets = 400;
  std::uint64_t seed = 1;
  int threads = 0;
};

/// Throws ConfigError.
void validate(const ScenarioStudyOptions& options);

struct ScenarioGroup {
  methods::Decomposition parts{};  // of the zero-one loss
  Mean cost{};                     // over training sets, with its Monte Carlo error
  std::vector<double> density{};   // at every x of the study
  std::vector<double> flagged{};   // share of training sets after which the decision there is 1
};

struct ScenarioResult {
  const Scenario* scenario = nullptr;
  std::array<ScenarioGroup, kScenarioGroups> groups{};
  Mean difference{};  // of costs, group 1 minus group 0
};

struct ScenarioStudy {
  ScenarioStudyOptions options{};
  std::vector<double> x{};
  std::vector<ScenarioResult> results{};
};

[[nodiscard]] ScenarioStudy scenario_study(const ScenarioStudyOptions& options,
                                           const methods::Hooks& hooks);
[[nodiscard]] StudyOutput to_output(const ScenarioStudy& study);

}  // namespace faultline::studies
