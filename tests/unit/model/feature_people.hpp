#pragma once
// Made-up people for the tests of predictors and distances: two attributes, two numbers, maybe a
// sparse block of five columns, and outcomes that depend on them.

#include <cmath>
#include <cstdint>
#include <memory>
#include <numeric>
#include <vector>

#include "unit/model/random_rows.hpp"

#include "faultline/model/design/features.hpp"

namespace faultline::model::testing {

struct FeaturePeople {
  Features features{0};
  std::vector<double> binary{};  // 0 or 1, per person
  std::vector<double> number{};
  std::vector<std::int64_t> everybody{};
};

/// The features, which somebody else keeps.
inline std::shared_ptr<const Features> shared(const FeaturePeople& people) {
  return {std::shared_ptr<const Features>{}, &people.features};
}

inline FeaturePeople feature_people(std::uint64_t seed, int n, bool with_words = false) {
  rng::Stream stream(seed, rng::Purpose::test, 1);
  FeaturePeople people;
  people.features = Features(n);
  std::vector<data::Code> a;
  std::vector<data::Code> b;
  std::vector<double> age;
  std::vector<double> hours;
  SparseBlock words{.names = {"word u", "word v", "word w", "word x", "word y"}};
  for (int i = 0; i < n; ++i) {
    a.push_back(static_cast<data::Code>(rng::below(stream, 3)));
    b.push_back(static_cast<data::Code>(rng::below(stream, 2)));
    age.push_back(20 + static_cast<double>(rng::below(stream, 50)));
    hours.push_back(1000 * rng::normal(stream));
    double eta = -0.5 + 0.8 * (a.back() == 1) - 1.2 * b.back() + 0.05 * (age.back() - 45) +
                 0.0005 * hours.back();
    for (int word = 0; word < 5; ++word) {
      if (rng::uniform(stream) < 0.7) continue;
      const double value = rng::uniform(stream);
      words.entries.push_back({.column = word, .value = value});
      if (with_words) eta += word * value;
    }
    words.begin.push_back(std::ssize(words.entries));
    people.binary.push_back(rng::bernoulli(stream, expit(eta)) ? 1.0 : 0.0);
    people.number.push_back(1e6 + 300 * eta + 100 * rng::normal(stream));
  }
  people.features.add("age", age);
  people.features.add(attribute("a", 3), a);
  if (with_words) people.features.add("note", std::move(words));
  people.features.add("hours", hours);
  people.features.add(attribute("b", 2), b);
  people.everybody.resize(static_cast<std::size_t>(n));
  std::iota(people.everybody.begin(), people.everybody.end(), 0);
  return people;
}

}  // namespace faultline::model::testing
