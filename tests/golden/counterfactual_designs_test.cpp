// The designs of Section 4 of Wastvedt, Huling and Wolfson (2022): exact rates and summaries
// against closed forms (reference/counterfactual/section4.csv).

#include <array>
#include <cmath>
#include <string>

#include "support/csv_rows.hpp"
#include "support/needs_trees.hpp"
#include "support/shared_data.hpp"
#include <gtest/gtest.h>

#include "faultline/studies/counterfactual/designs.hpp"

namespace faultline::studies {
namespace {

using simulate::CounterfactualDesign;
using testing::CsvRow;
using testing::number;

constexpr double kTolerance = 1e-12;

void expect_design(const CsvRow& row, CounterfactualDesign design) {
  const simulate::CounterfactualTruth truth = simulate::truth_of(design, number(row, "z"));
  for (std::size_t g = 0; g < simulate::kGroups; ++g) {
    EXPECT_NEAR(truth.cfnr[g], number(row, "cfnr_" + simulate::group_name(g)), kTolerance);
    EXPECT_NEAR(truth.cfpr[g], number(row, "cFPR_all"), kTolerance);
  }
  const methods::SummaryValues values = true_summaries(truth, false);
  const std::array names{"AVG", "MAX", "VAR", "SD", "MARG", "OBS"};
  for (std::size_t k = 0; k < names.size(); ++k) {
    EXPECT_NEAR(values[k], number(row, names[k]), kTolerance)
        << row.at("panel") << " z " << row.at("z") << " " << names[k];
  }
  for (const double value : true_summaries(truth, true)) EXPECT_NEAR(value, 0, kTolerance);
}

TEST(CounterfactualDesigns, AgreeWithTheClosedForms) {
  FAULTLINE_NEEDS_SHARED(file, "reference/counterfactual/section4.csv");
  int rows = 0;
  for (const CsvRow& row : testing::read_csv_rows(file)) {
    if (row.at("kind") != "closed_form") continue;
    ++rows;
    const std::string& panel = row.at("panel");
    if (panel == "A_and_C") {
      expect_design(row, CounterfactualDesign::a);
      expect_design(row, CounterfactualDesign::c);
    } else {
      expect_design(row, panel == "B" ? CounterfactualDesign::b : CounterfactualDesign::d);
    }
  }
  EXPECT_EQ(rows, 33);
}

TEST(CounterfactualScenarios, NeedAgreesWithTheReference) {
  FAULTLINE_NEEDS_TREES();
  // Means of P(Y0 = 1 | X, A), whose standard deviation is below .15, over 100,000 (60,000 in
  // scenario 3) people there and 50,000 here: 5.6 standard errors, twelve comparisons, chance of a
  // false alarm below 3e-7.
  for (const int scenario : {1, 2, 3}) {
    FAULTLINE_NEEDS_SHARED(
        file, "reference/counterfactual/truthbig_s" + std::to_string(scenario) + ".csv");
    const simulate::CounterfactualTruth truth =
        simulate::truth_of(simulate::counterfactual_population(
            {.scenario = scenario, .training = 50, .vectors = 50'000, .trees = 1}));
    const double tolerance = 5.6 * 0.15 * std::sqrt(1.0 / 60'000 + 1.0 / 50'000);
    int compared = 0;
    for (const CsvRow& row : testing::read_csv_rows(file)) {
      for (std::size_t g = 0; g < simulate::kGroups; ++g) {
        if (row.at("quantity") != "cfnr_" + simulate::group_name(g)) continue;
        ++compared;
        EXPECT_NEAR(truth.untreated_rate[g], number(row, "P_Y0"), tolerance);
      }
    }
    EXPECT_EQ(compared, 4);
  }
}

}  // namespace
}  // namespace faultline::studies
