#pragma once
// People of a counterfactual simulation with what nobody could observe beside what one could, and
// the true error rates of their world.

#include <array>
#include <cstdint>
#include <vector>

#include "faultline/data/table.hpp"

namespace faultline::simulate {

struct CounterfactualPeople {
  std::vector<std::uint8_t> group{};              // 0 .. 3: A1, A2 = 00, 01, 10, 11
  std::vector<std::vector<double>> covariates{};  // [covariate][person]; none in Section 4
  std::vector<std::uint8_t> untreated_outcome{};  // Y0
  std::vector<std::uint8_t> treated_outcome{};    // Y1
  std::vector<std::uint8_t> treated{};            // D
  std::vector<std::uint8_t> outcome{};            // Y
  std::vector<std::uint8_t> decision{};           // S
  std::vector<double> score{};                    // that S cuts; empty where S is drawn
  std::vector<double> propensity{};               // P(D = 1 | A, X, S)

  [[nodiscard]] std::int64_t size() const { return static_cast<std::int64_t>(group.size()); }
};

/// Columns A1, A2, X.1 .., Y, D, S, S_prob, Y0, Y1, pi_true.
[[nodiscard]] data::Table to_table(const CounterfactualPeople& people);

/// Rates per group 00, 01, 10, 11, and per value of an attribute: A1 = 0, A1 = 1, A2 = 0, A2 = 1.
struct CounterfactualTruth {
  std::array<double, 4> cfpr{}, cfnr{};
  std::array<double, 4> marginal_cfpr{}, marginal_cfnr{};
  std::array<double, 4> observed_fpr{}, observed_fnr{};
  std::array<double, 4> untreated_rate{};  // P(Y0 = 1 | A)
  std::array<double, 4> decision_rate{};   // P(S = 1 | A)
  std::array<double, 4> treated_rate{};    // P(D = 1 | A)
};

/// Probabilities within one group, from which all rates follow.
struct GroupSums {
  double share = 0;
  double need = 0;            // Y0 = 1
  double missed_need = 0;     // Y0 = 1 and S = 0
  double false_alarm = 0;     // Y0 = 0 and S = 1
  double outcome = 0;         // Y = 1
  double missed_outcome = 0;  // Y = 1 and S = 0
  double decision = 0;        // S = 1
  double treated = 0;         // D = 1
};

[[nodiscard]] CounterfactualTruth truth_of(const std::array<GroupSums, 4>& sums);

}  // namespace faultline::simulate
