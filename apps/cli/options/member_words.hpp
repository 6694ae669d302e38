#pragma once
// How a member of a described struct stands on the command line.

#include <string>

#include "faultline/base/describe.hpp"

namespace faultline::cli {

/// "--alpha,--level", or a positional's bare name.
[[nodiscard]] std::string names_of(const describe::Member& member);
/// COL, N, X, or the allowed words.
[[nodiscard]] std::string value_name(const describe::Member& member);
/// The help sentence and, where there is one, the range.
[[nodiscard]] std::string help_of(const describe::Member& member);

}  // namespace faultline::cli
