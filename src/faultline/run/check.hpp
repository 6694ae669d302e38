#pragma once
// `faultline check`: everything that the columns allow in one run. The parts are those that have
// commands of their own (metrics, scan, audit, costs and levels of sources); their tests are
// adjusted together, so that the list of verdicts and the parts' own lines say the same.

#include <cstdint>
#include <string>
#include <vector>

#include "faultline/data/source.hpp"
#include "faultline/methods/conditional/metric.hpp"
#include "faultline/methods/result.hpp"
#include "faultline/methods/search_settings.hpp"
#include "faultline/run/context.hpp"
#include "faultline/run/spec.hpp"

namespace faultline::run {

struct CheckSpec : Spec {
  data::InputOptions input{};
  RoleSpec roles{};
  std::vector<std::string> protected_classes{};
  std::vector<std::string> covariates{};
  methods::Harm harm = methods::Harm::positive;
  /// Fewer than a search alone is allowed: a verdict near the level would take minutes, and what it
  /// is about has a command of its own. Enough for a hundred families at .05.
  std::int64_t replicates = 1999;
  double alpha = methods::SearchSettings{}.alpha;
  std::uint64_t seed = methods::SearchSettings{}.seed;
  int threads = 0;

  CheckSpec() { command = Command::check; }
};
[[nodiscard]] const describe::Object& description(const CheckSpec*);

/// What can be known to be wrong before any data is read. Throws ConfigError.
void validate(const CheckSpec& spec);

/// Why the columns that have a role do not allow a part, as a sentence that says what to add; empty
/// where they do.
[[nodiscard]] std::string needed_for(Command part, const CheckSpec& spec);

/// A part that the people do not allow (a prediction that rules out what happened, too many
/// intersections) is left out with its reason; what is wrong with the input as such throws.
[[nodiscard]] methods::Result check(const CheckSpec& spec, data::Source& source,
                                    const Context& context = {});

}  // namespace faultline::run
