#pragma once
// Theory of the Bias Scan (h(alpha), detectable sampling bias) for `scan --power`.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "faultline/base/describe.hpp"
#include "faultline/data/notice.hpp"

namespace faultline::result {

struct PowerReport {
  /// What a sampling bias of Delta does to a score.
  struct Biased {
    double delta = 0;
    double score = 0;
  };
  struct Subgroup {
    std::string text{};
    std::int64_t n = 0;
    double observed_count = 0;
    double q_mle = 0;                         // may be infinite
    double score_without_bias = 0;            // F_old
    std::optional<double> delta_threshold{};  // Theorem 4
    std::vector<Biased> limit_scores{};       // Theorem 1's limit
    std::vector<Biased> normalised_scores{};  // Corollary 1's F/|D|
  };

  std::int64_t profiles = 0;  // M
  double alpha = 0.05;
  double critical_value = 0;  // h(alpha)
  bool applicable = true;     // every profile carries one prediction
  std::optional<Subgroup> subgroup{};
  data::Notices notices{};
};
[[nodiscard]] const describe::Object& description(const PowerReport::Biased*);
[[nodiscard]] const describe::Object& description(const PowerReport::Subgroup*);
[[nodiscard]] const describe::Object& description(const PowerReport*);

}  // namespace faultline::result
