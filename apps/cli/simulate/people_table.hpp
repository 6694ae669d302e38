#pragma once
// People as a table with one row each: what the generators and simulation studies start from.

#include <stop_token>

#include "faultline/data/table.hpp"
#include "faultline/sql/people.hpp"

namespace faultline::cli {

/// The attributes of everybody, in canonical order, whatever order the file has. Throws InputError
/// when there are more people than fit in memory comfortably (ten million).
[[nodiscard]] data::Table people_table(const sql::People& people, const std::stop_token& stop = {});

}  // namespace faultline::cli
