#include "cli/counterfactual_gate.hpp"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "faultline/audit/counterfactual/intervals.hpp"
#include "faultline/base/error.hpp"

namespace faultline::cli {

void check_counterfactual_gate(const OutputOptions& output, std::int64_t bootstrap) {
  constexpr auto kFewest = static_cast<std::int64_t>(audit::kFewestResamples);
  if (output.fail_on.empty() || bootstrap >= kFewest) return;
  throw ConfigError(fmt::format(
      "--fail-on finding goes by intervals, which need resamples: --bootstrap {} is too few, use "
      "at least {}, better 1000",
      bootstrap, kFewest));
}

bool differs(const audit::CounterfactualReport& report) {
  const auto apart = [](const audit::CounterfactualReport::Summaries& summaries) {
    const auto& interval = summaries.avg.intervals.adaptive;
    return interval && interval->first > 0;
  };
  return std::any_of(report.decisions.begin(), report.decisions.end(),
                     [&apart](const audit::CounterfactualReport::Decision& decision) {
                       return apart(decision.cfpr) || apart(decision.cfnr);
                     });
}

}  // namespace faultline::cli
