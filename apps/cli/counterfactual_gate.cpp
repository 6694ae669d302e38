#include "cli/counterfactual_gate.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"

namespace faultline::cli {
namespace {

// What rounding may take from 1 - alpha / 2.
constexpr double kRounding = 1e-12;

double level_of_each(double alpha, std::size_t decisions) {
  return alpha / (2 * static_cast<double>(decisions));
}

/// Fewest permutations that an estimate above all of them says enough with: 1 / (N + 1) <= level.
std::int64_t needed(double level) {
  return static_cast<std::int64_t>(std::ceil(1 / level - kRounding / level)) - 1;
}

}  // namespace

void check_counterfactual_gate(const OutputOptions& output, std::int64_t replicates, double alpha,
                               std::size_t decisions) {
  check_gate(output, replicates);
  if (output.fail_on.empty() || !(alpha > 0)) return;
  const std::int64_t fewest = needed(level_of_each(alpha, decisions));
  if (replicates >= fewest) return;
  throw ConfigError(fmt::format(
      "--fail-on finding with --replicates {}: too few permutations for --alpha {} and {} average "
      "differences; use at least {}",
      replicates, shortest(alpha), 2 * decisions, fewest));
}

bool differs(const audit::CounterfactualReport& report, double alpha) {
  if (report.decisions.empty() || !(alpha > 0)) return false;
  const double level = level_of_each(alpha, report.decisions.size());
  if (report.permutations < needed(level)) return false;
  const auto beyond = [level](const audit::CounterfactualReport::Summary& summary) {
    return summary.name == "avg" && summary.u_value && *summary.u_value >= 1 - level - kRounding;
  };
  return std::any_of(report.decisions.begin(), report.decisions.end(),
                     [&beyond](const audit::CounterfactualReport::Decision& decision) {
                       return std::any_of(decision.cfpr.begin(), decision.cfpr.end(), beyond) ||
                              std::any_of(decision.cfnr.begin(), decision.cfnr.end(), beyond);
                     });
}

}  // namespace faultline::cli
