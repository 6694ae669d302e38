// Who is trained on and who is tested, and the grids of training sizes.

#include "faultline/methods/sources/splits.hpp"

#include <algorithm>
#include <numeric>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "faultline/methods/sources/targeted.hpp"
#include "faultline/rng/draw.hpp"

namespace faultline::methods {
namespace {

using ::testing::ElementsAre;

TEST(Splits, EverybodyOnce) {
  rng::Stream stream(1, rng::Purpose::split, 1);
  const Split split = random_split(stream, 101, 0.2);
  EXPECT_EQ(split.test.size(), 20U);
  std::vector<std::int64_t> all = split.training;
  all.insert(all.end(), split.test.begin(), split.test.end());
  std::sort(all.begin(), all.end());
  std::vector<std::int64_t> expected(101);
  std::iota(expected.begin(), expected.end(), std::int64_t{0});
  EXPECT_EQ(all, expected);
  EXPECT_EQ(test_people(1, 0.2), 0);
  EXPECT_EQ(test_people(2, 0.9), 1);
  EXPECT_EQ(test_people(3, 0.01), 1);
}

TEST(Splits, OneGroupGrowsAfterTheOthers) {
  std::vector<std::int32_t> group;
  for (int i = 0; i < 200; ++i) group.push_back(i % 4 == 0 ? 1 : 0);  // 150 and 50
  rng::Stream stream(1, rng::Purpose::split, 1);
  const Split split = targeted_split(stream, group, 2, 1, 0.2, 100);
  EXPECT_EQ(split.test.size(), 40U);
  ASSERT_EQ(split.training.size(), 140U);
  for (std::size_t i = 0; i < 140; ++i) {
    EXPECT_EQ(group[static_cast<std::size_t>(split.training[i])], i < 100 ? 0 : 1);
  }
  for (const std::int64_t person : split.training) {
    EXPECT_FALSE(std::binary_search(split.test.begin(), split.test.end(), person));
  }
}

TEST(Splits, WhoIsNotDrawnIsTested) {
  rng::Stream stream(1, rng::Purpose::split, 1);
  const Split split = bootstrap_split(stream, 50);
  EXPECT_EQ(split.training.size(), 50U);
  const std::set<std::int64_t> drawn(split.training.begin(), split.training.end());
  EXPECT_EQ(drawn.size() + split.test.size(), 50U);
  for (const std::int64_t person : split.test) EXPECT_EQ(drawn.count(person), 0U);
}

TEST(Splits, GridsOfSizes) {
  const auto adult = default_sizes(26'049);
  ASSERT_EQ(adult.size(), 8U);
  EXPECT_EQ(adult.front(), 407);
  EXPECT_EQ(adult.back(), 26'049);
  EXPECT_EQ(default_sizes(1000).front(), 50);
  EXPECT_EQ(default_sizes(8).front(), 2);
  EXPECT_EQ(default_sizes(8).back(), 8);
  EXPECT_THAT(geometric_sizes(1, 3, 8), ElementsAre(1, 2, 3));
  data::Notices cut;
  const std::vector<std::int64_t> given = {900, 100, 2000, 100, 5000};
  EXPECT_THAT(usable_sizes(given, 1000, cut), ElementsAre(100, 900));
  ASSERT_EQ(cut.size(), 1U);
  EXPECT_EQ(cut[0].about, "curves");
  EXPECT_EQ(cut[0].text,
            "Learning curves leave out the training sizes 2,000 and 5,000: the training part has "
            "1,000 people.");
}

}  // namespace
}  // namespace faultline::methods
