#include "faultline/simulate/semi_synthetic.hpp"

#include <cmath>

#include "support/message_of.hpp"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "faultline/base/error.hpp"
#include "faultline/rng/draw.hpp"
#include "faultline/simulate/population.hpp"
#include "faultline/simulate/write_csv.hpp"

namespace faultline::simulate {
namespace {

using faultline::testing::message_of;
using ::testing::HasSubstr;

// |z| above 5 has probability 6e-7: each such check alarms falsely less than once in a million.
constexpr double kZ = 5;

TEST(SemiSynthetic, SameSeedSameTable) {
  const std::string first = to_csv(semi_synthetic_patients(500, {.seed = 7}).table);
  EXPECT_EQ(first, to_csv(semi_synthetic_patients(500, {.seed = 7}).table));
  EXPECT_NE(first, to_csv(semi_synthetic_patients(500, {.seed = 8}).table));
  EXPECT_NE(first, to_csv(semi_synthetic_patients(500, {.seed = 7, .replicate = 1}).table));
}

TEST(SemiSynthetic, PatientsFollowTheirTables) {
  rng::Stream stream(11, rng::Purpose::test, 0);
  const std::int64_t rows = 100'000;
  const data::Table table = patients(rows, stream);
  // Marginal of ward, from the conditional tables by summing over everything before it.
  const auto& attributes = patient_attributes();
  std::vector<double> expected(4, 0.0);
  for (data::Code sex = 0; sex < 2; ++sex) {
    for (data::Code age = 0; age < 4; ++age) {
      for (data::Code prior = 0; prior < 3; ++prior) {
        for (data::Code ward = 0; ward < 4; ++ward) {
          expected[ward] += patient_probability(0, {}, sex) * patient_probability(1, {sex}, age) *
                            patient_probability(3, {sex, age, 0}, prior) *
                            patient_probability(4, {sex, age, 0, prior}, ward);
        }
      }
    }
  }
  std::vector<double> seen(4, 0.0);
  for (const data::Code code : table.categorical("ward").codes) seen[code] += 1;
  double total = 0;
  for (std::size_t v = 0; v < 4; ++v) {
    const double se = std::sqrt(expected[v] * (1 - expected[v]) / static_cast<double>(rows));
    EXPECT_NEAR(seen[v] / static_cast<double>(rows), expected[v], kZ * se)
        << attributes[4].labels[v];
    total += expected[v];
  }
  EXPECT_NEAR(total, 1, 1e-12);
}

TEST(SemiSynthetic, WithoutInjectionAndNoisePredictionsAreCalibrated) {
  const SemiSynthetic made = semi_synthetic_patients(100'000, {.seed = 3, .sigma_predict = 0});
  const auto& y = made.table.numeric("outcome").values;
  const auto& p = made.table.numeric("prediction").values;
  // Sum of (y - p) in five bands of p; each is normal with variance sum p(1-p).
  std::vector<double> difference(5, 0.0), variance(5, 0.0);
  for (std::size_t i = 0; i < y.size(); ++i) {
    const auto band = static_cast<std::size_t>(std::min(4.0, p[i] * 5));
    difference[band] += y[i] - p[i];
    variance[band] += p[i] * (1 - p[i]);
  }
  for (std::size_t band = 0; band < 5; ++band) {
    EXPECT_GT(variance[band], 0);
    EXPECT_LT(std::abs(difference[band]), 5.4 * std::sqrt(variance[band])) << "band " << band;
  }
}

TEST(SemiSynthetic, NoiseAndWeightsHaveTheStatedDeviations) {
  // With one attribute of one value the log-odds are one weight plus noise.
  data::Table one;
  one.add(data::CategoricalColumn{{"x", {"a"}}, std::vector<data::Code>(50'000, 0)});
  const SemiSynthetic made = semi_synthetic(one, {.seed = 5, .clip = 0});
  const auto logit = [](double p) { return std::log(p / (1 - p)); };
  const auto& p = made.table.numeric("prediction").values;
  double mean = 0, square = 0, noise = 0;
  for (std::size_t i = 0; i < p.size(); ++i) {
    const double truth = logit(made.true_probability[i]);
    mean += truth;
    square += truth * truth;
    noise += std::pow(logit(p[i]) - truth, 2);
  }
  const double n = static_cast<double>(p.size());
  const double variance = square / n - std::pow(mean / n, 2);
  const double relative = kZ * std::sqrt(2 / n);  // of a variance of normal draws
  EXPECT_NEAR(variance, 0.36, 0.36 * relative);
  EXPECT_NEAR(noise / n, 0.04, 0.04 * relative);
  EXPECT_LT(std::abs(mean / n), 0.2 * 5.5);
}

TEST(SemiSynthetic, DecisionIsThePredictionAtTheThreshold) {
  const SemiSynthetic made = semi_synthetic_patients(2'000, {.threshold = 0.4});
  const auto& p = made.table.numeric("prediction").values;
  const auto& d = made.table.numeric("decision").values;
  for (std::size_t i = 0; i < p.size(); ++i) ASSERT_EQ(d[i], p[i] >= 0.4 ? 1 : 0);
}

struct Change {
  double truth = 0;
  double prediction = 0;
  std::int64_t outcomes = 0;
  std::int64_t outside = 0;
};

Change change(const Injection& injection) {
  const SemiSynthetic fair = semi_synthetic_patients(4'000, {.seed = 9});
  const SemiSynthetic made = semi_synthetic_patients(4'000, {.seed = 9, .injection = injection});
  const auto& sex = fair.table.categorical("sex").codes;
  const auto& before = fair.table.numeric("prediction").values;
  const auto& after = made.table.numeric("prediction").values;
  Change c;
  for (std::size_t i = 0; i < sex.size(); ++i) {
    const double moved = made.true_probability[i] - fair.true_probability[i];
    const double flipped =
        made.table.numeric("outcome").values[i] - fair.table.numeric("outcome").values[i];
    if (sex[i] == 0) {
      if (moved != 0 || after[i] != before[i] || flipped != 0) ++c.outside;
      continue;
    }
    c.truth += moved;
    c.prediction += after[i] - before[i];
    if (flipped != 0) ++c.outcomes;
  }
  c.truth /= static_cast<double>(made.truth.people);
  c.prediction /= static_cast<double>(made.truth.people);
  return c;
}

TEST(SemiSynthetic, InjectionMovesWhatItShouldInsideAndNothingOutside) {
  const NamedSubgroup men = {{"sex", {"Male"}}};
  const Change suf = change({.subgroup = men, .mu_suf = 0.1});
  EXPECT_NEAR(suf.truth, -0.1, 0.01);  // clipping takes a little
  EXPECT_EQ(suf.prediction, 0);
  EXPECT_GT(suf.outcomes, 0);
  EXPECT_EQ(suf.outside, 0);
  const Change sep = change({.subgroup = men, .mu_sep = 0.1});
  EXPECT_EQ(sep.truth, 0);
  EXPECT_NEAR(sep.prediction, 0.1, 0.01);
  EXPECT_EQ(sep.outcomes, 0);
  EXPECT_EQ(sep.outside, 0);
  const Change shift = change({.subgroup = men, .delta = 0.1});
  EXPECT_NEAR(shift.truth, 0.1, 0.01);
  EXPECT_NEAR(shift.prediction, 0.1, 0.01);
  EXPECT_GT(shift.outcomes, 0);
  EXPECT_EQ(shift.outside, 0);
}

TEST(SemiSynthetic, ClipKeepsProbabilitiesInside) {
  const SemiSynthetic made = semi_synthetic_patients(
      1'000, {.injection =
                  Injection{.subgroup = {{"sex", {"Female", "Male"}}}, .mu_suf = 1, .mu_sep = 1}});
  for (std::size_t i = 0; i < made.true_probability.size(); ++i) {
    ASSERT_EQ(made.true_probability[i], 0.001);
    ASSERT_EQ(made.table.numeric("prediction").values[i], 0.999);
  }
  EXPECT_EQ(made.truth.kind, "mu_suf+mu_sep");
  EXPECT_EQ(made.truth.people, 1'000);
}

TEST(SemiSynthetic, ProtectedAttributeHasNoWeight) {
  // Without noise the log-odds are a function of the weighted attributes alone.
  const SemiSynthetic made = semi_synthetic_patients(
      4'000, {.sigma_true = 0, .sigma_predict = 0, .protected_attribute = "sex"});
  const auto& attributes = patient_attributes();
  std::map<std::vector<data::Code>, double> seen;
  for (std::size_t i = 0; i < 4'000; ++i) {
    std::vector<data::Code> others;
    for (std::size_t a = 1; a < attributes.size(); ++a) {
      others.push_back(made.table.categorical(attributes[a].name).codes[i]);
    }
    const auto [it, added] = seen.emplace(others, made.true_probability[i]);
    ASSERT_EQ(it->second, made.true_probability[i]);
  }
}

TEST(SemiSynthetic, RandomSubgroupIsInhabitedAndRespectsTheExclusion) {
  const data::Table table = semi_synthetic_patients(300, {}).table;
  for (std::uint32_t replicate = 0; replicate < 50; ++replicate) {
    const NamedSubgroup subgroup =
        random_subgroup(table, {.attribute = "sex"}, 2, 0.5, 1, replicate);
    ASSERT_EQ(subgroup.size(), 2U);
    for (const auto& [name, values] : subgroup) {
      ASSERT_NE(name, "sex");
      ASSERT_FALSE(values.empty());
    }
    EXPECT_EQ(subgroup, random_subgroup(table, {.attribute = "sex"}, 2, 0.5, 1, replicate));
  }
  EXPECT_THAT(message_of([&] { (void)random_subgroup(table, {.attribute = "sex"}, 5, 0.5, 1); }),
              HasSubstr("n_bias = 5: must be from 1 to 4"));
  EXPECT_THAT(message_of([&] { (void)random_subgroup(table, {.attribute = "sex"}, 1, 0, 1); }),
              HasSubstr("p_bias = 0: must be above 0"));
}

TEST(SemiSynthetic, MistakesAreNamed) {
  const auto with = [](NamedSubgroup subgroup) {
    return message_of([&] {
      (void)semi_synthetic_patients(10,
                                    {.injection = Injection{.subgroup = subgroup, .mu_suf = 0.1}});
    });
  };
  EXPECT_THAT(with({{"wards", {"Surgery"}}}), HasSubstr("did you mean 'ward'?"));
  EXPECT_THAT(with({{"ward", {"Surgary"}}}), HasSubstr("did you mean 'Surgery'?"));
  EXPECT_THAT(with({{"ward", {}}}), HasSubstr("lists no value of 'ward'"));
  EXPECT_THAT(with({{"sex", {"Male"}}, {"sex", {"Female"}}}), HasSubstr("'sex' twice"));
  EXPECT_THAT(message_of([] { (void)semi_synthetic_patients(0, {}); }),
              HasSubstr("rows = 0: must be at least 1"));
  EXPECT_THAT(message_of([] { validate({.sigma_true = -1}); }), HasSubstr("sigma_true is -1"));
  EXPECT_THAT(message_of([] { validate({.injection = Injection{.mu_suf = 2}}); }),
              HasSubstr("mu_suf is 2"));
  EXPECT_THAT(
      message_of([] { (void)semi_synthetic_patients(10, {.protected_attribute = "gender"}); }),
      HasSubstr("gender"));
  EXPECT_THAT(message_of([] { (void)semi_synthetic(data::Table{}, {}); }),
              HasSubstr("no categorical column"));
}

}  // namespace
}  // namespace faultline::simulate
