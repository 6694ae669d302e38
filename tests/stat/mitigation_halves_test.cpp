// New thresholds on new people, at small size: where one group's scores are too high, rules from
// one half lower what a scan finds in the other; where nothing is wrong they do next to no harm.

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "support/simulation_size.hpp"
#include <gtest/gtest.h>

#include "faultline/data/table.hpp"
#include "faultline/rng/draw.hpp"
#include "faultline/studies/ijdi/halves.hpp"

namespace faultline::studies {
namespace {

/// 4,000 people with scores in tenths; those of one sex are too high by `bias`.
HalvesData invented(double bias) {
  rng::Stream stream(20261118, rng::Purpose::test, 1);
  std::vector<std::string> sex;
  std::vector<std::string> region;
  std::vector<double> score;
  std::vector<double> outcome;
  for (int i = 0; i < 4000; ++i) {
    sex.emplace_back(rng::bernoulli(stream, 0.4) ? "F" : "M");
    const auto place = rng::below(stream, 4);
    region.emplace_back(1, static_cast<char>('a' + place));
    const double p = 0.25 + 0.1 * static_cast<double>(place);
    const double noise = static_cast<double>(rng::below(stream, 7)) / 10 - 0.3;
    score.push_back(
        std::round(10 * std::clamp(p + noise + (sex.back() == "F" ? bias : 0), 0.0, 1.0)) / 10);
    outcome.push_back(rng::bernoulli(stream, p) ? 1 : 0);
  }
  data::Table table;
  table.add(data::make_categorical("sex", sex));
  table.add(data::make_categorical("region", region));
  table.add(data::NumericColumn{"score", score});
  table.add(data::NumericColumn{"y", outcome});
  data::ProfileRoles roles;
  roles.attributes = {"sex", "region"};
  roles.prediction = "score";
  roles.outcome = "y";
  return {.name = "invented",
          .profiles = data::make_profiles(table, roles),
          .attributes = roles.attributes,
          .base = {.text = "everybody", .threshold = 0.5}};
}

HalvesSummary smooth(double bias, bool separate) {
  HalvesOptions options;
  options.splits = testing::data_sets(40);
  options.lambdas = {0.5};
  options.methods = {HalvesMethod::smooth};
  options.separate = separate;
  const std::vector<HalvesData> data{invented(bias)};
  return summary_of(halves_study(data, options).rows.front());
}

// The bias is some ten standard errors of a group's rate in a half: a split in which it is not
// corrected, or not for the better, has a probability far below 1e-6.
TEST(MitigationHalves, ABiasIsLessInPeopleTheRulesWereNotMadeFrom) {
  for (const bool separate : {false, true}) {
    const HalvesSummary sum = smooth(0.2, separate);
    EXPECT_EQ(sum.corrected, sum.splits);
    EXPECT_EQ(sum.lower, sum.splits);
    EXPECT_LT(sum.score_after, 0.5 * sum.score_before);
    EXPECT_LT(sum.cost_change, 0);
  }
}

// Without a bias a correction is chance; what it may cost is bounded by how little it moves: 2 % of
// the cost is some eight standard errors of the mean change.
TEST(MitigationHalves, WithoutABiasLittleIsLost) {
  const HalvesSummary sum = smooth(0, false);
  EXPECT_LT(sum.cost_change, 0.02 * sum.cost_before);
}

}  // namespace
}  // namespace faultline::studies
