#pragma once
// A result as it stands in a file: the result and the version of Faultline that made it.

#include <string>

#include "faultline/audit/result.hpp"

namespace faultline::report {

struct Document {
  std::string version{};
  audit::Result result{};
};

}  // namespace faultline::report
