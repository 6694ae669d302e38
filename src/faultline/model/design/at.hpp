#pragma once
// Counts and rows are signed 64-bit numbers here; the standard library's containers want theirs.

#include <cstddef>
#include <cstdint>

namespace faultline::model {

[[nodiscard]] inline std::size_t at(std::int64_t index) { return static_cast<std::size_t>(index); }

}  // namespace faultline::model
