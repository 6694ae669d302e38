#pragma once
// The values that occur in each role's column among the kept rows, with the people at each: found
// in one pass over the data, for all columns at once. From them come the attributes with their
// labels in canonical order.

#include <cstdint>
#include <map>
#include <stop_token>
#include <string>
#include <vector>

#include "faultline/data/attribute.hpp"
#include "faultline/sql/engine.hpp"
#include "faultline/sql/roles.hpp"

namespace faultline::sql {

struct Value {
  Cell text{};  // none is NULL
  std::int64_t people = 0;
};

/// The values of one column: all of them up to a limit (the most frequent ones past it), and how
/// many there are.
struct Values {
  std::vector<Value> values{};
  std::int64_t distinct = 0;
};

struct Dictionaries {
  std::vector<Values> attributes{};
  Values outcome{};
  Values decision{};
  std::vector<Values> flags{};   // empty where the column holds probabilities
  std::int64_t risk_scores = 0;  // distinct ones
};

/// A count as the engine gives it; NULL is 0. Throws InputError past 63 bits.
[[nodiscard]] std::int64_t whole_number(const Cell& cell);

/// Reads the view "people". With a risk score it leaves the table "risk_people" (r, y, people) for
/// build_risk_map.
[[nodiscard]] Dictionaries read_dictionaries(Engine& engine, const Roles& roles,
                                             const std::stop_token& stop);

/// Leaves the table "risk_map" (r, p): the share of positives among the people at each risk score.
void build_risk_map(Engine& engine, const std::string& risk_type, const std::string& positive);

/// An attribute as the engine codes it.
struct CodedAttribute {
  data::Attribute attribute{};
  std::vector<std::string> texts{};    // engine text of each label, in label order
  std::vector<std::int64_t> people{};  // per label
  bool holds_null = false;
  bool holds_empty = false;
};

/// Labels in canonical order: numbers by size, intervals in their order, the rest by bytes,
/// "(missing)" last. `intervals` is empty unless the column was binned.
[[nodiscard]] CodedAttribute code_attribute(const std::string& name, const std::string& type,
                                            const std::vector<std::string>& intervals,
                                            const Values& values);

}  // namespace faultline::sql
