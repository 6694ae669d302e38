// The analysis behind `faultline audit`: people become profiles, every protected class is searched
// and tested, and the models that made the expectations are reported with it.

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "cli/audit_command.hpp"
#include "cli/checkpoint_options.hpp"
#include "cli/people_run.hpp"
#include "cli/same_people.hpp"
#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"
#include "faultline/data/profiles.hpp"

namespace faultline::cli {
namespace {

/// A class whose attribute is the only one scanned leaves nothing to search but the class itself.
void note_nothing_to_scan(const sql::People& people, audit::Result& result) {
  for (const auto& [attribute, value] : people.protected_classes()) {
    const auto& scanned = people.scanned();
    if (scanned.empty() || (scanned.size() == 1 && scanned.front() == attribute)) {
      result.warnings.push_back(
          fmt::format("no attribute is left to scan beside {}: only the class as a whole is "
                      "compared; add others to --attributes",
                      attribute));
      return;
    }
  }
}

}  // namespace

audit::Result analyse(const sql::People& people, const AuditOptions& options,
                      const std::string& fingerprint, const audit::Hooks& hooks) {
  audit::Result result = begin_result(people, options.audit);

  const Stopwatch grouping;
  data::ProfilesBuilder builder(people.attributes(), people.numbers());
  people.stream(builder, hooks.stop);
  const data::Profiles profiles = std::move(builder).finish();
  check_same_people(result.data, profiles.people());
  result.data.profiles = profiles.size();
  result.timing.emplace_back("group", grouping.seconds());

  std::vector<audit::ProtectedClass> classes;
  for (const auto& [attribute, value] : people.protected_classes()) {
    classes.push_back({attribute, value});
  }
  const std::unique_ptr<resample::Checkpoint> checkpoint = open_checkpoint(
      options.checkpoint, options.audit.replicates, result.data, profiles, fingerprint);
  const Stopwatch searching;
  const audit::ConditionalInput input{
      .profiles = profiles, .scanned = people.scanned(), .covariates = people.covariates()};
  audit::ConditionalResult found =
      audit::conditional_scan(input, classes, options.audit, hooks, checkpoint.get());
  result.findings = std::move(found.findings);
  result.models = std::move(found.models);
  result.partial = found.partial;
  if (!options.left_out.empty()) {
    result.warnings.push_back(
        fmt::format("{} {} left out: no {} are given", join_words(options.left_out),
                    options.left_out.size() == 1 ? "was" : "were",
                    profiles.decision.empty() ? "decisions (--decision COL or --threshold T)"
                                              : "predictions (--score COL or --risk-score COL)"));
  }
  note_nothing_to_scan(people, result);
  result.warnings.insert(result.warnings.end(), found.warnings.begin(), found.warnings.end());
  note_checkpoint(checkpoint.get(), options.checkpoint, result);
  result.timing.emplace_back("scan", searching.seconds());
  return result;
}

}  // namespace faultline::cli
