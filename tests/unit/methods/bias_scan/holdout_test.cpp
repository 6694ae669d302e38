// Searching on one part of the people and testing on the other.

#include "faultline/methods/bias_scan/holdout.hpp"

#include "bias_scan_people.hpp"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "faultline/base/error.hpp"

namespace faultline::methods {
namespace {

TEST(HoldOut, SplitsThePeople) {
  const data::Profiles people = biased_people(3, 0.4, 2, 20);
  const HoldoutParts parts = hold_out(people, 0.3, 7);
  EXPECT_EQ(parts.held_out.people(), std::llround(0.3 * static_cast<double>(people.people())));
  EXPECT_EQ(parts.held_out.people() + parts.searched.people(), people.people());
  const auto all = search::make_bernoulli_cells(people);
  const auto in = search::make_bernoulli_cells(parts.searched);
  const auto out = search::make_bernoulli_cells(parts.held_out);
  ASSERT_EQ(all.cells(), in.cells());
  ASSERT_EQ(all.cells(), out.cells());
  for (std::size_t cell = 0; cell < all.n.size(); ++cell) {
    EXPECT_EQ(all.n[cell], in.n[cell] + out.n[cell]);
    EXPECT_EQ(all.y[cell], in.y[cell] + out.y[cell]);
  }
  EXPECT_EQ(hold_out(people, 0.3, 7).held_out.count, parts.held_out.count);
  EXPECT_NE(hold_out(people, 0.3, 8).held_out.count, parts.held_out.count);
}

TEST(HoldOut, NeedsPeopleInBothParts) {
  const data::Profiles people = biased_people(3, 0.4, 2, 1);
  EXPECT_THROW(static_cast<void>(hold_out(people, 0.001, 7)), InputError);
  EXPECT_THROW(static_cast<void>(hold_out(people, 0.999, 7)), InputError);
}

TEST(HoldoutScan, TestsWhatWasFoundOnTheOthers) {
  const HoldoutParts parts = hold_out(biased_people(4, 0.3, 2, 40), 0.5, 7);
  const auto searched = search::make_bernoulli_cells(parts.searched);
  const auto held_out = search::make_bernoulli_cells(parts.held_out);
  BiasScanOptions options;
  options.replicates = 199;
  options.threads = 1;
  const BiasScanResult result = holdout_scan({searched}, {held_out}, options);
  ASSERT_EQ(result.findings.size(), 2U);
  EXPECT_EQ(result.findings[0].text, "a_1; b_0");
  EXPECT_EQ(result.findings[1].text, "a_0; b_2");
  BiasScanOptions alone = options;
  alone.replicates = 0;
  const BiasScanResult found = bias_scan({searched}, alone);
  for (std::size_t i = 0; i < 2; ++i) {
    const Finding& finding = result.findings[i];
    EXPECT_EQ(finding.text, found.findings[i].text);
    EXPECT_EQ(finding.penalty, 0);
    EXPECT_EQ(finding.search.subgroups, 63);
    EXPECT_EQ(finding.n + finding.comparison->n, parts.held_out.people());
    EXPECT_EQ(finding.verdict, result::Verdict::evidence);
    const auto [low, high] = finding.theta_interval.value();
    EXPECT_TRUE(low > 1 || high < 1);
    EXPECT_TRUE(std::isfinite(high));
    EXPECT_GT(low, 0);
  }
}

TEST(HoldoutScan, SaysWhenNothingIsLeftToTest) {
  const auto searched =
      testing::cells_of(testing::letters({2}), {{{0}, 0.2, 40, 30}, {{1}, 0.25, 20, 5}});
  const auto held_out = testing::cells_of(testing::letters({2}), {{{1}, 0.25, 20, 5}});
  BiasScanOptions options;
  options.replicates = 99;
  const BiasScanResult result = holdout_scan({searched}, {held_out}, options);
  EXPECT_TRUE(result.findings.empty());
  EXPECT_THAT(texts(result.notices),
              ::testing::Contains(::testing::HasSubstr("nobody of the subgroup found, a_0")));
  EXPECT_THAT(texts(result.notices), ::testing::Contains(::testing::HasSubstr("scores above 0")));
}

}  // namespace
}  // namespace faultline::methods
