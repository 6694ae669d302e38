#pragma once
// Results that were written before there was one list of notices: faultline/1, and faultline/2
// before its release. What is a notice today stood under a key of its own in each place.

#include <string_view>

#include "faultline/result/result.hpp"

namespace faultline::report {

/// Adds to `result`, which was read from `text`, the notices that stand under earlier keys. Throws
/// json::Damaged.
void add_earlier_notices(std::string_view text, result::Result& result);

}  // namespace faultline::report
