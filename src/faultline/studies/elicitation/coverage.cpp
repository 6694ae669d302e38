#include "faultline/studies/elicitation/coverage.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"
#include "faultline/methods/elicitation/questions.hpp"
#include "faultline/methods/elicitation/ratio.hpp"
#include "faultline/rng/draw.hpp"
#include "faultline/studies/run_all.hpp"

namespace faultline::studies {
namespace {

using methods::Question;
using Answer = methods::ElicitReport::Answer;

constexpr int kPanelQuestions = 5;  // what `faultline elicit` asks without being told
constexpr double kBetweenPeople = 0.5;

Question question(QuestionDesign design, std::uint64_t seed, int number) {
  const auto at = static_cast<std::uint32_t>(number);
  return design == QuestionDesign::ours ? methods::draw_question(seed, at)
                                        : methods::draw_published_question(seed, at);
}

double answer_to(const Question& asked, double ratio, AnswerNoise noise, rng::Stream& stream) {
  const double mean = (asked.z1 + asked.z2) / 2.0;
  const double gap = std::abs(asked.z1 - asked.z2);
  const double honest = ratio * gap / 4;
  double step = 5;
  double given = 0;
  switch (noise) {
    case AnswerNoise::points:
      step = 1;
      given = honest + 4 * rng::normal(stream);
      break;
    case AnswerNoise::fives:
      given = honest + 8 * rng::normal(stream);
      break;
    case AnswerNoise::proportional:
      given = honest + gap / 4 * 0.5 * rng::normal(stream);
      break;
    case AnswerNoise::skewed: {
      constexpr double kDeviation = 0.4;
      given = honest * std::exp(kDeviation * rng::normal(stream) - kDeviation * kDeviation / 2);
      break;
    }
  }
  return std::clamp(step * std::round((mean + given) / step), mean, 100.0);
}

struct Estimate {
  double off = 0;
  double length = 0;
  bool covered = false;
};

Estimate one(const ElicitCoverageRow& row, std::uint64_t study_seed, std::uint32_t data_set) {
  // Each data set has its own questions, as each person who is asked may have.
  const std::uint64_t seed = study_seed + 1'000'003 * (std::uint64_t{data_set} + 1);
  rng::Stream stream(seed, rng::Purpose::simulate, data_set);
  std::vector<Answer> answers;
  for (int person = 0; person < row.people; ++person) {
    // Mean 1, so that the panel's mean ratio is the row's.
    const double own =
        row.people == 1
            ? 1
            : std::exp(kBetweenPeople * rng::normal(stream) - kBetweenPeople * kBetweenPeople / 2);
    for (int number = 0; number < row.questions; ++number) {
      const Question asked = question(row.design, seed, number);
      answers.push_back({.person = std::to_string(person),
                         .z1 = static_cast<double>(asked.z1),
                         .z2 = static_cast<double>(asked.z2),
                         .z3 = answer_to(asked, own * row.ratio, row.noise, stream)});
    }
  }
  const methods::ElicitReport::Ratio fit = methods::fit_ratio(answers);
  const auto& [low, high] = fit.interval.value();
  return {.off = fit.estimate - row.ratio,
          .length = high - low,
          .covered = low <= row.ratio && row.ratio <= high};
}

QuestionWeights weights_of(QuestionDesign design, int questions,
                           const ElicitCoverageOptions& options) {
  QuestionWeights mean{.design = design, .questions = questions};
  std::vector<double> two;
  std::vector<double> squares(static_cast<std::size_t>(questions));
  for (std::int64_t set = 0; set < options.data_sets; ++set) {
    const std::uint64_t seed = options.seed + 1'000'003 * (static_cast<std::uint64_t>(set) + 1);
    double sum = 0;
    double fourth = 0;
    for (int number = 0; number < questions; ++number) {
      const Question asked = question(design, seed, number);
      const double gap = std::abs(asked.z1 - asked.z2);
      const double square = gap * gap;
      squares[static_cast<std::size_t>(number)] = square;
      sum += square;
      fourth += square * square;
      const double room = 4 * (100 - (asked.z1 + asked.z2) / 2.0) / gap;
      mean.cramped += room < methods::kAnswerableRatio ? 1.0 / questions : 0;
    }
    std::sort(squares.begin(), squares.end(), std::greater<>());
    mean.largest += squares[0] / sum;
    two.push_back((squares[0] + squares[1]) / sum);
    mean.two_largest += two.back();
    mean.effective += sum * sum / fourth;
  }
  const auto sets = static_cast<double>(options.data_sets);
  mean.largest /= sets;
  mean.two_largest /= sets;
  mean.effective /= sets;
  mean.cramped /= sets;
  std::sort(two.begin(), two.end());
  mean.worst = two[static_cast<std::size_t>(0.95 * (sets - 1))];
  return mean;
}

void sum_up(std::span<const Estimate> estimates, ElicitCoverageRow& row) {
  std::vector<double> lengths;
  double squares = 0;
  for (const Estimate& estimate : estimates) {
    row.covered += estimate.covered ? 1 : 0;
    row.bias += estimate.off;
    squares += estimate.off * estimate.off;
    lengths.push_back(estimate.length);
  }
  const auto sets = static_cast<double>(estimates.size());
  row.bias /= sets;
  row.deviation = std::sqrt(squares / sets);
  std::sort(lengths.begin(), lengths.end());
  row.length = lengths[lengths.size() / 2];
}

constexpr std::array kDesigns{QuestionDesign::published, QuestionDesign::ours};
constexpr std::array kNoises{AnswerNoise::points, AnswerNoise::fives, AnswerNoise::proportional,
                             AnswerNoise::skewed};

}  // namespace

std::span<const describe::Word> words(QuestionDesign) {
  static constexpr std::array kWords{describe::word(QuestionDesign::published, "published"),
                                     describe::word(QuestionDesign::ours, "ours")};
  return kWords;
}

std::span<const describe::Word> words(AnswerNoise) {
  static constexpr std::array kWords{describe::word(AnswerNoise::points, "points"),
                                     describe::word(AnswerNoise::fives, "fives"),
                                     describe::word(AnswerNoise::proportional, "proportional"),
                                     describe::word(AnswerNoise::skewed, "skewed")};
  return kWords;
}

void validate(const ElicitCoverageOptions& options) {
  if (options.data_sets < 1)
    throw ConfigError(fmt::format("`data_sets` {}: must be 1 or more", options.data_sets));
  for (const double ratio : options.ratios) {
    if (!(ratio > 0 && ratio <= methods::kAnswerableRatio))
      throw ConfigError(fmt::format("`ratio` {}: must be above 0 and at most {}", shortest(ratio),
                                    methods::kAnswerableRatio));
  }
}

ElicitCoverageStudy elicit_coverage_study(const ElicitCoverageOptions& options,
                                          const methods::Hooks& hooks) {
  validate(options);
  ElicitCoverageStudy study{.options = options};
  for (const QuestionDesign design : kDesigns) {
    for (const int questions : options.questions)
      study.weights.push_back(weights_of(design, questions, options));
    for (const AnswerNoise noise : kNoises) {
      const auto add = [&](int people, int questions) {
        for (const double ratio : options.ratios)
          study.rows.push_back({design, noise, people, questions, ratio, options.data_sets});
      };
      for (const int questions : options.questions) add(1, questions);
      for (const int people : options.panels) add(people, kPanelQuestions);
    }
  }
  const auto sets = static_cast<std::size_t>(options.data_sets);
  std::vector<Estimate> estimates(study.rows.size() * sets);
  run_all("rows", std::ssize(study.rows), options.threads, hooks, [&](std::int64_t piece) {
    const auto at = static_cast<std::size_t>(piece);
    for (std::size_t set = 0; set < sets; ++set) {
      estimates[at * sets + set] =
          one(study.rows[at], options.seed, static_cast<std::uint32_t>(set));
    }
  });
  for (std::size_t at = 0; at < study.rows.size(); ++at)
    sum_up(std::span(estimates).subspan(at * sets, sets), study.rows[at]);
  return study;
}

}  // namespace faultline::studies
