#pragma once
// A file of the user's, opened or read as a whole; what is wrong with it is said in one way.

#include <fstream>
#include <string>

namespace faultline {

/// Throws InputError when there is no such file, it is a folder, or it cannot be read.
[[nodiscard]] std::ifstream open_file(const std::string& path);

/// The bytes of a small file. Throws as open_file().
[[nodiscard]] std::string read_file(const std::string& path);

}  // namespace faultline
