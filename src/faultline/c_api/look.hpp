#pragma once
// What a run would make of its people, before it runs: whom it uses, which columns form subgroups
// and make people comparable, and what the leak guard has to say.

#include <stop_token>
#include <string>

#include "faultline/data/source.hpp"
#include "faultline/run/any_spec.hpp"

namespace faultline::c_api {

/// As JSON: rows, rows_used, attributes, covariates, notices. Of a command that chooses no columns
/// the lists are empty. Throws what the run would throw on opening the people.
[[nodiscard]] std::string look(const run::AnySpec& spec, data::Source& source,
                               const std::stop_token& stop);

}  // namespace faultline::c_api
