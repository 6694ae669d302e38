// Sources of discrimination against independent programs (reference/sources): levels and their
// tests, two models compared, analysis of variance, exact decompositions, bounds, learning curves.

#include <cmath>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "support/csv_rows.hpp"
#include "support/shared_data.hpp"
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "faultline/methods/sources/decomposition.hpp"
#include "faultline/methods/sources/losses.hpp"
#include "faultline/methods/sources/power_law.hpp"
#include "faultline/methods/sources/tukey.hpp"
#include "faultline/model/neighbours/bayes_bounds.hpp"

namespace faultline::methods {
namespace {

using nlohmann::json;
using testing::CsvRow;
using testing::number;
using testing::read_csv_rows;

json read_json(const std::filesystem::path& path) {
  std::ifstream in(path);
  return json::parse(in);
}

const std::map<std::string, CostMetric> kMetrics = {{"ZO", CostMetric::zero_one},
                                                    {"FPR", CostMetric::fpr},
                                                    {"FNR", CostMetric::fnr},
                                                    {"MSE", CostMetric::mse}};

ModelPredictions predicted_by(const std::vector<CsvRow>& rows, const std::string& column) {
  ModelPredictions predicted;
  for (const CsvRow& row : rows) {
    predicted.outcome.push_back(number(row, "y"));
    predicted.score.push_back(number(row, column));
    predicted.group.push_back(static_cast<std::int32_t>(number(row, "a")));
  }
  decide(predicted);
  return predicted;
}

TEST(SourcesGolden, LevelsOnAdult) {
  FAULTLINE_NEEDS_SHARED(file, "reference/sources/a_predictions.csv");
  FAULTLINE_NEEDS_SHARED(reference, "reference/sources/a_levels.json");
  const std::vector<CsvRow> rows = read_csv_rows(file);
  const json expected = read_json(reference);
  int compared = 0;
  for (const std::string model : {"rf100", "rf10", "dt8", "lr"}) {
    const ModelPredictions predicted = predicted_by(rows, model);
    for (const auto& [name, metric] : kMetrics) {
      SCOPED_TRACE(model + name);
      const json& theirs = expected.at(model).at(name);
      const std::vector<GroupCost> costs = group_costs(metric, predicted, 2);
      // Scores are printed to six digits.
      const double tolerance = metric == CostMetric::mse ? 2e-6 : 1e-12;
      for (int g = 0; g < 2; ++g) {
        EXPECT_EQ(costs[g].n, theirs.at("m" + std::to_string(g)).get<double>());
        EXPECT_NEAR(costs[g].mean, theirs.at("g" + std::to_string(g)).get<double>(), tolerance);
      }
      const auto difference = level(costs[0], costs[1]);
      ASSERT_TRUE(difference);
      EXPECT_NEAR(difference->difference, theirs.at("diff").get<double>(), tolerance);
      EXPECT_NEAR(difference->standard_error, theirs.at("se").get<double>(), tolerance);
      EXPECT_NEAR(std::log(difference->p_value), std::log(theirs.at("p").get<double>()),
                  metric == CostMetric::mse ? 1e-2 : 1e-8);
      ++compared;
    }
  }
  EXPECT_EQ(compared, 16);
  for (const auto& [key, theirs] : expected.at("compare").items()) {
    SCOPED_TRACE(key);
    const auto first = key.find('-');
    const auto second = key.rfind('-');
    const std::string metric = key.substr(second + 1);
    const auto ours =
        compare_models(kMetrics.at(metric), predicted_by(rows, key.substr(0, first)),
                       predicted_by(rows, key.substr(first + 1, second - first - 1)), 0, 1);
    ASSERT_TRUE(ours);
    EXPECT_NEAR(ours->p_value, theirs.at("p").get<double>(), 1e-9);
    EXPECT_NEAR(std::abs(ours->level_difference), theirs.at("absGammaDiff").get<double>(), 1e-9);
    EXPECT_NEAR(ours->standard_error[1], theirs.at("alpha").at("-1").at("se_paired").get<double>(),
                1e-9);
  }
}

/// Opposite signs: the first model fails group 0 more, the second group 1.
TEST(SourcesGolden, TwoModelsWithOppositeSigns) {
  FAULTLINE_NEEDS_SHARED(reference, "reference/sources/tiny.json");
  const json expected = read_json(reference).at("tinycompare");
  ModelPredictions first;
  for (int i = 0; i < 40; ++i) {
    first.outcome.push_back(0);
    first.group.push_back(i < 20 ? 0 : 1);
  }
  ModelPredictions second = first;
  first.score.assign(40, 0);
  second.score.assign(40, 0);
  for (const int i : expected.at("p_wrong").get<std::vector<int>>()) first.score[i] = 1;
  for (const int i : expected.at("q_wrong").get<std::vector<int>>()) second.score[i] = 1;
  decide(first);
  decide(second);
  const auto ours = compare_models(CostMetric::zero_one, first, second, 0, 1);
  ASSERT_TRUE(ours);
  EXPECT_NEAR(ours->p_value, expected.at("cmp").at("p").get<double>(), 1e-12);
  EXPECT_NEAR(ours->level_difference, -expected.at("cmp").at("absGammaDiff").get<double>(), 1e-12);
}

TEST(SourcesGolden, AnalysisOfVarianceAndTukey) {
  FAULTLINE_NEEDS_SHARED(reference, "reference/sources/f_tiny.json");
  const json expected = read_json(reference);
  std::vector<std::vector<double>> groups(3);
  for (std::size_t i = 0; i < expected.at("v").size(); ++i) {
    groups[expected.at("g")[i].get<std::size_t>()].push_back(expected.at("v")[i].get<double>());
  }
  const GroupAnalysis ours = analyse_groups(groups, 0.05);
  const json& theirs = expected.at("r");
  EXPECT_NEAR(ours.f, theirs.at("F").get<double>(), 1e-9);
  EXPECT_NEAR(ours.error_variance, theirs.at("mse").get<double>(), 1e-15);
  EXPECT_EQ(ours.degrees_of_freedom, theirs.at("df").get<double>());
  EXPECT_NEAR(ours.critical, theirs.at("qcrit").get<double>(), 1e-7);
  ASSERT_EQ(ours.pairs.size(), theirs.at("pairs").size());
  for (std::size_t k = 0; k < ours.pairs.size(); ++k) {
    const json& pair = theirs.at("pairs")[k];
    EXPECT_NEAR(ours.pairs[k].difference, pair[2].get<double>(), 1e-12);
    EXPECT_NEAR(ours.pairs[k].low, pair[3].get<double>(), 1e-8);
    EXPECT_NEAR(ours.pairs[k].high, pair[4].get<double>(), 1e-8);
    EXPECT_NEAR(ours.pairs[k].p_value / pair[5].get<double>(), 1, 1e-4);
  }
}

TEST(SourcesGolden, ExactDecompositions) {
  FAULTLINE_NEEDS_SHARED(reference, "reference/sources/b_bvn.json");
  const json all = read_json(reference);
  const json& setup = all.at("setup");
  for (const std::string learner : {"exact_hist", "exact_coarse"}) {
    const json& exact = all.at(learner);
    for (const auto& [name, metric] : kMetrics) {
      for (const std::string group : {"0", "1"}) {
        SCOPED_TRACE(learner + name + group);
        const std::size_t a = group == "0" ? 0 : 1;
        DecompositionSum sum(metric);
        for (std::size_t x = 0; x < 8; ++x) {
          const double p = setup.at("pY")[a][x].get<double>();
          sum.add({.positive = p,
                   .noise_variance = p * (1 - p),
                   .flagged = exact.at("P1")[x].get<double>(),
                   .mean = exact.at("mean")[x].get<double>(),
                   .variance = exact.at("var")[x].get<double>()},
                  setup.at("pX")[a][x].get<double>());
        }
        const Decomposition ours = sum.finish();
        const json& theirs = exact.at(name).at(group);
        EXPECT_NEAR(ours.cost, theirs.at("gamma").get<double>(), 1e-12);
        EXPECT_NEAR(ours.noise, theirs.at("N").get<double>(), 1e-12);
        EXPECT_NEAR(ours.bias, theirs.at("B").get<double>(), 1e-12);
        EXPECT_NEAR(ours.variance, theirs.at("V").get<double>(), 1e-12);
        EXPECT_NEAR(ours.cost, ours.noise + ours.bias + ours.variance, 1e-12);
        if (metric != CostMetric::mse) {
          EXPECT_NEAR(ours.bayes_risk, theirs.at("bayes_risk").get<double>(), 1e-12);
        }
      }
    }
  }
}

TEST(SourcesGolden, BoundsFromMoments) {
  FAULTLINE_NEEDS_SHARED(reference, "reference/sources/tiny.json");
  const json expected = read_json(reference);
  const json& one = expected.at("bayes_1d N(0,1) vs N(2,1) P=.5");
  const std::vector<double> two = {2};
  const std::vector<double> unit = {1};
  EXPECT_NEAR(model::mahalanobis_bound(two, unit, 0.5).upper, one.at("Maha_up").get<double>(),
              1e-12);
  const auto close = model::bhattacharyya_bounds(two, unit, unit, 0.5);
  EXPECT_NEAR(close.rho, one.at("rho").get<double>(), 1e-12);
  EXPECT_NEAR(close.lower, one.at("Bh_low").get<double>(), 1e-12);
  EXPECT_NEAR(close.upper, one.at("Bh_up").get<double>(), 1e-12);
  const json& plane = expected.at("bayes_2d");
  const std::vector<double> difference = {1, 2};
  const std::vector<double> s0 = {1, 0, 0, 1};
  const std::vector<double> s1 = {2, 0.5, 0.5, 1};
  std::vector<double> pooled;
  for (int i = 0; i < 4; ++i) pooled.push_back(0.6 * s0[i] + 0.4 * s1[i]);
  const auto distance = model::mahalanobis_bound(difference, pooled, 0.4);
  EXPECT_NEAR(distance.squared_distance, plane.at("Delta").get<double>(), 1e-12);
  EXPECT_NEAR(distance.upper, plane.at("Maha_up").get<double>(), 1e-12);
  const auto apart = model::bhattacharyya_bounds(difference, s0, s1, 0.4);
  EXPECT_NEAR(apart.t1, plane.at("t1").get<double>(), 1e-12);
  EXPECT_NEAR(apart.t2, plane.at("t2").get<double>(), 1e-12);
  EXPECT_NEAR(apart.lower, plane.at("Bh_low").get<double>(), 1e-12);
  EXPECT_NEAR(apart.upper, plane.at("Bh_up").get<double>(), 1e-12);
  for (const auto& [error, bound] : expected.at("coverhart").items()) {
    EXPECT_NEAR(model::cover_hart_lower_bound(std::stod(error)), bound.get<double>(), 1e-12);
  }
}

TEST(SourcesGolden, LearningCurves) {
  FAULTLINE_NEEDS_SHARED(reference, "reference/sources/c_fits.json");
  FAULTLINE_NEEDS_SHARED(tiny, "reference/sources/tiny.json");
  const json all = read_json(reference);
  int compared = 0;
  for (const auto& [learner, curves] : all.items()) {
    if (!curves.is_object()) continue;
    for (const auto& [metric, curve] : curves.items()) {
      if (!curve.is_object() || !curve.contains("fits")) continue;
      for (const std::string group : {"men", "women"}) {
        SCOPED_TRACE(learner + metric + group);
        std::vector<CurvePoint> points;
        for (std::size_t i = 0; i < curve.at("n").size(); ++i) {
          points.push_back({.n = curve.at("n")[i].get<double>(),
                            .mean = curve.at(group)[i].get<double>(),
                            .sem = curve.at("sem_" + group)[i].get<double>()});
        }
        const auto ours = fit_power_law(points);
        ASSERT_TRUE(ours);
        const json& theirs = curve.at("fits").at("w_nonneg").at("vp")[group == "men" ? 0 : 1];
        if (theirs.is_null()) continue;  // their search found no fit
        // A lower sum of squares would be a better fit than theirs.
        EXPECT_LE(ours->sum_of_squares, theirs.at("sse").get<double>() * (1 + 1e-6));
        if (ours->identified) {
          EXPECT_NEAR(ours->delta, theirs.at("delta").get<double>(), 2e-4);
          EXPECT_NEAR(ours->beta, theirs.at("beta").get<double>(), 2e-3);
          ++compared;
        }
      }
    }
  }
  EXPECT_GE(compared, 6);
  const json supplement = read_json(tiny).at("F");
  const PowerLaw a{.alpha = 100, .beta = 2, .delta = 1};
  const PowerLaw b{.alpha = 50, .beta = 1, .delta = 0};
  const std::vector<double> found = crossings(a, b, 0.1, 1e4);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_NEAR(found[0], supplement.at("crossings")[0].get<double>(), 1e-9);
  EXPECT_NEAR(found[1], supplement.at("crossings")[1].get<double>(), 1e-9);
}

}  // namespace
}  // namespace faultline::methods
