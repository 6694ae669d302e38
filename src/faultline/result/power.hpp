#pragma once
// What `scan --power` says: the score that the test which was run had to exceed, the effects that
// it finds, the sampling bias that it would detect in a named subgroup, and the theory's bound
// h(alpha) beside them.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "faultline/base/describe.hpp"
#include "faultline/data/notice.hpp"
#include "faultline/data/terms.hpp"
#include "faultline/result/detectable.hpp"

namespace faultline::result {

struct PowerReport {
  /// What a sampling bias of Delta does to a score.
  struct Biased {
    double delta = 0;
    double score = 0;
  };
  /// One direction of the scan, and the score that its best subgroup had to exceed.
  struct Side {
    data::Direction direction = data::Direction::higher;
    double critical_score = 0;  // with penalty; infinite: too few replicates
    bool proven = false;        // in closed form, else from replicates
    /// Smallest effects that are found with a probability of about .8: in the subgroup found or
    /// asked about, in everybody, in shares of everybody; none without a critical score.
    std::vector<Detectable::Effect> effects{};
  };
  /// A named subgroup in one direction.
  struct SubgroupSide {
    data::Direction direction = data::Direction::higher;
    double score = 0;  // of the data as they are, with penalty; 0 when it departs the other way
    /// Sampling bias at which its score exceeds the critical one: at least 1 in direction lower, at
    /// most 1 in direction higher; none when none does.
    std::optional<double> delta_threshold{};
    std::vector<Biased> limit_scores{};
  };
  /// The theory's numbers speak of direction lower, without penalty.
  struct Subgroup {
    std::string text{};
    std::int64_t n = 0;
    double observed_count = 0;
    double q_mle = 0;                         // may be infinite
    double score_without_bias = 0;            // F_old
    std::optional<double> delta_threshold{};  // Theorem 4
    std::vector<Biased> limit_scores{};       // Theorem 1's limit
    std::vector<Biased> normalised_scores{};  // Corollary 1's F/|D|
    std::vector<SubgroupSide> directions{};
  };

  std::int64_t profiles = 0;  // M
  double alpha = 0.05;
  double critical_value = 0;  // h(alpha)
  bool applicable = true;     // whether h(alpha) speaks of this scan
  std::vector<Side> directions{};
  std::optional<Subgroup> subgroup{};
  data::Notices notices{};
};
[[nodiscard]] const describe::Object& description(const PowerReport::Biased*);
[[nodiscard]] const describe::Object& description(const PowerReport::Side*);
[[nodiscard]] const describe::Object& description(const PowerReport::SubgroupSide*);
[[nodiscard]] const describe::Object& description(const PowerReport::Subgroup*);
[[nodiscard]] const describe::Object& description(const PowerReport*);

}  // namespace faultline::result
