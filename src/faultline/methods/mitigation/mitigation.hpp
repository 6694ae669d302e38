#pragma once
// Mitigation of unjustified disparities by new thresholds on the score (Menghani, McFowland, Neill,
// Sections 6.2 to 6.4):
//   groups     thresholds given per subgroup;
//   iterative  scan; the subgroup S that is found gets, for all its members, the threshold that at
//              most rate(~S) + lambda max(0, p(S) - p(~S)) of its people of the audited outcome
//              exceed; scan again, until nothing is found, nothing is significant, or enough
//              corrections are made;
//   randomize  every person gets a threshold drawn from [t - w, t + w], w = 1 / (2 lambda).
// What is promised concerns the people at hand, and the corrected subgroup at the moment of its
// correction: lowering one subgroup's rate lowers the rate outside every other.

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "faultline/methods/ijdi/ijdi.hpp"
#include "faultline/methods/result.hpp"

namespace faultline::methods {

/// Which value the corrected threshold takes where the quantile falls between two scores: the
/// higher of them, which keeps the promise, or the interpolated one, which can miss it by one
/// person.
enum class Quantile { higher, linear };
[[nodiscard]] std::span<const describe::Word> words(Quantile);

/// Scans by the decisions they saw: runs of the same people, error rate, lambda and scan options
/// (those that differ in the quantile) share theirs.
using ScanMemory = std::map<std::vector<std::int64_t>, Finding>;

struct MitigationInput {
  const data::Profiles& profiles;  // with prediction (the score) and outcome; decisions are made
                                   // by `base`, not read
  std::vector<std::string> scanned{};
  std::string true_probability{};             // name of the column of numbers that holds p
  const ProbabilityRecipe* recipe = nullptr;  // as in IjdiInput
  /// Method randomize: how many people of each profile exceed their drawn thresholds. None: the
  /// thresholds are drawn here, people numbered from 1 in the order of the profiles.
  std::optional<std::vector<std::int64_t>> drawn{};
  ScanMemory* memory = nullptr;  // looked up before a scan and filled after it; for one thread
};

struct MitigationOptions {
  MitigationMethod method = MitigationMethod::iterative;
  ErrorRate error = ErrorRate::fpr;
  double lambda = 0;
  MitigationReport::Rule base{.text = "everybody"};  // makes the old decisions
  std::vector<MitigationReport::Rule> groups{};      // method groups, in order, after `base`
  int max_corrections = 10;
  Quantile quantile = Quantile::higher;
  IjdiOptions scan{};  // its errors and lambdas are replaced by the ones above
};

/// Throws ConfigError.
void validate(const MitigationOptions& options);

struct MitigationResult {
  MitigationReport report{};
  Finding before{};              // the scan of the old decisions
  Finding after{};               // and of the new ones
  std::vector<Finding> scans{};  // all of them in order, the first and the last included
  Notices notices{};             // those of single corrections are in the report
  bool partial = false;          // interrupted
};

/// Throws InputError as ijdi_scan does, ConfigError on options, Cancelled when stopped before the
/// first scan is done.
[[nodiscard]] MitigationResult mitigate(const MitigationInput& input,
                                        const MitigationOptions& options, const Hooks& hooks = {});

}  // namespace faultline::methods
