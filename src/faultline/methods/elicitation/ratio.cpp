#include "faultline/methods/elicitation/ratio.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "faultline/math/student_t.hpp"

namespace faultline::methods {
namespace {

using Answer = ElicitReport::Answer;

// Variance of what is lost when an answer is rounded to whole people.
constexpr double kRounding = 1.0 / 12;

/// Sums over answers that are left out together.
struct Part {
  double xy = 0;
  double xx = 0;
  void add(const Answer& answer) {
    const double x = std::abs(answer.z1 - answer.z2);
    xy += x * (answer.z3 - (answer.z1 + answer.z2) / 2);
    xx += x * x;
  }
  [[nodiscard]] double ratio() const { return 4 * xy / xx; }
};

bool counts(const Answer& answer) { return !is_dominated(answer.z1, answer.z2, answer.z3); }

/// Each answer by itself where one person gave them all, otherwise person by person.
std::vector<Part> parts_of(std::span<const Answer> answers) {
  std::vector<Part> single;
  std::vector<Part> by_person;
  std::vector<std::string> people;
  for (const Answer& answer : answers) {
    if (!counts(answer)) continue;
    single.emplace_back().add(answer);
    const auto at = std::find(people.begin(), people.end(), answer.person) - people.begin();
    if (at == std::ssize(people)) {
      people.push_back(answer.person);
      by_person.emplace_back();
    }
    by_person[static_cast<std::size_t>(at)].add(answer);
  }
  return people.size() > 1 ? by_person : single;
}

result::Interval jackknife(const std::vector<Part>& parts, const Part& all) {
  if (std::ssize(parts) < kFewestUnits) return std::nullopt;
  const auto n = static_cast<double>(parts.size());
  const double estimate = all.ratio();
  double squares = 0;
  for (const Part& part : parts) {
    const double without = 4 * (all.xy - part.xy) / (all.xx - part.xx);
    squares += (without - estimate) * (without - estimate);
  }
  const double variance = std::max((n - 1) / n * squares, 16 * kRounding / all.xx);
  const double reach =
      math::student_t_quantile((1 + kElicitConfidence) / 2, n - 1) * std::sqrt(variance);
  // Nobody can be paid for a disparity: dominated answers are left out.
  return std::pair{std::max(0.0, estimate - reach), estimate + reach};
}

}  // namespace

double answer_ratio(double z1, double z2, double z3) {
  return (4 * z3 - 2 * z1 - 2 * z2) / std::abs(z1 - z2);
}

ElicitReport::Ratio fit_ratio(std::span<const Answer> answers) {
  ElicitReport::Ratio fit;
  Part all;
  double sum = 0;
  for (const Answer& answer : answers) {
    if (!counts(answer)) continue;
    all.add(answer);
    sum += answer_ratio(answer.z1, answer.z2, answer.z3);
    ++fit.answers;
  }
  fit.estimate = fit.answers > 0 ? all.ratio() : std::numeric_limits<double>::quiet_NaN();
  if (fit.answers < 2) return fit;
  const double mean = sum / fit.answers;
  double squares = 0;
  for (const Answer& answer : answers) {
    if (!counts(answer)) continue;
    const double off = answer_ratio(answer.z1, answer.z2, answer.z3) - mean;
    squares += off * off;
  }
  fit.spread = std::sqrt(squares / (fit.answers - 1));
  fit.interval = jackknife(parts_of(answers), all);
  return fit;
}

void set_weights(std::span<Answer> answers) {
  double sum = 0;
  const auto square = [](const Answer& answer) {
    return answer.dominated ? 0.0 : (answer.z1 - answer.z2) * (answer.z1 - answer.z2);
  };
  for (const Answer& answer : answers) sum += square(answer);
  for (Answer& answer : answers) answer.weight = sum > 0 ? square(answer) / sum : 0;
}

}  // namespace faultline::methods
