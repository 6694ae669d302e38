#pragma once
// Differential sampling bias (Bias Scan technical appendix): training data in which a record of
// subgroup S with Y = 0 is kept with probability 1/Delta only, so that P~(Y=1|x) = Delta p / (Delta
// p + 1 - p) in S; a classifier that predicts each profile's rate in the training data; and
// unbiased test data that carries those predictions.

#include <cstdint>
#include <string>
#include <vector>

#include "faultline/data/table.hpp"
#include "faultline/rng/stream.hpp"
#include "faultline/simulate/named_subgroup.hpp"

namespace faultline::simulate {

/// A population by profile: all combinations of the attributes' values, with their share and true
/// probability.
struct ProfilePopulation {
  std::vector<data::Attribute> attributes{};
  std::vector<std::vector<data::Code>> codes{};  // [profile][attribute], the last attribute fastest
  std::vector<double> share{};                   // sums to 1
  std::vector<double> p{};                       // P(Y = 1 | profile)

  [[nodiscard]] std::size_t size() const { return p.size(); }
};

/// Equal shares; p uniform on (low, high), a function of the seed alone. Throws ConfigError unless
/// 0 < low <= high < 1.
[[nodiscard]] ProfilePopulation even_population(std::vector<data::Attribute> attributes,
                                                std::uint64_t seed, double low = 0.2,
                                                double high = 0.8);

/// The invented patients of population.hpp: their shares; log-odds of p are a sum of normal weights
/// of deviation 0.4.
[[nodiscard]] ProfilePopulation patient_population(std::uint64_t seed);

/// Delta p / (Delta p + 1 - p).
[[nodiscard]] double biased_probability(double p, double delta);

/// People and events per profile.
struct ProfileCounts {
  std::vector<std::int64_t> n{};
  std::vector<std::int64_t> y{};
};

/// `rows` unbiased records.
[[nodiscard]] ProfileCounts draw_records(const ProfilePopulation& population, std::int64_t rows,
                                         rng::Stream& stream);

/// `rows` records that were kept (draw one at a time, throw away as above, until there are that
/// many): by thinning, the profile's share is proportional to share * (p + (1-p)/Delta) in S, and
/// its event probability is the biased one. `inside` says which profiles are in S.
[[nodiscard]] ProfileCounts draw_biased_records(const ProfilePopulation& population,
                                                const std::vector<bool>& inside, double delta,
                                                std::int64_t rows, rng::Stream& stream);

/// The classifier: y/n per profile. A rate of 0 or 1, or of a profile that training never saw,
/// would make scores infinite or undefined: rates are kept within half an event of the ends,
/// [1/(2n+2), 1 - 1/(2n+2)], which is 1/2 for n = 0.
struct ProfileRates {
  std::vector<double> prediction{};
  std::int64_t adjusted = 0;  // profiles whose rate was moved
};
[[nodiscard]] ProfileRates profile_rates(const ProfileCounts& training);

struct SamplingBiasOptions {
  std::uint64_t seed = 1;
  std::uint32_t replicate = 0;
  double delta = 2;
  NamedSubgroup subgroup{};           // required
  std::int64_t train_rows = 100'000;  // records kept
  std::int64_t test_rows = 10'000;
};

struct SamplingBias {
  data::Table train{};  // the attributes, outcome
  data::Table test{};   // the attributes, outcome, prediction, true_probability
  NamedSubgroup subgroup{};
  double delta = 1;
  std::int64_t people = 0;             // test records in the subgroup
  std::int64_t adjusted_profiles = 0;  // see ProfileRates
};

/// Records stand in the order of profiles, those with Y = 0 first. Throws ConfigError on delta < 1,
/// rows < 1, an empty subgroup or unknown names.
[[nodiscard]] SamplingBias sampling_bias(const ProfilePopulation& population,
                                         const SamplingBiasOptions& options);

/// Which profiles belong to the subgroup.
[[nodiscard]] std::vector<bool> profiles_inside(const ProfilePopulation& population,
                                                const NamedSubgroup& subgroup);

}  // namespace faultline::simulate
