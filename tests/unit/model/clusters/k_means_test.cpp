#include "faultline/model/clusters/k_means.hpp"

#include <cmath>
#include <limits>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "faultline/base/error.hpp"
#include "faultline/rng/draw.hpp"

namespace faultline::model {
namespace {

using Point = std::vector<double>;

/// Standardised by hand: numbers by their standard deviation, dummies of one categorical together.
std::vector<Point> points_of(const Features& features) {
  std::vector<Point> points(static_cast<std::size_t>(features.rows()));
  std::vector<std::pair<std::vector<int>, bool>> covariates;
  for (const auto& categorical : features.categorical()) {
    covariates.emplace_back();
    for (int v = 0; v < categorical.values; ++v)
      covariates.back().first.push_back(categorical.first_column + v);
  }
  for (const auto& number : features.numbers())
    covariates.emplace_back(std::vector<int>{number.column}, true);
  for (const auto& [columns, is_number] : covariates) {
    double variance = 0;
    for (const int j : columns) {
      const std::vector<double> values = features.column(j);
      double mean = 0;
      for (const double value : values) mean += value / static_cast<double>(values.size());
      for (const double value : values)
        variance += (value - mean) * (value - mean) / static_cast<double>(values.size());
    }
    for (const int j : columns) {
      const std::vector<double> values = features.column(j);
      for (std::size_t i = 0; i < points.size(); ++i)
        points[i].push_back(values[i] / std::sqrt(variance));
    }
  }
  return points;
}

double within(const std::vector<Point>& points, const std::vector<std::int32_t>& cluster, int k) {
  double sum = 0;
  for (std::int32_t c = 0; c < k; ++c) {
    Point mean(points[0].size(), 0);
    double n = 0;
    for (std::size_t i = 0; i < points.size(); ++i) {
      if (cluster[i] != c) continue;
      ++n;
      for (std::size_t j = 0; j < mean.size(); ++j) mean[j] += points[i][j];
    }
    for (std::size_t i = 0; i < points.size(); ++i) {
      if (cluster[i] != c) continue;
      for (std::size_t j = 0; j < mean.size(); ++j)
        sum += (points[i][j] - mean[j] / n) * (points[i][j] - mean[j] / n);
    }
  }
  return sum;
}

double least_within(const std::vector<Point>& points, int k) {
  double least = std::numeric_limits<double>::infinity();
  std::vector<std::int32_t> cluster(points.size(), 0);
  for (;;) {
    least = std::min(least, within(points, cluster, k));
    std::size_t i = 0;
    while (i < cluster.size() && ++cluster[i] == k) cluster[i++] = 0;
    if (i == cluster.size()) return least;
  }
}

Features random_features(std::int64_t rows, std::uint32_t replicate) {
  rng::Stream stream(5, rng::Purpose::test, replicate);
  Features features(rows);
  std::vector<double> x;
  std::vector<double> y;
  std::vector<data::Code> codes;
  for (std::int64_t i = 0; i < rows; ++i) {
    x.push_back(100 + 7 * rng::normal(stream));
    y.push_back(rng::uniform(stream));
    codes.push_back(static_cast<data::Code>(rng::below(stream, 3)));
  }
  features.add(data::Attribute{"kind", {"a", "b", "c"}}, codes);
  features.add("x", x);
  features.add("y", y);
  return features;
}

TEST(KMeans, FindsTheBestPartitionOfFewPeople) {
  for (std::uint32_t replicate = 0; replicate < 5; ++replicate) {
    const Features features = random_features(9, replicate);
    const std::vector<Point> points = points_of(features);
    const KMeans found = k_means(features, {.clusters = 3, .restarts = 60, .seed = 2});
    EXPECT_NEAR(found.within, least_within(points, 3), 1e-9);
    EXPECT_NEAR(found.within, within(points, found.cluster, 3), 1e-9);
    EXPECT_NEAR(found.total, within(points, std::vector<std::int32_t>(9, 0), 1), 1e-9);
    EXPECT_TRUE(found.converged);
  }
}

TEST(KMeans, FindsPlantedClustersLargestFirst) {
  rng::Stream stream(6, rng::Purpose::test, 0);
  const std::vector<std::int64_t> sizes{500, 300, 150, 50};
  std::vector<double> x;
  std::vector<double> y;
  std::vector<std::int32_t> truth;
  for (std::int32_t c = 3; c >= 0; --c) {
    for (std::int64_t i = 0; i < sizes[static_cast<std::size_t>(c)]; ++i) {
      const int row = c / 2;
      x.push_back(10.0 * (c % 2) + rng::normal(stream));
      y.push_back(1000.0 * row + 100 * rng::normal(stream));
      truth.push_back(c);
    }
  }
  Features features(1000);
  features.add("x", x);
  features.add("y", y);
  const KMeans found = k_means(features, {.clusters = 4, .seed = 1});
  EXPECT_EQ(found.sizes, sizes);
  EXPECT_EQ(found.cluster, truth);
}

TEST(KMeans, FewerDifferentPeopleThanClusters) {
  Features features(6);
  features.add("x", std::vector<double>{1, 2, 1, 2, 3, 1});
  features.add("constant", std::vector<double>(6, 4));
  const KMeans found = k_means(features, {.clusters = 5});
  EXPECT_EQ(found.sizes, (std::vector<std::int64_t>{3, 2, 1}));
  EXPECT_EQ(found.cluster, (std::vector<std::int32_t>{0, 1, 0, 1, 2, 0}));
  EXPECT_NEAR(found.within, 0, 1e-15);
}

TEST(KMeans, RareValuesDoNotDecide) {
  // Two values of 2 people each among 1,000; the halves of x are what there is to find.
  rng::Stream stream(7, rng::Purpose::test, 0);
  std::vector<double> x;
  std::vector<data::Code> codes;
  for (int i = 0; i < 1000; ++i) {
    x.push_back((i % 2) * 8 + rng::normal(stream));
    codes.push_back(static_cast<data::Code>(i < 2 ? 1 : i < 4 ? 2 : i % 3 == 0 ? 3 : 0));
  }
  Features features(1000);
  features.add(data::Attribute{"country", {"a", "b", "c", "d"}}, codes);
  features.add("x", x);
  const KMeans found = k_means(features, {.clusters = 2});
  EXPECT_GT(found.sizes[1], 300);
}

TEST(KMeans, SameForAnyThreadsAndKeepsTheBestRestart) {
  const Features features = random_features(300, 9);
  const KMeans one = k_means(features, {.clusters = 6, .restarts = 8, .threads = 1});
  const KMeans four = k_means(features, {.clusters = 6, .restarts = 8, .threads = 4});
  EXPECT_EQ(one.cluster, four.cluster);
  EXPECT_EQ(one.within, four.within);
  const KMeans single = k_means(features, {.clusters = 6, .restarts = 1});
  EXPECT_LE(one.within, single.within);
  EXPECT_EQ(one.sizes.size(), 6U);
}

TEST(KMeans, NothingToCluster) {
  EXPECT_TRUE(k_means(Features(0), {}).sizes.empty());
  Features constant(3);
  constant.add("x", std::vector<double>{1, 1, 1});
  constant.add(data::Attribute{"a", {"v"}}, std::vector<data::Code>{0, 0, 0});
  EXPECT_TRUE(k_means(constant, {}).sizes.empty());
  EXPECT_THROW((void)k_means(constant, {.clusters = 0}), ConfigError);
  EXPECT_THROW((void)k_means(constant, {.restarts = 0}), ConfigError);
}

}  // namespace
}  // namespace faultline::model
