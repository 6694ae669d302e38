#pragma once
// Lambda from costs (Menghani, McFowland, Neill, Appendix B): how many points of error rate one
// point of base rate justifies,
//   lambda_N = (cost(FP) + cost(FN)) / cost(dFPR)   for false positive rates,
//   lambda_P = (cost(FP) + cost(FN)) / cost(dTPR)   for true positive rates,
// with cost(d...) what a disparity of the rate costs per person of the group that has it. Only the
// proportions of the costs matter, so any unit will do.

#include <optional>
#include <string_view>

#include "faultline/methods/ijdi/ijdi.hpp"

namespace faultline::methods {

struct Costs {
  double false_positive = 1;
  double false_negative = 1;
  double fpr_disparity = 1;
  std::optional<double> tpr_disparity{};
  friend bool operator==(const Costs&, const Costs&) = default;
};

/// Reads "FP,FN,FPR_DISPARITY" or "FP,FN,FPR_DISPARITY,TPR_DISPARITY": the errors 0 or more and not
/// both 0, the disparities above 0. Throws ConfigError that names --costs.
[[nodiscard]] Costs parse_costs(std::string_view text);

[[nodiscard]] double lambda_n(const Costs& costs);
/// None without a cost of the TPR disparity.
[[nodiscard]] std::optional<double> lambda_p(const Costs& costs);

/// Of cost(FN) / cost(FP). Throws ConfigError that names --cost-ratio unless it and its inverse are
/// finite and above 0.
void check_cost_ratio(double cost_ratio);

/// Lambda from what is elicited: `disparity_ratio` is cost(dFPR) / cost(FP) for fpr and
/// cost(dTPR) / cost(FN) for tpr, 0 or more; `cost_ratio` is cost(FN) / cost(FP), finite and above
/// 0. None when it is infinite, because the disparity costs nothing.
[[nodiscard]] std::optional<double> lambda_from_ratios(ErrorRate error, double disparity_ratio,
                                                       double cost_ratio);

}  // namespace faultline::methods
