#pragma once
// Mitigation of unjustified disparities by new thresholds on the score:
//   smooth     five groups by points, as strong as pays on people left out (smooth.hpp);
// and as published (Menghani, McFowland, Neill, Sections 6.2 to 6.4):
//   groups     thresholds given per subgroup;
//   iterative  scan; the subgroup S that is found gets, for all its members, the threshold that at
//              most rate(~S) + lambda max(0, p(S) - p(~S)) of its people of the audited outcome
//              exceed; scan again, until nothing is found, nothing is significant, or enough
//              corrections are made;
//   randomize  every person gets a threshold drawn from [t - w, t + w], w = 1 / (2 lambda).
// What the last three promise concerns the people at hand, and the corrected subgroup at the moment
// of its correction: lowering one subgroup's rate lowers the rate outside every other. What rules
// do to people they were not made from is told where such people are given.

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
/// person; or the target is met exactly, by a lot among people at the threshold (cutoff.hpp).
enum class Quantile { higher, linear, exact };
[[nodiscard]] std::span<const describe::Word> words(Quantile);

/// Where thresholds may go with `smooth`.
enum class Move { both, up, down };
[[nodiscard]] std::span<const describe::Word> words(Move);

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
  /// People whom the rules are not made from, and on whom they are tested: methods smooth and
  /// iterative. Same attributes and options. Null: tested on the people they are made from.
  const MitigationInput* held_out = nullptr;
};

struct MitigationOptions {
  MitigationMethod method = MitigationMethod::smooth;
  ErrorRate error = ErrorRate::fpr;
  double lambda = 0;
  MitigationReport::Rule base{.text = "everybody"};  // makes the old decisions
  std::vector<MitigationReport::Rule> groups{};      // method groups, in order, after `base`
  int max_corrections = 10;
  Quantile quantile = Quantile::higher;
  Move move = Move::both;
  /// Of errors and disparity; none: as lambda says (decision_cost.hpp).
  std::optional<Ledger::Costs> costs{};
  /// Of people, for the ledger's intervals; their standard deviation is off by some 5 %. 0: none.
  std::int64_t resamples = 200;
  IjdiOptions scan{};  // its errors and lambdas are replaced by the ones above
};

/// Throws ConfigError.
void validate(const MitigationOptions& options);

struct MitigationResult {
  MitigationReport report{};
  Finding before{};              // the scan of the old decisions about the people tested on
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
