// The randomisation test of IJDI-Scan: it keeps its level when decisions are drawn from what the
// criterion justifies, and its null maxima on COMPAS are those of an independent program.

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

#include "support/csv_rows.hpp"
#include "support/ijdi_compas.hpp"
#include "support/ijdi_records.hpp"
#include "support/shared_data.hpp"
#include "support/simulation_size.hpp"
#include "support/upper_limit.hpp"
#include <gtest/gtest.h>

#include "faultline/math/count_distribution.hpp"
#include "faultline/methods/ijdi/ijdi.hpp"
#include "faultline/rng/draw.hpp"

namespace faultline::methods {
namespace {

constexpr int kDataSets = testing::data_sets(1000);
constexpr double kAlarm = 1e-7;  // of each of the four sides below; together below 1e-6

/// 2 x 3 x 2 cells; decisions at .4 + lambda (p - mean p), which stays inside (0, 1) here.
data::Profiles null_people(std::uint32_t data_set, double lambda) {
  rng::Stream stream(20240901, rng::Purpose::test, data_set);
  std::vector<testing::IjdiRecord> records;
  std::vector<double> p;
  double mean = 0;
  constexpr int kCells = 12;
  for (int cell = 0; cell < kCells; ++cell) {
    p.push_back(0.3 + 0.3 * rng::uniform(stream));
    mean += p.back() / kCells;
  }
  for (int cell = 0; cell < kCells; ++cell) {
    for (int i = 0; i < 25; ++i) {
      testing::IjdiRecord record;
      record.codes = {static_cast<data::Code>(cell / 6), static_cast<data::Code>(cell / 2 % 3),
                      static_cast<data::Code>(cell % 2)};
      record.p = p[cell];
      record.decision = rng::uniform(stream) < 0.4 + lambda * (p[cell] - mean);
      records.push_back(record);
    }
  }
  return testing::ijdi_profiles(testing::letters({2, 3, 2}), records);
}

/// Smallest and largest count outside of which Binomial(n, p) falls with at most `alarm` a side.
std::pair<std::int64_t, std::int64_t> band(std::int64_t n, double p, double alarm) {
  const math::CountDistribution law = math::binomial_distribution(n, p, 0);
  std::pair<std::int64_t, std::int64_t> limits{law.lowest, law.lowest};
  double tail = 0;
  for (std::size_t i = 0; i < law.probability.size(); ++i) {
    tail += law.probability[i];
    if (tail <= alarm) limits.first = law.lowest + static_cast<std::int64_t>(i) + 1;
  }
  limits.second = testing::upper_limit(n, p, alarm);
  return limits;
}

class IjdiLevel : public ::testing::TestWithParam<double> {};

TEST_P(IjdiLevel, IsFivePercentUnderTheNull) {
  const double lambda = GetParam();
  int rejected = 0;
  for (std::uint32_t data_set = 0; data_set < kDataSets; ++data_set) {
    const data::Profiles profiles = null_people(data_set, lambda);
    IjdiOptions options;
    options.errors = {ErrorRate::fpr};
    options.lambdas = {lambda};
    options.replicates = 99;
    options.sequential = data::Choice::no;
    options.seed = 1000 + data_set;
    options.threads = 1;
    const Finding finding = ijdi_scan(testing::ijdi_input(profiles), options).findings.at(0);
    rejected += finding.p_value.value() <= 0.05 + 1e-12 ? 1 : 0;
  }
  RecordProperty("rejected", rejected);
  const auto [low, high] = band(kDataSets, 0.05, kAlarm);
  EXPECT_GE(rejected, low);
  EXPECT_LE(rejected, high);
}

INSTANTIATE_TEST_SUITE_P(Lambdas, IjdiLevel, ::testing::Values(0.0, 0.8));

/// Two samples of maxima: theirs by its quantile and number, ours in full. The share of ours below
/// their q-quantile has standard deviation sqrt(q (1 - q) (1/n + 1/m)); six of them leave a false
/// alarm of 2e-9 each, for the 95 % quantile of the six rows that are not degenerate.
TEST(IjdiNull, MaximaOnCompasAreTheReferences) {
  FAULTLINE_NEEDS_SHARED(people, "reference/ijdi/compas_input.csv");
  FAULTLINE_NEEDS_SHARED(expected, "reference/ijdi/compas_null_maxima.csv");
  const data::Profiles profiles = testing::read_ijdi_people(people, testing::kIjdiCompas);
  int compared = 0;
  for (const testing::CsvRow& row : testing::read_csv_rows(expected)) {
    SCOPED_TRACE(row.at("side") + " lambda " + row.at("lam"));
    IjdiOptions options;
    options.errors = {row.at("side") == "neg" ? ErrorRate::fpr : ErrorRate::tpr};
    options.lambdas = {testing::number(row, "lam")};
    options.replicates = 300;
    options.sequential = data::Choice::no;
    options.seed = 5;
    const IjdiInput input{
        .profiles = profiles, .scanned = testing::kIjdiCompas, .true_probability = "p"};
    const Finding finding = ijdi_scan(input, options).findings.at(0);
    const std::vector<double>& scores = finding.null.scores;
    ASSERT_EQ(scores.size(), 300U);
    const auto share_below = [&scores](double limit) {
      return static_cast<double>(std::count_if(scores.begin(), scores.end(),
                                               [limit](double s) { return s <= limit; })) /
             static_cast<double>(scores.size());
    };
    if (testing::number(row, "q99") == 0) {
      RecordProperty("largest of the degenerate null",
                     std::to_string(*std::max_element(scores.begin(), scores.end())));
      EXPECT_GE(share_below(1e-9), 0.9);
      ++compared;
      continue;
    }
    for (const auto& [q, column] : std::map<double, std::string>{{0.5, "q50"}, {0.95, "q95"}}) {
      const double spread = std::sqrt(
          q * (1 - q) *
          (1.0 / testing::number(row, "reps") + 1.0 / static_cast<double>(scores.size())));
      EXPECT_NEAR(share_below(testing::number(row, column)), q, 6 * spread) << column;
    }
    ++compared;
  }
  EXPECT_EQ(compared, 7);
}

}  // namespace
}  // namespace faultline::methods
