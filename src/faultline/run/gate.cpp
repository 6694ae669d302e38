#include "faultline/run/gate.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/methods/compare/change_table.hpp"
#include "faultline/methods/counterfactual/rate_errors.hpp"
#include "faultline/methods/finding.hpp"
#include "faultline/methods/metrics/metrics.hpp"
#include "faultline/methods/sources/recommendation.hpp"

namespace faultline::run {
namespace {

bool differs(const methods::CounterfactualReport& report) {
  return std::any_of(report.decisions.begin(), report.decisions.end(),
                     [](const methods::CounterfactualReport::Decision& decision) {
                       return decision.cfpr.is_apart() || decision.cfnr.is_apart();
                     });
}

bool has_evidence(const result::CheckReport& report) {
  return std::any_of(report.verdicts.begin(), report.verdicts.end(),
                     [](const result::CheckReport::Line& line) {
                       return line.verdict == result::Verdict::evidence;
                     });
}

}  // namespace

void check_gate(std::span<const FailOn> fail_on, const methods::SearchSettings& settings,
                std::size_t families) {
  const std::int64_t enough = methods::fewest_replicates(settings.alpha, families);
  // Whether there is anybody to compare with is seen without a test.
  const bool by_tests =
      std::ranges::any_of(fail_on, [](FailOn what) { return what != FailOn::not_comparable; });
  if (!by_tests || settings.replicates >= enough) return;
  if (settings.replicates == 0) {
    throw ConfigError(
        "`fail_on = finding` needs a test: `replicates = 0` switches it off, so no finding that "
        "rests on replicates could fail");
  }
  throw ConfigError(fmt::format(
      "`fail_on = finding`: {} replicates cannot reach the level {}{}, so no finding that rests on "
      "them could fail; allow at least `replicates` {}",
      settings.replicates, settings.alpha,
      families > 1 ? fmt::format(" with {} families of tests", families) : "", enough));
}

void check_fail_on(const Spec& spec) {
  if (spec.command == Command::compare) return;
  if (spec.command == Command::mitigate &&
      std::find(spec.fail_on.begin(), spec.fail_on.end(), FailOn::not_comparable) !=
          spec.fail_on.end()) {
    throw ConfigError(
        "`fail_on = not-comparable` speaks of classes with too few comparable people, and mitigate "
        "compares no classes, so nothing could ever fail; use `fail_on = finding`");
  }
  if (std::find(spec.fail_on.begin(), spec.fail_on.end(), FailOn::worse) == spec.fail_on.end())
    return;
  throw ConfigError(fmt::format(
      "`fail_on = worse` speaks of a change, and {} compares nothing before and after, so nothing "
      "could ever fail; use `fail_on = finding`",
      name_of(spec.command)));
}

void check_counterfactual_gate(std::span<const FailOn> fail_on, std::int64_t bootstrap) {
  constexpr auto kFewest = static_cast<std::int64_t>(methods::kFewestResamples);
  if (fail_on.empty() || bootstrap >= kFewest) return;
  throw ConfigError(fmt::format(
      "`fail_on = finding` goes by intervals, which need resamples: `bootstrap = {}` is too few, "
      "use at least {}, better 1000",
      bootstrap, kFewest));
}

bool has_incomparable(const methods::Result& result) {
  if (std::any_of(result.parts.begin(), result.parts.end(), has_incomparable)) return true;
  return std::any_of(result.findings.begin(), result.findings.end(),
                     [](const methods::Finding& finding) {
                       return finding.verdict == methods::Verdict::not_comparable;
                     });
}

bool has_withdrawn(const methods::Result& result) {
  if (std::any_of(result.parts.begin(), result.parts.end(), has_withdrawn)) return true;
  return std::any_of(result.findings.begin(), result.findings.end(),
                     [&result](const methods::Finding& finding) {
                       // Undecided for want of replicates has a p-value above alpha.
                       return finding.verdict == methods::Verdict::undecided && finding.set_aside &&
                              finding.p_value_adjusted.value_or(1) <= result.alpha;
                     });
}

Gate gate(const methods::Result& result, std::span<const FailOn> fail_on) {
  const auto asked = [&](FailOn what) {
    return std::find(fail_on.begin(), fail_on.end(), what) != fail_on.end();
  };
  if (asked(FailOn::not_comparable) && (has_incomparable(result) || has_withdrawn(result)))
    return Gate::tripped;
  const bool worse = std::any_of(
      result.findings.begin(), result.findings.end(), [](const methods::Finding& finding) {
        return finding.significant.value_or(false) && finding.worse.value_or(false);
      });
  if (asked(FailOn::worse) &&
      (worse || (result.compare && methods::has_evidence(*result.compare, true))))
    return Gate::tripped;
  if (!asked(FailOn::finding)) return result.partial ? Gate::unfinished : Gate::passed;
  const bool found = std::any_of(
      result.findings.begin(), result.findings.end(),
      [](const methods::Finding& finding) { return finding.significant.value_or(false); });
  if (found || (result.counterfactual && differs(*result.counterfactual)) ||
      (result.sources && methods::has_significant_level(*result.sources, result.alpha)) ||
      (result.metrics && methods::has_evidence(*result.metrics)) ||
      (result.check && has_evidence(*result.check)) ||
      (result.compare && methods::has_evidence(*result.compare, false)))
    return Gate::tripped;
  return result.partial ? Gate::unfinished : Gate::passed;
}

}  // namespace faultline::run
