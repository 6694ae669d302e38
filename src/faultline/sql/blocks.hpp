#pragma once
// A stream read in blocks.

#include <cstddef>
#include <istream>
#include <stop_token>
#include <string_view>
#include <vector>

#include "faultline/base/error.hpp"

namespace faultline::sql {

/// 1 MiB: few calls, and nothing that a machine would notice.
inline constexpr std::size_t kBlock = std::size_t{1} << 20;

inline void throw_if_stopped(const std::stop_token& stop) {
  if (stop.stop_requested()) throw Cancelled("stopped while reading the data");
}

/// Calls receive(std::string_view) with one block after the other. Throws Cancelled when stopped.
template <typename Receive>
void read_blocks(std::istream& in, const Receive& receive, const std::stop_token& stop = {}) {
  std::vector<char> block(kBlock);
  while (in) {
    throw_if_stopped(stop);
    in.read(block.data(), static_cast<std::streamsize>(block.size()));
    if (in.gcount() > 0)
      receive(std::string_view(block.data(), static_cast<std::size_t>(in.gcount())));
  }
}

}  // namespace faultline::sql
