#include "faultline/simulate/sampling_bias.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/rng/draw.hpp"
#include "faultline/simulate/population.hpp"

namespace faultline::simulate {
namespace {

enum Substream : std::uint32_t { kProbabilities = 16, kTraining, kTest };

void list_profiles(ProfilePopulation& population) {
  std::vector<data::Code> current(population.attributes.size(), 0);
  for (;;) {
    population.codes.push_back(current);
    std::size_t a = current.size();
    while (a > 0 && current[a - 1] + 1 == population.attributes[a - 1].arity()) current[--a] = 0;
    if (a == 0) return;
    ++current[a - 1];
  }
}

void check_rows(const char* option, std::int64_t rows) {
  if (rows < 1) throw ConfigError(fmt::format("{} {}: must be at least 1", option, rows));
}

void check_delta(double delta) {
  if (!(delta >= 1) || !std::isfinite(delta)) {
    throw ConfigError(fmt::format("`delta` {}: must be a finite number, 1 or more", delta));
  }
}

/// Multinomial, one binomial per class given what is left.
std::vector<std::int64_t> multinomial(rng::Stream& stream, std::int64_t draws,
                                      const std::vector<double>& weights) {
  std::vector<std::int64_t> counts(weights.size(), 0);
  double weight_left = std::accumulate(weights.begin(), weights.end(), 0.0);
  for (std::size_t i = 0; i < weights.size() && draws > 0; ++i) {
    // The last class takes the rest: rounding must not lose anybody.
    const bool last = i + 1 == weights.size();
    counts[i] =
        last ? draws : rng::binomial(stream, draws, std::clamp(weights[i] / weight_left, 0.0, 1.0));
    draws -= counts[i];
    weight_left -= weights[i];
  }
  return counts;
}

ProfileCounts draw(rng::Stream& stream, std::int64_t rows, const std::vector<double>& weights,
                   const std::vector<double>& p) {
  ProfileCounts counts;
  counts.n = multinomial(stream, rows, weights);
  for (std::size_t i = 0; i < p.size(); ++i)
    counts.y.push_back(rng::binomial(stream, counts.n[i], p[i]));
  return counts;
}

/// One row per person.
data::Table expand(
    const ProfilePopulation& population, const ProfileCounts& counts,
    const std::vector<std::pair<std::string, const std::vector<double>*>>& per_profile) {
  std::vector<std::vector<data::Code>> codes(population.attributes.size());
  std::vector<double> outcome;
  std::vector<std::vector<double>> numbers(per_profile.size());
  for (std::size_t i = 0; i < population.size(); ++i) {
    const auto n = static_cast<std::size_t>(counts.n[i]);
    for (std::size_t a = 0; a < codes.size(); ++a)
      codes[a].insert(codes[a].end(), n, population.codes[i][a]);
    outcome.insert(outcome.end(), n - static_cast<std::size_t>(counts.y[i]), 0.0);
    outcome.insert(outcome.end(), static_cast<std::size_t>(counts.y[i]), 1.0);
    for (std::size_t k = 0; k < numbers.size(); ++k) {
      numbers[k].insert(numbers[k].end(), n, (*per_profile[k].second)[i]);
    }
  }
  data::Table table;
  for (std::size_t a = 0; a < codes.size(); ++a) {
    table.add(data::CategoricalColumn{population.attributes[a], std::move(codes[a])});
  }
  table.add(data::NumericColumn{"outcome", std::move(outcome)});
  for (std::size_t k = 0; k < numbers.size(); ++k) {
    table.add(data::NumericColumn{per_profile[k].first, std::move(numbers[k])});
  }
  return table;
}

}  // namespace

ProfilePopulation even_population(std::vector<data::Attribute> attributes, std::uint64_t seed,
                                  double low, double high) {
  if (!(low > 0 && low <= high && high < 1)) {
    throw ConfigError(
        fmt::format("true probabilities between {} and {} were asked for; both must lie strictly "
                    "between 0 and 1 and be in order",
                    low, high));
  }
  ProfilePopulation population;
  population.attributes = std::move(attributes);
  list_profiles(population);
  population.share.assign(population.codes.size(),
                          1.0 / static_cast<double>(population.codes.size()));
  rng::Stream stream(seed, rng::Purpose::simulate, 0, kProbabilities);
  for (std::size_t i = 0; i < population.codes.size(); ++i) {
    population.p.push_back(low + (high - low) * rng::uniform(stream));
  }
  return population;
}

ProfilePopulation patient_population(std::uint64_t seed) {
  ProfilePopulation population;
  population.attributes = patient_attributes();
  list_profiles(population);
  rng::Stream stream(seed, rng::Purpose::simulate, 0, kProbabilities);
  std::vector<std::vector<double>> weights;
  for (const data::Attribute& attribute : population.attributes) {
    weights.emplace_back();
    for (int v = 0; v < attribute.arity(); ++v) weights.back().push_back(0.4 * rng::normal(stream));
  }
  for (const std::vector<data::Code>& person : population.codes) {
    double share = 1;
    double log_odds = 0;
    for (std::size_t a = 0; a < person.size(); ++a) {
      share *= patient_probability(a, person, person[a]);
      log_odds += weights[a][person[a]];
    }
    population.share.push_back(share);
    population.p.push_back(1 / (1 + std::exp(-log_odds)));
  }
  return population;
}

double biased_probability(double p, double delta) { return delta * p / (delta * p + 1 - p); }

ProfileCounts draw_records(const ProfilePopulation& population, std::int64_t rows,
                           rng::Stream& stream) {
  check_rows("`test_rows`", rows);
  return draw(stream, rows, population.share, population.p);
}

ProfileCounts draw_biased_records(const ProfilePopulation& population,
                                  const std::vector<bool>& inside, double delta, std::int64_t rows,
                                  rng::Stream& stream) {
  check_rows("`train_rows`", rows);
  check_delta(delta);
  std::vector<double> weights = population.share;
  std::vector<double> p = population.p;
  for (std::size_t i = 0; i < p.size(); ++i) {
    if (!inside[i]) continue;
    weights[i] *= p[i] + (1 - p[i]) / delta;
    p[i] = biased_probability(p[i], delta);
  }
  return draw(stream, rows, weights, p);
}

ProfileRates profile_rates(const ProfileCounts& training) {
  ProfileRates rates;
  for (std::size_t i = 0; i < training.n.size(); ++i) {
    const double n = static_cast<double>(training.n[i]);
    const double edge = 1 / (2 * n + 2);
    const double rate = n > 0 ? static_cast<double>(training.y[i]) / n : 0.0;
    rates.prediction.push_back(std::clamp(rate, edge, 1 - edge));
    if (rates.prediction.back() != rate) ++rates.adjusted;
  }
  return rates;
}

std::vector<bool> profiles_inside(const ProfilePopulation& population,
                                  const NamedSubgroup& subgroup) {
  const Membership membership(subgroup, population.attributes);
  std::vector<bool> inside;
  inside.reserve(population.codes.size());
  for (const std::vector<data::Code>& person : population.codes)
    inside.push_back(membership.contains(person));
  return inside;
}

SamplingBias sampling_bias(const ProfilePopulation& population,
                           const SamplingBiasOptions& options) {
  if (options.subgroup.empty()) {
    throw ConfigError(
        "`subgroup`: the bias needs a subgroup to be in; name one, as in "
        "`subgroup` 'sex=Male;ward=Surgery'");
  }
  const std::vector<bool> inside = profiles_inside(population, options.subgroup);
  rng::Stream train_stream(options.seed, rng::Purpose::simulate, options.replicate, kTraining);
  rng::Stream test_stream(options.seed, rng::Purpose::simulate, options.replicate, kTest);
  const ProfileCounts train =
      draw_biased_records(population, inside, options.delta, options.train_rows, train_stream);
  const ProfileCounts test = draw_records(population, options.test_rows, test_stream);
  const ProfileRates rates = profile_rates(train);

  SamplingBias made;
  made.train = expand(population, train, {});
  made.test = expand(population, test,
                     {{"prediction", &rates.prediction}, {"true_probability", &population.p}});
  made.subgroup = options.subgroup;
  made.delta = options.delta;
  made.adjusted_profiles = rates.adjusted;
  for (std::size_t i = 0; i < inside.size(); ++i) {
    if (inside[i]) made.people += test.n[i];
  }
  return made;
}

}  // namespace faultline::simulate
