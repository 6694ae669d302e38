#pragma once
// Small random scan problems for property tests, drawn by rapidcheck so that a failure shrinks to a
// readable one.

#include <string>
#include <vector>

#include <rapidcheck.h>

#include "faultline/data/profiles.hpp"
#include "faultline/data/table.hpp"

namespace faultline::testing {

/// One record of people who share everything.
struct Record {
  std::vector<data::Code> codes{};
  double p = 0;
  bool event = false;
  std::int64_t count = 0;
};

struct Problem {
  std::vector<data::Attribute> attributes{};
  std::vector<Record> records{};
};

inline data::Profiles to_profiles(const Problem& problem) {
  data::ProfilesBuilder builder(problem.attributes);
  for (const Record& record : problem.records) {
    data::ProfileBatch batch;
    batch.size = 1;
    for (const data::Code& code : record.codes) batch.codes.emplace_back(&code, 1);
    batch.prediction = std::span(&record.p, 1);
    const std::uint8_t event = record.event ? 1 : 0;
    batch.outcome = std::span(&event, 1);
    batch.count = std::span(&record.count, 1);
    builder.add(batch);
  }
  return std::move(builder).finish();
}

/// 1 to `max_attributes` attributes of 1 to `max_arity` values, up to 25 records; some predictions
/// repeat, some are extreme. Some attributes are ordered, some of these with people who miss it.
inline Problem arbitrary_problem(int max_attributes = 3, int max_arity = 4) {
  Problem problem;
  const int attributes = *rc::gen::inRange(1, max_attributes + 1);
  for (int a = 0; a < attributes; ++a) {
    data::Attribute attribute;
    attribute.name = std::string(1, static_cast<char>('a' + a));
    const int arity = *rc::gen::inRange(1, max_arity + 1);
    for (int v = 0; v < arity; ++v) attribute.labels.push_back(attribute.name + std::to_string(v));
    attribute.ordered = *rc::gen::arbitrary<bool>();
    if (attribute.ordered && *rc::gen::arbitrary<bool>())
      attribute.labels.back() = data::kMissingLabel;
    problem.attributes.push_back(attribute);
  }
  const int records = *rc::gen::inRange(1, 26);
  for (int r = 0; r < records; ++r) {
    Record record;
    for (const data::Attribute& attribute : problem.attributes) {
      record.codes.push_back(static_cast<data::Code>(*rc::gen::inRange(0, attribute.arity())));
    }
    record.p =
        *rc::gen::element(0.0, 1.0, 0.001, 0.02, 0.1, 0.25, 0.3, 0.5, 0.5, 0.62, 0.8, 0.95, 0.999);
    record.event = *rc::gen::arbitrary<bool>();
    // An event that its prediction rules out has an infinite score: the engine is never given one.
    if (record.p == 0) record.event = false;
    if (record.p == 1) record.event = true;
    record.count =
        *rc::gen::weightedElement<std::int64_t>({{6, 1}, {4, 2}, {4, 5}, {3, 20}, {1, 400}});
    problem.records.push_back(record);
  }
  return problem;
}

}  // namespace faultline::testing
