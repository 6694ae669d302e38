#pragma once
// `faultline elicit`: its spec, and the run from answers to result. Asking is for a face: it puts
// the answers into the spec. With people beside the answers (an outcome is named), it also says
// what lambda would allow their groups.

#include <optional>
#include <string>
#include <vector>

#include "faultline/data/source.hpp"
#include "faultline/methods/ijdi/ijdi.hpp"
#include "faultline/methods/result.hpp"
#include "faultline/run/context.hpp"
#include "faultline/run/probability.hpp"
#include "faultline/run/spec.hpp"

namespace faultline::run {

struct ElicitSpec : Spec {
  data::InputOptions input{};  // of the people; none: answers alone
  RoleSpec roles{};
  ProbabilitySpec probability{};
  methods::Harm harm = methods::Harm::positive;
  int threads = 0;
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
  /// Whether there are people to say it for.
  [[nodiscard]] bool has_people() const { return !roles.outcome.empty(); }
};
[[nodiscard]] const describe::Object& description(const ElicitSpec*);

/// Throws ConfigError. Without answers there is something to ask, which is no error here.
void validate(const ElicitSpec& spec);

/// Throws ConfigError without answers, InputError when they cannot be used.
[[nodiscard]] methods::Result elicit(const ElicitSpec& spec, data::Source& source,
                                     const Context& context = {});

}  // namespace faultline::run
