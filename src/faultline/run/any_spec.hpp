#pragma once
// A spec of any command, from and to JSON. `read_spec` takes a spec or a result, whose "config" is
// the spec that made it.

#include <string>
#include <string_view>
#include <variant>

#include "faultline/run/audit.hpp"
#include "faultline/run/check.hpp"
#include "faultline/run/compare.hpp"
#include "faultline/run/counterfactual.hpp"
#include "faultline/run/elicit.hpp"
#include "faultline/run/ijdi.hpp"
#include "faultline/run/metrics.hpp"
#include "faultline/run/mitigate.hpp"
#include "faultline/run/scan.hpp"
#include "faultline/run/sources.hpp"

namespace faultline::run {

using AnySpec = std::variant<ScanSpec, AuditSpec, IjdiSpec, ElicitSpec, MitigateSpec,
                             CounterfactualSpec, SourcesSpec, MetricsSpec, CheckSpec, CompareSpec>;

/// Commands that have a spec, in the order of AnySpec.
[[nodiscard]] const std::vector<Command>& commands();

/// The command's spec with every option at its default.
[[nodiscard]] AnySpec spec_of(Command command);

[[nodiscard]] const Spec& head(const AnySpec& spec);
[[nodiscard]] const describe::Object& description(const AnySpec& spec);
/// How many threads the spec asks for; 0: all.
[[nodiscard]] int threads(const AnySpec& spec);
void set_threads(AnySpec& spec, int threads);
/// Where the spec's own struct is, for its description.
[[nodiscard]] void* address(AnySpec& spec);
[[nodiscard]] const void* address(const AnySpec& spec);

/// Reads a spec, {"command": "scan", "input": "people.csv", ...}, or the spec of a result; what is
/// not named keeps its default, and what a result chose from the data is chosen again. Throws
/// ConfigError that names the option, InputError when the text is no spec.
[[nodiscard]] AnySpec read_spec(std::string_view json);

/// Complete: every option, given or not.
[[nodiscard]] std::string write_spec(const AnySpec& spec);

}  // namespace faultline::run
