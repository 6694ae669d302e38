#pragma once
// Conditional Bias Scan as one would write it first: a row per person in both models, membership
// shuffled over rows, no tuples and no units. The reference that the profile form is compared with,
// in answers and in time. Only the search itself is the engine's.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "faultline/data/profiles.hpp"
#include "faultline/methods/conditional/metric.hpp"
#include "faultline/model/linear/logistic.hpp"
#include "faultline/rng/draw.hpp"
#include "faultline/search/bernoulli_cells.hpp"
#include "faultline/search/bernoulli_family.hpp"
#include "faultline/search/engine.hpp"
#include "faultline/search/gaussian_family.hpp"

namespace faultline::testing {

/// One entry per person.
struct Rows {
  std::vector<data::Attribute> attributes{};  // without the protected one
  std::vector<std::vector<data::Code>> codes{};
  std::vector<double> prediction{};
  std::vector<std::uint8_t> outcome{};
  std::vector<std::uint8_t> decision{};
  std::vector<std::uint8_t> member{};
  [[nodiscard]] std::int64_t size() const { return static_cast<std::int64_t>(member.size()); }
};

/// Profiles unfolded into people; the class is attribute `protected_at` = `value`.
inline Rows rows_of(const data::Profiles& profiles, std::size_t protected_at, data::Code value) {
  Rows rows;
  for (std::size_t a = 0; a < profiles.attributes.size(); ++a) {
    if (a == protected_at) continue;
    rows.attributes.push_back(profiles.attributes[a]);
    rows.codes.emplace_back();
  }
  for (std::int64_t k = 0; k < profiles.size(); ++k) {
    for (std::int64_t i = 0; i < profiles.count[k]; ++i) {
      std::size_t at = 0;
      for (std::size_t a = 0; a < profiles.attributes.size(); ++a) {
        if (a != protected_at) rows.codes[at++].push_back(profiles.codes[a][k]);
      }
      rows.prediction.push_back(profiles.prediction[k]);
      rows.outcome.push_back(profiles.outcome[k]);
      rows.decision.push_back(profiles.decision[k]);
      rows.member.push_back(profiles.codes[protected_at][k] == value ? 1 : 0);
    }
  }
  return rows;
}

namespace row_level {

inline double log_odds(double p) {
  const double inside = std::clamp(p, 0.001, 0.999);
  return std::log(inside / (1 - inside));
}

inline double event(const Rows& rows, const methods::Metric& metric, std::int64_t i) {
  switch (metric.event) {
    case methods::Event::prediction:
      return rows.prediction[i];
    case methods::Event::decision:
      return rows.decision[i];
    case methods::Event::no_decision:
      return 1 - rows.decision[i];
    case methods::Event::outcome:
      return rows.outcome[i];
    default:
      return 1 - rows.outcome[i];
  }
}

inline bool condition(const Rows& rows, const methods::Metric& metric, std::int64_t i) {
  return (metric.condition == methods::Condition::outcome ? rows.outcome : rows.decision)[i] != 0;
}

inline model::Design design_of(const Rows& rows) {
  model::Design design(rows.size());
  for (std::size_t a = 0; a < rows.attributes.size(); ++a) {
    design.add(rows.attributes[a], rows.codes[a]);
  }
  return design;
}

}  // namespace row_level

/// Propensity odds of every person.
inline std::vector<double> row_level_weights(const Rows& rows) {
  const model::Design design = row_level::design_of(rows);
  model::Logistic propensity(design, {.ridge = 1.0});
  const std::vector<double> ones(rows.member.size(), 1.0);
  const std::vector<double> members(rows.member.begin(), rows.member.end());
  propensity.fit({.weight = ones, .positive = members, .people = ones});
  std::vector<double> weights(rows.member.size());
  propensity.predict_log_odds(weights);
  for (double& weight : weights) weight = std::exp(weight);
  return weights;
}

/// Best penalised score of one scan, given the weights.
inline double row_level_best(const Rows& rows, const std::vector<double>& weights,
                             const methods::Metric& metric, search::Direction direction,
                             double penalty) {
  const std::int64_t n = rows.size();
  model::Design design = row_level::design_of(rows);
  if (metric.condition == methods::Condition::prediction) {
    std::vector<double> given(static_cast<std::size_t>(n));
    for (std::int64_t i = 0; i < n; ++i) given[i] = row_level::log_odds(rows.prediction[i]);
    design.add("given", given, model::ColumnKind::plain);
  } else if (!metric.value) {
    std::vector<data::Code> given(static_cast<std::size_t>(n));
    for (std::int64_t i = 0; i < n; ++i) given[i] = row_level::condition(rows, metric, i) ? 1 : 0;
    design.add(data::Attribute{"given", {"0", "1"}}, given);
  }
  std::vector<double> people(static_cast<std::size_t>(n), 0.0);
  std::vector<double> weight(people);
  std::vector<double> positive(people);
  const auto takes_part = [&](std::int64_t i) {
    return !metric.value || row_level::condition(rows, metric, i) == *metric.value;
  };
  for (std::int64_t i = 0; i < n; ++i) {
    if (!takes_part(i) || rows.member[i] != 0) continue;
    people[i] = 1;
    weight[i] = weights[i];
    positive[i] = weights[i] * row_level::event(rows, metric, i);
  }
  model::Logistic expectation(design, {.ridge = 1.0, .standardise = true});
  expectation.fit({.weight = weight, .positive = positive, .people = people});
  std::vector<double> log_odds(static_cast<std::size_t>(n));
  expectation.predict_log_odds(log_odds);
  // The members, as the engine takes people.
  data::ProfilesBuilder builder(rows.attributes);
  std::vector<std::vector<data::Code>> codes(rows.attributes.size());
  std::vector<double> expected;
  std::vector<std::uint8_t> events;
  std::vector<double> residuals;
  for (std::int64_t i = 0; i < n; ++i) {
    if (!takes_part(i) || rows.member[i] == 0) continue;
    for (std::size_t a = 0; a < codes.size(); ++a) codes[a].push_back(rows.codes[a][i]);
    expected.push_back(1 / (1 + std::exp(-log_odds[i])));
    events.push_back(row_level::event(rows, metric, i) > 0.5 ? 1 : 0);
    residuals.push_back(row_level::log_odds(rows.prediction[i]) - log_odds[i]);
  }
  const search::SearchOptions options{.direction = direction, .penalty = penalty};
  const std::vector<std::int64_t> one(expected.size(), 1);
  data::ProfileBatch batch;
  batch.size = static_cast<std::int64_t>(expected.size());
  for (const auto& column : codes) batch.codes.emplace_back(column);
  batch.count = one;
  search::SearchResult found;
  if (!metric.gaussian()) {
    batch.prediction = expected;
    batch.outcome = events;
    builder.add(batch);
    const search::BernoulliCells cells = search::make_bernoulli_cells(std::move(builder).finish());
    const search::BernoulliFamily family(cells, cells.y, direction);
    found = search::search(family, cells.n, options);
  } else {
    // A cell per person: the search adds them up.
    search::GaussianCells cells;
    cells.lattice.attributes = rows.attributes;
    cells.lattice.cells = batch.size;
    for (std::size_t i = 0; i < expected.size(); ++i) {
      for (const auto& column : codes) cells.lattice.codes.push_back(column[i]);
    }
    cells.n = one;
    cells.residual_sum = residuals;
    const search::GaussianFamily family(cells, cells.residual_sum, direction);
    found = search::search(family, cells.n, options);
  }
  return found.found.empty() ? 0.0 : found.found.front().score;
}

/// Membership shuffled over all rows, as the paper permutes it.
inline void shuffle_members(rng::Stream& stream, Rows& rows) {
  rng::shuffle(stream, std::span<std::uint8_t>(rows.member));
}

}  // namespace faultline::testing
