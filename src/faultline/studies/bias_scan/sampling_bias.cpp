#include "faultline/studies/bias_scan/sampling_bias.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <mutex>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/math/binomial_interval.hpp"
#include "faultline/methods/bias_scan/theory.hpp"
#include "faultline/parallel/for_each.hpp"
#include "faultline/resample/monte_carlo.hpp"
#include "faultline/rng/draw.hpp"
#include "faultline/search/bernoulli_cells.hpp"
#include "faultline/search/bernoulli_family.hpp"
#include "faultline/search/engine.hpp"

namespace faultline::studies {
namespace {

namespace theory = methods::theory;

// Substreams of a repetition: one block of numbers per setting, so that settings are independent.
constexpr std::uint32_t kFirstSubstream = 1'000;

struct Setting {
  double delta = 1;
  std::int64_t train_rows = 0;
  std::int64_t test_rows = 0;
  std::uint32_t substream = 0;
};

/// What one repetition contributes.
struct Outcome {
  double score = 0;
  double limit = 0;
  double threshold = 0;
  double maximum = 0;
  double overlap = 0;
  bool significant = false;
};

/// The true subgroup's part of a test set, with given probabilities.
struct Part {
  std::vector<std::int64_t> n, y;
  std::vector<double> p;
  [[nodiscard]] theory::Cells cells() const { return {n, y, p}; }
  [[nodiscard]] bool empty() const {
    return std::all_of(n.begin(), n.end(), [](std::int64_t k) { return k == 0; });
  }
};

Part part_of(const simulate::ProfileCounts& test, const std::vector<double>& p,
             const std::vector<bool>& inside) {
  Part part;
  for (std::size_t i = 0; i < p.size(); ++i) {
    if (!inside[i]) continue;
    part.n.push_back(test.n[i]);
    part.y.push_back(test.y[i]);
    part.p.push_back(p[i]);
  }
  return part;
}

search::BernoulliCells cells_of(const simulate::ProfilePopulation& population,
                                const simulate::ProfileCounts& test,
                                const std::vector<double>& prediction) {
  data::Profiles profiles;
  profiles.attributes = population.attributes;
  profiles.codes.resize(population.attributes.size());
  for (std::size_t i = 0; i < population.size(); ++i) {
    for (const bool event : {false, true}) {
      const std::int64_t count = event ? test.y[i] : test.n[i] - test.y[i];
      if (count == 0) continue;
      for (std::size_t a = 0; a < profiles.codes.size(); ++a)
        profiles.codes[a].push_back(population.codes[i][a]);
      profiles.prediction.push_back(prediction[i]);
      profiles.outcome.push_back(event ? 1 : 0);
      profiles.count.push_back(count);
    }
  }
  return search::make_bernoulli_cells(profiles);
}

const search::SearchOptions& search_options() {
  static const search::SearchOptions options{.direction = search::Direction::lower,
                                             .penalty = 0,
                                             .strategy = search::Strategy::exhaustive};
  return options;
}

search::SearchResult best(const search::BernoulliCells& cells, std::span<const std::int64_t> y) {
  const search::BernoulliFamily family(cells, y, search::Direction::lower);
  return search::search(family, cells.n, search_options());
}

double score_of(const search::SearchResult& result) {
  return result.found.empty() ? 0.0 : result.found.front().log_likelihood_ratio;
}

/// Redraws every profile's events from its prediction. Stops once p <= alpha is out of reach.
bool significant_by_randomisation(const search::BernoulliCells& cells, double observed,
                                  std::int64_t replicates, double alpha, rng::Stream& stream) {
  std::vector<std::int64_t> y(cells.n.size());
  std::int64_t exceeding = 0;
  for (std::int64_t replicate = 0; replicate < replicates; ++replicate) {
    for (std::size_t c = 0; c < y.size(); ++c) {
      // One prediction per profile.
      y[c] = rng::binomial(stream, cells.n[c], cells.p[static_cast<std::size_t>(cells.first[c])]);
    }
    if (resample::reaches(score_of(best(cells, y)), observed)) ++exceeding;
    if (static_cast<double>(1 + exceeding) > alpha * static_cast<double>(1 + replicates))
      return false;
  }
  return true;
}

double overlap_with(const search::BernoulliCells& cells, const search::SearchResult& found,
                    const simulate::Membership& truth) {
  if (found.found.empty()) return 0;
  std::int64_t both = 0;
  std::int64_t either = 0;
  for (std::int64_t c = 0; c < cells.cells(); ++c) {
    std::vector<data::Code> codes;
    codes.reserve(cells.lattice.attributes.size());
    for (int a = 0; a < cells.lattice.attribute_count(); ++a)
      codes.push_back(cells.lattice.code(c, a));
    const bool in_truth = truth.contains(codes);
    const bool in_found = cells.lattice.contains(found.found.front().subgroup, c);
    const std::int64_t n = cells.n[static_cast<std::size_t>(c)];
    if (in_truth && in_found) both += n;
    if (in_truth || in_found) either += n;
  }
  return either == 0 ? 0.0 : static_cast<double>(both) / static_cast<double>(either);
}

class Runner {
 public:
  Runner(const SamplingBiasStudy& study, simulate::ProfilePopulation population)
      : study_(study),
        population_(std::move(population)),
        inside_(simulate::profiles_inside(population_, study.subgroup)),
        truth_(study.subgroup, population_.attributes) {}

