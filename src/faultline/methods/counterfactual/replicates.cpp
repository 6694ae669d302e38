#include "faultline/methods/counterfactual/replicates.hpp"

#include <algorithm>
#include <memory>

#include "faultline/parallel/for_each.hpp"
#include "faultline/parallel/pool.hpp"
#include "faultline/resample/progress_meter.hpp"
#include "faultline/rng/stream.hpp"

namespace faultline::methods {
namespace {

/// What a thread keeps between replicates: buffers that only grow.
struct Worker {
  Worker(const Population& population, const CounterfactualOptions& options)
      : sample(population), fitter(population, options) {}
  Sample sample;
  RateFitter fitter;
};

void draw_people(Draw draw, std::uint32_t replicate, std::int64_t size,
                 const CounterfactualOptions& options, Sample& sample) {
  if (draw == Draw::permutation) {
    rng::Stream stream(options.seed, rng::Purpose::permutation, replicate);
    sample.permute(stream);
    return;
  }
  if (draw == Draw::full) {
    rng::Stream stream(options.seed, rng::Purpose::bootstrap, replicate, 1);
    sample.resample(stream, sample.population().people);
    return;
  }
  rng::Stream stream(options.seed, rng::Purpose::bootstrap, replicate);
  if (options.resample == ResampleScheme::replacement) {
    sample.resample(stream, size);
  } else {
    sample.resample_strata(stream, size, 0);
  }
}

}  // namespace

ReplicateRates replicate_rates(const Population& population, Draw draw, std::int64_t replicates,
                               const std::vector<ModelStarts>& starts,
                               const std::vector<Estimable>& estimable,
                               const CounterfactualOptions& options, const Hooks& hooks) {
  const std::size_t decisions = population.decisions();
  const auto count = static_cast<std::size_t>(replicates);
  ReplicateRates result;
  result.rates.assign(decisions, std::vector<Rates>(count));
  const bool asked =
      draw == Draw::full && options.bounds && population.groups() <= kMostBoundedGroups;
  const std::int64_t bounded = asked ? std::min(replicates, kBoundResamples) : 0;
  result.bounds.assign(decisions,
                       std::vector<std::vector<RateBounds>>(static_cast<std::size_t>(bounded)));
  std::vector<std::uint8_t> failed(count, 0);
  const std::int64_t size = people_in_resample(options.size, population.people);
  parallel::Pool<Worker> workers([&] { return std::make_unique<Worker>(population, options); });
  resample::ProgressMeter meter(draw == Draw::permutation ? "permutations"
                                : draw == Draw::resample  ? "resamples"
                                                          : "full resamples",
                                replicates, hooks.progress);
  result.finished = parallel::for_each(
      replicates, options.threads,
      [&](std::int64_t index) {
        const auto slot = static_cast<std::size_t>(index);
        const auto worker = workers.borrow();
        draw_people(draw, static_cast<std::uint32_t>(index + 1), size, options, worker->sample);
        for (std::size_t d = 0; d < decisions; ++d) {
          if (!starts.empty()) worker->fitter.start_from(starts[d]);
          if (!estimable.empty()) worker->fitter.only(estimable[d]);
          worker->fitter.use(worker->sample, d);
          worker->fitter.estimate(options.estimator, result.rates[d][slot]);
          if (!worker->fitter.converged()) failed[slot] = 1;
          if (index < bounded) result.bounds[d][slot] = all_bounds(worker->fitter);
        }
        meter.tick();
      },
      hooks.stop);
  meter.finish();
  result.partial = result.finished < replicates;
  for (auto& rates : result.rates) rates.resize(static_cast<std::size_t>(result.finished));
  for (auto& bounds : result.bounds)
    bounds.resize(static_cast<std::size_t>(std::min(bounded, result.finished)));
  result.not_converged =
      std::count(failed.begin(), failed.begin() + result.finished, std::uint8_t{1});
  return result;
}

}  // namespace faultline::methods
