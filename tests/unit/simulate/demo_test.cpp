#include "faultline/simulate/demo.hpp"

#include "plain_scan.hpp"
#include <gtest/gtest.h>

#include "faultline/rng/draw.hpp"
#include "faultline/simulate/population.hpp"

namespace faultline::simulate {
namespace {

std::vector<std::string> attribute_names() {
  std::vector<std::string> names;
  for (const auto& attribute : patient_attributes()) names.push_back(attribute.name);
  return names;
}

std::vector<std::uint64_t> masks(const NamedSubgroup& subgroup) {
  std::vector<std::uint64_t> sets;
  for (const auto& attribute : patient_attributes()) {
    std::uint64_t set = 0;
    for (int v = 0; v < attribute.arity(); ++v) {
      bool in = true;
      for (const auto& [name, values] : subgroup) {
        if (name == attribute.name) {
          in = std::find(values.begin(), values.end(),
                         attribute.labels[static_cast<std::size_t>(v)]) != values.end();
        }
      }
      if (in) set |= std::uint64_t{1} << v;
    }
    sets.push_back(set);
  }
  return sets;
}

TEST(DemoData, HasTheColumnsAndTheTruthItPromises) {
  const SemiSynthetic demo = demo_data();
  EXPECT_EQ(demo.table.rows(), 6'000);
  EXPECT_EQ(demo.table.columns().size(), 8U);
  EXPECT_EQ(demo.truth.kind, "mu_suf");
  EXPECT_EQ(to_text(demo.truth.subgroup), "age_group=75 or over;prior_admissions=None");
  EXPECT_GT(demo.truth.people, 350);
}

TEST(DemoData, InjectedSubgroupIsTheOptimumAtPenaltyOne) {
  for (const std::uint64_t seed : {1U,  2U,  3U,  4U,  5U,  6U,  7U,  8U,  9U,  10U,
                                   11U, 12U, 13U, 14U, 15U, 16U, 17U, 18U, 19U, 20U}) {
    const SemiSynthetic demo = demo_data(seed);
    testing::PlainScan scan(demo.table, attribute_names(), demo.table.numeric("outcome").values,
                            demo.table.numeric("prediction").values);
    const testing::PlainBest best = scan.best(-1, 1);
    EXPECT_EQ(best.sets, masks(demo.truth.subgroup)) << "seed " << seed;
    EXPECT_GT(best.score, 40) << "seed " << seed;
  }
}

// A p-value of 1/1,000 from 999 replicates needs a score above all of them; 40 null maxima stay
// below half of it.
TEST(DemoData, ScoreIsFarAboveTheNullMaxima) {
  const SemiSynthetic demo = demo_data();
  const auto& prediction = demo.table.numeric("prediction").values;
  std::vector<double> outcome(prediction.size());
  testing::PlainScan null_scan(demo.table, attribute_names(), outcome, prediction);
  double largest = 0;
  for (std::uint32_t replicate = 0; replicate < 40; ++replicate) {
    rng::Stream stream(1, rng::Purpose::test, replicate);
    for (std::size_t i = 0; i < outcome.size(); ++i)
      outcome[i] = rng::bernoulli(stream, prediction[i]) ? 1 : 0;
    largest = std::max({largest, null_scan.best(-1, 1).score, null_scan.best(1, 1).score});
  }
  EXPECT_GT(largest, 0);
  EXPECT_LT(largest, 20);
}

}  // namespace
}  // namespace faultline::simulate
