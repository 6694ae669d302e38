#pragma once
// The claims of a result as JUnit's XML, for build servers.

#include <string>

#include "faultline/result/result.hpp"

namespace faultline::report {

[[nodiscard]] std::string to_junit(const result::Result& result);

}  // namespace faultline::report
