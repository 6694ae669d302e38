#pragma once
// Groups that are the intersections of whole columns.

#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "faultline/base/error.hpp"

namespace faultline::run {

[[nodiscard]] inline bool is_among(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// Throws ConfigError on COL=VALUE, which names a class.
inline void check_group_columns(const std::vector<std::string>& columns) {
  for (const std::string& name : columns) {
    const auto equals = name.find('=');
    if (equals == std::string::npos) continue;
    throw ConfigError(fmt::format(
        "`protected` {}: all values of a column are compared here, so give the column alone, "
        "`protected = {}`",
        name, name.substr(0, equals)));
  }
}

}  // namespace faultline::run
