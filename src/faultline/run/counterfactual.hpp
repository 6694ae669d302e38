#pragma once
// `faultline counterfactual`: its spec, and the run from people to result.

#include <optional>
#include <string>
#include <vector>

#include "faultline/data/source.hpp"
#include "faultline/methods/counterfactual/counterfactual.hpp"
#include "faultline/methods/result.hpp"
#include "faultline/run/context.hpp"
#include "faultline/run/spec.hpp"

namespace faultline::run {

struct CounterfactualSpec : Spec {
  data::InputOptions input{};
  std::string outcome{};
  std::string treatment{};
  std::vector<std::string> decisions{};
  std::vector<std::string> scores{};
  std::string threshold{};
  std::vector<std::string> protected_attributes{};
  std::vector<std::string> covariates{};
  std::string external{};  // file of other people; empty: none
  std::vector<std::string> external_covariates{};
  std::string count{};
  std::string cluster{};
  std::string propensity = "logistic";  // logistic, ensemble, or a column
  std::optional<Choice> refit{};
  std::string m = "exponent:0.75";
  methods::CounterfactualOptions
      method{};  // the rest; its propensity, refit and size are set above

  CounterfactualSpec() { command = Command::counterfactual; }
};
[[nodiscard]] const describe::Object& description(const CounterfactualSpec*);

/// What can be known to be wrong before any data is read. Throws ConfigError.
void validate(const CounterfactualSpec& spec);

[[nodiscard]] methods::Result counterfactual(const CounterfactualSpec& spec, data::Source& source,
                                             const Context& context = {});

}  // namespace faultline::run
