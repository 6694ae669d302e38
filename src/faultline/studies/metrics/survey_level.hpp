#pragma once
// `faultline reproduce metrics-level`: whether intervals and tests of `metrics` keep what they say
// where several rows are one person's, people have weights, or outcomes are numbers. Two groups of
// the same rates are drawn, so that every finding of a difference is false, and the truth of every
// rate is known.

#include <array>
#include <cstdint>
#include <vector>

#include "faultline/methods/hooks.hpp"
#include "faultline/result/finding.hpp"
#include "faultline/rng/stream.hpp"
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

/// Scores that are right for everybody, of people in clusters; as above otherwise.
struct ScoreDesign {
  std::int64_t clusters = 50;
  double alike = 0;       // correlation of the scores, and share of the chance, in a cluster
  bool weighted = false;  // people with scores above one half are drawn three times as often
  bool shared = false;
};

struct SurveyLevelOptions {
  std::uint64_t seed = 1;
  std::int64_t data_sets = 2000;
  int threads = 0;
  std::vector<SurveyDesign> surveys{};  // none: all
  std::vector<NumberDesign> numbers{};  // none: all
  std::vector<ScoreDesign> scores{};    // none: all
};
[[nodiscard]] std::vector<ScoreDesign> all_score_designs();
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

/// Where units are few there is no interval.
struct ScoreRow {
  ScoreDesign design{};
  std::int64_t rankings = 0;  // intervals of the first group's AUC
  std::int64_t ranking_covered = 0;
  std::int64_t slopes = 0;  // of the first group's slope, which is 1
  std::int64_t slope_covered = 0;
  std::int64_t differences = 0;  // of AUC: that there is none
  std::int64_t difference_covered = 0;
  std::int64_t evidence = 0;
};

/// False without an interval.
[[nodiscard]] bool holds(const result::Interval& interval, double truth);
/// What happened in one data set of a row, each thing with its place.
using Happened = std::array<bool, 7>;
[[nodiscard]] Happened look_at_scores(const ScoreDesign& design, rng::Stream& stream);
/// The AUC of scores whose log-odds are standard normal and that are right for everybody.
[[nodiscard]] double ranking_of_right_scores();

struct SurveyLevelStudy {
  SurveyLevelOptions options{};
  std::vector<SurveyRow> surveys{};
  std::vector<NumberRow> numbers{};
  std::vector<ScoreRow> scores{};
};

/// The same for every thread count. Throws Cancelled when stopped.
[[nodiscard]] SurveyLevelStudy survey_level_study(const SurveyLevelOptions& options,
                                                  const methods::Hooks& hooks = {});

/// Tables as Markdown and CSV.
[[nodiscard]] StudyOutput to_output(const SurveyLevelStudy& study);

}  // namespace faultline::studies
