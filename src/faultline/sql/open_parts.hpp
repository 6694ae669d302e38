#pragma once
// Several files as one source (data/parts.hpp): the engine reads them together, and the keys of
// their folders are columns.

#include <functional>
#include <stop_token>
#include <string>

#include "faultline/sql/source.hpp"

namespace faultline::sql {

/// As open_source, for a path that names parts. Text files must have the same first line. The
/// digest is that of a list of the parts, each with its own.
[[nodiscard]] Source open_parts(Engine& engine, const data::InputOptions& options,
                                const std::function<bool(const std::string&)>& needed,
                                const std::stop_token& stop);

}  // namespace faultline::sql
