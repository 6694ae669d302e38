// Costs of a forest on the Adult data against those of an independent program on other splits
// (reference/sources/c_curve_rf100.csv): the same in the mean, at 1,000 training people.

#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "support/adult.hpp"
#include "support/csv_rows.hpp"
#include "support/shared_data.hpp"
#include <gtest/gtest.h>

#include "faultline/model/registry.hpp"
#include "faultline/rng/draw.hpp"

namespace faultline::model {
namespace {

constexpr std::size_t kTrained = 1000;
constexpr std::uint32_t kRepetitions = 12;

struct Sample {
  std::vector<double> values{};
  [[nodiscard]] double mean() const {
    double sum = 0;
    for (const double value : values) sum += value;
    return sum / static_cast<double>(values.size());
  }
  [[nodiscard]] double deviation() const {
    double squares = 0;
    for (const double value : values) squares += std::pow(value - mean(), 2);
    return std::sqrt(squares / static_cast<double>(values.size() - 1));
  }
};
using Costs = std::map<std::pair<std::string, int>, Sample>;  // by metric and group

Costs ours(const testing::Adult& adult) {
  Costs costs;
  const auto forest = make_learner(parse_learner("forest"), adult.features, OutcomeKind::binary);
  for (std::uint32_t repetition = 0; repetition < kRepetitions; ++repetition) {
    std::vector<std::int64_t> order(adult.outcome.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<std::int64_t>(i);
    rng::Stream stream(1, rng::Purpose::test, repetition);
    rng::shuffle(stream, std::span(order));
    const auto test = std::span(order).first(order.size() / 5);
    forest->fit({.people = std::span(order).subspan(test.size(), kTrained),
                 .outcome = adult.outcome,
                 .substream = repetition});
    std::vector<double> score(test.size());
    forest->predict(test, score);
    double wrong[2][2] = {};
    double n[2][2] = {};
    for (std::size_t i = 0; i < test.size(); ++i) {
      const auto person = static_cast<std::size_t>(test[i]);
      const int y = adult.outcome[person] > 0 ? 1 : 0;
      n[adult.group[person]][y] += 1;
      wrong[adult.group[person]][y] += (score[i] > 0.5) != (y == 1) ? 1 : 0;
    }
    for (int g = 0; g < 2; ++g) {
      costs[{"FPR", g}].values.push_back(wrong[g][0] / n[g][0]);
      costs[{"FNR", g}].values.push_back(wrong[g][1] / n[g][1]);
    }
  }
  return costs;
}

TEST(ForestGolden, CostsOnAdult) {
  FAULTLINE_NEEDS_SHARED(data, "data/adult.data");
  FAULTLINE_NEEDS_SHARED(reference, "reference/sources/c_curve_rf100.csv");
  Costs theirs;
  for (const auto& row : testing::read_csv_rows(reference)) {
    if (testing::number(row, "N") != kTrained) continue;
    const int group = static_cast<int>(testing::number(row, "g"));
    for (const std::string metric : {"FPR", "FNR"}) {
      theirs[{metric, group}].values.push_back(testing::number(row, metric));
    }
  }
  for (const auto& [key, sample] : ours(testing::read_adult(data))) {
    SCOPED_TRACE(key.first + (key.second == 0 ? " of men" : " of women"));
    const Sample& other = theirs.at(key);
    ASSERT_EQ(other.values.size(), 50U);
    // Repetitions of one data set; 5.5 deviations, four comparisons: below 1e-6 by chance.
    const double deviation = other.deviation() * std::sqrt(1.0 / kRepetitions + 1.0 / 50);
    EXPECT_NEAR(sample.mean(), other.mean(), 5.5 * deviation);
    RecordProperty(key.first + std::to_string(key.second), std::to_string(sample.mean()));
  }
}

}  // namespace
}  // namespace faultline::model
