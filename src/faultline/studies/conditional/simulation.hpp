#pragma once
// `faultline reproduce cbs-simulation`: how well Conditional Bias Scan and two rivals find the
// subgroup into which a bias was put (Boxer, McFowland, Neill, Section 3 and Appendix B, Figures 1
// to 8). Every data set has one protected class and one set of fair people, shared by all its
// configurations; accuracies are averaged over data sets.

#include <cstdint>
#include <span>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "faultline/data/table.hpp"
#include "faultline/parallel/progress.hpp"
#include "faultline/simulate/random_choice.hpp"
#include "faultline/studies/conditional/simulation_data_set.hpp"
#include "faultline/studies/conditional/simulation_grid.hpp"

namespace faultline::studies {

struct CbsSimulationOptions {
  SimulationGridOptions grid{};
  std::int64_t data_sets = 20;
  std::uint64_t seed = 1;
  int threads = 0;  // 0: all
};

/// Throws ConfigError.
void validate(const CbsSimulationOptions& options);

/// Mean accuracy over data sets, with mean -+ 1.96 standard errors kept in [0, 1].
struct MeanAccuracy {
  double mean = 0;
  std::pair<double, double> interval{0, 1};
};

struct CbsSimulation {
  CbsSimulationOptions options{};
  std::int64_t people = 0;
  SimulationGrid grid{};
  std::vector<simulate::ClassChoice> classes{};  // [data set]
  std::vector<Accuracies> accuracies{};          // [data set * configurations + configuration]

  [[nodiscard]] MeanAccuracy mean(std::size_t configuration, Auditor auditor) const;
};

/// The categorical columns of `covariates` are the attributes; its rows are people. The same for
/// every thread count and (because the data's order gives each person their noise) for rows in the
/// same order. Throws InputError when there are fewer than five attributes (n_bias goes up to 4),
/// Cancelled when stopped.
[[nodiscard]] CbsSimulation cbs_simulation(const data::Table& covariates,
                                           const CbsSimulationOptions& options,
                                           const parallel::ProgressFunction& progress = {},
                                           const std::stop_token& stop = {});

/// One line per figure, panel, x and auditor: mean, interval, number of data sets.
[[nodiscard]] std::string to_csv(const CbsSimulation& study);
/// One line per data set, configuration and auditor.
[[nodiscard]] std::string to_raw_csv(const CbsSimulation& study);
/// For the terminal, at most 80 columns: the means at a few points of each panel, and Figure 1
/// beside the reference.
[[nodiscard]] std::string to_text(const CbsSimulation& study);

struct NamedChart {
  std::string file{};  // "figure1_mu_sep.svg"
  std::string svg{};
};
/// One per panel; long curves are thinned to some 25 points.
[[nodiscard]] std::vector<NamedChart> charts(const CbsSimulation& study);

/// A reference for Figure 1, mean accuracy of an independent Python implementation over 40 data
/// sets of its own.
struct SimulationReference {
  const char* signal;  // "mu_sep", "mu_suf"
  double x;
  std::array<double, 4> mean;       // in the order of Auditor
  std::array<double, 4> deviation;  // standard deviation over data sets
};
[[nodiscard]] std::span<const SimulationReference> simulation_references();

}  // namespace faultline::studies
