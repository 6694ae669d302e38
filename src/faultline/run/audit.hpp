#pragma once
// `faultline audit`: its spec, and the run from people to result.

#include <optional>
#include <string>
#include <vector>

#include "faultline/data/source.hpp"
#include "faultline/methods/conditional/conditional.hpp"
#include "faultline/methods/result.hpp"
#include "faultline/run/context.hpp"
#include "faultline/run/run_frame.hpp"
#include "faultline/run/scan.hpp"
#include "faultline/run/spec.hpp"

namespace faultline::run {

struct AuditSpec : Spec {
  data::InputOptions input{};
  RoleSpec roles{};
  std::vector<std::string> protected_classes{};
  std::string against{};
  std::vector<std::string> covariates{};
  std::vector<std::string> metrics{};
  std::optional<Directions> direction{};  // none: the one that harms
  methods::Harm harm = methods::Harm::positive;
  std::string propensity = "logistic";   // a learner, or a column
  std::string expectation = "logistic";  // likewise
  bool doubly_robust = false;
  double ridge = 1.0;
  std::string sigma = "1";
  double clip = methods::ConditionalOptions{}.clip;
  methods::SearchSettings search{};
  methods::Permute permute = methods::Permute::automatic;
  bool power = false;
  std::string subgroup{};  // of each class, tested without a search, or what power is about
  std::string holdout{};   // a share of the people, or a file, that takes no part in the search

  AuditSpec() { command = Command::audit; }
};
[[nodiscard]] const describe::Object& description(const AuditSpec*);

/// The scans that a spec asks for, as far as its roles allow. Throws ConfigError when a metric that
/// was named cannot be had.
struct AuditScans {
  std::vector<methods::CriterionScan> scans{};
  std::vector<std::string> metrics{};      // named, or chosen where none were
  std::vector<std::string> unavailable{};  // default metrics that the roles do not allow
};
[[nodiscard]] AuditScans choose_scans(const AuditSpec& spec);

/// What can be known to be wrong before any data is read. Throws ConfigError.
void validate(const AuditSpec& spec);

[[nodiscard]] methods::Result audit(const AuditSpec& spec, data::Source& source,
                                    const Context& context = {});
/// Which columns of the data an audit uses, and how.
[[nodiscard]] data::RoleOptions audit_roles(const AuditSpec& spec);
/// Of people that are open already, with these roles.
[[nodiscard]] methods::Result audit_of(const AuditSpec& spec, const OpenedPeople& opened,
                                       data::Source& source, const Context& context);

}  // namespace faultline::run
