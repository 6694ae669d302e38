#pragma once
// Made-up training data for the tests of models: two attributes, maybe a number, labels that depend
// on them, uneven weights.

#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "faultline/model/design/log_odds.hpp"
#include "faultline/model/learner.hpp"
#include "faultline/rng/draw.hpp"

namespace faultline::model::testing {

struct Rows {
  Design design{0};
  std::vector<double> weight{}, positive{}, people{}, offset{};

  [[nodiscard]] TrainingRows view() const {
    return {.weight = weight, .positive = positive, .people = people, .offset = offset};
  }
};

inline data::Attribute attribute(std::string name, int values) {
  data::Attribute result{.name = std::move(name)};
  for (int v = 0; v < values; ++v)
    result.labels.push_back(std::string(1, static_cast<char>('a' + v)));
  return result;
}

/// A design with an intercept and one column of numbers.
inline Rows one_column(std::vector<double> x, ColumnKind kind, std::vector<double> weight,
                       std::vector<double> positive) {
  Rows rows;
  rows.design = Design(std::ssize(x));
  rows.design.add("x", x, kind);
  rows.people.assign(x.size(), 1.0);
  rows.weight = std::move(weight);
  rows.positive = std::move(positive);
  return rows;
}

inline Rows random_rows(std::uint64_t seed, int n, bool with_number) {
  rng::Stream stream(seed, rng::Purpose::test, 0);
  Rows rows;
  rows.design = Design(n);
  std::vector<data::Code> a;
  std::vector<data::Code> b;
  std::vector<double> z;
  for (int i = 0; i < n; ++i) {
    a.push_back(static_cast<data::Code>(rng::below(stream, 3)));
    b.push_back(static_cast<data::Code>(rng::below(stream, 2)));
    z.push_back(40 + 12 * rng::normal(stream));
  }
  rows.design.add(attribute("a", 3), a);
  rows.design.add(attribute("b", 2), b);
  if (with_number) rows.design.add("z", z);
  for (int i = 0; i < n; ++i) {
    const auto k = static_cast<std::size_t>(i);
    const double eta = -0.4 + 0.9 * (a[k] == 1) - 0.7 * (b[k] == 1) + 0.05 * (z[k] - 40);
    const auto people = static_cast<std::int64_t>(1 + rng::below(stream, 5));
    const auto ones = static_cast<double>(rng::binomial(stream, people, expit(eta)));
    const double each = std::exp(rng::normal(stream) / 2);
    rows.people.push_back(static_cast<double>(people));
    rows.weight.push_back(each * static_cast<double>(people));
    rows.positive.push_back(each * ones);
  }
  return rows;
}

}  // namespace faultline::model::testing
