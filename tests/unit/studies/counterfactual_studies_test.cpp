// The counterfactual studies at toy size: same numbers whatever the threads, files and tables
// whole.

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "faultline/base/error.hpp"
#include "faultline/studies/counterfactual/demonstration.hpp"
#include "faultline/studies/counterfactual/designs.hpp"
#include "faultline/studies/counterfactual/estimates.hpp"
#include "faultline/studies/counterfactual/intervals.hpp"

namespace faultline::studies {
namespace {

using ::testing::HasSubstr;

CounterfactualStudyOptions toy(int threads) {
  CounterfactualStudyOptions options;
  options.repetitions = 4;
  options.sizes = {800};
  options.scenarios = {1, 2};
  options.bootstrap = 30;
  options.permutations = 20;
  options.vectors = 500;
  options.trees = 10;
  options.between = true;
  options.threads = threads;
  return options;
}

std::string all_of(const StudyOutput& output) {
  std::string text = output.text;
  for (const auto& [name, content] : output.files) text += name + content;
  return text;
}

TEST(CounterfactualStudies, ThreadsDoNotMatter) {
  const auto everything = [](int threads) {
    const CounterfactualStudyOptions options = toy(threads);
    const auto estimates =
        estimates_of(options,
                     {StudyEstimator::regression, StudyEstimator::logistic,
                      StudyEstimator::true_propensity, StudyEstimator::doubly_robust},
                     {});
    return all_of(designs_output(design_points(500, 1, threads), 500)) +
           all_of(estimators_output(estimates)) +
           all_of(intervals_output(interval_study(options, {}), options)) +
           all_of(demonstration_output(demonstrations(options, {}), 0.9));
  };
  EXPECT_EQ(everything(1), everything(3));
}

TEST(CounterfactualStudies, TablesAreWhole) {
  const CounterfactualStudyOptions options = toy(0);
  const auto estimates = estimates_of(options, {StudyEstimator::logistic}, {});
  ASSERT_EQ(estimates.size(), 2U);
  const StudyOutput rates = group_rates_output(estimates);
  EXPECT_THAT(rates.text, HasSubstr("11 (minority)"));
  EXPECT_EQ(std::count(rates.files.back().second.begin(), rates.files.back().second.end(), '\n'),
            1 + 2 * 2 * 4);
  const StudyOutput summaries = summaries_output(estimates);
  EXPECT_EQ(
      std::count(summaries.files.back().second.begin(), summaries.files.back().second.end(), '\n'),
      1 + 2 * 2 * 6);
  const auto settings = interval_study(options, {});
  ASSERT_EQ(settings.size(), 2U + 5U);
  for (const Coverage& coverage : settings[1].coverage) {
    const auto summary = static_cast<methods::SummaryKind>(coverage.summary);
    const bool spread = summary == methods::SummaryKind::var || summary == methods::SummaryKind::sd;
    for (const Coverage::Kind& kind : coverage.kinds) {
      const bool adaptive = &kind == &coverage.kinds.back();
      EXPECT_EQ(kind.intervals, spread && adaptive ? 0 : 4);
      if (kind.intervals == 0) continue;
      EXPECT_LE(kind.covered + kind.below, 4);
      EXPECT_LE(kind.length_above_zero.value, kind.length.value + 1e-12);
    }
  }
  for (const std::string& text : {rates.text, summaries.text, estimators_output(estimates).text,
                                  intervals_output(settings, options).text,
                                  designs_output(design_points(200, 1, 0), 200).text,
                                  demonstration_output(demonstrations(options, {}), 0.9).text}) {
    std::size_t start = 0;
    while (start < text.size()) {
      const std::size_t end = std::min(text.find('\n', start), text.size());
      EXPECT_LE(end - start, 80U) << text.substr(start, end - start);
      start = end + 1;
    }
  }
}

TEST(CounterfactualStudies, DrawnPeopleComeCloseToTheDesign) {
  // 60,000 people; the smallest group has 3,600, its cFNR a standard error of .013 at most, and
  // 5.6 of them are .075.
  for (const DesignPoint& point : design_points(60'000, 2, 0)) {
    for (std::size_t g = 0; g < 4; ++g) {
      EXPECT_NEAR(point.drawn.cfnr[g], point.exact.cfnr[g], 0.08);
      EXPECT_NEAR(point.drawn.cfpr[g], 0.1, 0.05);
    }
  }
}

TEST(CounterfactualStudies, ReferenceIsOnlyForItsOwnSetting) {
  EXPECT_EQ(reference_coverage(1, 5'000, false, methods::SummaryKind::avg, 0), 0.78);
  EXPECT_FALSE(reference_coverage(1, 1'000, false, methods::SummaryKind::avg, 0));
  EXPECT_FALSE(reference_coverage(3, 5'000, false, methods::SummaryKind::avg, 0));
  EXPECT_FALSE(reference_coverage(1, 5'000, false, methods::SummaryKind::avg, 4));
}

TEST(CounterfactualStudies, RefuseBadSizes) {
  CounterfactualStudyOptions options = toy(1);
  options.repetitions = 0;
  EXPECT_THROW(validate(options), ConfigError);
  options = toy(1);
  options.sizes = {5};
  EXPECT_THROW(validate(options), ConfigError);
  options = toy(1);
  options.scenarios = {4};
  EXPECT_THROW(validate(options), ConfigError);
}

}  // namespace
}  // namespace faultline::studies
