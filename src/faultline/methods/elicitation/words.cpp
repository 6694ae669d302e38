#include "faultline/methods/elicitation/words.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "faultline/base/text.hpp"

namespace faultline::methods {
namespace {

using Answer = ElicitReport::Answer;
using Ratio = ElicitReport::Ratio;

// Answers are people out of a hundred.
constexpr double kHighestAnswer = 100;

/// The names that depend on which error was asked about.
struct Words {
  const char* option;
  const char* error;
  const char* rate;
  const char* rates;
  const char* lambda;
};

Words words_for(const ElicitReport& report) {
  if (report.error == ErrorRate::fpr) {
    return {"fpr", "false positive", "false positive rate", "false positive rates", "lambda_N"};
  }
  return {"tpr", "false negative", "false negative rate", "true positive rates", "lambda_P"};
}

/// As it is printed and as it can be typed after --lambda.
std::string rounded(double value) { return fmt::format("{:.4g}", value); }

struct Range {
  double lowest = std::numeric_limits<double>::infinity();
  double highest = -std::numeric_limits<double>::infinity();
};

/// What the scatter of the answers leaves open, at the cost ratio given.
std::string interval_sentence(const ElicitReport& report, const Words& words) {
  const auto& [low, high] = *report.ratio.lambda_interval;
  const auto people = std::count_if(report.by_person.begin(), report.by_person.end(),
                                    [](const auto& person) { return person.ratio.answers > 0; });
  const std::string from =
      people > 1 ? fmt::format("As far as {} people can speak for others like them",
                               with_thousands(people))
                 : fmt::format("By how far these {} answers scatter", report.ratio.answers);
  // Measured: of one person it holds about as often as it says, of panels less often.
  const char* sure =
      people > 1 ? "roughly 95 % confidence; less for skewed judgements" : "about 95 % confidence";
  if (!std::isfinite(high)) {
    return fmt::format(
        "{}, {} is {} or more ({}, at this cost ratio): no upper end follows from them.", from,
        words.lambda, rounded(low), sure);
  }
  return fmt::format("{}, {} lies between {} and {} ({}, at this cost ratio).", from, words.lambda,
                     rounded(low), rounded(high), sure);
}

/// Lambda and the finite ends of its interval, as a list to scan.
std::string values_to_scan(const Ratio& ratio) {
  std::vector<std::string> values;
  if (ratio.lambda_interval) values.push_back(rounded(ratio.lambda_interval->first));
  values.push_back(rounded(*ratio.lambda));
  if (ratio.lambda_interval && std::isfinite(ratio.lambda_interval->second))
    values.push_back(rounded(ratio.lambda_interval->second));
  values.erase(std::unique(values.begin(), values.end()), values.end());
  return fmt::format("{}", fmt::join(values, ","));
}

void explain_range(const std::vector<ElicitReport::PersonRatio>& people, double lambda,
                   const Words& words, std::string& next, std::vector<std::string>& sentences) {
  Range ratio;
  Range by_lambda;
  int counted = 0;
  for (const auto& [name, person] : people) {
    if (person.answers == 0) continue;
    ++counted;
    ratio.lowest = std::min(ratio.lowest, person.estimate);
    ratio.highest = std::max(ratio.highest, person.estimate);
    const double own = person.lambda.value_or(std::numeric_limits<double>::infinity());
    by_lambda.lowest = std::min(by_lambda.lowest, own);
    by_lambda.highest = std::max(by_lambda.highest, own);
  }
  if (counted < 2) return;
  const bool bounded = std::isfinite(by_lambda.highest);
  sentences.push_back(fmt::format(
      "By person the ratio goes from {} to {}, and {} from {} to {}: see whether a finding holds "
      "over that range before relying on one value.",
      rounded(ratio.lowest), rounded(ratio.highest), words.lambda, rounded(by_lambda.lowest),
      bounded ? rounded(by_lambda.highest) : "infinity"));
  std::vector<std::string> values{rounded(by_lambda.lowest), rounded(lambda)};
  if (bounded) values.push_back(rounded(by_lambda.highest));
  values.erase(std::unique(values.begin(), values.end()), values.end());
  next = fmt::format("{}", fmt::join(values, ","));
}

}  // namespace

std::vector<std::string> explain(const ElicitReport& report) {
  const Words words = words_for(report);
  const Ratio& ratio = report.ratio;
  if (ratio.answers == 0) {
    return {"Every answer is dominated, so there is nothing to estimate from; ask again."};
  }
  if (!ratio.lambda) {
    return {fmt::format(
        "By these answers a gap between the groups costs nothing beside the errors themselves, so "
        "{} is infinite: any difference in base rates, however small, would justify any difference "
        "in {}. There is no value for `lambda`.",
        words.lambda, words.rates)};
  }
  std::vector<std::string> sentences;
  sentences.push_back(fmt::format(
      "A gap of 10 points between two groups weighs as much as {} points of {} for everybody: per "
      "person, the disparity costs {} times what one {} costs.",
      rounded(2.5 * ratio.estimate), words.rate, rounded(ratio.estimate), words.error));
  const std::string lambda = rounded(*ratio.lambda);
  sentences.push_back(fmt::format(
      "So a difference in base rates of one point justifies a difference of {} points in {} ({} = "
      "{}).",
      lambda, words.rates, words.lambda, lambda));
  if (ratio.lambda_interval) sentences.push_back(interval_sentence(report, words));
  std::string next = values_to_scan(ratio);
  explain_range(report.by_person, *ratio.lambda, words, next, sentences);
  sentences.push_back(fmt::format("Next: faultline ijdi PEOPLE.csv ... --error {} --lambda {}",
                                  words.option, next));
  return sentences;
}

Notices elicit_warnings(const ElicitReport& report, bool cost_ratio_given) {
  Notices warnings;
  const auto dominated = std::count_if(report.answers.begin(), report.answers.end(),
                                       [](const Answer& answer) { return answer.dominated; });
  if (dominated > 0) {
    warnings.push_back(Notice::warning(fmt::format(
        "{} of {} {} dominated: below the mean of the two groups, {} more errors and a larger gap "
        "at once; {} left out of the estimates",
        dominated, plural(static_cast<std::int64_t>(report.answers.size()), "answer"),
        dominated == 1 ? "is" : "are", dominated == 1 ? "it prefers" : "they prefer",
        dominated == 1 ? "it is" : "they are")));
  }
  const auto at_end =
      std::count_if(report.answers.begin(), report.answers.end(),
                    [](const Answer& answer) { return answer.z3 == kHighestAnswer; });
  if (at_end > 0) {
    warnings.push_back(Notice::warning(fmt::format(
        "{} at 100, the end of the scale, where a person may have wanted to say more: the ratio "
        "may be too low and lambda too high",
        at_end == 1 ? "1 answer stands" : fmt::format("{} answers stand", at_end))));
  }
  const auto at_mean =
      std::count_if(report.answers.begin(), report.answers.end(),
                    [](const Answer& answer) { return !answer.dominated && answer.ratio == 0; });
  // Of somebody who says so every time, it is the answer.
  if (at_mean > 0 && report.ratio.estimate > 0) {
    warnings.push_back(Notice::warning(fmt::format(
        "{} at the mean of the two groups, below which none counts: if answers scatter around it, "
        "the ratio is too high and lambda too low",
        at_mean == 1 ? "1 answer stands" : fmt::format("{} answers stand", at_mean))));
  }
  if (!cost_ratio_given) {
    warnings.push_back(Notice::warning(
        "nobody said how false negatives compare with false positives, so both are taken to cost "
        "the same; `cost_ratio` sets cost(FN)/cost(FP)"));
  }
  return warnings;
}

}  // namespace faultline::methods
