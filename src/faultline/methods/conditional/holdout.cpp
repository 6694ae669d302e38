#include "faultline/methods/conditional/holdout.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "faultline/base/error.hpp"

namespace faultline::methods {
namespace {

bool same_scan(const Finding& a, const Finding& b) {
  return a.protected_class == b.protected_class && a.metric == b.metric &&
         a.direction == b.direction;
}

/// A class that cannot be audited is told with the part in which it cannot.
ConditionalResult scan_part(const char* part, const ConditionalInput& input,
                            const std::vector<ProtectedClass>& classes,
                            const ConditionalOptions& options, const Hooks& hooks,
                            resample::Checkpoint* checkpoint) {
  try {
    return conditional_scan(input, classes, options, hooks, checkpoint);
  } catch (const InputError& error) {
    throw InputError(fmt::format("`holdout`: among the people {}, {}", part, error.what()));
  }
}

}  // namespace

ConditionalResult holdout_audit(const ConditionalInput& searched, const ConditionalInput& held_out,
                                const std::vector<ProtectedClass>& classes,
                                const ConditionalOptions& options, const Hooks& hooks,
                                resample::Checkpoint* checkpoint) {
  validate(options);
  ConditionalOptions search = options;
  search.replicates = 0;  // what the searched part says about chance is not used
  const ConditionalResult found = scan_part("searched", searched, classes, search, hooks, nullptr);
  ConditionalOptions test = options;
  auto& named = test.found.emplace();
  for (const Finding& finding : found.findings) {
    if (!finding.subgroup || finding.verdict == Verdict::not_comparable) continue;
    named.push_back({.protected_class = *finding.protected_class,
                     .criterion = finding.metric,
                     .direction = finding.direction,
                     .subgroup = *finding.subgroup});
  }
  ConditionalResult result = scan_part("held out", held_out, classes, test, hooks, checkpoint);
  for (Finding& finding : result.findings) {
    const auto source = std::ranges::find_if(
        found.findings, [&](const Finding& one) { return same_scan(one, finding); });
    if (source == found.findings.end()) continue;
    // What could not be computed here keeps saying so.
    if (finding.subgroup || finding.verdict == Verdict::nothing) finding.search = source->search;
  }
  result.partial = result.partial || found.partial;
  return result;
}

}  // namespace faultline::methods
