// Threads, order of rows, other values of lambda, interruption and checkpoints of IJDI-Scan.

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <stop_token>

#include "support/ijdi_records.hpp"
#include <gtest/gtest.h>

#include "faultline/methods/ijdi/ijdi.hpp"
#include "faultline/resample/checkpoint_file.hpp"
#include "faultline/rng/draw.hpp"

namespace faultline::methods {
namespace {

std::vector<testing::IjdiRecord> random_people() {
  rng::Stream stream(71, rng::Purpose::test, 0);
  std::vector<testing::IjdiRecord> records;
  for (int i = 0; i < 600; ++i) {
    testing::IjdiRecord record;
    record.codes = {static_cast<data::Code>(rng::below(stream, 2)),
                    static_cast<data::Code>(rng::below(stream, 3)),
                    static_cast<data::Code>(rng::below(stream, 2))};
    record.p = 0.2 + 0.1 * record.codes[0] + 0.15 * record.codes[1];
    record.outcome = rng::uniform(stream) < record.p;
    record.decision = rng::uniform(stream) < record.p + (record.codes[2] == 1 ? 0.15 : 0);
    records.push_back(record);
  }
  return records;
}

data::Profiles profiles_of(const std::vector<testing::IjdiRecord>& records) {
  return testing::ijdi_profiles(testing::letters({2, 3, 2}), records);
}

IjdiOptions some_options() {
  IjdiOptions options;
  options.lambdas = {0, 1, 4};
  options.replicates = 60;
  options.threads = 1;
  return options;
}

void expect_same(const IjdiResult& a, const IjdiResult& b) {
  ASSERT_EQ(a.findings.size(), b.findings.size());
  for (std::size_t i = 0; i < a.findings.size(); ++i) {
    EXPECT_EQ(a.findings[i].score, b.findings[i].score);
    EXPECT_EQ(a.findings[i].subgroup, b.findings[i].subgroup);
    EXPECT_EQ(a.findings[i].p_value, b.findings[i].p_value);
    EXPECT_EQ(a.findings[i].null.scores, b.findings[i].null.scores);
  }
}

TEST(IjdiThreads, TheNumberOfThreadsDoesNotMatter) {
  const data::Profiles profiles = profiles_of(random_people());
  for (const auto strategy : {search::Strategy::automatic, search::Strategy::ascent}) {
    IjdiOptions options = some_options();
    options.strategy = strategy;
    const IjdiResult one = ijdi_scan(testing::ijdi_input(profiles), options);
    EXPECT_TRUE(one.findings[0].subgroup);
    for (const int threads : {2, 5}) {
      options.threads = threads;
      expect_same(one, ijdi_scan(testing::ijdi_input(profiles), options));
    }
  }
}

TEST(IjdiThreads, TheOrderOfRowsDoesNotMatter) {
  std::vector<testing::IjdiRecord> records = random_people();
  const data::Profiles profiles = profiles_of(records);
  std::reverse(records.begin(), records.end());
  const data::Profiles reversed = profiles_of(records);
  expect_same(ijdi_scan(testing::ijdi_input(profiles), some_options()),
              ijdi_scan(testing::ijdi_input(reversed), some_options()));
}

TEST(IjdiThreads, OneLambdaDoesNotHangOnTheOthers) {
  const data::Profiles profiles = profiles_of(random_people());
  const IjdiResult all = ijdi_scan(testing::ijdi_input(profiles), some_options());
  IjdiOptions alone = some_options();
  alone.lambdas = {1};
  alone.errors = {ErrorRate::tpr};
  const IjdiResult one = ijdi_scan(testing::ijdi_input(profiles), alone);
  EXPECT_EQ(one.findings.at(0).null.scores, all.findings.at(4).null.scores);
  EXPECT_EQ(one.findings.at(0).p_value, all.findings.at(4).p_value);
}

TEST(IjdiThreads, AnInterruptedRunIsValidAndGoesOnFromItsCheckpoint) {
  const data::Profiles profiles = profiles_of(random_people());
  const auto path = std::filesystem::temp_directory_path() / "faultline_ijdi_checkpoint";
  std::filesystem::remove(path);
  IjdiOptions options = some_options();
  options.threads = 2;
  const IjdiResult whole = ijdi_scan(testing::ijdi_input(profiles), options);
  {
    std::stop_source source;
    const Hooks hooks{.progress =
                          [&source](std::string_view, std::int64_t done, std::int64_t) {
                            if (done > 70) source.request_stop();
                          },
                      .stop = source.get_token()};
    resample::CheckpointFile checkpoint(path.string(), "test");
    const IjdiResult part = ijdi_scan(testing::ijdi_input(profiles), options, hooks, &checkpoint);
    EXPECT_TRUE(part.partial);
    EXPECT_EQ(part.findings.at(0).p_value, whole.findings.at(0).p_value);
  }
  resample::CheckpointFile checkpoint(path.string(), "test");
  EXPECT_GE(checkpoint.found(), 60);
  expect_same(whole, ijdi_scan(testing::ijdi_input(profiles), options, {}, &checkpoint));
  std::filesystem::remove(path);
}

}  // namespace
}  // namespace faultline::methods
