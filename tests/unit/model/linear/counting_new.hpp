#pragma once
// How often operator new was called in this program.

#include <cstdint>

namespace faultline::testing {

[[nodiscard]] std::int64_t allocations_so_far();

}  // namespace faultline::testing
