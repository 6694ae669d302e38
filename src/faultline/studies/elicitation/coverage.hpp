#pragma once
// `faultline reproduce elicit-coverage`: what questions tell and whether intervals hold, on people
// of whom it is known what a disparity costs them and who answer with errors. Questions as the
// appendix draws them beside ours: how the weight is spread over them, how far the ratio is off,
// and how often its interval holds the truth. That of lambda is the same interval, turned over.

#include <cstdint>
#include <span>
#include <vector>

#include "faultline/base/describe.hpp"
#include "faultline/methods/hooks.hpp"
#include "faultline/studies/study_output.hpp"

namespace faultline::studies {

enum class QuestionDesign { published, ours };
[[nodiscard]] std::span<const describe::Word> words(QuestionDesign);

/// points: off by 4 points (standard deviation), whatever the gap, in whole numbers. fives: by 8,
/// in steps of five. proportional: by half a unit of the ratio, so that answers to wide gaps are
/// off by more; in steps of five. skewed: by a factor, log-normal with deviation .4, in steps of
/// five. Nobody answers below the mean of the two rates or above 100: an answer there stays at the
/// end.
enum class AnswerNoise { points, fives, proportional, skewed };
[[nodiscard]] std::span<const describe::Word> words(AnswerNoise);

struct ElicitCoverageOptions {
  std::uint64_t seed = 1;
  std::int64_t data_sets = 4'000;
  std::vector<int> questions = {3, 5, 10};
  std::vector<double> ratios = {0.25, 0.5, 1, 2, 4};
  /// Of a panel, where each has a ratio of his or her own, log-normal with deviation .5.
  std::vector<int> panels = {4, 10};
  int threads = 0;
};

/// Throws ConfigError.
void validate(const ElicitCoverageOptions& options);

struct QuestionWeights {
  QuestionDesign design = QuestionDesign::ours;
  int questions = 5;
  double largest = 0;      // mean share of the one that weighs most
  double two_largest = 0;  // of the two
  double worst = 0;        // two largest, the .95 quantile over seeds
  double effective = 0;    // questions of equal weight that would tell as much, mean
  double cramped = 0;      // share of questions without room for a ratio of 4
};

struct ElicitCoverageRow {
  QuestionDesign design = QuestionDesign::ours;
  AnswerNoise noise = AnswerNoise::points;
  int people = 1;  // above 1: a panel, asked five questions each
  int questions = 5;
  double ratio = 1;
  std::int64_t data_sets = 0;
  std::int64_t covered = 0;
  double bias = 0;
  double deviation = 0;  // root mean square of what the ratio is off
  double length = 0;     // median of the interval
};

struct ElicitCoverageStudy {
  ElicitCoverageOptions options{};
  std::vector<QuestionWeights> weights{};
  std::vector<ElicitCoverageRow> rows{};  // by design, noise, people, questions, ratio
};

/// The same for every thread count. Throws Cancelled when stopped.
[[nodiscard]] ElicitCoverageStudy elicit_coverage_study(const ElicitCoverageOptions& options,
                                                        const methods::Hooks& hooks = {});

/// Tables as Markdown; elicit-weights.csv and elicit-coverage.csv.
[[nodiscard]] StudyOutput to_output(const ElicitCoverageStudy& study);

}  // namespace faultline::studies
