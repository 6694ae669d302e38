// Learning curves of a forest of 100 trees on Adult, repetition by repetition (reference/sources,
// c_curve_rf100.csv), against fits and resampled limits of an independent program (c_fits.json).

#include <cmath>
#include <fstream>
#include <limits>
#include <map>

#include "support/csv_rows.hpp"
#include "support/shared_data.hpp"
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "faultline/methods/sources/curve_fits.hpp"
#include "faultline/methods/sources/curve_report.hpp"

namespace faultline::methods {
namespace {

using nlohmann::json;
using testing::CsvRow;
using testing::number;

CurveCosts read_costs(const std::vector<CsvRow>& rows) {
  CurveCosts costs;
  costs.sizes = {500, 1000, 2000, 4000, 7000, 10000, 16000, 26000};
  costs.metrics = {CostMetric::fpr, CostMetric::fnr, CostMetric::zero_one, CostMetric::mse};
  costs.groups = 2;
  costs.repetitions = 50;
  costs.values.assign(std::size_t{50} * 8 * 4 * 2, std::numeric_limits<double>::quiet_NaN());
  costs.trained.assign(std::size_t{50} * 8 * 2, 0);
  for (const CsvRow& row : rows) {
    const auto size = static_cast<std::int64_t>(number(row, "N"));
    std::size_t k = 0;
    while (costs.sizes.at(k) != size) ++k;
    const auto at = static_cast<std::size_t>(number(row, "trial")) * 8 + k;
    const auto g = static_cast<std::size_t>(number(row, "g"));
    costs.trained[at * 2 + g] = static_cast<std::int64_t>(number(row, "na"));
    std::size_t m = 0;
    for (const std::string name : {"FPR", "FNR", "ZO", "brier"}) {
      costs.values[(at * 4 + m++) * 2 + g] = number(row, name);
    }
  }
  return costs;
}

TEST(SourcesCurvesGolden, FitsAndLimitsOnAdult) {
  FAULTLINE_NEEDS_SHARED(file, "reference/sources/c_curve_rf100.csv");
  FAULTLINE_NEEDS_SHARED(reference, "reference/sources/c_fits.json");
  const CurveCosts costs = read_costs(testing::read_csv_rows(file));
  std::ifstream in(reference);
  const json expected = json::parse(in).at("rf100");
  const CurveFits fits(costs, std::vector<double>(costs.sizes.begin(), costs.sizes.end()), 1, 0, 0);
  const std::map<std::string, std::size_t> metrics = {{"FPR", 0}, {"FNR", 1}, {"ZO", 2}};
  for (const auto& [name, m] : metrics) {
    for (int g = 0; g < 2; ++g) {
      SCOPED_TRACE(name + (g == 0 ? " men" : " women"));
      const std::string group = g == 0 ? "men" : "women";
      const auto points = fits.points(m, g);
      ASSERT_EQ(points.size(), 8U);
      for (std::size_t k = 0; k < 8; ++k) {
        EXPECT_NEAR(points[k].mean, expected.at(name).at(group)[k].get<double>(), 1e-12);
        EXPECT_NEAR(points[k].sem, expected.at(name).at("sem_" + group)[k].get<double>(), 1e-12);
      }
      const auto& law = fits.law(m, g);
      ASSERT_TRUE(law);
      const json& theirs = expected.at(name).at("fits").at("w").at("vp")[g];
      EXPECT_LE(law->sum_of_squares, theirs.at("sse").get<double>() * (1 + 1e-6));
      if (law->identified) {
        EXPECT_NEAR(law->delta, theirs.at("delta").get<double>(), 1e-4);
      }
    }
  }
  for (std::size_t k = 0; k < 8; ++k) {
    const auto gap = fits.points(1, 0, 1);
    EXPECT_NEAR(-gap[k].mean, expected.at("FNR").at("Gamma")[k].get<double>(), 1e-12);
    EXPECT_NEAR(gap[k].sem, expected.at("FNR").at("seG")[k].get<double>(), 1e-12);
  }

  SourcesInput input;
  input.groups = {"men", "women"};
  SourcesReport report;
  add_curves(fits, -1, input, {}, report);
  int compared = 0;
  for (const auto& gap : report.gap_curves) {
    SCOPED_TRACE(std::string(name_of(gap.metric)) + ": " + gap.answer);
    const auto& limit = gap.extrapolation.back();
    EXPECT_EQ(limit.interval.has_value(), gap.limit_identified);
    if (gap.metric != result::CostMetric::fnr) continue;
    ++compared;
    ASSERT_TRUE(limit.interval);
    EXPECT_TRUE(gap.limit_identified);
    EXPECT_NEAR(limit.value, -expected.at("FNR").at("fits").at("w").at("GammaInf").get<double>(),
                2e-4);
    const json& quantiles = expected.at("FNR").at("boot_GammaInf_q");
    // They resampled with other draws; quantiles of 1,000 have a standard error of about .0015.
    EXPECT_NEAR(limit.interval->first, quantiles[0].get<double>(), 0.01);
    EXPECT_NEAR(limit.interval->second, quantiles[2].get<double>(), 0.01);
    EXPECT_LT(gap.points[5].mean / gap.points[1].mean, 0.62);  // falls by 39 % from 1,000 to 10,000
    EXPECT_FALSE(gap.n_for_gap);
  }
  EXPECT_EQ(compared, 1);
}

}  // namespace
}  // namespace faultline::methods
