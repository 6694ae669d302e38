// Threads, interruption and checkpoints of Conditional Bias Scan.

#include <atomic>
#include <filesystem>
#include <stop_token>

#include "conditional_people.hpp"
#include <gtest/gtest.h>

#include "faultline/methods/conditional/conditional.hpp"
#include "faultline/resample/checkpoint_file.hpp"

namespace faultline::methods {
namespace {

using faultline::testing::case_study;
using faultline::testing::input_of;
using faultline::testing::kClass;
using faultline::testing::random_people;

void expect_same(const ConditionalResult& a, const ConditionalResult& b) {
  ASSERT_EQ(a.findings.size(), b.findings.size());
  for (std::size_t i = 0; i < a.findings.size(); ++i) {
    EXPECT_EQ(a.findings[i].score, b.findings[i].score);
    EXPECT_EQ(a.findings[i].p_value, b.findings[i].p_value);
    EXPECT_EQ(a.findings[i].null.scores, b.findings[i].null.scores);
  }
}

TEST(ConditionalThreads, TheNumberOfThreadsDoesNotMatter) {
  const data::Profiles profiles = random_people(1, 400, 0.2);
  for (const Permute permute : {Permute::everyone, Permute::within, Permute::redraw}) {
    ConditionalOptions options = case_study(60);
    options.permute = permute;
    const ConditionalResult one = conditional_scan(input_of(profiles), {kClass}, options);
    for (const int threads : {2, 5}) {
      options.threads = threads;
      expect_same(one, conditional_scan(input_of(profiles), {kClass}, options));
    }
  }
}

TEST(ConditionalThreads, AnInterruptedRunIsValidAndGoesOnFromItsCheckpoint) {
  const data::Profiles profiles = random_people(2, 400, 0.2);
  const auto path = std::filesystem::temp_directory_path() / "faultline_conditional_checkpoint";
  std::filesystem::remove(path);
  ConditionalOptions options = case_study(80);
  options.threads = 2;
  const ConditionalResult whole = conditional_scan(input_of(profiles), {kClass}, options);
  {
    std::stop_source source;
    std::atomic<int> calls{0};
    const Hooks hooks{.progress =
                          [&](std::string_view, std::int64_t done, std::int64_t) {
                            if (done > 0 && ++calls >= 1) source.request_stop();
                          },
                      .stop = source.get_token()};
    resample::CheckpointFile checkpoint(path.string(), "test");
    const ConditionalResult part =
        conditional_scan(input_of(profiles), {kClass}, options, hooks, &checkpoint);
    EXPECT_TRUE(part.partial);
    EXPECT_LT(part.findings[0].replicates, 80);
  }
  resample::CheckpointFile checkpoint(path.string(), "test");
  EXPECT_GT(checkpoint.found(), 0);
  expect_same(whole, conditional_scan(input_of(profiles), {kClass}, options, {}, &checkpoint));
  std::filesystem::remove(path);
}

TEST(ConditionalThreads, AnInterruptionDoesNotMakeOthersMoreSignificant) {
  const data::Profiles profiles = random_people(33, 800, 0.3);
  const ConditionalInput input{
      .profiles = profiles, .scanned = {"a", "b", "g"}, .covariates = {"a", "b", "g"}};
  const std::vector<ProtectedClass> classes = {{"g", "g1"}, {"a", "a0"}, {"a", "a1"}, {"b", "b0"}};
  ConditionalOptions options = case_study(99);
  options.sequential = data::Choice::no;
  std::stop_source source;
  const Hooks hooks{.progress =
                        [&](std::string_view, std::int64_t done, std::int64_t all) {
                          // The first of the four classes is through.
                          if (4 * done >= all) source.request_stop();
                        },
                    .stop = source.get_token()};
  const auto part = conditional_scan(input, classes, options, hooks);
  const auto whole = conditional_scan(input, classes, options);
  EXPECT_TRUE(part.partial);
  ASSERT_TRUE(part.findings[1].p_value);
  EXPECT_EQ(part.findings[1].p_value, whole.findings[1].p_value);
  EXPECT_GE(*part.findings[1].p_value_adjusted, *whole.findings[1].p_value_adjusted);
  EXPECT_FALSE(part.findings.back().p_value);
}

TEST(ConditionalThreads, ProgressCountsAllClassesAndNeverFallsBack) {
  const data::Profiles profiles = random_people(3, 600);
  ConditionalOptions options = case_study(20);
  options.sequential = data::Choice::no;
  options.threads = 2;
  std::int64_t last = 0;
  std::int64_t total = 0;
  const Hooks hooks{.progress = [&](std::string_view, std::int64_t done, std::int64_t all) {
    EXPECT_GE(done, last);
    last = done;
    total = all;
  }};
  const ConditionalInput input{
      .profiles = profiles, .scanned = {"a", "b", "g"}, .covariates = {"a", "b", "g"}};
  (void)conditional_scan(input, {kClass, {"a", "a1"}}, options, hooks);
  EXPECT_GE(total, 40);
  EXPECT_EQ(last, total);
}

}  // namespace
}  // namespace faultline::methods
