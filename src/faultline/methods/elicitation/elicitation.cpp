#include "faultline/methods/elicitation/elicitation.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"
#include "faultline/methods/elicitation/costs.hpp"
#include "faultline/methods/elicitation/ratio.hpp"
#include "faultline/methods/elicitation/words.hpp"

namespace faultline::methods {
namespace {

using Answer = ElicitReport::Answer;
using Ratio = ElicitReport::Ratio;

// Answers are people out of a hundred.
constexpr double kHighest = 100;

void check(const Answer& answer) {
  for (const auto& [name, value] :
       {std::pair{"z1", answer.z1}, std::pair{"z2", answer.z2}, std::pair{"z3", answer.z3}}) {
    if (!(value >= 0 && value <= kHighest)) {
      throw InputError(fmt::format("{} of an answer by '{}' is {}; rates go from 0 to 100", name,
                                   answer.person, shortest(value)));
    }
  }
  if (answer.z1 == answer.z2) {
    throw InputError(fmt::format(
        "an answer by '{}' has z1 = z2 = {}; without a gap it says nothing, so leave it "
        "out",
        answer.person, shortest(answer.z1)));
  }
}

std::vector<ElicitReport::PersonRatio> ratios_by_person(const std::vector<Answer>& answers) {
  std::vector<std::pair<std::string, std::vector<Answer>>> people;
  for (const Answer& answer : answers) {
    auto found = std::find_if(people.begin(), people.end(),
                              [&](const auto& known) { return known.first == answer.person; });
    if (found == people.end()) {
      found = people.emplace(people.end(), answer.person, std::vector<Answer>{});
    }
    found->second.push_back(answer);
  }
  std::vector<ElicitReport::PersonRatio> ratios;
  ratios.reserve(people.size());
  for (const auto& [person, own] : people)
    ratios.push_back({.person = person, .ratio = fit_ratio(own)});
  return ratios;
}

/// Lowest and highest estimate; none with fewer than two people who have one.
std::optional<std::pair<double, double>> range_of(
    const std::vector<ElicitReport::PersonRatio>& people) {
  std::vector<double> estimates;
  for (const ElicitReport::PersonRatio& person : people) {
    if (person.ratio.answers > 0) estimates.push_back(person.ratio.estimate);
  }
  if (estimates.size() < 2) return std::nullopt;
  const auto [lowest, highest] = std::minmax_element(estimates.begin(), estimates.end());
  return std::pair{*lowest, *highest};
}

}  // namespace

ElicitOutcome elicit(ErrorRate error, std::vector<ElicitReport::Answer> answers,
                     std::optional<double> cost_ratio) {
  if (answers.empty()) throw InputError("there is no answer, so there is nothing to estimate from");
  if (cost_ratio) check_cost_ratio(*cost_ratio);
  for (Answer& answer : answers) {
    check(answer);
    answer.dominated = is_dominated(answer.z1, answer.z2, answer.z3);
    answer.ratio = answer_ratio(answer.z1, answer.z2, answer.z3);
  }
  ElicitOutcome elicited;
  ElicitReport& report = elicited.report;
  report.error = error;
  report.cost_ratio = cost_ratio.value_or(1);
  report.answers = std::move(answers);
  set_weights(report.answers);
  report.ratio = fit_ratio(report.answers);
  report.by_person = ratios_by_person(report.answers);
  const auto add_lambda = [&](Ratio& ratio) {
    if (ratio.answers == 0) return;
    const auto lambda = [&](double at) { return lambda_from_ratios(error, at, report.cost_ratio); };
    ratio.lambda = lambda(ratio.estimate);
    // The dearer a disparity, the smaller lambda.
    if (ratio.interval) {
      constexpr double kInfinity = std::numeric_limits<double>::infinity();
      ratio.lambda_interval = std::pair{lambda(ratio.interval->second).value_or(kInfinity),
                                        lambda(ratio.interval->first).value_or(kInfinity)};
    }
  };
  add_lambda(report.ratio);
  for (ElicitReport::PersonRatio& person : report.by_person) add_lambda(person.ratio);
  if (report.ratio.is_infinite()) report.lambda_limit = Limit::infinity;
  report.range = range_of(report.by_person);
  (error == ErrorRate::fpr ? report.lambda_n : report.lambda_p) = report.ratio.lambda;
  report.explanation = explain(report);
  elicited.notices = elicit_warnings(report, cost_ratio.has_value());
  return elicited;
}

}  // namespace faultline::methods
