// Counterfactual error rates against independent programs (reference/counterfactual): rates and
// summaries of three data sets, given permutations, and the resampling laws.

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "support/counterfactual_people.hpp"
#include "support/csv_rows.hpp"
#include "support/shared_data.hpp"
#include <gtest/gtest.h>

#include "faultline/methods/counterfactual/intervals.hpp"
#include "faultline/methods/counterfactual/replicates.hpp"
#include "faultline/methods/counterfactual/summaries.hpp"

namespace faultline::methods {
namespace {

using testing::counterfactual_people;
using testing::CounterfactualPeople;
using testing::CsvRow;
using testing::number;
using testing::read_csv_rows;

using Expected = std::map<std::string, double>;

Expected expected_set(const std::filesystem::path& path, const std::string& set) {
  Expected expected;
  for (const CsvRow& row : read_csv_rows(path)) {
    if (row.at("set") == set) expected[row.at("name")] = number(row, "value");
  }
  return expected;
}

CounterfactualOptions without_replicates() {
  CounterfactualOptions options;
  options.replicates = 0;
  options.bootstrap = 0;
  return options;
}

const std::vector<std::string> kGroups = {"00", "01", "10", "11"};

void expect_rates(const CounterfactualReport::Decision& decision, const Expected& expected,
                  double tolerance) {
  ASSERT_EQ(decision.groups.size(), 4U);
  for (std::size_t g = 0; g < 4; ++g) {
    EXPECT_NEAR(*decision.groups[g].cfpr.estimate, expected.at("cfpr_" + kGroups[g]), tolerance);
    EXPECT_NEAR(*decision.groups[g].cfnr.estimate, expected.at("cfnr_" + kGroups[g]), tolerance);
  }
}

void expect_summaries(const CounterfactualReport::Summaries& summaries, const Expected& expected,
                      const std::string& sign, double tolerance) {
  for (const SummaryKind kind : kSummaryKinds) {
    std::string name(name_of(kind));
    std::transform(name.begin(), name.end(), name.begin(),
                   [](char c) { return static_cast<char>(c - 'a' + 'A'); });
    const auto found = expected.find(name + "_" + sign);
    if (found == expected.end()) continue;
    EXPECT_NEAR(*summaries.of(kind).estimate, found->second, tolerance) << name;
  }
}

TEST(CounterfactualGolden, ExampleByWeighting) {
  FAULTLINE_NEEDS_SHARED(file, "reference/counterfactual/example.csv");
  FAULTLINE_NEEDS_SHARED(reference, "reference/counterfactual/example_expected.csv");
  const CounterfactualPeople people = counterfactual_people(file);
  const CounterfactualResult result = counterfactual(people.input(), without_replicates());
  const Expected expected = expected_set(reference, "rec_AxA_S_X");
  const auto& decision = result.report.decisions.at(0);
  expect_rates(decision, expected, 1e-9);
  expect_summaries(decision.cfpr, expected, "pos", 1e-9);
  expect_summaries(decision.cfnr, expected, "neg", 1e-9);
  EXPECT_EQ(decision.clipped, expected.at("n_truncated"));
  // A4's groups carry their own intercepts: the reference's interactions by another name.
  std::map<std::string, double> coefficients(result.models.at(0).coefficients.begin(),
                                             result.models.at(0).coefficients.end());
  EXPECT_NEAR(coefficients.at("A1 = 0, A2 = 0"), expected.at("coef_(Intercept)"), 1e-7);
  EXPECT_NEAR(coefficients.at("A1 = 1, A2 = 1"),
              expected.at("coef_(Intercept)") + expected.at("coef_A1") + expected.at("coef_A2") +
                  expected.at("coef_A1:A2"),
              1e-7);
  EXPECT_NEAR(coefficients.at("S"), expected.at("coef_S"), 1e-7);
  EXPECT_NEAR(coefficients.at("X.3"), expected.at("coef_X.3"), 1e-7);
  for (std::size_t g = 0; g < 4; ++g) {
    // Smallest 1 - pi over everybody: the largest weight is at most its inverse.
    EXPECT_LE(decision.groups[g].weights->second, 1 / expected.at("min_1mpi_" + kGroups[g]) + 1e-6);
  }
  EXPECT_EQ(decision.cfpr.max.pair,
            (std::pair<std::string, std::string>("A1 = 0, A2 = 0", "A1 = 1, A2 = 1")));
}

TEST(CounterfactualGolden, ExampleByRegression) {
  FAULTLINE_NEEDS_SHARED(file, "reference/counterfactual/example.csv");
  FAULTLINE_NEEDS_SHARED(reference, "reference/counterfactual/example_expected.csv");
  const CounterfactualPeople people = counterfactual_people(file);
  CounterfactualOptions options = without_replicates();
  options.estimator = RateEstimator::regression;
  const CounterfactualResult result = counterfactual(people.input(), options);
  const Expected expected = expected_set(reference, "regression_D0subset_mu0_mu0star");
  expect_rates(result.report.decisions.at(0), expected, 1e-8);
  expect_summaries(result.report.decisions.at(0).cfnr, expected, "neg", 1e-8);
  const Expected observed = expected_set(reference, "observational");
  for (std::size_t g = 0; g < 4; ++g) {
    const auto& group = result.report.decisions.at(0).groups[g];
    for (const auto& [name, value] : observed) {
      if (name.ends_with("fpr_" + kGroups[g])) {
        EXPECT_NEAR(*group.observed_fpr, value, 1e-9);
      }
      if (name.ends_with("fnr_" + kGroups[g])) {
        EXPECT_NEAR(*group.observed_fnr, value, 1e-9);
      }
    }
  }
}

TEST(CounterfactualGolden, SimulatedSets) {
  for (const std::string scenario : {"s1", "s2"}) {
    FAULTLINE_NEEDS_SHARED(file, "reference/counterfactual/estimation_n5000_" + scenario + ".csv");
    FAULTLINE_NEEDS_SHARED(
        reference, "reference/counterfactual/estimation_n5000_" + scenario + "_expected.csv");
    const CounterfactualPeople people = counterfactual_people(file);
    CounterfactualInput given = people.input();
    for (const CsvRow& row : read_csv_rows(file)) {
      given.propensity.push_back(number(row, "pi_true"));
    }
    int compared = 0;
    for (const CsvRow& row : read_csv_rows(reference)) {
      SCOPED_TRACE(scenario + row.at(""));
      Expected expected;
      for (const auto& [name, value] : row) {
        if (!name.empty()) expected[name] = number(row, name);
      }
      CounterfactualOptions options = without_replicates();
      if (row.at("") == "regression_D0") options.estimator = RateEstimator::regression;
      if (row.at("") == "true_ps") options.propensity = PropensityKind::column;
      if (row.at("") == "glm_AxA_S_X" || row.at("") == "true_ps" || row.at("") == "regression_D0") {
        const CounterfactualResult result = counterfactual(given, options);
        const auto& decision = result.report.decisions.at(0);
        // The column of true propensities is printed to twelve digits.
        expect_rates(decision, expected, 1e-8);
        EXPECT_NEAR(*decision.cfpr.avg.estimate, expected.at("avg_pos"), 1e-8);
        EXPECT_NEAR(*decision.cfpr.max.estimate, expected.at("max_pos"), 1e-8);
        EXPECT_NEAR(*decision.cfnr.var.estimate, expected.at("var_neg"), 1e-8);
        ++compared;
      }
    }
    EXPECT_EQ(compared, 3);
  }
}

TEST(CounterfactualGolden, GivenPermutations) {
  FAULTLINE_NEEDS_SHARED(file, "reference/counterfactual/example.csv");
  FAULTLINE_NEEDS_SHARED(indices, "reference/counterfactual/fixed_perm_idx.csv");
  FAULTLINE_NEEDS_SHARED(reference, "reference/counterfactual/fixed_perm_results.csv");
  const CounterfactualPeople people = counterfactual_people(file);
  const CounterfactualInput input = people.input();
  const Population population = make_population(input);
  const CounterfactualOptions options;
  const std::vector<CsvRow> permutations = read_csv_rows(indices);
  const std::vector<CsvRow> results = read_csv_rows(reference);
  Sample sample(population);
  RateFitter fitter(population, options);
  const std::vector<std::size_t> arities = {2, 2};
  for (std::size_t k = 0; k < results.size(); ++k) {
    SCOPED_TRACE(k);
    const std::string column = "p" + std::to_string(k + 1);
    std::vector<std::int32_t> cell;
    std::vector<std::int32_t> group;
    std::vector<double> weight;
    for (std::size_t i = 0; i < permutations.size(); ++i) {
      const auto from = static_cast<std::size_t>(number(permutations[i], column)) - 1;
      cell.push_back(population.row_cell[population.row_of_profile[i]]);
      group.push_back(population.row_group[population.row_of_profile[from]]);
      weight.push_back(1);
    }
    sample.take(cell, group, weight);
    fitter.use(sample, 0);
    Rates rates;
    fitter.estimate(RateEstimator::weighting, rates);
    EXPECT_TRUE(fitter.converged());
    for (std::size_t g = 0; g < 4; ++g) {
      EXPECT_NEAR(rates.cfpr[g], number(results[k], "cfpr_" + kGroups[g]), 1e-8);
      EXPECT_NEAR(rates.cfnr[g], number(results[k], "cfnr_" + kGroups[g]), 1e-8);
    }
    const SummaryValues pos = summarise(rates, true, arities);
    EXPECT_NEAR(pos[0], number(results[k], "AVG_pos"), 1e-8);
    EXPECT_NEAR(pos[1], number(results[k], "MAX_pos"), 1e-8);
    EXPECT_NEAR(pos[2], number(results[k], "VAR_pos"), 1e-8);
    EXPECT_NEAR(summarise(rates, false, arities)[3], number(results[k], "SD_neg"), 1e-8);
  }
  EXPECT_EQ(results.size(), 20U);
}

/// Five standard errors each (two-sided 6e-7), of our own runs and of the reference's.
TEST(CounterfactualGolden, PermutationAndResamplingLaws) {
  FAULTLINE_NEEDS_SHARED(file, "reference/counterfactual/example.csv");
  FAULTLINE_NEEDS_SHARED(nulls, "reference/counterfactual/rec_ref_uvalue.csv");
  FAULTLINE_NEEDS_SHARED(errors, "reference/counterfactual/rec_ref_ci.csv");
  const CounterfactualPeople people = counterfactual_people(file);
  const CounterfactualInput input = people.input();
  const Population population = make_population(input);
  const std::vector<std::size_t> arities = {2, 2};
  CounterfactualOptions options;
  options.replicates = 400;
  options.bootstrap = 0;
  const CounterfactualResult permuted = counterfactual(input, options);
  const ReplicateRates shuffled =
      replicate_rates(population, Draw::permutation, 400, {}, {}, options, {});
  for (const CsvRow& row : read_csv_rows(nulls)) {
    const std::string stat = row.at("stat");
    const auto kind = *describe::value_named<SummaryKind>(stat.substr(0, 3));
    const bool cfpr = stat.ends_with("pos");
    const auto& decision = permuted.report.decisions.at(0);
    const auto& summary = (cfpr ? decision.cfpr : decision.cfnr).of(kind);
    double mean = 0;
    for (const Rates& rates : shuffled.rates.at(0))
      mean += summarise(rates, cfpr, arities)[static_cast<std::size_t>(kind)] / 400;
    EXPECT_NEAR(mean, number(row, "null_mean"),
                5 * std::hypot(number(row, "null_sd") / 20, number(row, "null_mean_mcse")))
        << stat;
    EXPECT_NEAR(*summary.u_value, number(row, "u_delta0"), 5 * std::sqrt(0.005 / 400)) << stat;
  }
  struct Variant {
    std::string name;
    ResampleScheme scheme;
    ResampleSize size;
  };
  const std::vector<Variant> variants = {{"srs_withRepl", ResampleScheme::replacement, {}},
                                         {"srs_withRepl_m0.75n",
                                          ResampleScheme::replacement,
                                          {.kind = ResampleSize::Kind::fraction, .value = 0.75}},
                                         {"code_stratAYS_noRepl", ResampleScheme::stratified, {}}};
  for (const Variant& variant : variants) {
    options = {};
    options.resample = variant.scheme;
    options.size = variant.size;
    const ReplicateRates drawn =
        replicate_rates(population, Draw::resample, 600, {}, {}, options, {});
    const Resampling resampling{.people = population.people,
                                .size = people_in_resample(variant.size, population.people)};
    for (const CsvRow& row : read_csv_rows(errors)) {
      if (row.at("variant") != variant.name || number(row, "alpha") != 0.05) continue;
      const std::string stat = row.at("stat");
      if (stat.starts_with("var")) {
        continue;  // heavy tails: a standard error of its own spread would need more resamples
      }
      std::vector<double> values;
      for (const Rates& rates : drawn.rates[0]) {
        if (stat.starts_with("cf")) {
          const auto group = static_cast<std::size_t>(
              std::find(kGroups.begin(), kGroups.end(), stat.substr(5)) - kGroups.begin());
          values.push_back((stat.starts_with("cfpr") ? rates.cfpr : rates.cfnr)[group]);
        } else {
          values.push_back(
              summarise(rates, stat.ends_with("pos"), arities)[stat.starts_with("avg") ? 0 : 1]);
        }
      }
      const std::optional<double> ours = rescaled_error(values, resampling);
      ASSERT_TRUE(ours) << stat;
      // Relative error of a standard deviation from 600 draws of about normal values, and a tenth
      // for values that are not.
      EXPECT_NEAR(*ours / number(row, "se"), 1, 5 * 1.1 / std::sqrt(2 * 599))
          << variant.name << stat;
    }
  }
}

}  // namespace
}  // namespace faultline::methods
