// Rates by group keep what they promise: gaps between extremes are inside their intervals, shares,
// means and AUC inside theirs, and fair data give evidence of a difference in at most alpha of all
// data sets. Bounds are exceeded with probability 1e-6 by what holds exactly as it says.

#include <algorithm>
#include <cmath>
#include <vector>

#include "support/metrics_people.hpp"
#include "support/upper_limit.hpp"
#include <gtest/gtest.h>

#include "faultline/methods/metrics/extremes.hpp"
#include "faultline/methods/metrics/metrics.hpp"
#include "faultline/rng/draw.hpp"

namespace faultline::methods {
namespace {

using testing::Person;

constexpr double kAlpha = 0.05;

/// In how many of the data sets the interval of the gap misses the truth.
int missed_gaps(const std::vector<std::int64_t>& sizes, const std::vector<double>& rates,
                int data_sets) {
  const double truth =
      *std::max_element(rates.begin(), rates.end()) - *std::min_element(rates.begin(), rates.end());
  int missed = 0;
  for (int set = 0; set < data_sets; ++set) {
    rng::Stream stream(5, rng::Purpose::test, static_cast<std::uint32_t>(set));
    std::vector<Measure> measures;
    for (std::size_t g = 0; g < sizes.size(); ++g) {
      const std::int64_t x = rng::binomial(stream, sizes[g], rates[g]);
      measures.push_back({.kind = Measure::Kind::share,
                          .estimate = static_cast<double>(x) / static_cast<double>(sizes[g]),
                          .n = sizes[g],
                          .successes = x});
    }
    std::vector<const Measure*> list;
    for (const Measure& measure : measures) list.push_back(&measure);
    const auto found = extremes(list, 1 - kAlpha);
    if (!found || found->interval.first > truth || found->interval.second < truth) ++missed;
  }
  return missed;
}

TEST(MetricsGap, HoldsTheLargestTrueDifference) {
  constexpr int kDataSets = 1000;
  const std::int64_t most = testing::upper_limit(kDataSets, kAlpha, 1e-6);
  EXPECT_LE(missed_gaps({100, 100}, {0.3, 0.3}, kDataSets), most);
  EXPECT_LE(missed_gaps({100, 100}, {0.3, 0.5}, kDataSets), most);
  EXPECT_LE(missed_gaps({50, 80, 120, 400}, {0.2, 0.2, 0.2, 0.2}, kDataSets), most);
  EXPECT_LE(missed_gaps({50, 80, 120, 400}, {0.1, 0.2, 0.3, 0.4}, kDataSets), most);
  EXPECT_LE(
      missed_gaps({20, 30, 2000, 500, 40, 60, 80, 25}, std::vector<double>(8, 0.05), kDataSets),
      most);
  EXPECT_LE(missed_gaps({20, 30, 2000, 500, 40, 60, 80, 25},
                        {0.02, 0.05, 0.1, 0.1, 0.5, 0.3, 0.9, 0.97}, kDataSets),
            most);
}

/// Scores that are right for everybody, decisions by a threshold; the groups differ in nothing.
std::vector<Person> fair_people(rng::Stream& stream, const std::vector<int>& sizes) {
  std::vector<Person> people;
  for (std::size_t g = 0; g < sizes.size(); ++g) {
    for (int i = 0; i < sizes[g]; ++i) {
      const double score =
          std::round(1000 * std::pow(rng::uniform(stream), 2)) / 1000 * 0.98 + 0.01;
      people.push_back({.codes = {static_cast<data::Code>(g)},
                        .score = score,
                        .outcome = rng::bernoulli(stream, score),
                        .decision = score >= 0.4});
    }
  }
  return people;
}

TEST(MetricsLevel, FairGroupsSeldomGiveEvidence) {
  constexpr int kDataSets = 300;
  const std::int64_t most = testing::upper_limit(kDataSets, kAlpha, 1e-6);
  for (const char* reference : {"largest", "best", "rest"}) {
    int found = 0;
    for (int set = 0; set < kDataSets; ++set) {
      rng::Stream stream(7, rng::Purpose::test, static_cast<std::uint32_t>(set));
      const std::vector<int> sizes{1500, 210, 220, 60};
      const Tallies tallies = testing::tallies_of(fair_people(stream, sizes), {4});
      found += has_evidence(metrics(tallies, {.reference = reference, .threads = 1})) ? 1 : 0;
    }
    EXPECT_LE(found, most) << reference;
  }
}

TEST(MetricsIntervals, CoverAboutWhatTheySay) {
  constexpr int kDataSets = 1000;
  // Truths of the scores above, by a long draw.
  rng::Stream long_stream(8, rng::Purpose::test, 0);
  const Tallies all = testing::tallies_of(fair_people(long_stream, {400000}), {1});
  const MetricsReport truth = metrics(all, {.threads = 1});
  const MetricsReport::Rates& rates = truth.groups.front().rates;
  for (const RateName rate :
       {RateName::fpr, RateName::ppv, RateName::f1, RateName::balanced_accuracy, RateName::brier,
        RateName::log_loss, RateName::mean_score, RateName::calibration_gap, RateName::auc}) {
    int missed = 0;
    for (int set = 0; set < kDataSets; ++set) {
      rng::Stream stream(9, rng::Purpose::test, static_cast<std::uint32_t>(set));
      const Tallies tallies = testing::tallies_of(fair_people(stream, {60}), {1});
      const MetricsReport report = metrics(tallies, {.rates = {rate}, .threads = 1});
      const auto& held = report.groups.front().rates.of(rate);
      const double value = *rates.of(rate)->estimate;
      if (held->interval && (held->interval->first > value || held->interval->second < value))
        ++missed;
    }
    // Wilson covers about, not always, what it says, and means of 60 skewed losses a little less:
    // no kind may miss in more than 8 %.
    EXPECT_LE(missed, testing::upper_limit(kDataSets, 0.08, 1e-6)) << name_of(rate);
  }
}

}  // namespace
}  // namespace faultline::methods
