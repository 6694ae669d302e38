#pragma once
// The library speaks of options without dashes, `replicates = 99` or `alpha`; at a terminal they
// are --replicates 99 and --alpha.

#include <string>
#include <string_view>

#include "faultline/base/error.hpp"

namespace faultline::cli {

/// "fit_probability" -> "--fit-probability".
[[nodiscard]] std::string dashed(std::string_view option);

/// A text of the library with its options as they are typed.
[[nodiscard]] std::string as_typed(std::string_view text);

/// What an error says, likewise: "alpha = 2: must be ..." becomes "--alpha 2: must be ...".
[[nodiscard]] std::string as_typed(const Error& error);

}  // namespace faultline::cli
