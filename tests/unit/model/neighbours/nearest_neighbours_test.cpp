#include "faultline/model/neighbours/nearest_neighbours.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "unit/model/feature_people.hpp"
#include <gtest/gtest.h>

#include "faultline/base/error.hpp"
#include "faultline/model/neighbours/neighbour_tree.hpp"

namespace faultline::model {
namespace {

using testing::feature_people;
using testing::FeaturePeople;

// Euclidean distances of all columns, dummies and words written out.
std::vector<Neighbour> by_double_loop(const FeaturePeople& people, std::int64_t person,
                                      std::size_t k, const std::vector<std::int64_t>& label) {
  std::vector<std::vector<double>> columns;
  for (int j = 0; j < people.features.columns(); ++j) columns.push_back(people.features.column(j));
  std::vector<Neighbour> all;
  for (const std::int64_t other : people.everybody) {
    const auto a = static_cast<std::size_t>(person);
    const auto b = static_cast<std::size_t>(other);
    if (label[a] == label[b]) continue;
    double sum = 0;
    for (const auto& x : columns) sum += (x[a] - x[b]) * (x[a] - x[b]);
    all.push_back({.squared_distance = sum, .person = other});
  }
  std::ranges::sort(all);
  all.resize(std::min(k, all.size()));
  return all;
}

void compare(const FeaturePeople& people, const std::vector<std::int64_t>& label) {
  const NeighbourTree tree(people.features, people.everybody);
  std::vector<Neighbour> nearest;
  for (const std::int64_t person : people.everybody) {
    for (const std::size_t k : {std::size_t{1}, std::size_t{5}, std::size_t{40}}) {
      tree.nearest(person, k, label, nearest);
      const auto expected = by_double_loop(people, person, k, label);
      ASSERT_EQ(nearest.size(), expected.size());
      for (std::size_t i = 0; i < nearest.size(); ++i) {
        ASSERT_NEAR(nearest[i].squared_distance, expected[i].squared_distance,
                    1e-12 * (1 + expected[i].squared_distance));
        ASSERT_EQ(nearest[i].person, expected[i].person);
      }
    }
  }
}

TEST(NearestNeighbours, EqualTheDoubleLoop) {
  for (const bool words : {false, true}) {
    const FeaturePeople people = feature_people(61, 250, words);
    compare(people, people.everybody);
    std::vector<std::int64_t> folds = people.everybody;
    for (std::int64_t& fold : folds) fold = fold * 7 % 5;
    compare(people, folds);
  }
}

// Whole numbers and few categories: most distances are tied, and sums are exact.
TEST(NearestNeighbours, TiesGoToThoseWhoComeFirst) {
  FeaturePeople people;
  const int n = 300;
  people.features = Features(n);
  rng::Stream stream(62, rng::Purpose::test, 0);
  std::vector<double> x;
  std::vector<double> y;
  std::vector<data::Code> a;
  for (int i = 0; i < n; ++i) {
    x.push_back(static_cast<double>(rng::below(stream, 4)));
    y.push_back(rng::below(stream, 10) == 0 ? 5000.0 : 0.0);
    a.push_back(static_cast<data::Code>(rng::below(stream, 3)));
    people.everybody.push_back(i);
  }
  people.features.add("x", x);
  people.features.add("y", y);
  people.features.add(testing::attribute("a", 3), a);
  compare(people, people.everybody);
}

TEST(NearestNeighbours, WithoutNumbers) {
  FeaturePeople people;
  people.features = Features(60);
  std::vector<data::Code> a;
  for (int i = 0; i < 60; ++i) {
    a.push_back(static_cast<data::Code>(i % 3));
    people.everybody.push_back(i);
  }
  people.features.add(testing::attribute("a", 3), a);
  compare(people, people.everybody);
}

TEST(NearestNeighbours, MeansByHand) {
  Features features(5);
  features.add("x", std::vector<double>{0, 1, 3, 7, 100});
  const std::vector<double> outcome{1, 0, 1, 1, 0};
  const std::vector<std::int64_t> people{0, 1, 2, 3};  // the last one is nobody's neighbour
  const auto means = neighbour_means(features, outcome, people, {.neighbours = 2, .threads = 1});
  EXPECT_EQ(means, (std::vector<double>{0.5, 1, 0.5, 0.5}));
  const auto all = neighbour_means(features, outcome, people, {.neighbours = 9, .threads = 1});
  EXPECT_NEAR(all[1], 1, 1e-15);  // three others, all with the outcome
  // Votes: a tie is 0, so persons 0, 2 and 3 (outcome 1, mean .5) are wrong, and so is person 1.
  EXPECT_EQ(neighbour_error(features, outcome, people, {.neighbours = 2, .threads = 1}), 1);
}

TEST(NearestNeighbours, NobodyAndAlone) {
  const FeaturePeople people = feature_people(63, 10);
  EXPECT_TRUE(neighbour_means(people.features, people.binary, {}, {}).empty());
  const std::vector<std::int64_t> alone{4};
  EXPECT_TRUE(std::isnan(neighbour_means(people.features, people.binary, alone, {}).front()));
  EXPECT_THROW((void)neighbour_means(people.features, people.binary, alone, {.neighbours = 0}),
               ConfigError);
  EXPECT_THROW((void)neighbour_means(people.features, people.binary, alone, {.folds = 1}),
               ConfigError);
}

TEST(NearestNeighbours, SameOnAnyNumberOfThreads) {
  const FeaturePeople people = feature_people(64, 2000);
  const NeighbourOptions one{.folds = 5, .seed = 3, .threads = 1};
  NeighbourOptions four = one;
  four.threads = 4;
  const auto expected = neighbour_means(people.features, people.number, people.everybody, one);
  EXPECT_EQ(neighbour_means(people.features, people.number, people.everybody, four), expected);
  four.seed = 4;
  EXPECT_NE(neighbour_means(people.features, people.number, people.everybody, four), expected);
}

// Neighbours from other folds only: a person's own fold is all of it left out.
TEST(NearestNeighbours, FoldsLeaveEachOtherOut) {
  Features features(4);
  features.add("x", std::vector<double>{0, 0, 0, 0});
  const std::vector<double> outcome{1, 2, 4, 8};
  const std::vector<std::int64_t> people{0, 1, 2, 3};
  const auto means =
      neighbour_means(features, outcome, people, {.neighbours = 4, .folds = 2, .threads = 1});
  for (const double mean : means) {
    // Two others: sums of two different outcomes, halved, never with the person's own.
    EXPECT_LE(mean, 6);
  }
  EXPECT_NEAR(means[0] + means[1] + means[2] + means[3], 15, 1e-12);
}

}  // namespace
}  // namespace faultline::model
