#pragma once
// Every rate of every group before and after: of two models on the same people by paired intervals
// and tests (paired_change.hpp), of two periods by those of independent groups (metrics). Groups
// are everybody, the values of the attributes asked for, and their intersections where these are
// wanted. P-values are adjusted by Holm for all tests of the table; two rates that are each other's
// complement are one test.

#include <vector>

#include "faultline/methods/compare/compared_people.hpp"
#include "faultline/methods/hooks.hpp"
#include "faultline/methods/result.hpp"

namespace faultline::methods {

struct ChangeTableOptions {
  std::vector<std::size_t> attributes{};  // that form groups
  bool intersections = false;             // of all of them, that occur
  std::vector<RateName> rates{};          // none: all that the data allow
  double alpha = 0.05;
  int threads = 0;
};

struct ChangeTable {
  std::vector<CompareReport::Change> changes{};  // by group, then rate; p-values adjusted by Holm
  std::int64_t tests = 0;
  Notices notices{};
};

/// Throws InputError when intersections are too many for a table, or a rate that is asked for
/// cannot be had from these columns; Cancelled when stopped.
[[nodiscard]] ChangeTable change_table(const ComparedPeople& people,
                                       const ChangeTableOptions& options, const Hooks& hooks = {});

/// Multiplies the p-values by the number of families that share the level, and gives the verdicts.
void give_change_verdicts(std::int64_t families, double alpha, ChangeTable& table);

/// Whether there is evidence of a change for the worse; without `worse`, also of one that is
/// neither for the worse nor for the better. Of two models only: between two periods other people
/// may be all that changed.
[[nodiscard]] bool has_evidence(const CompareReport& report, bool worse);

}  // namespace faultline::methods
