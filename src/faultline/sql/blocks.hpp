#pragma once
// A file of the user's, read in blocks.

#include <cstddef>
#include <fstream>
#include <istream>
#include <string>
#include <string_view>
#include <vector>

namespace faultline::sql {

inline constexpr std::size_t kBlock = std::size_t{1} << 20;

/// Throws InputError when there is no such file, it is a folder, or it cannot be read.
[[nodiscard]] std::ifstream open_file(const std::string& path);

/// Calls receive(std::string_view) with one block after the other.
template <typename Receive>
void read_blocks(std::istream& in, const Receive& receive) {
  std::vector<char> block(kBlock);
  while (in) {
    in.read(block.data(), static_cast<std::streamsize>(block.size()));
    if (in.gcount() > 0)
      receive(std::string_view(block.data(), static_cast<std::size_t>(in.gcount())));
  }
}

}  // namespace faultline::sql
