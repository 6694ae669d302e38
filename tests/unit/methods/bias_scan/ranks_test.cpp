// Further subgroups of a Bias Scan, each given those before it.

#include <algorithm>
#include <cmath>
#include <set>
#include <string>

#include "bias_scan_people.hpp"
#include "support/naive_scan.hpp"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "faultline/methods/bias_scan/bias_scan.hpp"
#include "faultline/search/odds_change.hpp"

namespace faultline::methods {
namespace {

using search::Direction;
using ::testing::HasSubstr;

TEST(BiasScan, RanksAreFoundOneByOneAndStop) {
  // a_1, b_0 and a_0, b_2 both have the event far too often.
  const auto cells = search::make_bernoulli_cells(biased_people(5, 4, 9, 25));
  BiasScanOptions options = quick(99);
  options.top = 4;
  options.directions = {Direction::higher};
  const BiasScanResult result = bias_scan({cells}, options);
  ASSERT_EQ(result.findings.size(), 2U);
  EXPECT_EQ(result.findings[0].rank, 1);
  EXPECT_TRUE(result.findings[0].proven);
  const Finding& second = result.findings[1];
  EXPECT_EQ(second.rank, 2);
  EXPECT_FALSE(second.proven);
  EXPECT_EQ(second.replicates, 99);
  EXPECT_EQ(second.verdict, result::Verdict::evidence);
  EXPECT_GT(second.theta_interval.value().first, 1);
  EXPECT_TRUE(second.search.certified);
  // One is the one, the other the other.
  EXPECT_EQ((std::set<std::string>{result.findings[0].text, second.text}),
            (std::set<std::string>{"a_1; b_0", "a_0; b_2"}));
  EXPECT_THAT(texts(result.notices), ::testing::Contains(HasSubstr("ends at rank 2")));
}

TEST(BiasScan, TheSecondRankIsTheBestUnderChangedPredictions) {
  const data::Profiles people = biased_people(5, 4, 9, 25);
  auto cells = search::make_bernoulli_cells(people);
  BiasScanOptions options = quick(99);
  options.top = 2;
  options.directions = {Direction::higher};
  const BiasScanResult result = bias_scan({cells}, options);
  ASSERT_EQ(result.findings.size(), 2U);
  search::Subgroup first;
  static_cast<void>(testing::naive_best(cells, Direction::higher, 1, &first));
  search::change_odds({first, std::log(*result.findings[0].theta)}, cells);
  EXPECT_NEAR(result.findings[1].score, testing::naive_best(cells, Direction::higher, 1), 1e-9);
  // Nothing is left to find where the first was.
  EXPECT_NEAR(testing::naive_score(cells, Direction::higher, 0, first), 0, 1e-9);
}

TEST(BiasScan, RanksOfOneDirectionAreComparedWithBoth) {
  const auto cells = search::make_bernoulli_cells(biased_people(1.5, 1, 8));
  BiasScanOptions options = quick(99);
  const BiasScanResult apart = bias_scan({cells}, options);
  options.top = 2;
  const BiasScanResult together = bias_scan({cells}, options);
  ASSERT_EQ(together.findings.size(), 2U);
  for (std::size_t r = 0; r < 99; ++r) {
    EXPECT_EQ(together.findings[0].null.scores[r],
              std::max(apart.findings[0].null.scores[r], apart.findings[1].null.scores[r]));
  }
  EXPECT_EQ(together.findings[0].null.scores, together.findings[1].null.scores);
  EXPECT_THAT(texts(together.notices),
              ::testing::Contains(HasSubstr("only the best subgroup is shown")));
}

TEST(BiasScan, WithoutReplicatesThereIsOneRank) {
  const auto cells = search::make_bernoulli_cells(biased_people(5, 4, 9, 25));
  BiasScanOptions options = quick(0);
  options.top = 3;
  const BiasScanResult result = bias_scan({cells}, options);
  EXPECT_EQ(result.findings.size(), 2U);
  EXPECT_THAT(texts(result.notices), ::testing::Contains(HasSubstr("need replicates")));
}

}  // namespace
}  // namespace faultline::methods
