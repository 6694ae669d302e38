#pragma once
// A value of which only the file knows the type: an option as a result echoes it.

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace faultline {

using Value =
    std::variant<std::nullptr_t, bool, std::int64_t, double, std::string, std::vector<std::string>>;

/// By key, in order.
using Values = std::vector<std::pair<std::string, Value>>;

}  // namespace faultline
