#include "faultline/simulate/sampling_bias.hpp"

#include <cmath>
#include <numeric>

#include "support/message_of.hpp"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "faultline/base/error.hpp"
#include "faultline/rng/draw.hpp"
#include "faultline/simulate/write_csv.hpp"

namespace faultline::simulate {
namespace {

using ::testing::HasSubstr;

const NamedSubgroup kOlderPublic = {{"age_group", {"75 or over"}}, {"insurance", {"Public"}}};

std::vector<data::Attribute> small_lattice() {
  return {{"a", {"a1", "a2"}}, {"b", {"b1", "b2", "b3"}}};
}

TEST(SamplingBias, PopulationsListEveryProfileOnce) {
  const ProfilePopulation even = even_population(small_lattice(), 1);
  ASSERT_EQ(even.size(), 6U);
  EXPECT_EQ(even.codes[1], (std::vector<data::Code>{0, 1}));
  for (const double p : even.p) {
    EXPECT_GT(p, 0.2);
    EXPECT_LT(p, 0.8);
  }
  const ProfilePopulation patients = patient_population(1);
  EXPECT_EQ(patients.size(), 288U);
  EXPECT_NEAR(std::accumulate(patients.share.begin(), patients.share.end(), 0.0), 1, 1e-12);
}

TEST(SamplingBias, BiasedRateIsDeltaTimesTheOdds) {
  EXPECT_DOUBLE_EQ(biased_probability(0.5, 3), 0.75);
  EXPECT_DOUBLE_EQ(biased_probability(0.3, 1), 0.3);
  const ProfilePopulation population = even_population(small_lattice(), 2);
  const std::vector<bool> inside = profiles_inside(population, {{"a", {"a2"}}});
  rng::Stream stream(1, rng::Purpose::test, 0);
  const ProfileCounts train = draw_biased_records(population, inside, 2.5, 2'000'000, stream);
  EXPECT_EQ(std::accumulate(train.n.begin(), train.n.end(), std::int64_t{0}), 2'000'000);
  for (std::size_t i = 0; i < population.size(); ++i) {
    const double expected = inside[i] ? biased_probability(population.p[i], 2.5) : population.p[i];
    const double n = static_cast<double>(train.n[i]);
    // Six checks at |z| > 5.4: false alarm below 1e-6.
    EXPECT_NEAR(static_cast<double>(train.y[i]) / n, expected,
                5.4 * std::sqrt(expected * (1 - expected) / n))
        << i;
  }
}

// The counts must have the law of the definition: draw a record, and throw it away with probability
// 1 - 1/Delta when it is in S and has Y = 0. Compares the mean share of each (profile, outcome)
// with the literal procedure; 12 checks at |z| > 5.6.
TEST(SamplingBias, CountsHaveTheLawOfThrowingRecordsAway) {
  const ProfilePopulation population = even_population(small_lattice(), 3);
  const std::vector<bool> inside = profiles_inside(population, {{"b", {"b1", "b3"}}});
  const double delta = 3;
  const std::int64_t rows = 400'000;
  rng::Stream stream(2, rng::Purpose::test, 0);
  std::vector<double> literal(12, 0.0);
  for (std::int64_t kept = 0; kept < rows;) {
    const auto profile = static_cast<std::size_t>(rng::below(stream, 6));
    const bool y = rng::bernoulli(stream, population.p[profile]);
    if (inside[profile] && !y && !rng::bernoulli(stream, 1 / delta)) continue;
    literal[2 * profile + (y ? 1 : 0)] += 1;
    ++kept;
  }
  rng::Stream other(2, rng::Purpose::test, 1);
  const ProfileCounts counts = draw_biased_records(population, inside, delta, rows, other);
  for (std::size_t i = 0; i < 12; ++i) {
    const double ours =
        static_cast<double>(i % 2 == 1 ? counts.y[i / 2] : counts.n[i / 2] - counts.y[i / 2]);
    const double share = (literal[i] + ours) / (2.0 * static_cast<double>(rows));
    EXPECT_NEAR(literal[i], ours,
                5.6 * std::sqrt(2.0 * static_cast<double>(rows) * share * (1 - share)))
        << i;
  }
}

TEST(SamplingBias, ClassifierIsTheProfilesRateKeptOffTheEnds) {
  const ProfileRates rates = profile_rates({.n = {10, 4, 3, 0}, .y = {5, 0, 3, 0}});
  EXPECT_DOUBLE_EQ(rates.prediction[0], 0.5);
  EXPECT_DOUBLE_EQ(rates.prediction[1], 0.1);
  EXPECT_DOUBLE_EQ(rates.prediction[2], 1 - 0.125);
  EXPECT_DOUBLE_EQ(rates.prediction[3], 0.5);
  EXPECT_EQ(rates.adjusted, 3);
}

TEST(SamplingBias, SameSeedSameTablesWithTheTruthBeside) {
  const ProfilePopulation population = patient_population(4);
  const SamplingBiasOptions options{
      .seed = 4, .delta = 2, .subgroup = kOlderPublic, .train_rows = 20'000, .test_rows = 3'000};
  const SamplingBias made = sampling_bias(population, options);
  EXPECT_EQ(to_csv(made.test), to_csv(sampling_bias(population, options).test));
  EXPECT_EQ(to_csv(made.train), to_csv(sampling_bias(population, options).train));
  EXPECT_EQ(made.train.rows(), 20'000);
  EXPECT_EQ(made.test.rows(), 3'000);
  EXPECT_EQ(made.delta, 2);
  EXPECT_GT(made.people, 200);
  // Every person's prediction is the training rate of their profile.
  const auto count = [](const data::Table& table, std::size_t row, const data::Table& like) {
    std::int64_t n = 0;
    double y = 0;
    for (std::size_t i = 0; i < static_cast<std::size_t>(table.rows()); ++i) {
      bool same = true;
      for (const char* name : {"sex", "age_group", "insurance", "prior_admissions", "ward"}) {
        same = same && table.categorical(name).codes[i] == like.categorical(name).codes[row];
      }
      if (!same) continue;
      ++n;
      y += table.numeric("outcome").values[i];
    }
    return std::pair{n, y};
  };
  for (const std::size_t row : {std::size_t{0}, std::size_t{1'500}, std::size_t{2'999}}) {
    const auto [n, y] = count(made.train, row, made.test);
    const double edge = 1.0 / (2.0 * static_cast<double>(n) + 2.0);
    const double rate = n > 0 ? y / static_cast<double>(n) : 0;
    EXPECT_DOUBLE_EQ(made.test.numeric("prediction").values[row], std::clamp(rate, edge, 1 - edge));
  }
}

TEST(SamplingBias, MistakesAreNamed) {
  const ProfilePopulation population = even_population(small_lattice(), 1);
  const auto message = [&](const SamplingBiasOptions& options) {
    return testing::message_of<ConfigError>([&] { (void)sampling_bias(population, options); });
  };
  EXPECT_THAT(message({}), HasSubstr("needs a subgroup"));
  EXPECT_THAT(message({.delta = 0.5, .subgroup = {{"a", {"a1"}}}}),
              HasSubstr("`delta` 0.5: must be"));
  EXPECT_THAT(message({.subgroup = {{"a", {"a1"}}}, .train_rows = 0}),
              HasSubstr("`train_rows` 0: must be"));
  EXPECT_THAT(message({.subgroup = {{"a", {"a1"}}}, .test_rows = -1}),
              HasSubstr("`test_rows` -1: must be"));
  EXPECT_THROW((void)even_population(small_lattice(), 1, 0.0, 0.5), ConfigError);
}

}  // namespace
}  // namespace faultline::simulate
