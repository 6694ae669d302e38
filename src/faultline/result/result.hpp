#pragma once
// The result of a run, method by method the same: what was asked, what was read, what was found,
// how sure one can be. Every struct has its member list beside it, and JSON out, JSON in and
// docs/result.schema.json come from those lists alone. report/ turns a result into text, JSON and
// HTML; the keys are a contract.

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "faultline/base/value.hpp"
#include "faultline/data/summary.hpp"
#include "faultline/result/check.hpp"
#include "faultline/result/compare.hpp"
#include "faultline/result/counterfactual.hpp"
#include "faultline/result/elicitation.hpp"
#include "faultline/result/finding.hpp"
#include "faultline/result/metrics.hpp"
#include "faultline/result/mitigation.hpp"
#include "faultline/result/model.hpp"
#include "faultline/result/power.hpp"
#include "faultline/result/sources.hpp"

namespace faultline::result {

/// The options of a run as they are echoed.
using ConfigValue = Value;
using Config = Values;

struct Part;

struct Result {
  Command command = Command::scan;
  Config config{};
  std::uint64_t seed = 1;
  double alpha = 0.05;
  /// Interrupted: what is here is finished and valid, but not all that was asked.
  bool partial = false;
  data::Summary data{};
  std::vector<Finding> findings{};
  std::optional<PowerReport> power{};
  std::optional<ElicitReport> elicit{};
  std::optional<MitigationReport> mitigation{};
  std::optional<CounterfactualReport> counterfactual{};
  std::optional<SourcesReport> sources{};
  std::optional<MetricsReport> metrics{};
  std::optional<CompareReport> compare{};
  std::optional<CheckReport> check{};
  // Of a check; what all of them say alike stands here. No initial value: Part is not complete yet,
  // and an initial value would need it.
  std::vector<Part> parts;
  std::vector<ModelReport> models{};
  Notices notices{};  // of the run and its data; blocks, models and findings have their own
  std::vector<std::pair<std::string, double>> timing{};  // seconds by phase
  int threads = 1;
};
[[nodiscard]] const describe::Object& description(const Result*);

/// A result inside another one. It has no parts itself, so that a file cannot nest without end.
struct Part : Result {};
[[nodiscard]] const describe::Object& description(const Part*);

/// Throws InputError unless this version reads results of the schema.
void check_schema(const std::string& name);

/// A result as it is written: with the schema it follows and the version that made it.
struct ResultFile {
  Schema schema = Schema::faultline_2;
  std::string version{};
  Result result{};
};
[[nodiscard]] const describe::Object& description(const ResultFile*);

}  // namespace faultline::result
