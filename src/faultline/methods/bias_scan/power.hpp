#pragma once
// The power block of a Bias Scan: the score that the test which was run had to exceed in each
// direction, the effects that it finds (detectable_effect.hpp: predictions are given, so that the
// root has mean 0 and spread 1 without an effect) in the subgroup found or named, in everybody and
// in shares of everybody (with the penalty of one value), and, for a named subgroup, the sampling
// bias that it would have detected there; beside them h(alpha) and what the theory says
// (theory.hpp), where it speaks of the scan. The data's predictions stand for the true
// probabilities. Says in `notices` which of the theory's assumptions the run does not meet, and
// leaves out what has no meaning then.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "faultline/methods/result.hpp"

namespace faultline::methods {

/// A named subgroup: its people by profile (or by profile and prediction) and the size of the whole
/// data.
struct PowerSubgroup {
  std::string text{};
  std::vector<std::int64_t> n{};
  std::vector<std::int64_t> y{};
  std::vector<double> p{};
  std::int64_t people_in_data = 0;  // |D|: the subgroup's share is its people over this
  double penalty = 0;               // of its score in the scan
};

/// People in whom the effects are told that would be found, by their predictions.
struct PowerPeople {
  std::string text{};
  Direction direction = Direction::higher;  // of the finding they are
  double penalty = 0;
  std::vector<double> p{};
  std::vector<std::int64_t> n{};
};

struct PowerInput {
  std::int64_t profiles = 0;  // M: distinct covariate profiles in the data
  double alpha = 0.05;
  bool one_prediction_per_profile = true;
  double penalty = 0;  // per listed value, of the scan that the numbers stand beside
  std::vector<PowerReport::Side> directions{};  // of that scan
  std::int64_t certain_predictions = 0;         // people whose prediction is 0 or 1
  std::optional<PowerSubgroup> subgroup{};
  PowerPeople everybody{};           // nobody: no effects are told
  std::vector<PowerPeople> found{};  // by the scan, at most one per direction
  std::vector<double> deltas = {
      1.1, 1.25, 1.5, 2, 3, 5};  // for the limit scores, each >= 1; in direction higher 1 over them
};

/// `applicable` is false, with a note, when h(alpha) does not speak of the scan: several
/// predictions in one profile, direction "higher" only, or predictions of 0 or 1. A subgroup that
/// contains such a prediction gets no numbers (the report's subgroup is empty, a note says why).
/// Penalty, both directions and few profiles are notes only, because h(alpha) stays on the safe
/// side or the theory still speaks of one of the findings. A direction whose critical score is
/// infinite (too few replicates) has no detectable bias. q_mle is infinity when everybody in the
/// subgroup has the event. Throws ConfigError on alpha, M or a delta out of range.
[[nodiscard]] PowerReport power_report(const PowerInput& input);

}  // namespace faultline::methods
