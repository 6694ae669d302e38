#include "faultline/methods/sources/evaluation.hpp"

#include <algorithm>
#include <numeric>
#include <string>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"
#include "faultline/model/tuning.hpp"
#include "faultline/parallel/for_each.hpp"
#include "faultline/resample/progress_meter.hpp"
#include "faultline/rng/draw.hpp"

namespace faultline::methods {
namespace {

/// Who is predicted in which round; rounds are folds, or the one test part.
struct Rounds {
  std::vector<std::int32_t> round{};  // per person; -1: never predicted
  int count = 0;
};

Rounds deal_rounds(std::int64_t people, const SourcesOptions& options) {
  std::vector<std::int64_t> order(static_cast<std::size_t>(people));
  std::iota(order.begin(), order.end(), std::int64_t{0});
  rng::Stream stream(options.seed, rng::Purpose::fold, 0);
  rng::shuffle(stream, std::span(order));
  Rounds rounds{.round = std::vector<std::int32_t>(order.size(), -1)};
  if (options.evaluation == Evaluation::split) {
    const auto test = std::clamp<std::int64_t>(
        static_cast<std::int64_t>(options.test_share * static_cast<double>(people)), 1, people - 1);
    for (std::int64_t k = 0; k < test; ++k) rounds.round[order[k]] = 0;
    rounds.count = 1;
    return rounds;
  }
  for (std::size_t k = 0; k < order.size(); ++k) {
    rounds.round[order[k]] = static_cast<std::int32_t>(k % options.folds);
  }
  rounds.count = options.folds;
  return rounds;
}

struct Round {
  std::vector<std::int64_t> training{};
  std::vector<std::int64_t> tested{};
  std::vector<double> score{};
  bool converged = true;
  model::LearnerOptions settings{};
};

void run_round(const SourcesInput& input, const SourcesOptions& options,
               const model::LearnerOptions& learner, std::uint32_t number, Round& round) {
  const auto run = [&](model::Learner& fitted) {
    fitted.fit(model::TrainingPeople{
        .people = round.training, .outcome = input.outcome, .substream = number});
    round.converged = fitted.converged();
    round.score.resize(round.tested.size());
    fitted.predict(round.tested, round.score);
  };
  round.settings = learner;
  if (options.tune) {
    model::Tuned tuned(learner, *input.features, input.outcome_kind);
    run(tuned);
    round.settings = tuned.settings();
  } else {
    run(*model::make_learner(learner, *input.features, input.outcome_kind));
  }
}

/// The settings that the rounds were fitted with: "tree of depth 4 or 5".
std::string describe_rounds(const std::vector<Round>& rounds) {
  std::string shared;  // all but the last word
  std::vector<std::string> settings;
  for (const Round& round : rounds) {
    const std::string words = model::describe(round.settings);
    const std::size_t last = words.rfind(' ') + 1;
    shared = words.substr(0, last);
    std::string setting = words.substr(last);
    if (std::find(settings.begin(), settings.end(), setting) == settings.end())
      settings.push_back(std::move(setting));
  }
  return shared + join_words(settings, 10, "or");
}

}  // namespace

EvaluatedModel evaluate(const SourcesInput& input, const SourcesOptions& options,
                        const model::LearnerOptions& learner, const Hooks& hooks) {
  if (!input.features) throw InternalError("a learner without features");
  const std::int64_t least = options.evaluation == Evaluation::folds ? options.folds : 2;
  if (input.people() < least) {
    throw InputError(fmt::format("{} are too few: {} needs at least {}", people(input.people()),
                                 least == options.folds ? "cross-validation" : "a split", least));
  }
  const Rounds dealt = deal_rounds(input.people(), options);
  std::vector<Round> rounds(static_cast<std::size_t>(dealt.count));
  for (std::int64_t i = 0; i < input.people(); ++i) {
    for (int r = 0; r < dealt.count; ++r) {
      (dealt.round[i] == r ? rounds[r].tested : rounds[r].training).push_back(i);
    }
  }
  const std::string phase = fmt::format("evaluating {}", model::name_of(learner.kind));
  resample::ProgressMeter meter(phase, dealt.count, hooks.progress);
  const std::int64_t finished = parallel::for_each(
      dealt.count, options.threads,
      [&](std::int64_t r) {
        run_round(input, options, learner, static_cast<std::uint32_t>(r), rounds[r]);
        meter.tick();
      },
      hooks.stop);
  if (finished < dealt.count) throw Cancelled("stopped while the model was evaluated");

  EvaluatedModel result;
  result.model = {.name = std::string(model::name_of(learner.kind)),
                  .description = describe_rounds(rounds),
                  .fits = dealt.count};
  result.folds = dealt.count;
  std::vector<std::size_t> next(rounds.size(), 0);
  for (std::int64_t i = 0; i < input.people(); ++i) {
    const std::int32_t r = dealt.round[i];
    if (r < 0) continue;
    result.person.push_back(i);
    result.fold.push_back(r);
    result.predicted.outcome.push_back(input.outcome[i]);
    result.predicted.group.push_back(input.group[i]);
    result.predicted.score.push_back(rounds[r].score[next[r]++]);
  }
  for (const Round& round : rounds) result.model.not_converged += round.converged ? 0 : 1;
  if (input.outcome_kind == model::OutcomeKind::binary) {
    decide(result.predicted, options.rule);
    // A line passes through 0 and 1; what it predicts beyond them ends there.
    if (learner.kind == model::LearnerKind::ridge) {
      result.clipped = std::count_if(result.predicted.score.begin(), result.predicted.score.end(),
                                     [](double score) { return score == 0 || score == 1; });
    }
  }
  return result;
}

EvaluatedModel evaluate(const SourcesInput& input, const SourcesOptions& options,
                        const SourcesInput::GivenModel& given) {
  EvaluatedModel result;
  result.model = {
      .name = given.name, .description = "column " + given.name + " as given", .given = true};
  result.person.resize(input.outcome.size());
  std::iota(result.person.begin(), result.person.end(), std::int64_t{0});
  result.predicted = {.outcome = input.outcome, .score = given.score, .group = input.group};
  if (input.outcome_kind == model::OutcomeKind::binary) decide(result.predicted, options.rule);
  return result;
}

void count_fits(const model::LearnerOptions& learner, std::int64_t fits, std::int64_t not_converged,
                SourcesReport& report) {
  const std::string name(model::name_of(learner.kind));
  auto model = std::find_if(
      report.models.begin(), report.models.end(),
      [&](const SourcesReport::Model& other) { return !other.given && other.name == name; });
  if (model == report.models.end()) {
    report.models.push_back({.name = name, .description = model::describe(learner)});
    model = report.models.end() - 1;
  }
  model->fits += fits;
  model->not_converged += not_converged;
}

}  // namespace faultline::methods
