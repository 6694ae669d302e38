// Coverage of 90 % intervals for summaries of counterfactual error rates, 5,000 people.
//
// The reference (reference/counterfactual/coverage_*.csv) has one forest per scenario. Its
// decisions are taken from its data sets of 5,000 people: the covariates and decisions in them are
// our finite population (in scenario 1 for all groups, because the decision does not see the group;
// in scenario 2 group by group), whose truth is exact.

#include <array>
#include <cmath>
#include <ostream>
#include <string>

#include "support/csv_rows.hpp"
#include "support/shared_data.hpp"
#include "support/simulation_size.hpp"
#include <gtest/gtest.h>

#include "faultline/math/binomial_interval.hpp"
#include "faultline/studies/counterfactual/coverage.hpp"

namespace faultline::studies {
namespace {

using methods::SummaryKind;
using simulate::CounterfactualPopulation;
using testing::CsvRow;
using testing::number;

enum Kind : std::size_t { kT, kNormal, kPercentile, kRescaled, kAdaptive };

CounterfactualPopulation reference_population(const std::filesystem::path& file, int scenario) {
  CounterfactualPopulation population{.scenario = simulate::counterfactual_scenario(scenario)};
  for (const CsvRow& row : testing::read_csv_rows(file)) {
    const auto own = static_cast<std::size_t>(2 * number(row, "A1") + number(row, "A2"));
    for (std::size_t g = 0; g < simulate::kGroups; ++g) {
      if (population.scenario.forest_sees_groups && g != own) continue;
      auto& group = population.groups[g];
      group.x.push_back(
          {number(row, "X.1"), number(row, "X.2"), number(row, "X.3"), number(row, "X.4")});
      group.score.push_back(number(row, "S_prob"));
      group.decision.push_back(static_cast<std::uint8_t>(number(row, "S")));
    }
  }
  return population;
}

const Coverage& of(const std::vector<Coverage>& list, SummaryKind summary, bool cfpr) {
  return list[(cfpr ? 0 : methods::kSummaries) + static_cast<std::size_t>(summary)];
}

/// Coverage at least nominal, up to chance: were it 90 %, as few as these would be covered with
/// probability below 2e-8 (48 such checks). Every data set must have an interval.
void expect_nominal(const Coverage::Kind& kind, const std::string& what) {
  ASSERT_GE(kind.intervals, testing::data_sets(100)) << what;
  constexpr double kConfidence = 1 - 4e-8;
  const double upper =
      math::clopper_pearson_interval(kind.covered, kind.intervals, kConfidence).second;
  EXPECT_GE(upper, 0.9) << what << ": " << kind.covered << " of " << kind.intervals;
}

void expect_adaptive(const std::vector<Coverage>& list, const std::string& what) {
  for (const SummaryKind summary :
       {SummaryKind::avg, SummaryKind::max, SummaryKind::marg, SummaryKind::obs}) {
    for (const bool cfpr : {true, false}) {
      expect_nominal(of(list, summary, cfpr).kinds[kAdaptive],
                     what + (cfpr ? " cFPR " : " cFNR ") + std::string(methods::name_of(summary)));
    }
  }
}

class ReferenceCoverage : public ::testing::TestWithParam<int> {};

TEST_P(ReferenceCoverage, PaperIntervalsAgreeAndTheAdaptiveOneHolds) {
  const std::string scenario = std::to_string(GetParam());
  FAULTLINE_NEEDS_SHARED(people, "reference/counterfactual/estimation_n5000_s" + scenario + ".csv");
  FAULTLINE_NEEDS_SHARED(expected, "reference/counterfactual/coverage_s" + scenario + "_n5000.csv");
  const std::vector<Coverage> ours = coverage_of(
      reference_population(people, GetParam()),
      {.people = 5'000, .repetitions = testing::data_sets(120), .bootstrap = 200, .seed = 11});
  int compared = 0;
  for (const CsvRow& row : testing::read_csv_rows(expected)) {
    if (row.at("variant") != "srs_withRepl_keep01") continue;
    for (const auto& [name, summary] : {std::pair{"avg", SummaryKind::avg},
                                        {"max", SummaryKind::max},
                                        {"var", SummaryKind::var}}) {
      for (const bool cfpr : {true, false}) {
        if (row.at("quantity") != std::string(name) + (cfpr ? "_pos" : "_neg")) continue;
        const Coverage& coverage = of(ours, summary, cfpr);
        for (const auto& [kind, column] :
             {std::pair{kT, "cov_t"}, {kNormal, "cov_norm"}, {kPercentile, "cov_perc"}}) {
          // Two proportions, pooled with one success and one failure more: 5.6 standard errors,
          // 36 comparisons, chance of a false alarm below 1e-6.
          const auto n = static_cast<double>(coverage.kinds[kind].intervals);
          const double m = number(row, "reps");
          const double theirs = number(row, column);
          const double pooled = (coverage.kinds[kind].share() * n + theirs * m + 1) / (n + m + 2);
          const double error = std::sqrt(pooled * (1 - pooled) * (1 / n + 1 / m));
          EXPECT_NEAR(coverage.kinds[kind].share(), theirs, 5.6 * error)
              << row.at("quantity") << " " << column;
          ++compared;
        }
        // Lengths are means of much less noisy numbers; the populations differ a little.
        if (summary != SummaryKind::var) {
          EXPECT_NEAR(coverage.kinds[kT].length.value / number(row, "len_t"), 1, 0.12);
          EXPECT_NEAR(coverage.kinds[kNormal].length.value / number(row, "len_norm"), 1, 0.12);
        }
      }
    }
  }
  EXPECT_EQ(compared, 18);
  expect_adaptive(ours, "scenario " + scenario);
}

INSTANTIATE_TEST_SUITE_P(Scenarios, ReferenceCoverage, ::testing::Values(1, 2));

// Standard errors at 5,000 people: .012 (00), .033 (01), .024 (10), .063 (11). Scores have ties, so
// targets are met within .02.
struct Between {
  const char* name;
  std::array<double, 4> cfnr;
};
// NOLINTNEXTLINE(readability-identifier-naming): GoogleTest looks for this name.
void PrintTo(const Between& between, std::ostream* out) { *out << between.name; }
class BetweenCoverage : public ::testing::TestWithParam<Between> {};

TEST_P(BetweenCoverage, AdaptiveIntervalHolds) {
  CounterfactualPopulation population = simulate::counterfactual_population(
      {.scenario = 1, .vectors = 5'000, .trees = 100, .seed = 5});
  simulate::decide_for(population, GetParam().cfnr);
  const simulate::CounterfactualTruth truth = simulate::truth_of(population);
  for (std::size_t g = 0; g < 4; ++g) ASSERT_NEAR(truth.cfnr[g], GetParam().cfnr[g], 0.02);
  expect_adaptive(
      coverage_of(
          population,
          {.people = 5'000, .repetitions = testing::data_sets(100), .bootstrap = 150, .seed = 12}),
      GetParam().name);
}

INSTANTIATE_TEST_SUITE_P(
    Cases, BetweenCoverage,
    ::testing::Values(Between{"one group apart by one standard error", {.45, .45, .45, .51}},
                      Between{"one group apart by two", {.45, .45, .45, .57}},
                      Between{"all groups apart by two", {.45, .51, .40, .57}}),
    [](const auto& of) { return "Case" + std::to_string(of.index); });

TEST(ScenarioThree, AdaptiveIntervalHolds) {
  const CounterfactualPopulation population = simulate::counterfactual_population(
      {.scenario = 3, .vectors = 2'000, .trees = 100, .seed = 5});
  expect_adaptive(
      coverage_of(
          population,
          {.people = 5'000, .repetitions = testing::data_sets(100), .bootstrap = 150, .seed = 13}),
      "scenario 3");
}

}  // namespace
}  // namespace faultline::studies
