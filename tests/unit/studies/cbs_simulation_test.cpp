#include <algorithm>
#include <cmath>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"
#include "faultline/simulate/population.hpp"
#include "faultline/studies/conditional/simulation.hpp"

namespace faultline::studies {
namespace {

using ::testing::HasSubstr;

data::Table people(std::int64_t rows) {
  rng::Stream stream(11, rng::Purpose::test, 0);
  return simulate::patients(rows, stream);
}

CbsSimulationOptions figures(std::vector<int> which, std::int64_t data_sets) {
  return {.grid = {.log_odds = false, .figures = std::move(which)},
          .data_sets = data_sets,
          .threads = 2};
}

TEST(CbsSimulation, SameBytesForAnyNumberOfThreads) {
  const data::Table table = people(600);
  CbsSimulationOptions options = figures({1, 2}, 3);
  options.threads = 1;
  const std::string one = to_raw_csv(cbs_simulation(table, options));
  for (const int threads : {2, 5}) {
    options.threads = threads;
    EXPECT_EQ(to_raw_csv(cbs_simulation(table, options)), one) << threads << " threads";
  }
  options.seed = 2;
  EXPECT_NE(to_raw_csv(cbs_simulation(table, options)), one);
}

TEST(CbsSimulation, AnAnswerDoesNotDependOnWhatElseIsAsked) {
  const data::Table table = people(600);
  const CbsSimulation few = cbs_simulation(table, figures({2}, 2));
  const CbsSimulation many = cbs_simulation(table, figures({1, 2, 3}, 3));
  for (std::size_t c = 0; c < few.grid.configurations.size(); ++c) {
    const auto& all = many.grid.configurations;
    const auto at = std::find(all.begin(), all.end(), few.grid.configurations[c]);
    ASSERT_NE(at, all.end());
    for (std::size_t d = 0; d < 2; ++d) {
      EXPECT_EQ(few.accuracies[d * few.grid.configurations.size() + c],
                many.accuracies[d * all.size() + static_cast<std::size_t>(at - all.begin())]);
    }
  }
}

TEST(CbsSimulation, TableHasALinePerPointAndAuditor) {
  const CbsSimulation study = cbs_simulation(people(400), figures({1, 3}, 2));
  std::size_t points = 0;
  for (const SimulationPanel& panel : study.grid.panels) points += panel.x.size();
  std::istringstream lines(to_csv(study));
  std::string line;
  std::getline(lines, line);
  EXPECT_EQ(line, "figure,form,panel,x,auditor,mean,low,high,data_sets");
  std::size_t count = 0;
  while (std::getline(lines, line)) {
    const std::vector<std::string> fields = split(line, ',');
    ASSERT_EQ(fields.size(), 9U);
    const double mean = parse_double(fields[5]).value();
    ASSERT_LE(parse_double(fields[6]).value(), mean);
    ASSERT_GE(parse_double(fields[7]).value(), mean);
    ASSERT_EQ(fields[8], "2");
    ++count;
  }
  EXPECT_EQ(count, points * kAuditors);
  EXPECT_EQ(charts(study).size(), study.grid.panels.size());
  EXPECT_EQ(charts(study).front().file, "figure1_mu_sep.svg");
  std::istringstream text(to_text(study));
  while (std::getline(text, line)) EXPECT_LE(line.size(), 80U) << line;
  EXPECT_THAT(to_text(study), HasSubstr("independent Python implementation"));
}

TEST(CbsSimulation, MeansAndIntervalsByHand) {
  CbsSimulation study;
  study.options.data_sets = 4;
  study.grid.configurations.resize(1);
  study.accuracies.resize(4);
  const double values[] = {0.2, 0.4, 0.4, 0.6};
  for (std::size_t d = 0; d < 4; ++d) study.accuracies[d].fill(values[d]);
  const MeanAccuracy accuracy = study.mean(0, Auditor::gerryfair);
  EXPECT_NEAR(accuracy.mean, 0.4, 1e-12);
  const double half = 1.959964 * std::sqrt(0.08 / 3 / 4);
  EXPECT_NEAR(accuracy.interval.first, 0.4 - half, 1e-6);
  EXPECT_NEAR(accuracy.interval.second, 0.4 + half, 1e-6);
}

/// The mean of `n` independent values in [0, 1] with expectation m lies beyond x with probability
/// at most exp(-n KL(x, m)) (Chernoff, Hoeffding): the x at which that is one in a million.
double limit(double m, double n, double towards) {
  const auto divergence = [m](double x) {
    const auto part = [](double a, double b) { return a > 0 ? a * std::log(a / b) : 0.0; };
    return part(x, m) + part(1 - x, 1 - m);
  };
  double near = m;
  double far = towards;
  for (int step = 0; step < 60; ++step) {
    const double middle = (near + far) / 2;
    (n * divergence(middle) < std::log(1e6) ? near : far) = middle;
  }
  return near;
}

TEST(CbsSimulation, StrongSignalsAreFound) {
  constexpr int kDataSets = 40;
  const data::Table table = people(6'000);
  const std::array<SimulationConfiguration, 3> configurations = {
      SimulationConfiguration{}, SimulationConfiguration{.mu_sep = 0.5},
      SimulationConfiguration{.mu_suf = 0.5}};
  std::array<Accuracies, 3> mean{};
  for (std::uint32_t d = 0; d < kDataSets; ++d) {
    const SimulationDataSet data_set(table, 1, d);
    for (std::size_t c = 0; c < configurations.size(); ++c) {
      const Accuracies found = data_set.run(configurations[c]);
      for (std::size_t a = 0; a < kAuditors; ++a) mean[c][a] += found[a] / kDataSets;
    }
  }
  const auto at = [&](std::size_t c, Auditor auditor) {
    return mean[c][static_cast<std::size_t>(auditor)];
  };
  // Expected means are those of the reference for COMPAS; each floor alarms falsely with
  // probability 1e-6 at most where they are reached.
  EXPECT_GE(at(1, Auditor::separation_scores), limit(0.977, kDataSets, 0));
  EXPECT_GE(at(1, Auditor::separation_decisions), limit(0.954, kDataSets, 0));
  EXPECT_GE(at(1, Auditor::sufficiency_scores), limit(0.944, kDataSets, 0));
  EXPECT_GE(at(2, Auditor::sufficiency_scores), limit(0.957, kDataSets, 0));
  EXPECT_GE(at(2, Auditor::sufficiency_decisions), limit(0.956, kDataSets, 0));
  // Nothing injected, nothing to find: what overlap there is, is chance.
  for (const Auditor auditor : {Auditor::separation_scores, Auditor::separation_decisions,
                                Auditor::sufficiency_scores, Auditor::sufficiency_decisions}) {
    EXPECT_LE(at(0, auditor), limit(0.158, kDataSets, 1));
  }
}

TEST(CbsSimulation, MistakesAndInterruptsAreTold) {
  EXPECT_THROW(validate({.data_sets = 0}), ConfigError);
  data::Table two;
  two.add(data::make_categorical("a", {"x", "y"}));
  two.add(data::make_categorical("b", {"x", "y"}));
  EXPECT_THROW((void)cbs_simulation(two, figures({1}, 1)), InputError);
  std::stop_source source;
  source.request_stop();
  EXPECT_THROW((void)cbs_simulation(people(300), figures({1}, 2), {}, source.get_token()),
               Cancelled);
}

}  // namespace
}  // namespace faultline::studies
