#pragma once
// Columns crossed with events and predictions (data/crossing.hpp), counted by the engine.

#include <stop_token>
#include <vector>

#include "faultline/data/crossing.hpp"
#include "faultline/sql/engine.hpp"
#include "faultline/sql/roles.hpp"

namespace faultline::sql {

/// Reads the view "people", and with a risk score the table "risk_map".
[[nodiscard]] std::vector<data::Crossing> read_crossings(Engine& engine, const Roles& roles,
                                                         const std::vector<data::Event>& events,
                                                         const std::stop_token& stop);

}  // namespace faultline::sql
