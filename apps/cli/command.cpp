#include "cli/command.hpp"

#include <array>

namespace faultline::cli {

std::span<const Command> commands() {
  static constexpr std::array<Command, 13> kAll{{
      {"scan", "Bias Scan: where are the predictions miscalibrated?", &run_scan},
      {"audit", "Conditional Bias Scan: a protected class against everyone else", &run_audit},
      {"ijdi", "disparities of error rates that base rates do not justify", &run_ijdi},
      {"elicit", "asks what a gap between groups costs, and computes lambda", &run_elicit},
      {"mitigate", "new thresholds against such disparities, row by row", &run_mitigate},
      {"counterfactual", "error rates had nobody been treated, across intersections",
       &run_counterfactual},
      {"sources", "bias, variance or noise? more data, or another model?", &run_sources},
      {"simulate", "invented data with a known bias, to try things on", &run_simulate},
      {"reproduce", "the published studies again: theory beside simulation", &start_reproduce},
      {"run", "a spec, or the run that made a result again", &run_run},
      {"schema", "the contract of results, or all options, as JSON", &run_schema},
      {"report", "a saved JSON result as an HTML page", &run_report},
      {"demo", "the tour, on invented patients; needs no data", &run_demo},
  }};
  return kAll;
}

}  // namespace faultline::cli
