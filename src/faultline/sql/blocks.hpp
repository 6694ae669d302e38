#pragma once
// A stream read in blocks.

#include <cstddef>
#include <istream>
#include <string_view>
#include <vector>

namespace faultline::sql {

/// 1 MiB: few calls, and nothing that a machine would notice.
inline constexpr std::size_t kBlock = std::size_t{1} << 20;

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
