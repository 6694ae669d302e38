#include "faultline/studies/bias_scan/sampling_bias.hpp"

#include <cmath>
#include <sstream>

#include "support/message_of.hpp"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "faultline/base/error.hpp"
#include "faultline/methods/bias_scan/theory.hpp"

namespace faultline::studies {
namespace {

using ::testing::HasSubstr;

SamplingBiasStudyOptions small() {
  return {.deltas = {1, 1.5, 3},
          .train_rows = {200'000},
          .test_rows = {1'000, 4'000},
          .repetitions = 40,
          .replicates = 19,
          .threads = 2};
}

TEST(SamplingBiasStudy, SameBytesForAnyNumberOfThreads) {
  SamplingBiasStudyOptions options = small();
  const std::string two = to_csv(sampling_bias_study(options));
  for (const int threads : {1, 3, 8}) {
    options.threads = threads;
    EXPECT_EQ(to_csv(sampling_bias_study(options)), two) << threads << " threads";
  }
  options.seed = 2;
  EXPECT_NE(to_csv(sampling_bias_study(options)), two);
}

TEST(SamplingBiasStudy, SimulationStandsBesideTheory) {
  const SamplingBiasStudy study = sampling_bias_study(small());
  EXPECT_EQ(study.profiles, 24);
  EXPECT_EQ(study.critical_value, methods::theory::critical_value(24, 0.05));
  EXPECT_NEAR(study.share, 1.0 / 3, 1e-12);
  ASSERT_EQ(study.rows.size(), 6U);
  for (const SamplingBiasRow& row : study.rows) {
    SCOPED_TRACE(row.delta);
    // Much training data: simulated scores lie near Theorem 1's limit for the same test people.
    EXPECT_NEAR(row.mean_score, row.mean_limit, 0.05 * row.mean_limit + 0.1);
    // The best subgroup scores at least as high as the true one.
    EXPECT_GE(row.scan.value, row.subgroup.value);
    EXPECT_LE(row.scan.interval.first, row.scan.value);
    EXPECT_GE(row.scan.interval.second, row.scan.value);
    if (row.delta == 1) {
      EXPECT_LT(row.scan.value, 0.1);
    }
    if (row.delta == 3) {
      EXPECT_EQ(row.scan.value, 1);
      EXPECT_EQ(row.theory.value, 1);
      EXPECT_EQ(row.randomisation->value, 1);
      EXPECT_GT(row.overlap, 0.9);
      EXPECT_NEAR(row.normalised_score, row.corollary, 0.15 * row.corollary);
    }
  }
  // More test data: a smaller bias is enough.
  EXPECT_LT(study.rows[3].median_threshold, study.rows[0].median_threshold);
}

TEST(SamplingBiasStudy, RandomisationIsOptional) {
  SamplingBiasStudyOptions options = small();
  options.replicates = 0;
  options.repetitions = 3;
  const SamplingBiasStudy study = sampling_bias_study(options);
  EXPECT_FALSE(study.rows[0].randomisation.has_value());
  EXPECT_THAT(to_csv(study), HasSubstr(",,,"));
}

TEST(SamplingBiasStudy, TextFitsEightyColumnsAndChartHasACurvePerSize) {
  SamplingBiasStudyOptions options = small();
  options.repetitions = 3;
  const SamplingBiasStudy study = sampling_bias_study(options);
  std::istringstream text(to_text(study));
  for (std::string line; std::getline(text, line);) {
    EXPECT_LE(line.size(), 80U) << line;
    EXPECT_FALSE(line.ends_with(' ')) << line;
  }
  const std::string svg = to_svg(study);
  EXPECT_THAT(svg, HasSubstr("1,000 test records: scan above h(0.05)"));
  EXPECT_THAT(svg, HasSubstr("4,000 test records: theory"));
}

TEST(SamplingBiasStudy, ProgressCountsEveryRepetition) {
  SamplingBiasStudyOptions options = small();
  options.repetitions = 5;
  std::int64_t last = 0;
  std::int64_t total = 0;
  (void)sampling_bias_study(options, [&](std::string_view, std::int64_t done, std::int64_t all) {
    last = std::max(last, done);
    total = all;
  });
  EXPECT_EQ(last, 30);
  EXPECT_EQ(total, 30);
}

TEST(SamplingBiasStudy, StopIsCancelled) {
  std::stop_source source;
  source.request_stop();
  EXPECT_THROW((void)sampling_bias_study(small(), {}, source.get_token()), Cancelled);
}

TEST(SamplingBiasStudy, MistakesAreNamed) {
  const auto message = [](const SamplingBiasStudyOptions& options) {
    return testing::message_of<ConfigError>([&] { validate(options); });
  };
  EXPECT_THAT(message({.alpha = 0}), HasSubstr("`alpha` 0: must be"));
  EXPECT_THAT(message({.deltas = {0.9}}), HasSubstr("`deltas` 0.9: must be"));
  EXPECT_THAT(message({.deltas = {}}), HasSubstr("at least one value each"));
  EXPECT_THAT(message({.test_rows = {0}}), HasSubstr("`test_rows` 0: must be"));
  EXPECT_THAT(message({.repetitions = 0}), HasSubstr("`repetitions` 0: must be"));
  EXPECT_THAT(message({.replicates = -1}), HasSubstr("`replicates` -1: must be"));
}

}  // namespace
}  // namespace faultline::studies
