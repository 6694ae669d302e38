#pragma once
// One simulated data set (Boxer, McFowland, Neill, Section 3): the covariates of real people, a
// random protected class, fair outcomes and predictions (Algorithm 1); and what six auditors find
// when a bias or a base rate shift is put into a random subgroup of the class. Accuracy is the
// Jaccard overlap of the subgroup found and the one treated, over people of the class (eq. 3); an
// auditor that finds nothing has accuracy 0.

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "faultline/data/table.hpp"
#include "faultline/model/design/design.hpp"
#include "faultline/simulate/fair_data.hpp"
#include "faultline/simulate/random_choice.hpp"
#include "faultline/studies/conditional/simulation_grid.hpp"

namespace faultline::studies {

/// The four scans look at all values of the condition, in the direction that the injected bias has:
/// separation higher, sufficiency lower, penalty 1. GerryFair looks for a higher false positive
/// rate; MultiAccuracy Boost is the variant for over-estimation. Both see the covariates and the
/// class.
enum class Auditor {
  separation_scores,
  separation_decisions,
  sufficiency_scores,
  sufficiency_decisions,
  gerryfair,
  multiaccuracy,
};
inline constexpr std::size_t kAuditors = 6;
/// As `--metric` names the scans; "GerryFair", "MultiAccuracy Boost".
[[nodiscard]] std::string_view name_of(Auditor auditor);

using Accuracies = std::array<double, kAuditors>;

class SimulationDataSet {
 public:
  /// Keeps a reference to the table, whose rows are people. Class, subgroups and noise depend on
  /// seed and replicate alone.
  SimulationDataSet(const data::Table& covariates, std::uint64_t seed, std::uint32_t replicate);

  [[nodiscard]] const simulate::ClassChoice& protected_class() const { return class_; }
  /// From many threads at once. The subgroup is the same for configurations with equal n_bias and
  /// p_bias.
  [[nodiscard]] Accuracies run(const SimulationConfiguration& configuration) const;

 private:
  struct People;  // a biased data set
  [[nodiscard]] People make_people(const SimulationConfiguration& configuration) const;
  void scan(const People& people, Accuracies& accuracies) const;
  void ask_rivals(const People& people, Accuracies& accuracies) const;

  const data::Table& covariates_;
  std::uint64_t seed_;
  std::uint32_t replicate_;
  simulate::ClassChoice class_;
  simulate::FairData fair_;
  std::vector<std::uint8_t> in_class_;     // [row]
  model::Design features_{0};              // of the rivals, a row per distinct tuple
  std::vector<std::int32_t> feature_row_;  // [row]
};

}  // namespace faultline::studies
