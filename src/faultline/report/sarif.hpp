#pragma once
// The claims of a result as SARIF 2.1.0, for code scanning services.

#include <string>

#include "faultline/result/result.hpp"

namespace faultline::report {

[[nodiscard]] std::string to_sarif(const result::Result& result);

}  // namespace faultline::report
