#pragma once
// The questions of `faultline elicit`, in the words of the user's domain, one at a time. Questions
// and complaints go to one stream, answers come from another, line by line: a terminal, a pipe and
// a test are the same to it.

#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "faultline/audit/ijdi/ijdi.hpp"
#include "faultline/audit/result.hpp"

namespace faultline::cli {

struct DialogueOptions {
  audit::ErrorRate error = audit::ErrorRate::fpr;
  std::string positive = "positive";
  std::string negative = "negative";
  std::string people = "people";
  std::string outcome_text = "had the outcome";  // completes "people who ..."
  std::string no_outcome_text{};                 // likewise; empty: "never" and the outcome's text
  std::string person{};                          // who answers
  int questions = 5;
  bool ask_cost_ratio = true;
  std::uint64_t seed = 1;
  bool echo = false;  // repeat each answer on the questions' stream
};

/// Throws ConfigError.
void validate(const DialogueOptions& options);

struct Dialogue {
  std::vector<audit::ElicitReport::Answer> answers{};
  std::optional<double> cost_ratio{};  // cost(FN) / cost(FP), when asked and answered
  bool ended_early = false;            // the input ended before the last question was answered
};

/// A dominated answer is asked again, until it is not dominated or is given twice in a row: then it
/// is kept, and marked by the estimate. What is no number in range is asked again.
[[nodiscard]] Dialogue ask(const DialogueOptions& options, std::istream& in, std::ostream& out);

}  // namespace faultline::cli
