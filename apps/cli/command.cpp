#include "cli/command.hpp"

#include <array>

namespace faultline::cli {

std::span<const Command> commands() {
  static constexpr std::array<Command, 5> all{{
      {"scan", "Bias Scan: where are the predictions miscalibrated?", &run_scan},
      {"simulate", "the papers' generators, with the truth beside the data", &run_simulate},
      {"reproduce", "the papers' tables and figures, theirs beside ours", &run_reproduce},
      {"report", "JSON -> HTML", &run_report},
      {"demo", "the two-minute tour, on embedded data", &run_demo},
  }};
  return all;
}

}  // namespace faultline::cli
