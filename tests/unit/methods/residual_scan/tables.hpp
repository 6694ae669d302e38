#pragma once
// Small tables of people with numbers.

#include <vector>

#include "faultline/methods/residual_scan/residual_people.hpp"

namespace faultline::testing {

/// Two attributes, a with values a0 and a1, b with b0 to b2; codes are given cell by cell, in
/// canonical order.
inline methods::OutcomeTable two_by_three() {
  methods::OutcomeTable table;
  table.attributes = {{.name = "a", .labels = {"a0", "a1"}},
                      {.name = "b", .labels = {"b0", "b1", "b2"}}};
  table.codes.resize(2);
  return table;
}

inline void add(methods::OutcomeTable& table, int a, int b, double outcome, double expected,
                std::int64_t count = 1) {
  table.codes[0].push_back(static_cast<data::Code>(a));
  table.codes[1].push_back(static_cast<data::Code>(b));
  table.outcome.push_back(outcome);
  table.expected.push_back(expected);
  table.count.push_back(count);
}

}  // namespace faultline::testing
