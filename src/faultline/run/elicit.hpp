#pragma once
// `faultline elicit`: its spec, and the run from answers to result. Asking is for a face: it puts
// the answers into the spec.

#include <optional>
#include <string>
#include <vector>

#include "faultline/methods/ijdi/ijdi.hpp"
#include "faultline/methods/result.hpp"
#include "faultline/run/context.hpp"
#include "faultline/run/spec.hpp"

namespace faultline::run {

struct ElicitSpec : Spec {
  methods::ErrorRate error = methods::ErrorRate::fpr;
  int questions = 5;
  std::optional<double> cost_ratio{};  // cost(FN) / cost(FP)
  std::string person{};                // who answers
  std::string answers{};               // file; empty: none
  std::vector<std::string> answer{};   // PERSON,Z1,Z2,Z3
  std::string positive = "positive";
  std::string negative = "negative";
  std::string people = "people";
  std::string outcome_text = "had the outcome";  // completes "people who ..."
  std::string no_outcome_text{};                 // likewise; empty: "never" and the outcome's text
  std::uint64_t seed = 1;
  bool ended_early = false;  // whoever was asked stopped before the last question

  ElicitSpec() { command = Command::elicit; }
};
[[nodiscard]] const describe::Object& description(const ElicitSpec*);

/// Throws ConfigError. Without answers there is something to ask, which is no error here.
void validate(const ElicitSpec& spec);

/// Throws ConfigError without answers, InputError when they cannot be used.
[[nodiscard]] methods::Result elicit(const ElicitSpec& spec, const Context& context = {});

}  // namespace faultline::run
