#pragma once
// The view "people", which holds exactly the columns that play a role, under short names: x0, x1,
// ... (columns that become attributes), y (outcome), s (score), r (risk score), d (decision), a0,
// a1, ... (protected columns once more, as the role they play), v0, v1, ... (numbers), f0, f1, ...
// (flags), w (count, when there is one). A role's value that is missing is NULL there.

#include <string>

#include "faultline/data/roles.hpp"
#include "faultline/sql/engine.hpp"
#include "faultline/sql/prepare.hpp"

namespace faultline::sql {

using data::FlagRole;
using data::Roles;

/// Builds the view "people". `carried` is a column that comes along as "carried", or empty.
void build_people_view(Engine& engine, const Preparation& prepared, const Roles& roles,
                       const std::string& carried);

/// SQL condition on "people": the row lacks nothing and stands for somebody.
[[nodiscard]] std::string kept_condition(const Roles& roles);

}  // namespace faultline::sql
