#include "cli/command.hpp"

#include <array>

namespace faultline::cli {

std::span<const Command> commands() {
  static constexpr std::array<Command, 17> kAll{{
      {"check", "begin here: everything at once, one page, one list of verdicts", &run_check},
      {"scan", "Bias Scan: where are the predictions too high or too low?", &run_scan},
      {"audit", "Conditional Bias Scan: a protected class against everyone else", &run_audit},
      {"ijdi", "error rates that differ more than base rates justify", &run_ijdi},
      {"elicit", "asks what a gap between groups costs, and computes lambda", &run_elicit},
      {"mitigate", "thresholds that remove unjustified gaps in error rates", &run_mitigate},
      {"counterfactual", "error rates as they would be if nobody had been treated",
       &run_counterfactual},
      {"sources", "why errors differ: bias, variance or noise?", &run_sources},
      {"metrics", "every rate of every group and intersection, with intervals", &run_metrics},
      {"compare", "two models or two periods: where did it get worse?", &run_compare},
      {"simulate", "invented data with a known bias, to try things on", &run_simulate},
      {"reproduce", "the published studies, their numbers beside ours", &start_reproduce},
      {"run", "runs a spec, or repeats the run that made a result", &run_run},
      {"schema", "prints the JSON Schema of results, or all options", &run_schema},
      {"report", "turns a saved JSON result into an HTML page", &run_report},
      {"page", "writes the page that audits data in a browser", &run_page},
      {"demo", "a tour on invented patients; needs no data", &run_demo},
  }};
  return kAll;
}

}  // namespace faultline::cli
