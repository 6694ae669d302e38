// Bounds on the Bayes error of men and women in the Adult data against an independent program
// (reference/sources/d_bayes.json).

#include <fstream>
#include <memory>
#include <string>

#include "support/adult.hpp"
#include "support/shared_data.hpp"
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "faultline/methods/sources/noise.hpp"

namespace faultline::methods {
namespace {

TEST(SourcesNoiseGolden, Adult) {
  FAULTLINE_NEEDS_SHARED(data, "data/adult.data");
  FAULTLINE_NEEDS_SHARED(reference, "reference/sources/d_bayes.json");
  testing::Adult adult = testing::read_adult(data);
  ASSERT_EQ(adult.features.columns(), 105);
  SourcesInput input;
  input.protected_column = "sex";
  input.groups = {"men", "women"};
  input.outcome = adult.outcome;
  input.group = adult.group;
  input.features = std::make_unique<model::Features>(std::move(adult.features));
  SourcesReport report;
  add_noise(input, {}, {}, report);
  ASSERT_EQ(report.noise.size(), 6U);
  std::ifstream in(reference);
  const auto expected = nlohmann::json::parse(in);
  for (std::size_t g = 0; g < 2; ++g) {
    SCOPED_TRACE(input.groups[g]);
    const auto& theirs = expected.at(input.groups[g]);
    // Theirs cuts off directions in the units of the data, or standardises and adds a small ridge.
    EXPECT_NEAR(report.noise[3 * g].upper.value(), theirs.at("maha_pinv_prior").at("Eup"), 1e-3);
    EXPECT_NEAR(report.noise[3 * g].upper.value(), theirs.at("maha_std_ridge1e-06").at("Eup"),
                3e-5);
    // Theirs scales by the range over everybody, which for men differs in capital-loss.
    const bool same_ranges = g == 1;
    const auto& bhattacharyya = theirs.at("bhat_minmax_ridge0.01");
    EXPECT_NEAR(report.noise[3 * g + 1].lower.value(), bhattacharyya.at("Elow"),
                same_ranges ? 1e-6 : 4e-5);
    EXPECT_NEAR(report.noise[3 * g + 1].upper.value(), bhattacharyya.at("Eup"),
                same_ranges ? 1e-5 : 4e-4);
    // Folds are drawn at random and equal distances are many: three deviations of a mean over
    // folds.
    const auto& neighbours = theirs.at("knn5_raw");
    EXPECT_NEAR(report.noise[3 * g + 2].upper.value(), neighbours.at("E"), 0.004);
    EXPECT_NEAR(report.noise[3 * g + 2].lower.value(), neighbours.at("Elow"), 0.004);
  }
}

}  // namespace
}  // namespace faultline::methods
