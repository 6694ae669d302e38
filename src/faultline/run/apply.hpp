#pragma once
// `faultline mitigate` with `apply`: a rules file decides about new people. Who has a value that
// the rules never saw, or lacks one, is told and counted: no rule that names the attribute fits.

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "faultline/base/describe.hpp"
#include "faultline/data/source.hpp"
#include "faultline/run/context.hpp"
#include "faultline/run/mitigate.hpp"

namespace faultline::run {

/// What the rules did.
struct AppliedRules {
  struct ByRule {
    std::string text{};
    methods::Comparator comparator = methods::Comparator::above;
    double threshold = 0;
    std::optional<double> width{};           // of a random threshold, around `threshold`
    std::optional<double> boundary_share{};  // of people exactly at it, by lot
    std::int64_t rows = 0;
    std::int64_t positive = 0;
  };
  struct Unknown {
    std::string attribute{};
    std::int64_t missing = 0;                                    // rows without a value
    std::vector<std::pair<std::string, std::int64_t>> values{};  // that the rules never saw
  };
  std::string schema = "faultline-applied/1";
  std::string rules{};  // the file
  std::uint64_t seed = 1;
  std::int64_t rows = 0;
  std::int64_t positive = 0;
  std::vector<ByRule> by_rule{};                           // or by group of points
  bool points = false;                                     // thresholds go by points
  std::vector<RulesFile::ScoreProbability> risk_scores{};  // that the rules know
  std::vector<Unknown> unknown{};
  std::vector<std::pair<std::string, std::int64_t>> unknown_scores{};  // rows left out, by score
  std::int64_t without_score = 0;                                      // rows left out
};
[[nodiscard]] const describe::Object& description(const AppliedRules*);

/// Sends the decisions to `context.decisions`, which must be there. Throws ConfigError, InputError.
[[nodiscard]] AppliedRules apply(const MitigateSpec& spec, data::Source& source,
                                 const Context& context);

}  // namespace faultline::run
