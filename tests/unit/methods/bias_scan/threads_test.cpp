// Bias Scan gives the same bits on any number of threads, and what is finished when it is stopped.

#include <atomic>

#include "bias_scan_people.hpp"
#include <gtest/gtest.h>

#include "faultline/base/error.hpp"

namespace faultline::methods {
namespace {

void expect_same_bits(const BiasScanResult& one, const BiasScanResult& two) {
  EXPECT_EQ(one.partial, two.partial);
  ASSERT_EQ(one.findings.size(), two.findings.size());
  for (std::size_t i = 0; i < one.findings.size(); ++i) {
    const Finding& a = one.findings[i];
    const Finding& b = two.findings[i];
    EXPECT_EQ(a.subgroup, b.subgroup);
    EXPECT_EQ(a.score, b.score);
    EXPECT_EQ(a.theta, b.theta);
    EXPECT_EQ(a.p_value, b.p_value);
    EXPECT_EQ(a.p_value_adjusted, b.p_value_adjusted);
    EXPECT_EQ(a.p_value_interval, b.p_value_interval);
    EXPECT_EQ(a.replicates, b.replicates);
    EXPECT_EQ(a.null.scores, b.null.scores);
    EXPECT_EQ(a.null.quantiles, b.null.quantiles);
  }
}

TEST(BiasScanThreads, SameBitsForAnyNumber) {
  const data::Profiles profiles = biased_people(1.7, 0.8, 31);
  const auto cells = search::make_bernoulli_cells(profiles);
  for (const auto strategy :
       {search::Strategy::exhaustive, search::Strategy::bounded, search::Strategy::ascent}) {
    BiasScanOptions options{{.strategy = strategy, .restarts = 5, .top = 2, .replicates = 150}};
    options.threads = 1;
    const BiasScanResult one = bias_scan({cells}, options);
    for (const int threads : {2, 3, 8}) {
      options.threads = threads;
      expect_same_bits(one, bias_scan({cells}, options));
    }
  }
}

TEST(BiasScanThreads, SameBitsWithFoldedCells) {
  const data::Profiles profiles = biased_people(1.7, 0.8, 32);
  const testing::Folded folded = testing::fold(profiles);
  BiasScanInput input{folded.cells, &folded.laws};
  input.send_again = [&](const search::Subgroup& subgroup, data::ProfileSink& sink) {
    send_subgroup(profiles, subgroup, sink);
  };
  BiasScanOptions options{{.replicates = 200}};
  options.threads = 1;
  const BiasScanResult one = bias_scan(input, options);
  for (const int threads : {2, 3, 8}) {
    options.threads = threads;
    expect_same_bits(one, bias_scan(input, options));
  }
}

TEST(BiasScanThreads, SameBitsWhenTheTestStopsEarly) {
  const auto cells = search::make_bernoulli_cells(biased_people(1.2, 1, 33));
  BiasScanOptions options{{.replicates = 9999}};
  options.threads = 1;
  const BiasScanResult one = bias_scan({cells}, options);
  for (const int threads : {2, 3, 8}) {
    options.threads = threads;
    expect_same_bits(one, bias_scan({cells}, options));
  }
}

TEST(BiasScanThreads, AnotherSeedGivesOtherReplicates) {
  const auto cells = search::make_bernoulli_cells(biased_people(1.2, 1, 33));
  const BiasScanResult one = bias_scan({cells}, {{.replicates = 20, .seed = 1}});
  const BiasScanResult two = bias_scan({cells}, {{.replicates = 20, .seed = 2}});
  EXPECT_EQ(one.findings[0].score, two.findings[0].score);
  EXPECT_NE(one.findings[0].null.scores, two.findings[0].null.scores);
}

TEST(BiasScanThreads, AStopLeavesTheFinishedReplicates) {
  const auto cells = search::make_bernoulli_cells(biased_people(1.5, 1, 34));
  // Far more replicates than fit between two reports of progress, so that a stop comes midway.
  for (const int threads : {1, 2, 8}) {
    std::stop_source source;
    std::atomic<std::int64_t> reported = 0;
    Hooks hooks;
    hooks.stop = source.get_token();
    hooks.progress = [&](std::string_view, std::int64_t done, std::int64_t) {
      reported = done;
      // By then the first replicate is finished, too, even by a thread that had to wait.
      if (done > 5000) source.request_stop();
    };
    const BiasScanResult result = bias_scan(
        {cells}, {{.replicates = 3'000'000, .sequential = data::Choice::no, .threads = threads}},
        hooks);
    EXPECT_TRUE(result.partial);
    EXPECT_GT(reported, 5000);
    const std::int64_t finished = result.findings[0].replicates;
    ASSERT_GE(finished, 1);
    ASSERT_LT(finished, 3'000'000);
    const BiasScanResult again = bias_scan(
        {cells}, {{.replicates = finished, .sequential = data::Choice::no, .threads = 1}});
    for (std::size_t i = 0; i < 2; ++i) {
      EXPECT_EQ(result.findings[i].null.scores, again.findings[i].null.scores);
      EXPECT_EQ(result.findings[i].p_value, again.findings[i].p_value);
      EXPECT_EQ(result.findings[i].p_value_adjusted, again.findings[i].p_value_adjusted);
    }
  }
}

TEST(BiasScanThreads, AStopBeforeTheSearchIsDoneIsCancelled) {
  const auto cells = search::make_bernoulli_cells(biased_people(1.5, 1, 35));
  std::stop_source source;
  source.request_stop();
  Hooks hooks;
  hooks.stop = source.get_token();
  EXPECT_THROW(static_cast<void>(bias_scan({cells}, {{.replicates = 10}}, hooks)), Cancelled);
}

}  // namespace
}  // namespace faultline::methods
