#pragma once
// People as a comparison sees them: the values of their attributes, what happened, and what was
// predicted and decided before and after. Of two models both sides are there for everybody; of two
// periods everybody belongs to one side.

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "faultline/data/profiles.hpp"
#include "faultline/methods/metrics/tally.hpp"

namespace faultline::methods {

/// What one model says of people alike, and what happened to them.
struct SideEntry {
  bool outcome = false;
  double score = 0;
  bool decision = false;
  std::int64_t count = 0;
};

struct ComparedPeople {
  std::vector<data::Attribute> attributes{};
  std::vector<std::vector<data::Code>> codes{};  // [attribute][entry], in canonical order
  bool has_score = false;
  bool has_decision = false;
  std::vector<SideEntry> before{};  // [entry]
  std::vector<SideEntry> after{};   // [entry]; of two models the same people
  /// Of two periods: whether the entry is in the second one, and `before` and `after` are the same
  /// list. Empty: two models.
  std::vector<std::uint8_t> second{};

  [[nodiscard]] std::size_t size() const { return before.size(); }
  [[nodiscard]] bool paired() const { return second.empty(); }
  /// The roles as `metrics` asks for them.
  [[nodiscard]] Tallies roles() const;
};

/// How entries of one side are counted; the order of the entries does not matter.
[[nodiscard]] Tally tally_of(const std::vector<SideEntry>& entries, bool has_score);

}  // namespace faultline::methods
