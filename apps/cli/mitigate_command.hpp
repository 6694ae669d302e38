#pragma once
// `faultline mitigate`: its options, the analysis they ask for, and rules applied to new data.

#include <optional>
#include <string>
#include <vector>

#include "cli/data_options.hpp"
#include "cli/mitigate_rules.hpp"
#include "cli/output.hpp"
#include "cli/probability_options.hpp"

#include "faultline/audit/hooks.hpp"
#include "faultline/audit/ijdi/mitigation.hpp"
#include "faultline/audit/result.hpp"
#include "faultline/sql/people.hpp"

namespace faultline::cli {

struct MitigateOptions {
  DataOptions data{};
  ProbabilityOptions probability{};
  audit::MitigationOptions mitigation{};
  std::vector<std::string> thresholds{};  // method groups, as typed
  std::string id{};
  std::string decisions{};  // --output
  std::string rules{};      // --rules
  std::string apply{};      // --apply
  OutputOptions output{};
};

/// What one run gives: the result, and the rules with what is needed to apply them elsewhere.
struct Mitigated {
  audit::Result result{};
  RulesFile rules{};
};

/// From people to result; writes --output unless the run was interrupted.
[[nodiscard]] Mitigated analyse(const sql::People& people, const MitigateOptions& options,
                                const audit::Hooks& hooks);

/// `faultline mitigate --apply`: decisions of new people by a rules file, and a summary on standard
/// output.
void apply_rules(const MitigateOptions& options, const std::stop_token& stop);

}  // namespace faultline::cli
