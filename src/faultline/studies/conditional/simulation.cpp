#include "faultline/studies/conditional/simulation.hpp"

#include <algorithm>
#include <cmath>
#include <memory>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/parallel/for_each.hpp"
#include "faultline/simulate/columns.hpp"
#include "faultline/studies/run_all.hpp"

namespace faultline::studies {
namespace {

constexpr double kNormal95 = 1.959963984540054;

}  // namespace

void validate(const CbsSimulationOptions& options) {
  if (options.data_sets < 1 || options.data_sets > 100'000) {
    throw ConfigError(
        fmt::format("`data_sets` {}: must be between 1 and 100,000", options.data_sets));
  }
  (void)simulation_grid(options.grid);
}

MeanAccuracy CbsSimulation::mean(std::size_t configuration, Auditor auditor) const {
  const auto a = static_cast<std::size_t>(auditor);
  const auto count = static_cast<std::size_t>(options.data_sets);
  const auto at = [&](std::size_t data_set) {
    return accuracies[data_set * grid.configurations.size() + configuration][a];
  };
  double sum = 0;
  for (std::size_t d = 0; d < count; ++d) sum += at(d);
  const double n = static_cast<double>(count);
  MeanAccuracy result;
  result.mean = sum / n;
  if (count < 2) return result;
  double squares = 0;
  for (std::size_t d = 0; d < count; ++d) squares += std::pow(at(d) - result.mean, 2);
  const double half = kNormal95 * std::sqrt(squares / (n - 1) / n);
  result.interval = {std::max(0.0, result.mean - half), std::min(1.0, result.mean + half)};
  return result;
}

CbsSimulation cbs_simulation(const data::Table& covariates, const CbsSimulationOptions& options,
                             const parallel::ProgressFunction& progress,
                             const std::stop_token& stop) {
  validate(options);
  CbsSimulation study;
  study.options = options;
  study.people = covariates.rows();
  study.grid = simulation_grid(options.grid);
  const std::size_t attributes = simulate::categorical_columns(covariates).size();
  int needed = 0;
  for (const SimulationConfiguration& c : study.grid.configurations)
    needed = std::max(needed, c.n_bias + 1);
  if (attributes < static_cast<std::size_t>(needed)) {
    throw InputError(fmt::format(
        "the study needs {} categorical attributes, one of them protected, and there are {}",
        needed, attributes));
  }
  const int threads = parallel::resolve_threads(options.threads);
  std::vector<std::unique_ptr<SimulationDataSet>> data_sets(
      static_cast<std::size_t>(options.data_sets));
  parallel::for_each(
      options.data_sets, threads,
      [&](std::int64_t d) {
        data_sets[static_cast<std::size_t>(d)] = std::make_unique<SimulationDataSet>(
            covariates, options.seed, static_cast<std::uint32_t>(d));
      },
      stop);
  const auto configurations = static_cast<std::int64_t>(study.grid.configurations.size());
  const std::int64_t runs = configurations * options.data_sets;
  study.accuracies.resize(static_cast<std::size_t>(runs));
  // When it was stopped above, some data sets are not there, and no run begins.
  run_all("simulated data sets", runs, threads, {progress, stop}, [&](std::int64_t i) {
    const auto d = static_cast<std::size_t>(i / configurations);
    const auto c = static_cast<std::size_t>(i % configurations);
    study.accuracies[static_cast<std::size_t>(i)] = data_sets[d]->run(study.grid.configurations[c]);
  });
  for (const auto& data_set : data_sets) study.classes.push_back(data_set->protected_class());
  return study;
}

}  // namespace faultline::studies
