#pragma once
// One door: a spec and a source of people go in, a result comes out. Every face is a thin way to
// write the first and read the second.

#include <optional>
#include <string>

#include "faultline/run/any_spec.hpp"
#include "faultline/run/apply.hpp"

namespace faultline::run {

struct Outcome {
  std::optional<methods::Result> result{};  // none when rules were applied
  std::optional<RulesFile> rules{};         // `mitigate`, unless interrupted
  std::optional<AppliedRules> applied{};    // `mitigate` with `apply`
};

/// What can be known to be wrong before any data is read. Throws ConfigError.
void validate(const AnySpec& spec);

/// Throws ConfigError and InputError with a sentence for the user, Cancelled when stopped before
/// there was anything to show.
[[nodiscard]] Outcome run(const AnySpec& spec, data::Source& source, const Context& context = {});

}  // namespace faultline::run
