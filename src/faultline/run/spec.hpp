#pragma once
// What all specs share: the command, and which options were left to the data. A spec names input
// and options, never outputs, so that one that somebody else wrote is safe to run.

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "faultline/base/describe.hpp"
#include "faultline/data/input.hpp"
#include "faultline/data/terms.hpp"
#include "faultline/result/terms.hpp"

namespace faultline::run {

using result::Command;

using data::Choice;

/// What makes a run fail for a build that watches it.
enum class FailOn { finding, not_comparable, worse };
[[nodiscard]] std::span<const describe::Word> words(FailOn);

struct Spec {
  Command command = Command::scan;
  /// Options whose value here was chosen from the data; a repeat chooses again.
  std::vector<std::string> by_default{};
  std::vector<FailOn> fail_on{};
};
/// Of `command` and `by_default`; every spec's own list has `fail_on`, whose help differs.
[[nodiscard]] const describe::Object& description(const Spec*);

/// Columns that play a role in scans, audits and what builds on them.
struct RoleSpec {
  std::string outcome{};
  std::string score{};
  std::string risk_score{};
  std::string decision{};
  std::string threshold{};
  std::vector<std::string> attributes{};
  std::vector<std::string> ordered{};
  std::string count{};
  std::string weight{};
  std::string cluster{};

  [[nodiscard]] bool has_prediction() const { return !score.empty() || !risk_score.empty(); }
  [[nodiscard]] bool has_decision() const { return !decision.empty() || !threshold.empty(); }
};
[[nodiscard]] const describe::Object& description(const RoleSpec*);
/// Throws ConfigError for roles that no scan can play yet: weights and repeated people.
[[nodiscard]] data::RoleOptions to_options(const RoleSpec& roles);

}  // namespace faultline::run
