#pragma once
// Methods write results, and speak of them without a prefix.

#include "faultline/result/result.hpp"

namespace faultline::methods {

using namespace result;
using describe::name_of;

}  // namespace faultline::methods
