#pragma once
// People one by one for tests of rates by group, and their tallies.

#include <cstdint>
#include <string>
#include <vector>

#include "faultline/methods/metrics/tally.hpp"

namespace faultline::testing {

struct Person {
  std::vector<data::Code> codes{};
  double score = 0.5;
  bool outcome = false;
  bool decision = false;
  double cluster = 0;
  double weight = 1;
  double number = 0;  // outcome that is a number
};

/// Places of these among the numbers of a batch.
inline constexpr std::size_t kClusterAt = 0;
inline constexpr std::size_t kWeightAt = 1;
inline constexpr std::size_t kNumberAt = 2;
inline constexpr std::size_t kScoreAt = 3;

/// Attributes a0, a1, ... with values v0, v1, ..., each as many as `arities` says.
inline std::vector<data::Attribute> attributes_of(const std::vector<int>& arities) {
  std::vector<data::Attribute> attributes;
  for (std::size_t a = 0; a < arities.size(); ++a) {
    data::Attribute& attribute = attributes.emplace_back();
    attribute.name = "a" + std::to_string(a);
    for (int v = 0; v < arities[a]; ++v) attribute.labels.push_back("v" + std::to_string(v));
  }
  return attributes;
}

/// In the order given, a batch of one person each.
inline methods::Tallies tallies_of(const std::vector<Person>& people,
                                   const std::vector<int>& arities,
                                   const methods::TallyColumns& columns = {}) {
  methods::TalliesBuilder builder(attributes_of(arities), columns);
  for (const Person& person : people) {
    const std::uint8_t outcome = person.outcome ? 1 : 0;
    const std::uint8_t decision = person.decision ? 1 : 0;
    const std::int64_t one = 1;
    data::ProfileBatch batch{.size = 1,
                             .prediction = {&person.score, 1},
                             .outcome = {&outcome, 1},
                             .decision = {&decision, 1},
                             .count = {&one, 1}};
    if (columns.outcome) batch.outcome = {};
    if (columns.score) batch.prediction = {};
    for (const double* number : {&person.cluster, &person.weight, &person.number, &person.score})
      batch.numbers.emplace_back(number, 1);
    for (const data::Code& code : person.codes) batch.codes.emplace_back(&code, 1);
    builder.add(batch);
  }
  return std::move(builder).finish();
}

}  // namespace faultline::testing
