#include "faultline/studies/bias_scan/sampling_bias.hpp"

#include <algorithm>
#include <cmath>
#include <mutex>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/math/binomial_interval.hpp"
#include "faultline/methods/bias_scan/theory.hpp"
#include "faultline/parallel/for_each.hpp"
#include "faultline/studies/bias_scan/sampling_bias_repetition.hpp"

namespace faultline::studies {
namespace {

// Substreams of a repetition: one block of numbers per setting, so that settings are independent.
constexpr std::uint32_t kFirstSubstream = 1'000;

template <typename Test>
Share share_of(const std::vector<RepetitionOutcome>& outcomes, Test test) {
  const auto hits =
      static_cast<std::int64_t>(std::count_if(outcomes.begin(), outcomes.end(), test));
  const auto all = static_cast<std::int64_t>(outcomes.size());
  return {static_cast<double>(hits) / static_cast<double>(all), math::wilson_interval(hits, all)};
}

SamplingBiasRow summarise(const SamplingBiasSetting& setting,
                          const std::vector<RepetitionOutcome>& outcomes,
                          const SamplingBiasStudy& study, double corollary) {
  SamplingBiasRow row;
  row.delta = setting.delta;
  row.train_rows = setting.train_rows;
  row.test_rows = setting.test_rows;
  row.repetitions = static_cast<std::int64_t>(outcomes.size());
  const double count = static_cast<double>(outcomes.size());
  std::vector<double> thresholds;
  for (const RepetitionOutcome& out : outcomes) {
    row.mean_score += out.score / count;
    row.mean_limit += out.limit / count;
    row.overlap += out.overlap / count;
    thresholds.push_back(out.threshold);
  }
  double squares = 0;
  for (const RepetitionOutcome& out : outcomes) squares += std::pow(out.score - row.mean_score, 2);
  row.sd_score = outcomes.size() > 1 ? std::sqrt(squares / (count - 1)) : 0;
  row.normalised_score = row.mean_score / static_cast<double>(setting.test_rows);
  row.corollary = corollary;
  std::sort(thresholds.begin(), thresholds.end());
  row.median_threshold = thresholds[thresholds.size() / 2];
  const double h = study.critical_value;
  row.theory = share_of(
      outcomes, [&](const RepetitionOutcome& out) { return setting.delta > out.threshold; });
  row.subgroup = share_of(outcomes, [h](const RepetitionOutcome& out) { return out.score > h; });
  row.scan = share_of(outcomes, [h](const RepetitionOutcome& out) { return out.maximum > h; });
  if (study.options.replicates > 0) {
    row.randomisation =
        share_of(outcomes, [](const RepetitionOutcome& out) { return out.significant; });
  }
  return row;
}

std::vector<data::Attribute> study_attributes() {
  return {{"a", {"a1", "a2"}}, {"b", {"b1", "b2", "b3"}}, {"c", {"c1", "c2", "c3", "c4"}}};
}

}  // namespace

void validate(const SamplingBiasStudyOptions& options) {
  if (!(options.alpha > 0 && options.alpha < 1)) {
    throw ConfigError(fmt::format("`alpha` {}: must be between 0 and 1", options.alpha));
  }
  if (options.deltas.empty() || options.train_rows.empty() || options.test_rows.empty()) {
    throw ConfigError("`deltas`, `train_rows` and `test_rows` need at least one value each");
  }
  for (const double delta : options.deltas) {
    if (!(delta >= 1) || !std::isfinite(delta)) {
      throw ConfigError(fmt::format("`deltas` {}: must be finite numbers, 1 or more", delta));
    }
  }
  const auto check_sizes = [](const char* option, const std::vector<std::int64_t>& sizes) {
    for (const std::int64_t rows : sizes) {
      if (rows < 1) throw ConfigError(fmt::format("{} {}: must be at least 1", option, rows));
    }
  };
  check_sizes("`train_rows`", options.train_rows);
  check_sizes("`test_rows`", options.test_rows);
  if (options.repetitions < 1 || options.repetitions > 1'000'000) {
    throw ConfigError(
        fmt::format("`repetitions` {}: must be between 1 and 1,000,000", options.repetitions));
  }
  if (options.replicates < 0) {
    throw ConfigError(
        fmt::format("`replicates` {}: must be 0 (no test) or more", options.replicates));
  }
}

SamplingBiasStudy sampling_bias_study(const SamplingBiasStudyOptions& options,
                                      const parallel::ProgressFunction& progress,
                                      const std::stop_token& stop) {
  validate(options);
  SamplingBiasStudy study;
  study.options = options;
  simulate::ProfilePopulation population =
      simulate::even_population(study_attributes(), options.seed);
  study.profiles = static_cast<std::int64_t>(population.size());
  study.critical_value = methods::theory::critical_value(study.profiles, options.alpha);
  study.subgroup = {{"b", {"b1", "b2"}}, {"c", {"c1", "c2"}}};
  const std::vector<bool> inside = simulate::profiles_inside(population, study.subgroup);
  for (std::size_t i = 0; i < inside.size(); ++i) {
    if (inside[i]) study.share += population.share[i];
  }
  const SamplingBiasRunner runner(study, std::move(population));

  std::vector<SamplingBiasSetting> settings;
  for (const std::int64_t train : options.train_rows) {
    for (const std::int64_t test : options.test_rows) {
      for (const double delta : options.deltas) {
        const auto substream = kFirstSubstream + static_cast<std::uint32_t>(settings.size());
        settings.push_back({delta, train, test, substream});
      }
    }
  }
  const std::int64_t total = options.repetitions * static_cast<std::int64_t>(settings.size());
  std::int64_t done = 0;
  std::mutex guard;
  for (const SamplingBiasSetting& setting : settings) {
    std::vector<RepetitionOutcome> outcomes(static_cast<std::size_t>(options.repetitions));
    const std::int64_t finished = parallel::for_each(
        options.repetitions, parallel::resolve_threads(options.threads),
        [&](std::int64_t repetition) {
          outcomes[static_cast<std::size_t>(repetition)] =
              runner.run(setting, static_cast<std::uint32_t>(repetition));
          if (!progress) return;
          const std::lock_guard lock(guard);
          progress("repetitions", ++done, total);
        },
        stop);
    if (finished < options.repetitions) {
      throw Cancelled("the sampling-bias study was stopped before it was complete");
    }
    study.rows.push_back(summarise(setting, outcomes, study, runner.corollary(setting.delta)));
  }
  return study;
}

}  // namespace faultline::studies
