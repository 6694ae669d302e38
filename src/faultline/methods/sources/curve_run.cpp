#include "faultline/methods/sources/curve_run.hpp"

#include <algorithm>
#include <limits>
#include <memory>
#include <span>

#include "faultline/model/tuning.hpp"
#include "faultline/parallel/for_each.hpp"
#include "faultline/parallel/pool.hpp"
#include "faultline/resample/progress_meter.hpp"

namespace faultline::methods {
namespace {

using Predictors = parallel::Pool<model::Learner>;

std::span<const std::int64_t> first_people(const Split& split, std::int64_t size) {
  return std::span(split.training).first(static_cast<std::size_t>(size));
}

/// One number per training set of the whole analysis, for the learner's own draws.
std::uint32_t substream_of(const CurveDesign& design, std::int64_t repetition, std::size_t size) {
  return (design.number << 24U) + (static_cast<std::uint32_t>(repetition) << 6U) +
         static_cast<std::uint32_t>(size % 64);
}

std::vector<model::LearnerOptions> settings_per_size(const SourcesInput& input,
                                                     const SourcesOptions& options,
                                                     const CurveDesign& design,
                                                     const Deadline& deadline, const Hooks& hooks) {
  const model::LearnerOptions& learner = options.learners.front();
  std::vector<model::LearnerOptions> settings(design.sizes.size(), learner);
  if (!options.tune || !model::learner_entry(learner.kind).settings) return settings;
  const Split split = design.split(0);
  parallel::for_each(
      static_cast<std::int64_t>(design.sizes.size()), options.threads,
      [&](std::int64_t k) {
        if (deadline.passed()) return;  // the run that follows will not get far either
        const auto slot = static_cast<std::size_t>(k);
        settings[slot] = model::tuned(learner, *input.features, input.outcome_kind,
                                      {.people = first_people(split, design.sizes[slot]),
                                       .outcome = input.outcome,
                                       .substream = substream_of(design, 0, slot)});
      },
      hooks.stop);
  return settings;
}

/// Fits and predicts the sizes of one repetition.
class Repetition {
 public:
  Repetition(const SourcesInput& input, const DecisionRule& rule, const CurveDesign& design,
             CurveCosts& costs, std::int64_t index)
      : input_(input),
        rule_(rule),
        design_(design),
        costs_(costs),
        index_(index),
        split_(design.split(static_cast<std::uint32_t>(index))) {
    for (const std::int64_t person : split_.test) {
      const auto i = static_cast<std::size_t>(person);
      predicted_.outcome.push_back(input.outcome[i]);
      predicted_.group.push_back(input.group[i]);
    }
    predicted_.score.resize(split_.test.size());
  }

  /// Whether the fit converged.
  bool run(std::size_t size, model::Learner& predictor) {
    const auto people = first_people(split_, design_.sizes[size]);
    predictor.fit({.people = people,
                   .outcome = input_.outcome,
                   .substream = substream_of(design_, index_, size)});
    predictor.predict(split_.test, predicted_.score);
    if (input_.outcome_kind == model::OutcomeKind::binary) decide(predicted_, rule_);
    const auto groups = static_cast<std::size_t>(costs_.groups);
    const auto row = static_cast<std::size_t>(index_) * design_.sizes.size() + size;
    for (const std::int64_t person : people) {
      ++costs_.trained[row * groups +
                       static_cast<std::size_t>(input_.group[static_cast<std::size_t>(person)])];
    }
    for (std::size_t m = 0; m < costs_.metrics.size(); ++m) {
      const auto of_groups = group_costs(costs_.metrics[m], predicted_, costs_.groups);
      for (std::size_t g = 0; g < groups; ++g) {
        if (of_groups[g].n == 0) continue;
        costs_.values[(row * costs_.metrics.size() + m) * groups + g] = of_groups[g].mean;
      }
    }
    return predictor.converged();
  }

 private:
  const SourcesInput& input_;
  const DecisionRule& rule_;
  const CurveDesign& design_;
  CurveCosts& costs_;
  std::int64_t index_;
  Split split_;
  ModelPredictions predicted_{};
};

}  // namespace

double CurveCosts::mean_trained(std::size_t size, int group) const {
  std::int64_t sum = 0;
  for (std::int64_t r = 0; r < repetitions; ++r) {
    const auto row = static_cast<std::size_t>(r) * sizes.size() + size;
    sum += trained[row * static_cast<std::size_t>(groups) + static_cast<std::size_t>(group)];
  }
  return repetitions > 0 ? static_cast<double>(sum) / static_cast<double>(repetitions) : 0;
}

CurveCosts run_curve(const SourcesInput& input, const SourcesOptions& options,
                     const CurveDesign& design, const Deadline& deadline, const Hooks& hooks) {
  CurveCosts costs;
  costs.sizes = design.sizes;
  costs.metrics = metrics_of(input.outcome_kind);
  costs.groups = static_cast<int>(input.groups.size());
  const auto repetitions = static_cast<std::size_t>(design.repetitions);
  const std::size_t rows = repetitions * design.sizes.size() * input.groups.size();
  costs.values.assign(rows * costs.metrics.size(), std::numeric_limits<double>::quiet_NaN());
  costs.trained.assign(rows, 0);

  const auto settings = settings_per_size(input, options, design, deadline, hooks);
  // Sizes with the same settings share predictors.
  std::vector<std::unique_ptr<Predictors>> pools;
  std::vector<std::size_t> pool_of;
  for (const model::LearnerOptions& of_size : settings) {
    costs.settings.push_back(model::describe(of_size));
    const auto known = std::find(settings.begin(), settings.end(), of_size);
    const auto first = static_cast<std::size_t>(known - settings.begin());
    if (first < pool_of.size()) {
      pool_of.push_back(pool_of[first]);
      continue;
    }
    pool_of.push_back(pools.size());
    pools.push_back(std::make_unique<Predictors>([&input, &of_size] {
      return model::make_learner(of_size, *input.features, input.outcome_kind);
    }));
  }

  std::vector<std::uint8_t> complete(repetitions, 0);
  std::vector<std::int64_t> failed(repetitions, 0);
  const std::string phase =
      design.grows < 0
          ? "learning curves"
          : "learning curves, " + input.groups[static_cast<std::size_t>(design.grows)] + " alone";
  resample::ProgressMeter meter(phase, design.repetitions, hooks.progress);
  parallel::for_each(
      design.repetitions, options.threads,
      [&](std::int64_t index) {
        if (deadline.passed()) return;
        const auto slot = static_cast<std::size_t>(index);
        Repetition repetition(input, options.rule, design, costs, index);
        for (std::size_t size = 0; size < design.sizes.size(); ++size) {
          if (hooks.stop.stop_requested() || deadline.passed()) return;
          const auto predictor = pools[pool_of[size]]->borrow();
          if (!repetition.run(size, *predictor)) ++failed[slot];
        }
        complete[slot] = 1;
        meter.tick();
      },
      hooks.stop);
  meter.finish();
  costs.repetitions = std::find(complete.begin(), complete.end(), 0) - complete.begin();
  costs.stopped = hooks.stop.stop_requested() && costs.repetitions < design.repetitions;
  costs.fits = costs.repetitions * static_cast<std::int64_t>(design.sizes.size());
  for (std::int64_t r = 0; r < costs.repetitions; ++r) {
    costs.not_converged += failed[static_cast<std::size_t>(r)];
  }
  return costs;
}

}  // namespace faultline::methods
