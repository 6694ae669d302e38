#pragma once
// The roles that were left to the data, chosen: columns are crossed with outcome, decision and
// prediction, the leak guard judges them, and attributes and covariates are filled in.

#include <cstdint>
#include <optional>
#include <vector>

#include "faultline/data/check.hpp"
#include "faultline/data/leak_guard.hpp"
#include "faultline/data/notice.hpp"
#include "faultline/data/people.hpp"
#include "faultline/data/reader.hpp"
#include "faultline/data/roles.hpp"

namespace faultline::data {

struct ChosenColumns {
  std::vector<Values> values{};  // of Roles::coded_columns
  Notices notices{};             // what was left out, what was not used, what was named and leaks
  std::int64_t distinct_numbers = 1;  // at most so many tuples of numbers, chosen ones included
  /// Columns that tell the prediction; `roles` have them among the covariates.
  std::vector<SetAsideColumn> set_aside{};
  /// Where people were left out for a number they lack: the check of the rest, whom the reader now
  /// keeps.
  std::optional<Checked> without_gaps{};
};

/// `roles` get the attributes where none are named; with `choose_covariates` the covariates, too,
/// where neither are named. The reader has taken `roles` as they come. People who lack a number
/// that is chosen are left out, as `missing = drop` does with one that is named.
[[nodiscard]] ChosenColumns choose_columns(Reader& reader, bool choose_covariates,
                                           const Checked& checked, const LeakGuard& guard,
                                           Roles& roles);

}  // namespace faultline::data
