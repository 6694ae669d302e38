#pragma once

#include "faultline/base/version.hpp"

namespace faultline::report {

using faultline::version;

}  // namespace faultline::report
