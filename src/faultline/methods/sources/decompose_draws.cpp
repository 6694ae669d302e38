#include "faultline/methods/sources/decompose_draws.hpp"

#include <algorithm>
#include <memory>

#include "faultline/methods/sources/splits.hpp"
#include "faultline/model/tuning.hpp"
#include "faultline/parallel/for_each.hpp"
#include "faultline/parallel/pool.hpp"
#include "faultline/resample/progress_meter.hpp"

namespace faultline::methods {
namespace {

// Apart from the splits and fits of learning curves, which count up from 0.
constexpr std::uint32_t kSubstream = 0x8000'0000U;

/// What one training set says of those it left out.
struct Draw {
  std::vector<std::int64_t> people{};
  std::vector<std::vector<double>> scores{};  // per learner
  std::vector<std::uint8_t> converged{};      // likewise
  bool complete = false;
};

Split draw_split(const SourcesInput& input, const SourcesOptions& options, std::int64_t index) {
  // Of halves, two in a row are the two halves of one order.
  const bool halves = options.draws == TrainingDraws::halves;
  const std::int64_t order = halves ? index / 2 : index;
  rng::Stream stream(options.seed, rng::Purpose::split, static_cast<std::uint32_t>(order + 1),
                     kSubstream);
  if (halves) return half_split(stream, input.people(), index % 2 == 1);
  return options.draws == TrainingDraws::bootstrap
             ? bootstrap_split(stream, input.people())
             : random_split(stream, input.people(), options.test_share);
}

std::vector<model::LearnerOptions> settings(const SourcesInput& input,
                                            const SourcesOptions& options) {
  std::vector<model::LearnerOptions> learners = options.learners;
  if (!options.tune) return learners;
  Split split = draw_split(input, options, 0);
  // Folds of somebody drawn twice would test on people they were trained on.
  std::sort(split.training.begin(), split.training.end());
  split.training.erase(std::unique(split.training.begin(), split.training.end()),
                       split.training.end());
  parallel::for_each(
      static_cast<std::int64_t>(learners.size()), options.threads, [&](std::int64_t k) {
        auto& learner = learners[static_cast<std::size_t>(k)];
        learner = model::tuned(
            learner, *input.features, input.outcome_kind,
            {.people = split.training, .outcome = input.outcome, .substream = kSubstream});
      });
  return learners;
}

void take_in(const Draw& draw, const DecisionRule& rule, TrainingDrawsResult& result) {
  for (std::size_t i = 0; i < draw.people.size(); ++i) {
    const auto person = static_cast<std::size_t>(draw.people[i]);
    const auto count = static_cast<double>(++result.predictions[person]);
    for (std::size_t l = 0; l < result.moments.size(); ++l) {
      PredictionMoments& moments = result.moments[l];
      const double score = draw.scores[l][i];
      if (rule(score)) ++moments.flagged[person];
      const double before = score - moments.mean[person];
      moments.mean[person] += before / count;
      moments.squares[person] += before * (score - moments.mean[person]);
    }
  }
  for (std::size_t l = 0; l < result.moments.size(); ++l) {
    if (draw.converged[l] == 0) ++result.moments[l].not_converged;
  }
  ++result.finished;
}

}  // namespace

TrainingDrawsResult run_training_draws(const SourcesInput& input, const SourcesOptions& options,
                                       const Deadline& deadline, const Hooks& hooks) {
  const auto n = static_cast<std::size_t>(input.people());
  TrainingDrawsResult result;
  result.learners = settings(input, options);
  result.predictions.assign(n, 0);
  PredictionMoments empty;
  empty.flagged.assign(n, 0);
  empty.mean.assign(n, 0);
  empty.squares.assign(n, 0);
  result.moments.assign(result.learners.size(), empty);
  std::vector<std::unique_ptr<parallel::Pool<model::Learner>>> pools;
  pools.reserve(result.learners.size());
  for (const model::LearnerOptions& learner : result.learners) {
    pools.push_back(std::make_unique<parallel::Pool<model::Learner>>([&input, &learner] {
      return model::make_learner(learner, *input.features, input.outcome_kind);
    }));
  }
  const auto train = [&](std::int64_t index) {
    Draw draw;
    Split split = draw_split(input, options, index);
    draw.people = std::move(split.test);
    for (const auto& pool : pools) {
      if (hooks.stop.stop_requested() || deadline.passed()) return draw;
      const auto predictor = pool->borrow();
      predictor->fit({.people = split.training,
                      .outcome = input.outcome,
                      .substream = kSubstream + static_cast<std::uint32_t>(index)});
      auto& scores = draw.scores.emplace_back(draw.people.size());
      predictor->predict(draw.people, scores);
      draw.converged.push_back(predictor->converged() ? 1 : 0);
    }
    draw.complete = true;
    return draw;
  };
  // Training sets are taken in one after the other in their order, a few at a time so that their
  // predictions need not all be held.
  const std::int64_t block = std::int64_t{2} * parallel::resolve_threads(options.threads);
  resample::ProgressMeter meter("training sets", options.repetitions, hooks.progress);
  bool whole = true;
  for (std::int64_t begin = 0; whole && begin < options.repetitions; begin += block) {
    std::vector<Draw> draws(static_cast<std::size_t>(std::min(block, options.repetitions - begin)));
    parallel::for_each(
        static_cast<std::int64_t>(draws.size()), options.threads,
        [&](std::int64_t k) {
          Draw& draw = draws[static_cast<std::size_t>(k)];
          draw = train(begin + k);
          if (draw.complete) meter.tick();
        },
        hooks.stop);
    for (const Draw& draw : draws) {
      whole = whole && draw.complete;
      if (whole) take_in(draw, options.rule, result);
    }
  }
  meter.finish();
  result.stopped = hooks.stop.stop_requested() && result.finished < options.repetitions;
  return result;
}

}  // namespace faultline::methods
