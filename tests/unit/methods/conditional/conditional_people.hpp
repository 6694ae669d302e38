#pragma once
// Small made-up people for tests of Conditional Bias Scan.

#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "faultline/data/profiles.hpp"
#include "faultline/methods/conditional/conditional.hpp"
#include "faultline/rng/draw.hpp"

namespace faultline::testing {

/// n people with attributes a (2 values), b (3), g (2; the class is g1), predictions of nine
/// values, outcomes and decisions; in the class, people with a1 are flagged more often when `bias`
/// > 0.
inline data::Profiles random_people(std::uint32_t number, std::int64_t n, double bias = 0) {
  const std::vector<data::Attribute> attributes = {
      {"a", {"a0", "a1"}}, {"b", {"b0", "b1", "b2"}}, {"g", {"g0", "g1"}}};
  rng::Stream stream(20250817, rng::Purpose::test, number);
  data::Profiles rows;
  rows.codes.resize(3);
  for (std::int64_t i = 0; i < n; ++i) {
    const auto a = static_cast<data::Code>(rng::below(stream, 2));
    const auto b = static_cast<data::Code>(rng::below(stream, 3));
    const auto g = static_cast<data::Code>(rng::bernoulli(stream, 0.3 + 0.2 * a) ? 1 : 0);
    const double level = 0.1 * static_cast<double>(1 + rng::below(stream, 9));
    const double shifted = std::min(0.95, level + (g == 1 && a == 1 ? bias : 0));
    rows.codes[0].push_back(a);
    rows.codes[1].push_back(b);
    rows.codes[2].push_back(g);
    rows.prediction.push_back(shifted);
    rows.outcome.push_back(rng::bernoulli(stream, level) ? 1 : 0);
    rows.decision.push_back(shifted >= 0.5 ? 1 : 0);
    rows.count.push_back(1);
  }
  data::ProfilesBuilder builder(attributes);
  data::send(rows, builder);
  return std::move(builder).finish();
}

/// The people of random_people, each with a number x on which membership depends by a curve and an
/// interaction with a; predictions have as many values as there are people.
inline data::Profiles numeric_people(std::uint32_t number, std::int64_t n) {
  rng::Stream stream(20250818, rng::Purpose::test, number);
  data::Profiles people;
  people.attributes = {{"a", {"a0", "a1"}}, {"b", {"b0", "b1", "b2"}}, {"g", {"g0", "g1"}}};
  people.codes.resize(3);
  people.number_names = {"x"};
  people.numbers.resize(1);
  for (std::int64_t i = 0; i < n; ++i) {
    const auto a = static_cast<data::Code>(rng::below(stream, 2));
    const double x = rng::normal(stream);
    const double log_odds = -0.8 + 0.5 * x * x + 0.6 * a * x;
    const double score = 0.4 * x + 0.3 * a + rng::normal(stream);
    people.codes[0].push_back(a);
    people.codes[1].push_back(static_cast<data::Code>(rng::below(stream, 3)));
    people.codes[2].push_back(rng::bernoulli(stream, 1 / (1 + std::exp(-log_odds))) ? 1 : 0);
    people.numbers[0].push_back(x);
    people.prediction.push_back(1 / (1 + std::exp(-score)));
    people.outcome.push_back(rng::bernoulli(stream, people.prediction.back()) ? 1 : 0);
    people.decision.push_back(score > 0 ? 1 : 0);
    people.count.push_back(1);
  }
  return people;
}

inline const std::vector<std::string> kBoth = {"a", "b"};
inline const methods::ProtectedClass kClass{"g", "g1"};

inline methods::ConditionalInput input_of(const data::Profiles& profiles) {
  return {.profiles = profiles, .scanned = kBoth, .covariates = kBoth};
}

inline methods::ConditionalInput with_numbers(const data::Profiles& profiles) {
  return {.profiles = profiles, .scanned = kBoth, .covariates = {"a", "b", "x"}};
}

/// The four scans of the case study.
inline methods::ConditionalOptions case_study(std::int64_t replicates = 0) {
  methods::ConditionalOptions options;
  const auto scans = methods::default_scans(methods::Harm::positive);
  options.scans.assign(scans.begin(), scans.end());
  options.replicates = replicates;
  options.threads = 1;
  return options;
}

inline methods::ConditionalOptions only(std::string_view metric, search::Direction direction,
                                        std::int64_t replicates = 0) {
  methods::ConditionalOptions options = case_study(replicates);
  options.scans = {{&methods::metric_named(metric), direction}};
  return options;
}

/// Everything about a result that must not depend on how people were written down.
inline std::vector<double> numbers_of(const methods::ConditionalResult& result) {
  std::vector<double> numbers;
  for (const methods::Finding& finding : result.findings) {
    numbers.insert(numbers.end(),
                   {finding.score, finding.observed, finding.expected, finding.theta.value_or(-1),
                    finding.p_value.value_or(-1), finding.p_value_adjusted.value_or(-1)});
  }
  return numbers;
}

}  // namespace faultline::testing
