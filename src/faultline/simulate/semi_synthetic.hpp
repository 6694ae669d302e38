#pragma once
// Semi-synthetic data (Boxer, McFowland, Neill, Algorithm 1 and Step B): given covariates X, true
// log-odds are a random linear function of X plus noise, outcomes follow them, predictions are the
// true log-odds plus noise; then a bias or a base-rate shift may be put into one subgroup, or into
// the members of a protected class inside it. Normal(0, s) is read as standard deviation s.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "faultline/data/table.hpp"
#include "faultline/simulate/named_subgroup.hpp"
#include "faultline/simulate/random_choice.hpp"

namespace faultline::simulate {

/// What is done to the members of a subgroup. The three add up when several are set. As shifts of
/// probabilities (Section 3), or of log-odds (Appendix B.3) when `log_odds` is set.
struct Injection {
  NamedSubgroup subgroup{};
  double mu_suf = 0;  // true probability reduced by it, outcome drawn from the reduced one:
                      // predictions too high
  double mu_sep = 0;  // predicted probability raised by it: predictions too high
  double delta = 0;  // both probabilities raised by it: a higher base rate, predictions still right
  bool log_odds = false;
};

struct SemiSyntheticOptions {
  std::uint64_t seed = 1;
  std::uint32_t replicate = 0;  // another data set of the same seed
  double sigma_true = 0.6;  // person-to-person spread of the true log-odds that X does not explain
  double sigma_predict = 0.2;         // noise of the predictor, on the log-odds
  double weight_sd = 0.2;             // of the weight of each attribute value
  double threshold = 0.5;             // decision = prediction >= threshold
  double clip = 0.001;                // both probabilities are kept in [clip, 1 - clip]
  std::string protected_attribute{};  // left out of the weights; empty: none
  std::string protected_value{};  // an injection reaches only people with it; empty: whoever is in
                                  // the subgroup
  std::optional<Injection> injection{};
};

/// Throws ConfigError. Names are checked when data is made.
void validate(const SemiSyntheticOptions& options);

/// What a study compares its findings with.
struct Truth {
  NamedSubgroup subgroup{};  // empty when nothing was injected
  std::string kind =
      "none";  // "none", or the injected signals by name: "mu_suf", "mu_sep", "delta", joined by +
  double mu_suf = 0;
  double mu_sep = 0;
  double delta = 0;
  bool log_odds = false;
  ClassChoice protected_class{};
  std::int64_t people = 0;  // members of the subgroup in the data (and of the class, with one)
};

struct SemiSynthetic {
  data::Table table{};  // the covariates, then outcome (0/1), prediction, decision (0/1)
  Truth truth{};
  std::vector<double> true_probability{};  // per row, after injection
  std::vector<std::uint8_t> affected{};    // per row: 1 where something was injected
};

/// Algorithm 1 on the categorical columns of `covariates` (numeric ones are left aside). Two runs
/// that differ only in the injection share weights, noise and the uniform behind each outcome, so
/// members' outcomes change only where the true probability does. Throws ConfigError on options or
/// names, InputError when there is no categorical column or row. A subgroup must not restrict the
/// protected attribute when there is a protected value.
[[nodiscard]] SemiSynthetic semi_synthetic(const data::Table& covariates,
                                           const SemiSyntheticOptions& options);

/// The same on `rows` invented patients (population.hpp).
[[nodiscard]] SemiSynthetic semi_synthetic_patients(std::int64_t rows,
                                                    const SemiSyntheticOptions& options);

/// Whom an injection reaches: 1 for the members of the subgroup, and of the class where it has a
/// value. Throws ConfigError on names, and when the subgroup restricts the class's attribute.
[[nodiscard]] std::vector<std::uint8_t> rows_reached(const data::Table& covariates,
                                                     const ClassChoice& protected_class,
                                                     const NamedSubgroup& subgroup);

}  // namespace faultline::simulate
