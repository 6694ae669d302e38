#pragma once
// `faultline reproduce metrics-level`: whether intervals and tests of `metrics` keep what they say
// where several rows are one person's, people have weights, or outcomes are numbers. Two groups of
// the same rates are drawn, so that every finding of a difference is false, and the truth of every
// rate is known.

#include <cstdint>
#include <vector>

#include "faultline/methods/hooks.hpp"
#include "faultline/studies/study_output.hpp"

namespace faultline::studies {

/// Two groups of clusters of one to eight people; the second group has twice as many.
struct SurveyDesign {
  std::int64_t clusters = 50;
  double rate = 0.3;
  double alike = 0;       // share of people who do what their cluster does
  bool weighted = false;  // people with three times the rate are drawn three times as often
  bool shared = false;    // each cluster has people of both groups
};

/// Errors of predicted numbers.
enum class ErrorShape { normal, laplace, skewed };
struct NumberDesign {
  ErrorShape shape = ErrorShape::normal;
  std::int64_t people = 200;  // of the first group; the second has twice as many
};

struct SurveyLevelOptions {
  std::uint64_t seed = 1;
  std::int64_t data_sets = 2000;
  int threads = 0;
  std::vector<SurveyDesign> surveys{};  // none: all
  std::vector<NumberDesign> numbers{};  // none: all
};
[[nodiscard]] std::vector<SurveyDesign> all_survey_designs();
[[nodiscard]] std::vector<NumberDesign> all_number_designs();

/// Throws ConfigError.
void validate(const SurveyLevelOptions& options);

struct SurveyRow {
  SurveyDesign design{};
  std::int64_t covered = 0;             // the first group's rate
  std::int64_t difference_covered = 0;  // that there is none
  std::int64_t evidence = 0;
  std::int64_t evidence_of_rows = 0;  // had every row been taken for a person of weight 1
};

struct NumberRow {
  NumberDesign design{};
  std::int64_t mean_covered = 0;
  std::int64_t absolute_covered = 0;
  std::int64_t root_covered = 0;
  std::int64_t evidence = 0;
};

struct SurveyLevelStudy {
  SurveyLevelOptions options{};
  std::vector<SurveyRow> surveys{};
  std::vector<NumberRow> numbers{};
};

/// The same for every thread count. Throws Cancelled when stopped.
[[nodiscard]] SurveyLevelStudy survey_level_study(const SurveyLevelOptions& options,
                                                  const methods::Hooks& hooks = {});

/// Tables as Markdown and CSV.
[[nodiscard]] StudyOutput to_output(const SurveyLevelStudy& study);

}  // namespace faultline::studies
