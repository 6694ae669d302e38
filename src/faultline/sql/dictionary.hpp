#pragma once
// The values that occur in the columns of outcome, decision, risk score and flags among the kept
// rows, with the people at each: found in one pass over the data, for all columns at once.

#include <cstdint>
#include <stop_token>
#include <string>
#include <vector>

#include "faultline/data/dictionary.hpp"
#include "faultline/sql/engine.hpp"
#include "faultline/sql/roles.hpp"

namespace faultline::sql {

using data::Dictionaries;
using data::Values;

/// A count as the engine gives it; NULL is 0. Throws InputError past 63 bits.
[[nodiscard]] std::int64_t whole_number(const Cell& cell);

/// Columns counted in one pass; the mask that tells them apart has a bit for each.
inline constexpr std::size_t kAtOnce = 40;

/// What GROUPING(columns) is for the grouping set `in`: the bit of a column outside it is 1, and
/// the first column has the highest bit.
[[nodiscard]] std::uint64_t grouping_mask(const std::vector<std::string>& columns,
                                          const std::vector<std::string>& in);

/// Reads the view "people". With a risk score it leaves the table "risk_people" (r, y, people) for
/// build_risk_map.
[[nodiscard]] Dictionaries read_dictionaries(Engine& engine, const Roles& roles,
                                             const std::stop_token& stop);

/// Leaves the table "risk_map" (r, p): the share of positives among the people at each risk score.
void build_risk_map(Engine& engine, const std::string& risk_type, const std::string& positive);

}  // namespace faultline::sql
