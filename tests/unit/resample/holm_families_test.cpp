#include "faultline/resample/holm_families.hpp"

#include <algorithm>

#include <gtest/gtest.h>

#include "faultline/base/error.hpp"
#include "faultline/resample/holm.hpp"

namespace faultline::resample {
namespace {

TEST(HolmFamilies, OneMemberEachIsHolm) {
  const std::vector<std::optional<double>> p{0.01, 0.04, 0.03, 0.005, std::nullopt};
  std::vector<FamilyPValues> families;
  for (const auto& one : p) families.push_back({one});
  const FamilyAdjustment adjustment = holm_families(families, 0.05);
  const auto holm = holm_adjusted(p);
  for (std::size_t i = 0; i < p.size(); ++i) {
    ASSERT_EQ(adjustment.adjusted[i][0].has_value(), holm[i].has_value());
    if (!holm[i]) continue;
    EXPECT_DOUBLE_EQ(*adjustment.adjusted[i][0], *holm[i]);
  }
}

TEST(HolmFamilies, OneFamilyIsLeftAsItIs) {
  const FamilyAdjustment adjustment = holm_families({{0.01, 0.5, std::nullopt}}, 0.05);
  EXPECT_DOUBLE_EQ(*adjustment.adjusted[0][0], 0.01);
  EXPECT_DOUBLE_EQ(*adjustment.adjusted[0][1], 0.5);
  EXPECT_FALSE(adjustment.adjusted[0][2].has_value());
  EXPECT_DOUBLE_EQ(adjustment.level[0], 0.05);
}

TEST(HolmFamilies, AFamilyLeavesOnlyAsAWhole) {
  // The first family has a member that is not rejected, so the second stays at alpha / 2.
  const FamilyAdjustment kept = holm_families({{0.001, 0.2}, {0.03}}, 0.05);
  EXPECT_DOUBLE_EQ(*kept.adjusted[0][0], 0.002);
  EXPECT_DOUBLE_EQ(*kept.adjusted[1][0], 0.06);
  EXPECT_DOUBLE_EQ(kept.level[1], 0.025);
  const FamilyAdjustment left = holm_families({{0.001, 0.02}, {0.03}}, 0.05);
  EXPECT_DOUBLE_EQ(*left.adjusted[1][0], 0.04);
  EXPECT_DOUBLE_EQ(left.level[0], 0.025);
  EXPECT_DOUBLE_EQ(left.level[1], 0.05);
}

TEST(HolmFamilies, RejectionsAreThoseOfTheProcedureStepByStep) {
  const std::vector<FamilyPValues> families{{0.004, 0.011}, {0.02, 0.3}, {0.016, 0.024}, {0.9}};
  for (const double alpha : {0.01, 0.03, 0.05, 0.08, 0.2, 0.7}) {
    const FamilyAdjustment adjustment = holm_families(families, alpha);
    std::vector<bool> here(families.size(), true);
    std::vector<std::vector<bool>> rejected(families.size());
    for (std::size_t f = 0; f < families.size(); ++f) rejected[f].resize(families[f].size());
    for (bool changed = true; changed;) {
      changed = false;
      const auto remaining = static_cast<double>(std::count(here.begin(), here.end(), true));
      for (std::size_t f = 0; f < families.size(); ++f) {
        if (!here[f]) continue;
        bool all = true;
        for (std::size_t i = 0; i < families[f].size(); ++i) {
          if (*families[f][i] <= alpha / remaining) rejected[f][i] = true;
          all = all && rejected[f][i];
        }
        if (all && remaining > 1) {
          here[f] = false;
          changed = true;
          break;
        }
      }
    }
    for (std::size_t f = 0; f < families.size(); ++f) {
      for (std::size_t i = 0; i < families[f].size(); ++i) {
        EXPECT_EQ(*adjustment.adjusted[f][i] <= alpha + 1e-12, rejected[f][i])
            << alpha << " " << f << " " << i;
      }
    }
  }
}

TEST(HolmFamilies, RefusesWhatIsNoProbability) {
  EXPECT_THROW(holm_families({{1.5}}, 0.05), InternalError);
}

}  // namespace
}  // namespace faultline::resample
