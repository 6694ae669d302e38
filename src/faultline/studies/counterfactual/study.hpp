#pragma once
// What the six counterfactual studies (Wastvedt, Huling, Wolfson 2022, Figures 1 to 6) share: how a
// run is asked for, simulated people as an audit's input, true summaries, spread over repetitions.

#include <cstdint>
#include <span>
#include <vector>

#include "faultline/methods/counterfactual/counterfactual.hpp"
#include "faultline/simulate/counterfactual_people.hpp"
#include "faultline/simulate/counterfactual_population.hpp"
#include "faultline/studies/counterfactual/truth.hpp"
#include "faultline/studies/mean.hpp"
#include "faultline/studies/study_output.hpp"

namespace faultline::studies {

struct CounterfactualStudyOptions {
  std::uint64_t seed = 1;
  std::int64_t repetitions = 500;     // data sets per setting
  std::vector<std::int64_t> sizes{};  // people per data set
  std::vector<int> scenarios{1, 2, 3};
  std::int64_t bootstrap = 1000;
  std::int64_t permutations = 999;
  std::int64_t ensembles = 0;     // repetitions of the ensemble's propensities
  bool between = false;           // intervals: also where rates are about equal
  double alpha = 0.1;             // intervals hold 1 - alpha; .1 as in the paper
  std::int64_t vectors = 50'000;  // of the finite population
  int trees = 500;                // of the risk model
  int threads = 0;
};

/// Throws ConfigError.
void validate(const CounterfactualStudyOptions& options);

/// Keeps the profiles that an audit's input points to: one per person.
class SimulatedPeople {
 public:
  explicit SimulatedPeople(const simulate::CounterfactualPeople& people);
  [[nodiscard]] const methods::CounterfactualInput& input() const { return input_; }

 private:
  data::Profiles profiles_;
  methods::CounterfactualInput input_;
};

/// One population per scenario of the options, in their order.
[[nodiscard]] std::vector<simulate::CounterfactualPopulation> populations_of(
    const CounterfactualStudyOptions& options);

/// Mean, its Monte Carlo error (95 %), and the .025 and .975 quantiles. NaN are left out.
struct Spread {
  Mean mean{};
  double low = 0;
  double high = 0;
};
[[nodiscard]] Spread spread_of(std::span<const double> values);

}  // namespace faultline::studies
