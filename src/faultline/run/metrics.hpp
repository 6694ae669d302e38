#pragma once
// `faultline metrics`: its spec, and the run from people to result.

#include <string>
#include <vector>

#include "faultline/data/source.hpp"
#include "faultline/methods/metrics/metrics.hpp"
#include "faultline/methods/result.hpp"
#include "faultline/run/context.hpp"
#include "faultline/run/run_frame.hpp"
#include "faultline/run/spec.hpp"

namespace faultline::run {

struct MetricsSpec : Spec {
  data::InputOptions input{};
  std::string outcome{};  // empty: rates that need none
  std::string score{};
  std::string risk_score{};
  std::string decision{};
  std::string threshold{};
  std::vector<std::string> protected_columns{};
  std::string by{};  // few-valued column with tables of its own for each value
  std::string count{};
  std::string weight{};
  std::string cluster{};
  methods::MetricsOptions method{};

  MetricsSpec() { command = Command::metrics; }
};
[[nodiscard]] const describe::Object& description(const MetricsSpec*);

/// What can be known to be wrong before any data is read. Throws ConfigError.
void validate(const MetricsSpec& spec);

[[nodiscard]] methods::Result metrics(const MetricsSpec& spec, data::Source& source,
                                      const Context& context = {});
/// Of people that are open already; their attributes are the protected columns.
[[nodiscard]] methods::Result metrics_of(const MetricsSpec& spec, const OpenedPeople& opened,
                                         const Context& context);

}  // namespace faultline::run
