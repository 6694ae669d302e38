#pragma once
// Thresholds that meet a share exactly: of the people whose score lies on the threshold a share is
// flagged by lot. Scores with few values (deciles) could only overshoot a target without it.

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "faultline/methods/result.hpp"

namespace faultline::methods {

/// Scores and how many people have each.
using ScoreCounts = std::vector<std::pair<double, std::int64_t>>;

/// The threshold that exactly `share` (taken into [0, 1]) of these people pass, in any order, at
/// least one person. Where a single person is on the threshold there is no lot: the share is met to
/// half a person.
[[nodiscard]] Cutoff exact_cutoff(ScoreCounts scores, double share);

/// Whether the score is flagged whatever the lot says.
[[nodiscard]] bool passes(double score, const Cutoff& cutoff);
/// Whether the lot decides about this score.
[[nodiscard]] bool on_boundary(double score, const Cutoff& cutoff);

/// How many of a number of people the lot flags, dealt out evenly instead of drawn: over any run of
/// people with one key the number is the share of them, to less than one person. So what is
/// reported of a rule is what it does on average over its lots.
class EvenLots {
 public:
  [[nodiscard]] std::int64_t flag(std::int64_t people, double share, std::size_t key);

 private:
  std::map<std::pair<std::size_t, double>, std::int64_t> dealt_{};
};

}  // namespace faultline::methods
