#pragma once
// The configurations of Conditional Bias Scan's simulation study (Boxer, McFowland, Neill, Section
// 3 and Appendix B) and the panels of its Figures 1 to 8. The paper gives the numbers of
// configurations, 1,344 as shifts of probabilities and 1,504 as shifts of log-odds, and not the
// values of the parameters; the full grid here is chosen to have exactly these numbers of distinct
// configurations (see simulation_grid.cpp). The small grid is for a quick look.

#include <cstdint>
#include <string>
#include <vector>

namespace faultline::studies {

/// One way to make biased data from fair data. Distinct ones differ in some member.
struct SimulationConfiguration {
  bool log_odds = false;  // how the three signals are applied
  double mu_sep = 0;
  double mu_suf = 0;
  double delta = 0;
  int n_bias = 2;       // attributes that define the subgroup
  double p_bias = 0.5;  // probability that a value of them is in it
  double sigma_true = 0.6;
  double sigma_predict = 0.2;
  friend auto operator<=>(const SimulationConfiguration&, const SimulationConfiguration&) = default;
};

/// One plot: accuracy against x.
struct SimulationPanel {
  int figure = 1;  // of the paper. Its robustness checks in log-odds form have no figure there and
                   // carry the number of the same plot in probability form.
  bool log_odds = false;
  std::string name{};    // "mu_sep", "n_bias at delta"; unique within figure and form
  std::string signal{};  // what else is set: "mu_sep = 0.5"; empty when x is the signal
  std::string x_name{};
  std::vector<double> x{};
  std::vector<std::size_t> configuration{};  // [x]: position in the grid
};

struct SimulationGrid {
  std::vector<SimulationConfiguration> configurations{};  // distinct
  std::vector<SimulationPanel> panels{};
};

struct SimulationGridOptions {
  bool full = false;
  bool probability = true;
  bool log_odds = true;
  std::vector<int> figures{};  // of the paper; empty: all
};

/// Throws ConfigError on a figure that does not exist or a choice that leaves nothing.
[[nodiscard]] SimulationGrid simulation_grid(const SimulationGridOptions& options);

}  // namespace faultline::studies
