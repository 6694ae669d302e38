#pragma once
// The world of Wastvedt, Huling and Wolfson (2022), Section 8: two protected attributes of two
// values each, four covariates, an outcome that treatment may prevent. With `a` one of the four
// groups, x the covariates and S the decision,
//   X ~ Normal((1, -1, 2, -2), sd 0.3),  A independent of X
//   P(Y0 = 1)          = expit(logit need(a) + x1 + x2 + x3 + x4), kept in [.005, .995]
//   P(D = 1)           = expit(logit opportunity(a) + x1 + x2 + S logit .1), kept in [.005, .995]
//   P(Y1 = 0 | Y0 = 1) = strength(a);  Y1 = 0 where Y0 = 0;  Y = Y1 if treated, else Y0
// Training data has no S yet and leaves that term out.

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "faultline/rng/stream.hpp"

namespace faultline::simulate {

inline constexpr std::size_t kGroups = 4;  // A1, A2 = 00, 01, 10, 11
inline constexpr std::size_t kScenarioCovariates = 4;

/// "00", "01", "10", "11": the values of A1 and A2.
[[nodiscard]] std::string group_name(std::size_t group);
/// "00 (majority)", "01 (M2)", "10 (M1)", "11 (minority)".
[[nodiscard]] std::string group_words(std::size_t group);

struct GroupParameters {
  double share = 0;        // of people
  double need = 0;         // P(Y0 = 1) where the covariates are at their means
  double opportunity = 0;  // P(D = 1) there, without a decision
  double strength = 0;     // P(Y1 = 0 | Y0 = 1)
};

struct CounterfactualScenario {
  int number = 1;
  std::array<GroupParameters, kGroups> groups{};
  bool forest_sees_groups = false;  // A1 and A2 are predictors of the risk model
};

/// 1: similar rates in all groups; 2: several groups differ; 3: one group differs. Throws
/// ConfigError on another number.
[[nodiscard]] CounterfactualScenario counterfactual_scenario(int number);

using Covariates = std::array<double, kScenarioCovariates>;

[[nodiscard]] Covariates draw_covariates(rng::Stream& stream);
[[nodiscard]] std::size_t draw_group(const CounterfactualScenario& scenario, rng::Stream& stream);
/// P(Y0 = 1 | X, A).
[[nodiscard]] double untreated_risk(const GroupParameters& group, const Covariates& x);
/// P(D = 1 | X, A, S); `decision` 0 is the model of the training data.
[[nodiscard]] double treatment_chance(const GroupParameters& group, const Covariates& x,
                                      bool decision);

}  // namespace faultline::simulate
