#include "cli/command.hpp"

#include <array>

namespace faultline::cli {

std::span<const Command> commands() {
  static constexpr std::array<Command, 1> all{{
      {"scan", "Bias Scan: where are the predictions miscalibrated?", &run_scan},
  }};
  return all;
}

}  // namespace faultline::cli
