// Power floor of the Bias Scan: a classifier trained on data in which one subgroup's positives were
// over-sampled by the odds factor Delta (differential sampling bias) predicts Delta p / (Delta p +
// 1 - p) inside it. The scan must find that predictions are too high there. 99 replicates each;
// fixed seeds.
//
// Measured over 5,000 data sets of other seeds: at Delta = 2.5 a share of .959 has p <= .05, and
// .947 also names the biased value; at Delta = 2 .772 have p <= .05, without bias .052. The floors
// leave room: P(Binomial(300, .935) < 256) is 1.7e-7.

#include <algorithm>
#include <vector>

#include "support/small_cells.hpp"
#include <gtest/gtest.h>

#include "faultline/methods/bias_scan/bias_scan.hpp"
#include "faultline/rng/draw.hpp"

namespace faultline::methods {
namespace {

constexpr int kDataSets = 300;
constexpr int kFloor = 256;

/// 3 x 3 x 2 cells of two predictions with 15 people each; a_1, b_0 or b_2 are 120 of 540 people.
data::Profiles people_with_bias(double delta, std::uint32_t data_set, std::uint64_t seed) {
  rng::Stream stream(seed, rng::Purpose::test, data_set);
  std::vector<testing::Group> groups;
  for (int cell = 0; cell < 18; ++cell) {
    const int a = cell / 6;
    const int b = cell / 2 % 3;
    for (int i = 0; i < 2; ++i) {
      const double truth = 0.2 + 0.5 * rng::uniform(stream);
      const bool biased = a == 1 && b != 1;
      testing::Group group;
      group.codes = {static_cast<data::Code>(a), static_cast<data::Code>(b),
                     static_cast<data::Code>(cell % 2)};
      group.p = biased ? delta * truth / (delta * truth + 1 - truth) : truth;
      group.n = 15;
      group.y = rng::binomial(stream, group.n, truth);
      groups.push_back(group);
    }
  }
  return testing::profiles_of(testing::letters({3, 3, 2}), groups);
}

TEST(BiasScanPower, SamplingBiasIsFound) {
  int significant = 0;
  int located = 0;
  for (std::uint32_t data_set = 0; data_set < kDataSets; ++data_set) {
    const data::Profiles profiles = people_with_bias(2.5, data_set, 20240302);
    const search::BernoulliCells cells = search::make_bernoulli_cells(profiles);
    BiasScanOptions options{{.penalty = 0.2}, {search::Direction::lower}};
    options.replicates = 99;
    options.threads = 1;
    options.seed = data_set;
    const Finding finding = bias_scan({cells}, options).findings.at(0);
    if (!(finding.p_value.value() <= 0.05)) continue;
    ++significant;
    // The biased value of a is named.
    if (finding.subgroup->empty() || finding.subgroup->front().first != "a") continue;
    const std::vector<std::string>& labels = finding.subgroup->front().second;
    located += std::count(labels.begin(), labels.end(), "a_1") > 0 ? 1 : 0;
  }
  RecordProperty("significant", significant);
  RecordProperty("located", located);
  EXPECT_GE(significant, kFloor);
  EXPECT_GE(located, kFloor);
}

TEST(BiasScanPower, GrowsWithTheBias) {
  // 60 data sets each. With true shares of .76 or more and .06 or less, P(with <= without + 10) is
  // below 1e-12.
  int found[2] = {0, 0};
  for (const int biased : {0, 1}) {
    for (std::uint32_t data_set = 0; data_set < 60; ++data_set) {
      const data::Profiles profiles = people_with_bias(biased != 0 ? 2 : 1, data_set, 20240303);
      const search::BernoulliCells cells = search::make_bernoulli_cells(profiles);
      BiasScanOptions options{{.penalty = 0.2}, {search::Direction::lower}};
      options.replicates = 99;
      options.threads = 1;
      options.seed = data_set;
      found[biased] += bias_scan({cells}, options).findings.at(0).p_value.value() <= 0.05 ? 1 : 0;
    }
  }
  RecordProperty("without", found[0]);
  RecordProperty("with", found[1]);
  EXPECT_GT(found[1], found[0] + 10);
}

}  // namespace
}  // namespace faultline::methods
