#include "faultline/report/wording.hpp"

#include <fmt/format.h>

#include "faultline/report/format.hpp"

namespace faultline::report {
namespace {

Wording bias_scan(bool higher) {
  const char* frequent = higher ? "more frequent" : "less frequent";
  const char* wrong = higher ? "too low" : "too high";
  return {.title = fmt::format("Outcome {} than predicted", frequent),
          .short_consequence = fmt::format("predictions {}", wrong),
          .consequence = fmt::format("the predictions are {} for these people", wrong),
          .happened = "had the outcome",
          .reference = "the predictions expect",
          .suspicion = fmt::format("the predictions are {} for any subgroup", wrong),
          .reassurance = "the predictions are right for every subgroup",
          .null_data = "simulated as if the predictions were right for everybody",
          .absence = fmt::format("In no subgroup is the outcome {} than predicted by more than the "
                                 "penalty for naming the subgroup.",
                                 frequent),
          .everyone = fmt::format("The predictions are {} overall, and no smaller subgroup stands "
                                  "out more than everybody together.",
                                  wrong)};
}

/// For methods that have no sentences of their own yet.
Wording plain(bool higher) {
  const char* compared = higher ? "higher" : "lower";
  return {
      .title = fmt::format("Observed {} than expected", compared),
      .short_consequence = "",
      .consequence = fmt::format("the observed rate is {} than the reference expects", compared),
      .happened = "had the event",
      .reference = "the reference expects",
      .suspicion = fmt::format("any subgroup's rate is {} than expected", compared),
      .reassurance = "every subgroup is treated alike",
      .null_data = "made as if there were no difference",
      .absence =
          fmt::format("In no subgroup is the observed rate {} than expected by more than the "
                      "penalty for naming the subgroup.",
                      compared),
      .everyone = fmt::format("The observed rate is {} than expected overall, and no smaller "
                              "subgroup stands out more than everybody together.",
                              compared)};
}

}  // namespace

Wording wording(const audit::Finding& finding) {
  const bool higher = finding.direction == "higher";
  if (finding.method == "bias-scan") return bias_scan(higher);
  return plain(higher);
}

Title title(std::string_view command) {
  if (command == "scan") return {"Bias Scan", "Where are the predictions miscalibrated?"};
  return {fmt::format("faultline {}", command), "Which subgroups does the model fail?"};
}

std::string theta_meaning(const audit::Finding& finding) {
  if (!finding.subgroup || finding.theta_name != "q") return "";
  const bool bias_scan = finding.method == "bias-scan";
  const char* event = bias_scan ? "the outcome" : "the event";
  if (finding.theta_limit == "infinity") return fmt::format("everyone here had {}", event);
  if (finding.theta_limit == "zero") return fmt::format("no one here had {}", event);
  if (!finding.theta) return "";
  return fmt::format("the odds of {} are {} times what {}", event, ratio(*finding.theta),
                     bias_scan ? "the predictions say" : "is expected");
}

}  // namespace faultline::report
