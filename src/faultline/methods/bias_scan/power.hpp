#pragma once
// The power block of a Bias Scan: h(alpha) for the data's profiles and, for a named subgroup, the
// sampling bias that would be found (theory.hpp). The data's predictions stand for the true
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
};

struct PowerInput {
  std::int64_t profiles = 0;  // M: distinct covariate profiles in the data
  double alpha = 0.05;
  bool one_prediction_per_profile = true;
  double penalty = 0;       // of the scan that the numbers stand beside
  bool scans_lower = true;  // that scan looks at direction "lower"
  bool scans_higher = false;
  std::int64_t certain_predictions = 0;  // people whose prediction is 0 or 1
  std::optional<PowerSubgroup> subgroup{};
  std::vector<double> deltas = {1.1, 1.25, 1.5, 2, 3, 5};  // for the limit scores; each >= 1
};

/// `applicable` is false, with a note, when h(alpha) does not speak of the scan: several
/// predictions in one profile, direction "higher" only, or predictions of 0 or 1. A subgroup that
/// contains such a prediction gets no numbers (the report's subgroup is empty, a note says why).
/// Penalty, both directions and few profiles are notes only, because h(alpha) stays on the safe
/// side or the theory still speaks of one of the findings. q_mle is infinity when everybody in the
/// subgroup has the event. Throws ConfigError on alpha, M or a delta out of range.
[[nodiscard]] PowerReport power_report(const PowerInput& input);

}  // namespace faultline::methods
