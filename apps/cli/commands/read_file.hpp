#pragma once
// A small file as a whole.

#include <string>

namespace faultline::cli {

/// Throws InputError when it cannot be read.
[[nodiscard]] std::string read_file(const std::string& path);

}  // namespace faultline::cli
