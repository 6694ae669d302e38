#include "faultline/studies/conditional/simulation_grid.hpp"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"

namespace faultline::studies {
namespace {

using Configuration = SimulationConfiguration;

// Both forms have the same plots; what differs is the size of the signals and the steps. As
// probabilities, full grid, counting each configuration where it first appears:
//   mu_sep, mu_suf  0 to 1 by 0.01        101 + 100 (both begin at the fair data)
//   delta           -0.5 to 0.5 by 0.01   100 beside delta = 0
//   delta with mu_sep = 0.5, with mu_suf = 0.5                 2 x 100
//   n_bias          1 to 4, three signals                      3 x 3 beside n_bias = 2
//   p_bias          0.05 to 1 by 0.05, three signals           3 x 19 beside p_bias = 0.5
//   sigma_predict   130 values from 0 to 2, three signals      3 x 130
//   sigma_true      129 values from 0 to 2, three signals      3 x 129
// which is 1,344. In log-odds form signals are five times as large, and mu'_sep and mu'_suf have
// 181 values each, 0 to 4.5 by 0.025: 1,504.
struct Steps {
  double signal = 0.5;       // mu_sep and mu_suf where they are fixed
  double shift = 0.25;       // delta where it is fixed
  std::vector<double> mu{};  // of Figures 1 and 5
  std::vector<double> delta{};
  std::vector<double> p_bias{};
  std::vector<double> sigma_predict{};
  std::vector<double> sigma_true{};
};

/// first/divisor, ..., last/divisor: quotients of whole numbers, so that equal values are equal.
std::vector<double> quotients(int first, int last, int step, double divisor) {
  std::vector<double> values;
  for (int i = first; i <= last; i += step) values.push_back(i / divisor);
  return values;
}

Steps steps_for(bool full, bool log_odds) {
  Steps steps;
  if (log_odds) {
    steps.signal = 2.5;
    steps.shift = 1.25;
    steps.mu = full ? quotients(0, 180, 1, 40) : quotients(0, 9, 1, 2);
    steps.delta = full ? quotients(-50, 50, 1, 20) : quotients(-5, 5, 1, 2);
  } else {
    steps.mu = full ? quotients(0, 100, 1, 100) : quotients(0, 10, 1, 10);
    steps.delta = full ? quotients(-50, 50, 1, 100) : quotients(-5, 5, 1, 10);
  }
  steps.p_bias = full ? quotients(1, 20, 1, 20) : quotients(1, 4, 1, 4);
  steps.sigma_predict = full ? quotients(0, 258, 2, 129) : quotients(0, 4, 1, 2);
  steps.sigma_true = full ? quotients(0, 256, 2, 128) : quotients(0, 4, 1, 2);
  return steps;
}

class GridMaker {
 public:
  explicit GridMaker(const SimulationGridOptions& options) : options_(options) {}

  void add_form(bool log_odds) {
    const Steps steps = steps_for(options_.full, log_odds);
    Configuration base;
    base.log_odds = log_odds;
    Configuration sep = base;
    sep.mu_sep = steps.signal;
    Configuration suf = base;
    suf.mu_suf = steps.signal;
    Configuration shifted = base;
    shifted.delta = steps.shift;
    const int signals = log_odds ? 5 : 1;
    const int shifts = log_odds ? 6 : 2;
    panel(signals, base, "mu_sep", "", steps.mu, &Configuration::mu_sep);
    panel(signals, base, "mu_suf", "", steps.mu, &Configuration::mu_suf);
    panel(shifts, base, "delta", "", steps.delta, &Configuration::delta);
    for (const auto& [fixed, signal] : {std::pair{sep, "mu_sep"}, std::pair{suf, "mu_suf"}}) {
      panel(4, fixed, "delta", fmt::format("{} = {}", signal, steps.signal), steps.delta,
            &Configuration::delta);
    }
    const std::vector<std::pair<Configuration, std::string>> three = {
        {sep, fmt::format("mu_sep = {}", steps.signal)},
        {suf, fmt::format("mu_suf = {}", steps.signal)},
        {shifted, fmt::format("delta = {}", steps.shift)}};
    for (const auto& [fixed, signal] : three)
      panel(3, fixed, "n_bias", signal, {1, 2, 3, 4}, &Configuration::n_bias);
    for (const auto& [fixed, signal] : three)
      panel(3, fixed, "p_bias", signal, steps.p_bias, &Configuration::p_bias);
    for (const auto& [fixed, signal] : three)
      panel(7, fixed, "sigma_predict", signal, steps.sigma_predict, &Configuration::sigma_predict);
    for (const auto& [fixed, signal] : three)
      panel(8, fixed, "sigma_true", signal, steps.sigma_true, &Configuration::sigma_true);
  }

  SimulationGrid finish() && {
    std::stable_sort(
        grid_.panels.begin(), grid_.panels.end(),
        [](const SimulationPanel& a, const SimulationPanel& b) { return a.figure < b.figure; });
    return std::move(grid_);
  }

 private:
  bool wanted(int figure) const {
    return options_.figures.empty() || std::find(options_.figures.begin(), options_.figures.end(),
                                                 figure) != options_.figures.end();
  }

  template <typename T>
  void panel(int figure, const Configuration& fixed, const std::string& x_name,
             const std::string& signal, const std::vector<double>& x, T Configuration::* member) {
    if (!wanted(figure)) return;
    SimulationPanel panel;
    panel.figure = figure;
    panel.log_odds = fixed.log_odds;
    panel.x_name = x_name;
    panel.signal = signal;
    panel.name = signal.empty()
                     ? x_name
                     : fmt::format("{} at {}", x_name, signal.substr(0, signal.find(' ')));
    panel.x = x;
    for (const double value : x) {
      Configuration configuration = fixed;
      configuration.*member = static_cast<T>(value);
      const auto [known, added] = position_.emplace(configuration, grid_.configurations.size());
      if (added) grid_.configurations.push_back(configuration);
      panel.configuration.push_back(known->second);
    }
    grid_.panels.push_back(std::move(panel));
  }

  const SimulationGridOptions& options_;
  SimulationGrid grid_;
  std::map<Configuration, std::size_t> position_;
};

}  // namespace

SimulationGrid simulation_grid(const SimulationGridOptions& options) {
  for (const int figure : options.figures) {
    if (figure < 1 || figure > 8)
      throw ConfigError(fmt::format("`figures` {}: the study has Figures 1 to 8", figure));
  }
  GridMaker maker(options);
  if (options.probability) maker.add_form(false);
  if (options.log_odds) maker.add_form(true);
  SimulationGrid grid = std::move(maker).finish();
  if (grid.panels.empty()) {
    throw ConfigError(
        "the figures and the form asked for have nothing in common: Figures 1 and 2 are shifts of "
        "probabilities, 5 and 6 of log-odds");
  }
  return grid;
}

}  // namespace faultline::studies
