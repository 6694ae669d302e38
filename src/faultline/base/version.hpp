#pragma once
// Faultline's own version, as it stands in every result.

#include <string_view>

namespace faultline {

/// "0.1.0": the version of the project that was built.
[[nodiscard]] std::string_view version();

}  // namespace faultline
