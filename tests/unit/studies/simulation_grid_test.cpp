#include "faultline/studies/conditional/simulation_grid.hpp"

#include <algorithm>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "faultline/base/error.hpp"

namespace faultline::studies {
namespace {

SimulationGrid grid(bool full, bool probability, bool log_odds, std::vector<int> figures = {}) {
  return simulation_grid({.full = full,
                          .probability = probability,
                          .log_odds = log_odds,
                          .figures = std::move(figures)});
}

TEST(SimulationGrid, FullGridsHaveThePapersNumbersOfConfigurations) {
  EXPECT_EQ(grid(true, true, false).configurations.size(), 1'344U);
  EXPECT_EQ(grid(true, false, true).configurations.size(), 1'504U);
  EXPECT_EQ(grid(true, true, true).configurations.size(), 1'344U + 1'504U);
}

TEST(SimulationGrid, ConfigurationsAreDistinctAndAllDrawn) {
  for (const bool full : {false, true}) {
    const SimulationGrid both = grid(full, true, true);
    const std::set<SimulationConfiguration> distinct(both.configurations.begin(),
                                                     both.configurations.end());
    EXPECT_EQ(distinct.size(), both.configurations.size());
    std::set<std::size_t> drawn;
    for (const SimulationPanel& panel : both.panels) {
      ASSERT_EQ(panel.x.size(), panel.configuration.size());
      EXPECT_TRUE(std::is_sorted(panel.x.begin(), panel.x.end()));
      drawn.insert(panel.configuration.begin(), panel.configuration.end());
    }
    EXPECT_EQ(drawn.size(), both.configurations.size());
    // Figures 1 to 8 have 2 + 1 + 6 + 2 + 2 + 1 + 3 + 3 plots; the log-odds form has 3, 4, 7, 8
    // too.
    EXPECT_EQ(both.panels.size(), 20U + 14U);
  }
}

TEST(SimulationGrid, ValuesAreTheNumbersThatOneWouldType) {
  const SimulationGrid full = grid(true, true, false, {1, 4});
  ASSERT_EQ(full.panels.size(), 4U);
  EXPECT_EQ(full.panels[0].name, "mu_sep");
  EXPECT_EQ(full.panels[0].x[7], 0.07);
  EXPECT_EQ(full.configurations[full.panels[0].configuration[50]].mu_sep, 0.5);
  const SimulationPanel& shifted = full.panels[2];
  EXPECT_EQ(shifted.name, "delta at mu_sep");
  EXPECT_EQ(shifted.signal, "mu_sep = 0.5");
  EXPECT_EQ(shifted.x.front(), -0.5);
  EXPECT_EQ(shifted.x.back(), 0.5);
  // Without a shift it is a point of Figure 1.
  EXPECT_EQ(shifted.configuration[50], full.panels[0].configuration[50]);
}

TEST(SimulationGrid, FiguresAndFormsCanBeChosen) {
  for (const SimulationPanel& panel : grid(false, true, true, {5}).panels) {
    EXPECT_EQ(panel.figure, 5);
    EXPECT_TRUE(panel.log_odds);
  }
  EXPECT_THROW((void)grid(false, true, true, {9}), ConfigError);
  EXPECT_THROW((void)grid(false, true, false, {5, 6}), ConfigError);
}

}  // namespace
}  // namespace faultline::studies
