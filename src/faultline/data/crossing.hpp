#pragma once
// What the default rules must know of a column: each of its values with its people, how many of
// them an event befell (the outcome, a decision), and where their predictions stand among all. All
// of it is counted in one pass, by whoever holds the rows.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "faultline/data/dictionary.hpp"
#include "faultline/data/input.hpp"

namespace faultline::data {

/// The people whose value of a column is one of these (none is NULL), or whose prediction reaches
/// the threshold. The column is the outcome, the decision or one that becomes an attribute.
struct Event {
  std::string column{};
  std::vector<std::optional<std::string>> texts{};
  std::optional<Threshold> threshold{};  // instead
};

/// A value with its people. The rank of a prediction is twice the people below it plus those at it,
/// so that it is whole; without predictions it is 0.
struct CrossedValue : Value {
  std::vector<std::int64_t> inside{};  // [event]
  double least_rank = 0;
  double greatest_rank = 0;
  double rank_sum = 0;  // over the people
  double rank_squares = 0;

  void merge(const CrossedValue& other);
};

/// Every value that occurs.
using Crossing = std::vector<CrossedValue>;

/// The most frequent first, then by text, at most kFetched of them.
[[nodiscard]] Values values_of(const Crossing& crossing);

/// Empty, NULL and "(missing)" as one value without a text, the last; before it numbers by size
/// (when `numbers`), or texts by bytes.
[[nodiscard]] Crossing in_order(const Crossing& crossing, bool numbers);

/// A crossing in order, its numbers, or dates, cut into at most `parts` intervals of about equally
/// many people, whose texts are "1 to 7".
[[nodiscard]] Crossing cut_into(const Crossing& ordered, int parts);

}  // namespace faultline::data
