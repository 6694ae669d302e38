#pragma once
// Which columns of a frame a run may use, told from its spec alone: the others need not be copied.

#include <string>

#include "faultline/run/any_spec.hpp"

namespace faultline::c_api {

/// False when the run cannot use a column of this name: it chooses no columns from the data, and
/// nothing its spec says holds the name.
[[nodiscard]] bool wants(const run::AnySpec& spec, const std::string& column);

}  // namespace faultline::c_api