  [[nodiscard]] Outcome run(const Setting& setting, std::uint32_t repetition) const {
    rng::Stream stream(study_.options.seed, rng::Purpose::simulate, repetition, setting.substream);
    const auto train = simulate::draw_biased_records(population_, inside_, setting.delta,
                                                     setting.train_rows, stream);
    const auto test = simulate::draw_records(population_, setting.test_rows, stream);
    const std::vector<double> prediction = simulate::profile_rates(train).prediction;

    Outcome out;
    out.threshold = std::numeric_limits<double>::infinity();
    const Part unbiased = part_of(test, population_.p, inside_);
    if (!unbiased.empty()) {
      const Part seen = part_of(test, prediction, inside_);
      out.score = theory::q_mle(seen.cells()) < 1 ? theory::score_without_bias(seen.cells()) : 0;
      out.limit = theory::limit_score(unbiased.cells(), setting.delta);
      out.threshold =
          theory::detectable_delta(unbiased.cells(), study_.critical_value).value_or(out.threshold);
    }
    const search::BernoulliCells cells = cells_of(population_, test, prediction);
    const search::SearchResult found = best(cells, cells.y);
    out.maximum = score_of(found);
    out.overlap = overlap_with(cells, found, truth_);
    if (study_.options.replicates > 0) {
      out.significant = significant_by_randomisation(cells, out.maximum, study_.options.replicates,
                                                     study_.options.alpha, stream);
    }
    return out;
  }

  /// Corollary 1 for the population's mix of profiles.
  [[nodiscard]] double corollary(double delta) const {
    // Equal shares: one person per profile stands for the mix.
    std::vector<std::int64_t> n, y;
    std::vector<double> p;
    for (std::size_t i = 0; i < population_.size(); ++i) {
      if (!inside_[i]) continue;
      n.push_back(1);
      y.push_back(0);
      p.push_back(population_.p[i]);
    }
    return theory::normalised_limit_score({n, y, p}, delta, study_.share);
  }

 private:
  const SamplingBiasStudy& study_;
  simulate::ProfilePopulation population_;
  std::vector<bool> inside_;
  simulate::Membership truth_;
};

template <typename Test>
Share share_of(const std::vector<Outcome>& outcomes, Test test) {
  const auto hits =
      static_cast<std::int64_t>(std::count_if(outcomes.begin(), outcomes.end(), test));
  const auto all = static_cast<std::int64_t>(outcomes.size());
  return {static_cast<double>(hits) / static_cast<double>(all), math::wilson_interval(hits, all)};
}

SamplingBiasRow summarise(const Setting& setting, const std::vector<Outcome>& outcomes,
                          const SamplingBiasStudy& study, double corollary) {
  SamplingBiasRow row;
  row.delta = setting.delta;
  row.train_rows = setting.train_rows;
  row.test_rows = setting.test_rows;
  row.repetitions = static_cast<std::int64_t>(outcomes.size());
  const double count = static_cast<double>(outcomes.size());
  std::vector<double> thresholds;
  for (const Outcome& out : outcomes) {
    row.mean_score += out.score / count;
    row.mean_limit += out.limit / count;
    row.overlap += out.overlap / count;
    thresholds.push_back(out.threshold);
  }
  double squares = 0;
  for (const Outcome& out : outcomes) squares += std::pow(out.score - row.mean_score, 2);
  row.sd_score = outcomes.size() > 1 ? std::sqrt(squares / (count - 1)) : 0;
  row.normalised_score = row.mean_score / static_cast<double>(setting.test_rows);
  row.corollary = corollary;
  std::sort(thresholds.begin(), thresholds.end());
  row.median_threshold = thresholds[thresholds.size() / 2];
  const double h = study.critical_value;
  row.theory =
      share_of(outcomes, [&](const Outcome& out) { return setting.delta > out.threshold; });
  row.subgroup = share_of(outcomes, [h](const Outcome& out) { return out.score > h; });
  row.scan = share_of(outcomes, [h](const Outcome& out) { return out.maximum > h; });
  if (study.options.replicates > 0) {
    row.randomisation = share_of(outcomes, [](const Outcome& out) { return out.significant; });
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
  study.critical_value = theory::critical_value(study.profiles, options.alpha);
  study.subgroup = {{"b", {"b1", "b2"}}, {"c", {"c1", "c2"}}};
  const std::vector<bool> inside = simulate::profiles_inside(population, study.subgroup);
  for (std::size_t i = 0; i < inside.size(); ++i) {
    if (inside[i]) study.share += population.share[i];
  }
  const Runner runner(study, std::move(population));

  std::vector<Setting> settings;
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
  for (const Setting& setting : settings) {
    std::vector<Outcome> outcomes(static_cast<std::size_t>(options.repetitions));
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
