#pragma once
// `faultline mitigate`: its spec, and the run from people to result and rules.

#include <optional>
#include <string>
#include <vector>

#include "faultline/data/source.hpp"
#include "faultline/methods/mitigation/mitigation.hpp"
#include "faultline/methods/result.hpp"
#include "faultline/run/context.hpp"
#include "faultline/run/probability.hpp"
#include "faultline/run/rules_file.hpp"
#include "faultline/run/spec.hpp"

namespace faultline::run {

struct MitigateSpec : Spec {
  data::InputOptions input{};
  RoleSpec roles{};
  ProbabilitySpec probability{};
  methods::ErrorRate error = methods::ErrorRate::fpr;
  std::optional<double> lambda{};  // none: from `costs`, or 0
  std::string costs{};
  methods::Harm harm = methods::Harm::positive;
  double clip = methods::IjdiOptions{}.clip;
  methods::MitigationMethod method = methods::MitigationMethod::smooth;
  methods::Move move = methods::Move::both;
  std::string holdout{};  // a share, a file, or none; empty: half with `smooth`, else none
  std::vector<std::string> thresholds{};  // method groups
  int max_corrections = methods::MitigationOptions{}.max_corrections;
  methods::Quantile quantile = methods::Quantile::higher;
  methods::SearchSettings search = methods::IjdiOptions{};
  std::string id{};
  std::string apply{};  // a rules file: nothing is analysed, the input is decided by it

  MitigateSpec() { command = Command::mitigate; }
};
[[nodiscard]] const describe::Object& description(const MitigateSpec*);

/// What `lambda` or `costs` say, or 0. Throws ConfigError.
[[nodiscard]] double lambda_of(const MitigateSpec& spec);
/// The share or file of `holdout` as it is meant; none: nobody is held out.
[[nodiscard]] std::optional<std::string> holdout_of(const MitigateSpec& spec);

/// What can be known to be wrong before any data is read. Throws ConfigError.
void validate(const MitigateSpec& spec);

/// What one run gives: the result, and the rules with what is needed to apply them elsewhere.
struct MitigateOutcome {
  methods::Result result{};
  RulesFile rules{};
};

/// Decisions go to `context.decisions` unless the run was interrupted.
[[nodiscard]] MitigateOutcome mitigate(const MitigateSpec& spec, data::Source& source,
                                       const Context& context = {});

}  // namespace faultline::run
