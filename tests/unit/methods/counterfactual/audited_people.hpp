#pragma once
// People of six groups for counterfactual audits, one by one, so that a test can change them.

#include <cstdint>
#include <string>
#include <vector>

#include "faultline/methods/counterfactual/counterfactual.hpp"
#include "faultline/model/design/log_odds.hpp"
#include "faultline/rng/draw.hpp"

namespace faultline::methods {

struct Person {
  int race = 0;
  int sex = 0;
  double age = 0;
  int ward = 0;
  int treated = 0;
  int outcome = 0;
  int decision = 0;
  int other = 0;
  std::int64_t count = 1;
};

struct People {
  data::Profiles profiles{};
  std::vector<std::uint8_t> treatment{}, decision{}, other{};

  explicit People(const std::vector<Person>& list, int races = 3) {
    data::Attribute race{.name = "race"};
    for (int r = 0; r < races; ++r)
      race.labels.push_back(std::string(1, static_cast<char>('a' + r)));
    profiles.attributes = {
        race, {.name = "sex", .labels = {"f", "m"}}, {.name = "ward", .labels = {"1", "2", "3"}}};
    profiles.codes.resize(3);
    profiles.number_names = {"age"};
    profiles.numbers.resize(1);
    for (const Person& person : list) {
      profiles.codes[0].push_back(static_cast<data::Code>(person.race));
      profiles.codes[1].push_back(static_cast<data::Code>(person.sex));
      profiles.codes[2].push_back(static_cast<data::Code>(person.ward));
      profiles.numbers[0].push_back(person.age);
      profiles.outcome.push_back(static_cast<std::uint8_t>(person.outcome));
      treatment.push_back(static_cast<std::uint8_t>(person.treated));
      decision.push_back(static_cast<std::uint8_t>(person.decision));
      other.push_back(static_cast<std::uint8_t>(person.other));
      profiles.count.push_back(person.count);
    }
  }
  [[nodiscard]] CounterfactualInput input() const {
    return {.profiles = profiles,
            .protected_attributes = {"race", "sex"},
            .covariates = {"age", "ward"},
            .treatment = treatment,
            .decisions = {{.name = "S", .made = decision}}};
  }
};

inline std::vector<Person> draw_people(std::uint32_t number, int n, bool continuous = true) {
  rng::Stream stream(7, rng::Purpose::test, number);
  std::vector<Person> people;
  for (int i = 0; i < n; ++i) {
    Person person;
    person.race = static_cast<int>(rng::below(stream, 3));
    person.sex = static_cast<int>(rng::below(stream, 2));
    person.ward = static_cast<int>(rng::below(stream, 3));
    person.age = continuous ? rng::normal(stream) : static_cast<double>(rng::below(stream, 3));
    const double risk = 0.4 * person.age + 0.3 * person.sex - 0.2 * person.race;
    person.decision = rng::bernoulli(stream, model::expit(risk)) ? 1 : 0;
    person.other = rng::bernoulli(stream, 0.5) ? 1 : 0;
    person.treated =
        rng::bernoulli(stream, model::expit(risk - 0.5 + 0.5 * person.decision)) ? 1 : 0;
    person.outcome = rng::bernoulli(stream, model::expit(risk - 0.8 * person.treated)) ? 1 : 0;
    people.push_back(person);
  }
  return people;
}

inline CounterfactualOptions quick(std::int64_t replicates = 0, std::int64_t bootstrap = 0) {
  CounterfactualOptions options;
  options.replicates = replicates;
  options.bootstrap = bootstrap;
  options.threads = 1;
  return options;
}

inline const CounterfactualReport::Decision& only(const CounterfactualResult& result) {
  return result.report.decisions.at(0);
}

}  // namespace faultline::methods
