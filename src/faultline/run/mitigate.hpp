#pragma once
// `faultline mitigate`: its spec, and the run from people to result and rules.

#include <string>
#include <vector>

#include "faultline/audit/ijdi/mitigation.hpp"
#include "faultline/audit/result.hpp"
#include "faultline/data/source.hpp"
#include "faultline/run/context.hpp"
#include "faultline/run/probability.hpp"
#include "faultline/run/rules_file.hpp"
#include "faultline/run/spec.hpp"

namespace faultline::run {

struct MitigateSpec : Spec {
  data::InputOptions input{};
  RoleSpec roles{};
  ProbabilitySpec probability{};
  audit::ErrorRate error = audit::ErrorRate::fpr;
  double lambda = 0;
  double clip = audit::IjdiOptions{}.clip;
  audit::MitigationMethod method = audit::MitigationMethod::iterative;
  std::vector<std::string> thresholds{};  // method groups
  int max_corrections = audit::MitigationOptions{}.max_corrections;
  audit::Quantile quantile = audit::Quantile::higher;
  audit::SearchSettings search = audit::IjdiOptions{};
  std::string id{};
  std::string apply{};  // a rules file: nothing is analysed, the input is decided by it

  MitigateSpec() { command = Command::mitigate; }
};
[[nodiscard]] const describe::Object& description(const MitigateSpec*);

/// What can be known to be wrong before any data is read. Throws ConfigError.
void validate(const MitigateSpec& spec);

/// What one run gives: the result, and the rules with what is needed to apply them elsewhere.
struct Mitigated {
  audit::Result result{};
  RulesFile rules{};
};

/// Decisions go to `context.decisions` unless the run was interrupted.
[[nodiscard]] Mitigated mitigate(const MitigateSpec& spec, data::Source& source,
                                 const Context& context = {});

}  // namespace faultline::run
